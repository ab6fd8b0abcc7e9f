import Testing

@testable import CaffeineEngine

struct DayTests {
  private let date = Drink.morningDate

  @Test func `a day counts the drinks that start in it`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0), .cup(86_399, lasting: 3_600), .cup(86_400))
    #expect(try memory.day(date).total == .milligrams(192))
    #expect(try memory.day(date).drinks == 2)
    #expect(try memory.day(date + 1).drinks == 1)
    #expect(try memory.day(date).date == LocalDate(days: date))
  }

  @Test func `each drink's own offset decides, wherever the wearer goes`() throws {
    let memory = try LedgerMemory()
    // 23:30 UTC: still Monday in Greenwich, Tuesday in Berlin, Monday in New York.
    try memory.record(
      .cup(84_600, id: 1, offset: 0), .cup(84_600, id: 2, offset: 120),
      .cup(84_600, id: 3, offset: -240), .cup(3_600, id: 4, offset: -120))
    #expect(try memory.day(date).drinks == 2)
    #expect(try memory.day(date + 1).drinks == 1)
    #expect(try memory.day(date - 1).drinks == 1)
  }

  @Test func `the widest offsets are accepted and wider ones refused`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(id: 1, offset: 1_080), .cup(id: 2, offset: -1_080))
    memory.refuses(.range, .cup(id: 3, offset: 1_081))
    memory.refuses(.range, .cup(id: 3, offset: -1_081))
    memory.refuses(.range, .cup(id: 3, offset: .min))
    for offset in [1_081, -1_081, .min, .max] as [Int32] {
      memory.refuses(.range) { _ = try $0.today(now: morning(), utcOffset: offset) }
    }
  }

  @Test func `a shift worker's day begins at four`() throws {
    let memory = try LedgerMemory(
      configuration: Configuration(deviceID: testDevice, dayStart: 240))
    try memory.record(.cup(4 * 3_600 - 1), .cup(4 * 3_600), .cup(86_400 + 4 * 3_600 - 1))
    #expect(try memory.day(date - 1).drinks == 1)
    #expect(try memory.day(date).drinks == 2)
    #expect(try memory.ledger.today(now: morning(86_400 + 3_600), utcOffset: 0).drinks == 2)
    #expect(try memory.ledger.today(now: morning(86_400 + 3_600), utcOffset: 180).drinks == 0)
  }

  @Test func `today is the same formula under the caller's offset`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(3_600))
    #expect(try memory.ledger.today(now: morning(3_600), utcOffset: 0).drinks == 1)
    let west = try memory.ledger.today(now: morning(3_600), utcOffset: -120)
    #expect(west.drinks == 0 && west.date.days == date - 1)
    #expect(try memory.ledger.today(now: morning(84_600), utcOffset: 120).date.days == date + 1)
  }

  @Test func `the latest date and the fourteen before it are kept`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0, id: 1), .cup(14 * 86_400, id: 2))
    #expect(try memory.day(date).drinks == 1)
    #expect(try memory.day(date + 5).drinks == 0)
    #expect(try memory.day(date + 5).total == .zero)
    #expect(try memory.day(date + 5_000).drinks == 0)
    memory.refuses(.notKept) { _ = try $0.day(LocalDate(days: date - 1)) }
    memory.refuses(.notKept) { _ = try $0.day(LocalDate(days: .min)) }
    #expect(try memory.day(.max).drinks == 0)
    try memory.record(.cup(15 * 86_400, id: 3))
    memory.refuses(.notKept) { _ = try $0.day(LocalDate(days: date)) }
    // When the latest goes, the window goes back.
    _ = try memory.ledger.remove(.test(3))
    #expect(try memory.day(date).drinks == 1)
  }

  @Test func `an empty ledger has a day of zeros`() throws {
    let memory = try LedgerMemory()
    let day = try memory.day(date)
    #expect(day.total == .zero && day.drinks == 0 && day.unknowns == 0)
    #expect(day.cupHundredths == 0 && day.status == .ok && day.flags == [])
  }

  @Test func `folded days are kept as long as listed ones`() throws {
    let memory = try LedgerMemory(capacity: 1)
    for day in 0...20 as ClosedRange<Int64> {
      try memory.record(.cup(day * 86_400, micrograms: 1_000 + UInt32(day)))
    }
    for day in 6...20 as ClosedRange<Int64> {
      #expect(try memory.day(date + day).total.micrograms == 1_000 + UInt32(day))
    }
    memory.refuses(.notKept) { _ = try $0.day(LocalDate(days: date + 5)) }
  }

  @Test func `cups are rounded to hundredths, half up`() throws {
    for (cup, total, hundredths) in [
      (96_000, 96_000, 100), (96_000, 240_000, 250), (96_000, 479, 0), (96_000, 480, 1),
      (96_000, 1_439, 1), (96_000, 1_440, 2), (3, 1, 33), (3, 2, 67), (200, 1, 1), (200, 3, 2),
      (1, 10_000_000, 1_000_000_000), (UInt32.max, 10_000_000, 0),
    ] as [(UInt32, UInt32, UInt64)] {
      let memory = try LedgerMemory(
        configuration: Configuration(deviceID: 1, cup: Amount(micrograms: cup)))
      try memory.record(.cup(micrograms: total, flags: .meant))
      #expect(try memory.day(date).cupHundredths == hundredths, "\(total) in cups of \(cup)")
    }
  }

  @Test func `a day is near its limit from four fifths on and over it above`() throws {
    for (limit, total, status) in [
      (400_000, 319_999, .ok), (400_000, 320_000, .near), (400_000, 400_000, .near),
      (400_000, 400_001, .over), (0, 10_000_000, .ok), (3, 2, .ok), (3, 3, .near), (1, 0, .ok),
      (UInt32.max, 10_000_000, .ok),
    ] as [(UInt32, UInt32, Day.Status)] {
      let memory = try LedgerMemory(
        configuration: Configuration(deviceID: 1, dailyLimit: Amount(micrograms: limit)))
      try memory.record(.cup(micrograms: total, flags: .meant))
      #expect(try memory.day(date).status == status, "\(total) of \(limit)")
    }
  }

  @Test func `a drink of unknown dose counts as a drink and lowers no total`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0), .cup(60, micrograms: 0, flags: .unknownDose))
    let day = try memory.day(date)
    #expect(day.total == .milligrams(96))
    #expect(day.drinks == 2)
    #expect(day.unknowns == 1)
    #expect(day.flags == .lowerBound)
    #expect(try memory.day(date + 1).flags == [])
  }
}
