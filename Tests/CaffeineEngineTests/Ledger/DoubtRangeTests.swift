import Testing

@testable import CaffeineEngine

/// Doubt over stretches of time: an answer is in doubt if any second of it is.
@Suite struct DoubtRangeTests {
  private static let start: Int64 = 1_786_170_600
  private static let span: Int64 = 25 * (420 + 18_000)

  private func ledger(capacity: Int = 8) throws -> LedgerMemory {
    let memory = try LedgerMemory(capacity: capacity)
    try record(memory, 0)
    return memory
  }

  private func record(_ memory: LedgerMemory, _ seconds: Int64) throws {
    let time = Timestamp(Self.start + seconds)
    _ = try memory.ledger.record(
      Drink(time: time, dose: .zero, flags: .unknownDose), now: time)
  }

  private func time(_ seconds: Int64) -> Timestamp { Timestamp(Self.start + seconds) }

  @Test func `a stretch from the beginning of time is in doubt like one from the drink`() throws {
    let memory = try ledger()
    for from in [Timestamp(.min), Timestamp(.min + 1), Timestamp(0), time(0)] {
      #expect(try memory.ledger.area(from: from, until: .forever).flags == .lowerBound)
      #expect(try memory.ledger.highest(from: from, until: .forever).flags == .lowerBound)
      let below = try memory.ledger.belowFrom(from, until: .forever, threshold: .milligrams(36))
      #expect(below.flags == .lowerBound)
    }
    #expect(try memory.ledger.area(from: Timestamp(.min), until: time(-1)).flags == [])
  }

  @Test func `a shorter profile later in a stretch does not clear its doubt`() throws {
    let memory = try ledger()
    let profile = Profile(absorptionHalfLife: 30, eliminationHalfLife: 1_800)
    try memory.ledger.setProfile(profile, from: time(Self.span + 10))
    let from = time(100_000), until = time(2 * Self.span)
    #expect(try memory.ledger.amounts(at: from).flags == .lowerBound)
    #expect(try memory.ledger.highest(from: from, until: until).flags == .lowerBound)
    #expect(try memory.ledger.area(from: from, until: until).flags == .lowerBound)
    var buffer: [UInt32] = [0, 0]
    #expect(
      try memory.ledger.timeline(
        from: from, step: UInt32(2 * Self.span), count: 2, into: &buffer) == .lowerBound)
  }

  @Test func `a drink that is out of doubt stays so under longer half-lives`() throws {
    let memory = try ledger()
    let profile = Profile(absorptionHalfLife: 420, eliminationHalfLife: 720_000)
    try memory.ledger.setProfile(profile, from: time(Self.span + 10))
    #expect(try memory.ledger.amounts(at: time(Self.span)).flags == .lowerBound)
    for seconds in [1, 9, 10, 11, 1_000_000] {
      #expect(try memory.ledger.amounts(at: time(Self.span + Int64(seconds))).flags == [])
    }
  }

  @Test func `half-lives that are longer while a drink is in doubt keep it so`() throws {
    let memory = try ledger()
    let profile = Profile(absorptionHalfLife: 420, eliminationHalfLife: 36_000)
    try memory.ledger.setProfile(profile, from: time(Self.span))
    #expect(try memory.ledger.amounts(at: time(25 * 36_420)).flags == .lowerBound)
    #expect(try memory.ledger.amounts(at: time(25 * 36_420 + 1)).flags == [])
  }

  @Test func `a drink is in doubt for the half-lives since its start, not for older ones`() throws {
    let day: Int64 = 86_400
    let slow = Profile(absorptionHalfLife: 420, eliminationHalfLife: 55 * 3_600)
    let memory = try LedgerMemory(
      capacity: 40, configuration: Configuration(profile: slow, deviceID: testDevice))
    func record(_ seconds: Int64, _ flags: Flags) throws {
      let drink = Drink(time: time(seconds), dose: .zero, flags: flags)
      _ = try memory.ledger.record(drink, now: time(seconds))
    }
    try record(0, .estimated)
    try memory.ledger.setProfile(.adult, from: time(day))
    for number in 1..<36 { try record(Int64(number) * 10 * day, .estimated) }
    let last = 360 * day
    try record(last, .unknownDose)
    #expect(try memory.ledger.amounts(at: time(last + Self.span)).flags == .lowerBound)
    #expect(try memory.ledger.amounts(at: time(last + Self.span + 1)).flags == [])
    // The older ones keep theirs.
    let until = 25 * (420 + 55 * 3_600) as Int64
    #expect(try memory.ledger.amounts(at: time(until)).flags.contains(.estimated))
  }

  @Test func `half-lives that go up and down keep a drink in doubt for the longest, once`() throws {
    let memory = try ledger()
    let slow = Profile(absorptionHalfLife: 420, eliminationHalfLife: 36_000)
    for second in [10, 20, 30, 40, 50] as [Int64] {
      try memory.ledger.setProfile(second % 20 == 10 ? slow : .adult, from: time(second))
    }
    #expect(try memory.ledger.amounts(at: time(25 * 36_420)).flags == .lowerBound)
    #expect(try memory.ledger.amounts(at: time(25 * 36_420 + 1)).flags == [])
  }

  @Test func `a full ledger folds for a new drink and not for another version of one`() throws {
    let memory = try ledger(capacity: 2)
    try record(memory, 1_000)
    try record(memory, 2_000)
    #expect(memory.ledger.foldTime == time(0))
    #expect(memory.ledger.oldestOpenTime == time(1_001))
    var listed = memory.drinks[0]
    #expect(memory.ledger.oldestOpenTime(for: &listed) == time(1))
  }

  @Test func `a date far in the past of an empty ledger holds nothing`() throws {
    let memory = try LedgerMemory(capacity: 2)
    for days in [Int64.min, -1 << 31, -1, 0, 1 << 31, .max] {
      #expect(try memory.ledger.day(LocalDate(days: days)).drinks == 0)
    }
  }

  @Test func `today is the formula's date past the year 10 000`() throws {
    let memory = try LedgerMemory(capacity: 2)
    let now: Int64 = 1 << 38 - 1 << 21
    #expect(try memory.ledger.today(now: Timestamp(now), utcOffset: 0).date.days == now / 86_400)
    let past: Int64 = -(1 << 38) + 1 << 21
    #expect(
      try memory.ledger.today(now: Timestamp(past), utcOffset: 0).date.days == past / 86_400 - 1)
  }
}
