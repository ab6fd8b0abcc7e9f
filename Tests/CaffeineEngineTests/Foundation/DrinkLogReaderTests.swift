import Testing

@testable import CaffeineFoundation

/// Own CSV: columns, times, offsets, names, kinds and ids.
struct DrinkLogReaderTests {
  @Test func `a row of every column is read`() throws {
    let log = try readLog(
      """
      time,caffeine_mg,duration_min,name,kind,id,utc_offset_min
      2026-08-06T07:30:00+02:00,95.5,1.5,"Latte, large",espresso,\
      00112233-4455-6677-8899-aabbccddeeff,60
      """)
    #expect(log.format == .own)
    #expect(
      log.drinks == [
        LoggedDrink(
          line: 2, id: LoggedID(high: 0x0011_2233_4455_6677, low: 0x8899_aabb_ccdd_eeff),
          time: utc(2026, 8, 6, 5, 30), utcOffsetMinutes: 60, doseMicrograms: 95_500,
          durationSeconds: 90, name: "Latte, large", kind: .word(.espresso))
      ])
    #expect(log.drinks[0].date.description == "2026-08-06")
    #expect(log.notes.isEmpty && log.badRows.isEmpty && log.zoneUseCount == 0)
  }

  @Test func `columns may stand in any order and case`() throws {
    let log = try readLog(
      "Name;ID;CAFFEINE_MG;Utc_Offset_Min;Time\nTea;;47,5;0;2026-08-06 07:30\n")
    #expect(log.drinks[0].doseMicrograms == 47_500)
    #expect(log.drinks[0].name == "Tea")
    #expect(log.drinks[0].time == utc(2026, 8, 6, 7, 30))
  }

  @Test(arguments: [
    "time,caffeine_mg", "\u{feff}time,caffeine_mg", "date,Caffeine (mg)", "timestamp,koffein mg",
    "startDate,caffeineMg", "date_time,caffeine [mg]", "DateTime,Caffeine in milligrams",
    "# my log\n\n \"time\" , \"caffeine_mg\" ", "sep=,\ntime,caffeine_mg",
    "\n\ndatetime,caffeine_mg,",
  ])
  func `headers are understood as people write them`(header: String) throws {
    let log = try readLog(header + "\n2026-08-06 07:30,95\n")
    #expect(log.drinks.map(\.doseMicrograms) == [95_000])
    #expect(log.drinks.map(\.time) == [utc(2026, 8, 6, 5, 30)])
    #expect(log.zoneUseCount == 1)
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `any end of line, blank lines and comments leave the line numbers right`(end: String) throws
  {
    let lines = [
      "time,caffeine_mg", "", "# morning", "2026-08-06 07:30,95", " , ", "2026-13-01 08:00,95",
      "2026-08-06 09:30,95,,", "2026-08-06 10:30",
    ]
    let log = try readLog(lines.joined(separator: end))
    #expect(log.drinks.map(\.line) == [4, 7, 8])
    #expect(log.drinks.last?.doseMicrograms == nil)
    #expect(log.badRows.map(\.line) == [6])
    #expect(log.skippedCount == 1)
  }

  @Test func `a bad row is told with file, line, fault and remedy`() throws {
    let log = try readRows("2026-08-06 07:30,95,", "2026-13-01 08:00,95,")
    #expect(
      log.badRows.map(\.description) == [
        "day.csv:3: month 13 in \"2026-13-01 08:00\"; write dates as YYYY-MM-DD HH:MM"
      ])
    #expect(log.drinks.count == 1)
  }

  @Test func `strict reading ends at the first bad row`() {
    let error = readingError("time,caffeine_mg\n2026-08-06 07:30,x\n2026-13-01,95\n", strict: true)
    #expect(error?.reason == .badDose)
    #expect(error?.line == 2)
    #expect(error?.file == "day.csv")
  }

  @Test func `a lone quote in the header does not swallow the rows under it`() throws {
    let log = try readLog(
      "time,caffeine_mg,5\" cups\n2026-08-06 07:30,95,\n2026-08-06 08:30,\"9\",\n")
    #expect(log.drinks.map(\.doseMicrograms) == [95_000, 9_000])
    #expect(log.drinks.map(\.line) == [2, 3])
  }

  @Test func `UTC fixes the instant and the zone fixes the day`() throws {
    let log = try readRows("2026-08-06T22:30Z,95,", "2026-01-06T22:30Z,95,")
    #expect(log.drinks.map(\.time) == [utc(2026, 8, 6, 22, 30), utc(2026, 1, 6, 22, 30)])
    #expect(log.drinks.map(\.utcOffsetMinutes) == [120, 60])
    #expect(log.drinks.map(\.date.description) == ["2026-08-07", "2026-01-06"])
    #expect(log.zoneUseCount == 2)
  }

  @Test func `the stored offset is the column's, else the printed, else the zone's`() throws {
    let log = try readLog(
      """
      time,caffeine_mg,utc_offset_min
      2026-08-06T07:30+02:00,1,540
      2026-08-06T07:30+09:00,1,
      2026-08-06T07:30Z,1,-300
      2026-08-06T07:30,1,
      2026-08-06T07:30,1,540
      """)
    #expect(log.drinks.map(\.utcOffsetMinutes) == [540, 540, -300, 120, 540])
    // The last row's clock is the one of its own offset.
    let day = utc(2026, 8, 6)
    #expect(log.drinks.map { ($0.time ?? 0) - day } == [19_800, -5_400, 27_000, 19_800, -5_400])
  }

  @Test func `offsets beyond eighteen hours or with fractions are bad rows`() throws {
    let log = try readLog(
      "time,caffeine_mg,utc_offset_min\n"
        + ["1081", "-1081", "1.5", "+02:00", "99999999999", "-1080", "+60"]
        .map { "2026-08-06 07:30,9,\($0)\n" }.joined())
    #expect(log.badRows.map(\.reason) == Array(repeating: .badOffset, count: 5))
    #expect(log.drinks.map(\.utcOffsetMinutes) == [-1080, 60])
  }

  @Test func `a time that occurs twice is the first, with a note`() throws {
    let log = try readRows("2026-10-25 02:30,95,")
    #expect(log.drinks[0].time == utc(2026, 10, 25, 0, 30))
    #expect(
      log.notes == [
        LogNote(
          line: 2,
          text: "02:30 on 2026-10-25 occurs twice in Europe/Berlin; the first is taken, at +02:00")
      ])
    #expect(try readRows("2026-10-25 02:30+01:00,95,").notes.isEmpty)
  }

  @Test func `a time that the clocks skip is the end of the gap, with a note`() throws {
    let log = try readRows("2026-03-29 02:30,95,")
    #expect(log.drinks[0].time == utc(2026, 3, 29, 1))
    #expect(log.drinks[0].utcOffsetMinutes == 120)
    #expect(
      log.notes.map(\.text) == [
        "02:30 on 2026-03-29 does not exist in Europe/Berlin: the clocks skip it; "
          + "03:00 on 2026-03-29 is taken"
      ])
  }

  @Test func `times are kept from 1970 to 2199 in UTC`() throws {
    let log = try readRows(
      "1970-01-01T00:00Z,1,", "1969-12-31T20:00-04:00,1,", "2199-12-31T23:59:59Z,1,",
      "2200-01-01T01:00+02:00,1,", "1969-12-31T23:59:59Z,1,", "2200-01-01T00:00Z,1,",
      "1970-01-01 00:30,1,", "1969-12-31,1,", "2200-01-01,1,")
    #expect(log.drinks.map(\.time) == [0, 0, 7_258_118_399, 7_258_114_800])
    #expect(log.drinks[1].date.description == "1969-12-31")
    #expect(log.badRows.map(\.line) == [6, 7, 8, 9, 10])
    #expect(log.badRows.allSatisfy { $0.reason == .outOfRange })
  }

  @Test func `a date without a time counts in its day only`() throws {
    let log = try readRows("2026-08-06,95,Mate", "2026-08-07,,", "2026-08-07 08:00,95,")
    #expect(log.drinks.map(\.time) == [nil, nil, utc(2026, 8, 7, 6)])
    #expect(log.drinks.map(\.date.description) == ["2026-08-06", "2026-08-07", "2026-08-07"])
    #expect(log.dayOnlyCount == 2)
    #expect(log.notes.count == 1)
    #expect(log.notes[0].line == 2)
    #expect(log.notes[0].text.hasPrefix("2 rows have no time"))
  }

  @Test func `a day and a time in two columns make one time`() throws {
    let log = try readLog(
      "Date,Time,Caffeine (mg)\n2026-8-6,7:30 PM,95\n2026-08-06,,64\n,07:30,95\n"
        + "2026-08-06 08:00,,9\n"
    )
    #expect(log.drinks.map(\.time) == [utc(2026, 8, 6, 17, 30), nil, utc(2026, 8, 6, 6)])
    #expect(
      log.badRows.map(\.description) == [
        "day.csv:4: time \"07:30\" without a date; write dates as YYYY-MM-DD HH:MM"
      ])
  }

  @Test func `durations are minutes with fractions, 0 to 720`() throws {
    let cells = [
      "", "0", "1.5", "0.008", "0.0084", "720", "1e1", "720.1", "-1", "ten", "99999999999",
    ]
    let log = try readLog(
      "time,caffeine_mg,duration_min\n"
        + cells.map { "2026-08-06 07:30,9,\($0)\n" }.joined())
    #expect(log.drinks.map(\.durationSeconds) == [0, 0, 90, 0, 1, 43_200, 600])
    #expect(log.badRows.map(\.reason) == Array(repeating: .badDuration, count: 4))
    let seconds = try readLog("time,caffeine_mg,duration (s)\n2026-08-06 07:30,9,90\n")
    #expect(seconds.drinks[0].durationSeconds == 90)
  }

  @Test func `kinds are words or numbers, and an unknown word becomes the name`() throws {
    let kinds = ["coffee", "Energy_Drink", "black-tea", "7", "255", "256", "matcha", ""]
    let log = try readLog(
      "time,caffeine_mg,kind\n" + kinds.map { "2026-08-06 07:30,9,\($0)\n" }.joined())
    #expect(
      log.drinks.map(\.kind) == [
        .word(.coffee), .word(.energyDrink), .word(.blackTea), .number(7), .number(255),
        .word(.other), .word(.other), nil,
      ])
    #expect(log.drinks[6].name == "matcha")
    #expect(log.notes.map(\.line) == [7, 8])
    for word in LoggedKind.Word.allCases { #expect(LoggedKind(word.rawValue) == .word(word)) }
  }

  @Test func `names keep what stands between quotes and lose blanks outside`() throws {
    let log = try readLog(
      "name,time,caffeine_mg\n  Flat White ,2026-08-06 07:30,9\n\" a\nb \",2026-08-06 07:30,9\n"
        + "#1 coffee,2026-08-06 07:30,9\n\"\",2026-08-06 07:30,9\n")
    #expect(log.drinks.map(\.name) == ["Flat White", " a\nb ", "#1 coffee", nil])
    #expect(log.drinks.map(\.line) == [2, 3, 5, 6])
  }

  @Test func `Latin-1 is understood, with one note`() throws {
    let text = "time,Caffeine (µg),name\n2026-08-06 07:30,95000,Café\n2026-08-06 08:30,1,Café\n"
    let bytes = text.unicodeScalars.map { UInt8($0.value) }
    let log = try DrinkLogReader(zone: .utc).read(bytes)
    #expect(log.drinks.map(\.name) == ["Café", "Café"])
    #expect(log.drinks[0].doseMicrograms == 95_000)
    #expect(log.notes == [LogNote(line: 2, text: "not in UTF-8; read as Latin-1")])
  }

  @Test func `cells without a column are a bad row`() throws {
    let log = try readRows("2026-08-06 07:30,95,Latte,", "2026-08-06 07:30,95,Latte,x")
    #expect(log.drinks.count == 1)
    #expect(log.badRows.map(\.what) == ["4 cells under 3 columns"])
  }

  @Test func `misplaced quotes are a bad row that names its lines`() throws {
    let log = try readRows("2026-08-06 07:30,95,\"La", "tte\" x", "2026-08-06 08:30,95,Tea")
    #expect(log.badRows.map(\.what) == ["text after a closing quote (lines 2 to 3)"])
    #expect(log.drinks.map(\.line) == [4])
  }

  @Test func `columns that are not read are named`() throws {
    let log = try readLog("time,caffeine_mg,durration_min,mood\n2026-08-06 07:30,95,5,good\n")
    #expect(log.notes.map(\.text) == ["nothing is read from column \"durration_min\", \"mood\""])
  }

  @Test func `the header may come again where files were joined`() throws {
    let log = try readRows("2026-08-06 07:30,95,", "time,caffeine_mg,name", "2026-08-06 08:30,2,")
    #expect(log.drinks.count == 2)
    #expect(log.badRows.isEmpty)
    #expect(log.notes.map(\.line) == [3])
  }

  @Test func `many warnings of one sort are summed up`() throws {
    let log = try readLog(
      "time,caffeine_mg\n" + String(repeating: "2026-08-06 07:30,0.08\n", count: 50))
    #expect(log.notes.count == 21)
    #expect(log.notes.last == LogNote(line: 0, text: "30 more rows look like grams"))
  }

  @Test func `a row that is bad leaves no warning`() throws {
    let log = try readLog("time,caffeine_mg,id\n2026-10-25 02:30,0.08,x\n")
    #expect(log.notes.isEmpty)
    #expect(log.zoneUseCount == 0 && log.skippedCount == 1)
  }
}
