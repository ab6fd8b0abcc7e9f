import Testing

@testable import CaffeineFoundation

/// Doses: units, marks, limits and warnings.
struct DoseColumnTests {
  @Test(arguments: [
    ("caffeine_mg", "95", 95_000), ("caffeine_mg", "0.0005", 1), ("caffeine_g", "0.095", 95_000),
    ("Caffeine (g)", "0.0801", 80_100), ("koffein_gramm", "0.1", 100_000),
    ("caffeine_ug", "95000", 95_000), ("Caffeine (µg)", "80.4", 80),
    ("caffeine (\u{3bc}g)", "80.5", 81), ("caffeine_mcg", "12", 12),
    ("caffeine_mg", "95 mg", 95_000),
    ("caffeine_mg", "0.095g", 95_000), ("caffeine_mg", "95000 µg", 95_000),
    ("caffeine_mg", "\"1,234.5\"", 1_234_500), ("caffeine_mg", "\"9,5\"", 9_500),
    ("caffeine_mg", "\"0,750\"", 750), ("caffeine_mg", "\"95,125\"", 95_125),
    ("caffeine_mg", "0", 0), ("caffeine_mg", "10000", 10_000_000),
  ])
  func `a dose is read exactly in its unit`(header: String, cell: String, expected: UInt32) throws {
    #expect(try readDose(cell, header: header).drinks.map(\.doseMicrograms) == [expected])
  }

  @Test(arguments: [
    ("95", 95_000), ("9,5", 9_500), ("0,08", 80), ("1.234,56", 1_234_560), ("95.5", 95_500),
    ("95.125", 95_125), ("1 234,5", 1_234_500),
  ])
  func `semicolons come with decimal commas`(cell: String, expected: UInt32) throws {
    for separator in [";", "\t"] {
      let log = try readDose(cell, separator: separator)
      #expect(log.drinks.map(\.doseMicrograms) == [expected])
    }
  }

  @Test func `an empty dose is not known`() throws {
    #expect(try readDose("").drinks.map(\.doseMicrograms) == [nil])
    #expect(try readDose("\"\u{a0}\"").drinks.map(\.doseMicrograms) == [nil])
  }

  @Test func `what can be read in two ways is refused with both named`() throws {
    for (cell, separator) in [("\"1,234\"", ","), ("1,234", ";"), ("1.234", ";"), ("2.000", "\t")] {
      let log = try readDose(cell, separator: separator)
      #expect(log.drinks.isEmpty)
      #expect(log.badRows.map(\.reason) == [.badDose])
      #expect(log.badRows.first?.what.contains("decimal mark or a mark for thousands") == true)
    }
    let micrograms = try readDose("\"95,000\"", header: "caffeine_ug")
    #expect(micrograms.badRows.count == 1)
    // Where `,` stands between cells, a point is decimal.
    #expect(try readDose("1.234").drinks.map(\.doseMicrograms) == [1_234])
  }

  @Test func `a number with a bare comma does not lose its tail`() throws {
    let log = try readRows(
      "2026-08-06 07:30,1,234.5", "2026-08-06 07:30,9,5", "2026-08-06 07:30,1,234.5,Latte",
      "2026-08-06 07:30,95,\"7\"", "2026-08-06 07:30,95,7 Up", "2026-08-06 07:30,,7")
    #expect(log.badRows.map(\.line) == [2, 3, 4])
    #expect(log.badRows.map(\.reason) == [.badDose, .badDose, .badCells])
    #expect(log.drinks.map(\.name) == ["7", "7 Up", "7"])
  }

  @Test func `doses that cannot be are bad rows`() throws {
    for cell in ["-5", "\u{2212}5", "-0.001"] {
      let log = try readDose(cell)
      #expect(log.badRows.map(\.reason) == [.badDose])
      #expect(log.badRows.first?.what.hasSuffix("is negative") == true)
    }
    for cell in ["10000.001", "99999999999999999999999", "1e300", "11 g"] {
      #expect(try readDose(cell).badRows.map(\.reason) == [.outOfRange])
    }
    for cell in ["x", "95x", "1..5", "mg", "NaN", "?", "9 5"] {
      #expect(try readDose(cell).badRows.map(\.reason) == [.badDose])
    }
  }

  @Test func `a toxic dose is kept as meant, with a warning`() throws {
    let log = try readDose("1200.001")
    #expect(log.drinks.map(\.isMeant) == [true])
    #expect(
      log.notes == [
        LogNote(line: 2, text: "1200.001 mg at once is in the toxic range; kept as meant")
      ])
    #expect(try readDose("1200").notes.isEmpty)
    #expect(try readDose("1200").drinks.map(\.isMeant) == [false])
    #expect(try readDose("10", header: "caffeine_g").drinks.map(\.isMeant) == [true])
  }

  @Test func `less than a milligram looks like grams`() throws {
    #expect(
      try readDose("0.08").notes
        == [LogNote(line: 2, text: "0.08 mg looks like grams in a column of mg; kept as mg")])
    #expect(try readDose("0").notes.isEmpty)
    #expect(try readDose("1").notes.isEmpty)
    #expect(try readDose("0.08", header: "caffeine_g").notes.isEmpty)
    #expect(try readDose("80", header: "caffeine_ug").notes.isEmpty)
  }

  @Test func `a column without a unit asks for the flag`() throws {
    let text = "time,caffeine\n2026-08-06 07:30,0.095\n"
    let error = readingError(text)
    #expect(error?.reason == .noUnit)
    #expect(
      error?.description
        == "day.csv:1: column \"caffeine\" does not say its unit; give one: --unit mg (or g, ug)")
    #expect(try readLog(text, unit: .grams).drinks[0].doseMicrograms == 95_000)
    // The column's own word counts more than the flag.
    let named = "time,caffeine_mg\n2026-08-06 07:30,95\n"
    #expect(try readLog(named, unit: .grams).drinks[0].doseMicrograms == 95_000)
    #expect(LogUnit("mg") == .milligrams && LogUnit("G") == .grams && LogUnit("ug") == .micrograms)
    #expect(LogUnit("oz") == nil)
  }
}
