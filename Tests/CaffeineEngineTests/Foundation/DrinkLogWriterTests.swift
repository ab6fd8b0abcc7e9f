import Testing

@testable import CaffeineFoundation

struct DrinkLogWriterTests {
  @Test func `a drink is written on its own clock`() {
    let drink = LoggedDrink(
      id: LoggedID(high: 1, low: 2), time: utc(2026, 8, 6, 5, 30, 15), utcOffsetMinutes: 120,
      doseMicrograms: 95_500, durationSeconds: 100, name: "Latte \"to go\", large",
      kind: .word(.blackTea))
    #expect(
      DrinkLogWriter().text(for: [drink])
        == """
        time,caffeine_mg,duration_min,name,kind,id,utc_offset_min
        2026-08-06T07:30:15+02:00,95.5,1.667,"Latte ""to go"", large",black tea,\
        00000000000000010000000000000002,120

        """)
  }

  @Test func `what is not known stays empty`() {
    let drink = LoggedDrink(
      id: LoggedID(high: 1, low: 2), date: CivilDate(clampingDays: 15_593), utcOffsetMinutes: -210,
      doseMicrograms: nil)
    #expect(
      DrinkLogWriter().line(for: drink) == "2012-09-10,,0,,,00000000000000010000000000000002,-210")
  }

  @Test func `every duration comes back to the second`() throws {
    for seconds in 0...LoggedDrink.longestDurationSeconds {
      let text = DrinkLogWriter.minutes(seconds)
      guard
        case .number(let number) = DecimalReading(Array(text.utf8)[...], pointIsDecimal: true),
        number.scaled(by: 60, shift: 0) == UInt64(seconds)
      else {
        Issue.record("\(seconds) s as \(text) min")
        continue
      }
    }
  }

  @Test(arguments: 0..<40)
  func `export then import is the identity`(seed: UInt64) throws {
    var generator = LogTestGenerator(seed: seed)
    let drinks = (1...40).map { number in drink(number, &generator) }
    let text = DrinkLogWriter().text(for: drinks)
    let zone = try ZoneRule.named(
      ["Europe/Berlin", "Asia/Kolkata", "America/New_York"][generator.below(3)])
    let log = try DrinkLogReader(zone: zone, isStrict: true).read(text)
    #expect(withoutLines(log.drinks) == drinks, "seed \(seed)")
    #expect(log.zoneUseCount == 0)
    #expect(DrinkLogWriter().text(for: log.drinks) == text, "seed \(seed)")
  }

  private func drink(_ number: Int, _ generator: inout LogTestGenerator) -> LoggedDrink {
    let id = LoggedID(high: generator.next(), low: UInt64(number))
    let dose =
      generator.chance(15)
      ? nil : UInt32.random(in: 0...LoggedDrink.largestDoseMicrograms, using: &generator)
    let duration =
      generator.chance(40)
      ? 0 : UInt32.random(in: 0...LoggedDrink.longestDurationSeconds, using: &generator)
    let offset = Int16.random(in: -1080...1080, using: &generator)
    let kind: LoggedKind? =
      generator.chance(30)
      ? nil
      : generator.chance(50)
        ? .number(UInt8.random(in: 0...255, using: &generator))
        : .word(LoggedKind.Word.allCases[generator.below(LoggedKind.Word.allCases.count)])
    let name = generator.chance(30) ? nil : name(&generator)
    if generator.chance(15) {
      return LoggedDrink(
        id: id, date: CivilDate(clampingDays: Int64(generator.below(84_006))),
        utcOffsetMinutes: offset, doseMicrograms: dose, durationSeconds: duration, name: name,
        kind: kind)
    }
    let edges = [0, 1, LoggedDrink.timeLimit - 1]
    let time =
      generator.chance(10)
      ? edges[generator.below(3)]
      : Int64.random(in: 0..<LoggedDrink.timeLimit, using: &generator)
    return LoggedDrink(
      id: id, time: time, utcOffsetMinutes: offset, doseMicrograms: dose,
      durationSeconds: duration, name: name, kind: kind)
  }

  private func name(_ generator: inout LogTestGenerator) -> String {
    let pieces = [
      "Latte", " ", "\"", ",", ";", "\n", "\r\n", "\r", "\t", "#", "é", "☕️", "1,5", "\u{a0}",
      "\u{202f}", "'", "=", "\u{feff}", "x", "\u{1}",
    ]
    return (0...generator.below(6)).map { _ in pieces[generator.below(pieces.count)] }.joined()
  }
}
