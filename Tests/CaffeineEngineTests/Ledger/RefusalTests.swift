import Testing

@testable import CaffeineEngine

struct RefusalTests {
  @Test func `each field is refused outside its range`() throws {
    let memory = try LedgerMemory()
    memory.refuses(.range, .cup(micrograms: 10_000_001, flags: .meant))
    memory.refuses(.range, .cup(micrograms: .max, flags: .meant))
    memory.refuses(.range, .cup(lasting: 43_201))
    memory.refuses(.range, .cup(lasting: .max))
    memory.refuses(.range, .cup(-Drink.morning - 1))
    memory.refuses(.range, .cup(Drink.endOfTime - Drink.morning))
    memory.refuses(.range, Drink(time: Timestamp(.min), dose: .zero))
    memory.refuses(.range, Drink(time: .forever, dose: .zero))
    try memory.record(.cup(lasting: 43_200))
    try memory.record(.cup(-Drink.morning), .cup(Drink.endOfTime - 1 - Drink.morning))
  }

  @Test func `a toxic dose has to be meant`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(micrograms: 1_200_000))
    memory.refuses(.suspicious, .cup(micrograms: 1_200_001))
    memory.refuses(.suspicious, .cup(micrograms: 10_000_000, flags: .estimated))
    try memory.record(.cup(micrograms: 1_200_001, flags: .meant))
    try memory.record(.cup(micrograms: 10_000_000, flags: .meant))
  }

  @Test func `flags that no drink bears are refused`() throws {
    let memory = try LedgerMemory()
    for bit in 0..<32 {
      let flags = Flags(rawValue: 1 << bit)
      let drink = Drink.cup(Int64(bit), micrograms: 0, flags: flags)
      if [.planned, .timeUnset, .unknownDose, .estimated, .meant].contains(flags) {
        try memory.record(drink)
      } else {
        memory.refuses(.argument, drink)
      }
    }
    memory.refuses(.argument, .cup(micrograms: 1, flags: .unknownDose))
    memory.refuses(.argument, .cup(flags: [.planned, .timeUnset]))
  }

  @Test func `a drink may be two minutes ahead and no more`() throws {
    let memory = try LedgerMemory()
    _ = try memory.ledger.record(.cup(120), now: morning())
    memory.refuses(.future) { _ = try $0.record(.cup(121), now: morning()) }
    memory.refuses(.future) { _ = try $0.record(.cup(121, id: 1), now: morning()) }
    memory.refuses(.future) { _ = try $0.edit(.cup(121, id: 1), now: morning()) }
    memory.refuses(.future) { _ = try $0.record(.cup(), now: Timestamp(.min)) }
    _ = try memory.ledger.record(.cup(), now: .forever)
  }

  @Test func `a clock below the floor was never set`() throws {
    let floor = morning()
    let memory = try LedgerMemory(
      configuration: Configuration(deviceID: 1, clockFloor: floor))
    let early = floor.adding(-1), late = floor.adding(3_600), some = Amount.milligrams(36)
    memory.refuses(.clock) { _ = try $0.record(.cup(-9), now: early) }
    memory.refuses(.clock) { _ = try $0.edit(.cup(-9, id: 1), now: early) }
    memory.refuses(.clock) { _ = try $0.today(now: early, utcOffset: 0) }
    memory.refuses(.clock) { _ = try $0.largestDose(now: early, bedtime: late, threshold: some) }
    memory.refuses(.clock) {
      _ = try $0.latestTime(for: some, now: early, bedtime: late, threshold: some)
    }
    // The drink itself may be older than the floor.
    _ = try memory.ledger.record(.cup(-9), now: floor)
    _ = try memory.ledger.today(now: floor, utcOffset: 0)
    let unchecked = try LedgerMemory()
    _ = try unchecked.ledger.record(
      Drink(time: Timestamp(0), dose: .zero), now: Timestamp(-120))
  }

  @Test func `the dose's range is checked before all else`() throws {
    let memory = try LedgerMemory(
      capacity: 1, configuration: Configuration(clockFloor: morning()))
    let bad = Drink(
      time: Timestamp(-5), dose: .micrograms(10_000_001), duration: .max,
      flags: Flags(rawValue: 1 << 20),
      utcOffset: .max)
    memory.refuses(.range) { _ = try $0.record(bad, now: Timestamp(-9_999)) }
    // Without the dose its flags are first, then its fields, and only then a suspicious dose.
    var drink = bad
    drink.dose = .micrograms(10_000_000)
    memory.refuses(.argument) { _ = try $0.record(drink, now: Timestamp(-9_999)) }
    drink.flags = []
    memory.refuses(.range) { _ = try $0.record(drink, now: Timestamp(-9_999)) }
    drink = .cup(121, micrograms: 1_200_001)
    memory.refuses(.suspicious) { _ = try $0.record(drink, now: morning(-1)) }
    drink.flags = .meant
    memory.refuses(.clock) { _ = try $0.record(drink, now: morning(-1)) }
    memory.refuses(.future) { _ = try $0.record(drink, now: morning()) }
    memory.refuses(.argument) { _ = try $0.record(drink, now: morning(1)) }
  }

  @Test func `a sum past the largest amount is out of range`() throws {
    let memory = try LedgerMemory(capacity: 600)
    // 429 doses of 10 g are 4 290 g; 4 294.967 295 g fit.
    for id in 1...429 as ClosedRange<UInt64> {
      try memory.record(.cup(micrograms: 10_000_000, id: id, flags: .meant, offset: Int16(id)))
    }
    memory.refuses(.range, .cup(micrograms: 10_000_000, id: 430, flags: .meant, offset: 1_000))
    memory.refuses(.range, .cup(micrograms: 4_967_296, id: 430, flags: .meant, offset: 1_000))
    try memory.record(.cup(micrograms: 4_967_295, id: 430, flags: .meant, offset: 1_000))
    memory.refuses(.range, .cup(micrograms: 1, id: 431, offset: -1_000))
    try memory.record(.cup(-1, micrograms: 0, id: 431))
    #expect(try memory.amounts(at: Drink.morning).gut.micrograms == .max)
    // A drop earlier would still be there.
    memory.refuses(.range, .cup(-1, micrograms: 2, id: 432, offset: -1_080))
    memory.refuses(.range) {
      _ = try $0.edit(
        .cup(micrograms: 4_967_296, id: 430, flags: .meant, offset: 1_000), now: morning())
    }
    memory.refuses(.range) {
      _ = try $0.edit(
        .cup(micrograms: 10_000_000, id: 430, flags: .meant, offset: -1_000), now: morning())
    }
  }

  @Test func `a drink in progress counts as swallowed whole`() throws {
    let memory = try LedgerMemory(capacity: 600)
    for id in 1...429 as ClosedRange<UInt64> {
      try memory.record(
        .cup(micrograms: 10_000_000, lasting: 43_200, id: id, flags: .meant, offset: Int16(id)))
    }
    memory.refuses(.range, .cup(1, micrograms: 10_000_000, id: 430, flags: .meant, offset: -60))
    memory.refuses(.range, .cup(-1, micrograms: 10_000_000, id: 430, flags: .meant, offset: -90))
  }

  @Test func `a day's total past the largest amount is out of range`() throws {
    let memory = try LedgerMemory(
      capacity: 8, configuration: Configuration(profile: profile(0, 1_800), deviceID: testDevice))
    // Two minutes apart the doses leave room in the body, and most of the day is folded.
    for index in 0..<429 as Range<Int64> {
      try memory.record(.cup(index * 120, micrograms: 10_000_000, flags: .meant))
    }
    #expect(try memory.body(at: Drink.morning + 429 * 120) < 300_000_000)
    memory.refuses(.range, .cup(80_000, micrograms: 4_967_296, id: 1_000, flags: .meant))
    // Another date takes it, and so does the rest of this one.
    try memory.record(.cup(80_000, micrograms: 4_967_295, id: 1_001, flags: .meant))
    #expect(try memory.day(Drink.morningDate).total.micrograms == .max)
    #expect(try memory.day(Drink.morningDate).status == .over)
    #expect(try memory.day(Drink.morningDate).cupHundredths == 4_473_924)
    memory.refuses(.range, .cup(80_001, micrograms: 1, id: 1_002))
    try memory.record(.cup(80_001, micrograms: 0, id: 1_002))
    try memory.record(.cup(86_400, micrograms: 10_000_000, id: 1_003, flags: .meant))
  }

  @Test func `a slower profile that would let a sum pass is refused`() throws {
    let memory = try LedgerMemory(
      capacity: 600, configuration: Configuration(profile: profile(0, 1_800), deviceID: testDevice))
    for index in 0..<590 as Range<Int64> {
      try memory.record(.cup(index * 600, micrograms: 10_000_000, flags: .meant))
    }
    memory.refuses(.range) { try $0.setProfile(profile(86_400, 720_000), from: morning(9_000)) }
    memory.refuses(.range) { try $0.setProfile(profile(86_400, 720_000), from: nil) }
    try memory.ledger.setProfile(profile(0, 7_200), from: nil)
  }

  /// Taking an event out makes a step longer, and its rounding may then pass a sum that just fitted.
  @Test func `a removed drink is gone also where the sums are full to the last bit`() throws {
    let memory = try LedgerMemory(
      capacity: 4,
      configuration: Configuration(profile: profile(3_600, 720_000), deviceID: testDevice))
    func record(_ seconds: Int64, _ micrograms: UInt32, _ id: UInt64) throws {
      try memory.record(
        .cup(
          seconds, micrograms: micrograms, id: id, flags: .meant, offset: id >= 600 ? 1_080 : -1_080
        ))
    }
    for id in 1...429 as ClosedRange<UInt64> { try record(Int64(id) * 5 - 5, 10_000_000, id) }
    let last: Int64 = 429 * 5 + 1
    try record(last, 223_361, 555)
    try record(last + 400, 0, 600)
    try record(last + 1_843, 7_661_088, 601)
    let later = last + 1_843 + 20 * 86_400
    try record(later, 9_000_000, 602)
    for id in [600, 602] as [UInt64] { _ = try memory.ledger.remove(.test(id)) }
    #expect(try memory.amounts(at: Drink.morning + later).gut == .zero)
    let isWalked = memory.cachedState == memory.walkedState
    #expect(isWalked, "the cached state is not the walk's")
  }
}
