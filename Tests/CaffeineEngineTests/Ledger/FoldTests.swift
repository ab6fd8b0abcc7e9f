import Testing

@testable import CaffeineEngine

struct FoldTests {
  @Test func `at capacity the drink with the least end, then id, is folded`() throws {
    let memory = try LedgerMemory(capacity: 3)
    // The first by time ends last; of the other two, which end together, the lesser id goes.
    try memory.record(
      .cup(0, lasting: 900, id: 1), .cup(100, lasting: 200, id: 7), .cup(300, id: 3))
    try memory.record(.cup(2_000, id: 4))
    #expect(memory.ids == [1, 7, 4])
    #expect(memory.ledger.foldTime == morning(300))
    try memory.record(.cup(2_100, id: 5))
    #expect(memory.ids == [1, 4, 5])
    #expect(memory.ledger.foldTime == morning(300))
    try memory.record(.cup(2_200, id: 6))
    #expect(memory.ids == [4, 5, 6])
    #expect(memory.ledger.foldTime == morning(900))
  }

  @Test func `nothing is folded before capacity`() throws {
    let memory = try LedgerMemory(capacity: 3)
    try memory.record(.cup(0), .cup(1), .cup(2))
    #expect(memory.ledger.foldTime == nil)
    #expect(memory.ledger.oldestOpenTime == morning(1))
    // An edit needs no room.
    try memory.edit(.cup(0, micrograms: 5, id: 1))
    #expect(memory.ledger.foldTime == nil)
    #expect(memory.ledger.count == 3)
  }

  @Test func `a ledger with room is open from the beginning of time`() throws {
    let memory = try LedgerMemory(capacity: 2)
    #expect(memory.ledger.oldestOpenTime == Timestamp(0))
    try memory.record(.cup())
    #expect(memory.ledger.oldestOpenTime == Timestamp(0))
  }

  @Test func `a full ledger of drinks in progress is full`() throws {
    let memory = try LedgerMemory(capacity: 2)
    try memory.record(.cup(0, lasting: 3_600), .cup(10, lasting: 3_600))
    memory.refuses(.full, .cup(3_599))
    // At the end itself the drink has ended, but the new one is at the fold that it would cause.
    memory.refuses(.tooOld, .cup(3_600))
    #expect(memory.ledger.oldestOpenTime == morning(3_601))
    try memory.record(.cup(3_601))
    #expect(memory.ledger.foldTime == morning(3_600))
  }

  @Test func `a drink before all that is listed is refused when nothing has ended by then`() throws
  {
    let memory = try LedgerMemory(capacity: 2)
    try memory.record(.cup(100), .cup(200))
    memory.refuses(.full, .cup(50))
    memory.refuses(.tooOld, .cup(100))
    try memory.record(.cup(101))
    #expect(memory.ledger.foldTime == morning(100))
    #expect(memory.drinks.map(\.time) == [morning(101), morning(200)])
  }

  @Test func `drinks, edits, removals and changes up to the fold are too old`() throws {
    let memory = try LedgerMemory(capacity: 3)
    try memory.record(.cup(0, id: 1), .cup(500, id: 2), .cup(500, id: 3), .cup(900, id: 4))
    _ = try memory.ledger.remove(.test(4))
    try memory.record(.cup(901, id: 5))
    try memory.record(.cup(902, id: 6))
    // The fold is at 500, where drink 3 lies still listed.
    #expect(memory.ids == [3, 5, 6])
    #expect(memory.ledger.foldTime == morning(500))
    memory.refuses(.tooOld, .cup(500, id: 9))
    memory.refuses(.tooOld, .cup(-9_000, id: 9))
    memory.refuses(.tooOld, .cup(800, id: 3))
    memory.refuses(.tooOld) { _ = try $0.remove(.test(3)) }
    memory.refuses(.tooOld) { _ = try $0.edit(.cup(500, id: 5), now: morning(500)) }
    memory.refuses(.tooOld) { try $0.setProfile(.adult, from: morning(500)) }
    #expect(memory.ledger.oldestOpenTime == morning(501))
    #expect(try memory.edit(.cup(501, id: 5)).change == .edited)
    try memory.ledger.setProfile(.adult, from: morning(501))
  }

  @Test func `a sip that had begun stays listed and pours on, but is closed`() throws {
    let memory = try LedgerMemory(capacity: 2)
    let unfolded = try LedgerMemory(capacity: 9)
    let drinks: [Drink] = [
      .cup(0, micrograms: 200_000, lasting: 7_200, id: 1), .cup(600, id: 2), .cup(700, id: 3),
    ]
    for drink in drinks {
      try memory.record(drink)
      try unfolded.record(drink)
    }
    #expect(memory.ids == [1, 3])
    memory.refuses(.tooOld) { _ = try $0.edit(.cup(800, id: 1), now: morning(800)) }
    memory.refuses(.tooOld) { _ = try $0.remove(.test(1)) }
    for seconds in [600, 700, 3_600, 7_200, 7_201, 90_000] as [Int64] {
      let folded = memory.exactAmounts(at: Drink.morning + seconds)
      let whole = unfolded.exactAmounts(at: Drink.morning + seconds)
      #expect(folded.body == whole.body && folded.gut == whole.gut, "\(seconds)")
    }
  }

  @Test func `totals stay after a fold`() throws {
    let memory = try LedgerMemory(capacity: 1)
    try memory.record(
      .cup(0, micrograms: 1_000), .cup(60, micrograms: 200, flags: .estimated),
      .cup(120, micrograms: 0, flags: .unknownDose), .cup(180, micrograms: 30))
    let day = try memory.day(Drink.morningDate)
    #expect(day.total.micrograms == 1_230)
    #expect(day.drinks == 4)
    #expect(day.unknowns == 1)
    #expect(day.flags == [.lowerBound, .estimated])
  }

  @Test func `questions before the fold are too old, at it they are answered`() throws {
    let memory = try LedgerMemory(capacity: 1)
    try memory.record(.cup(0), .cup(100))
    let before = morning(-1), at = morning(0), later = morning(900)
    memory.refuses(.tooOld) { _ = try $0.amounts(at: before) }
    memory.refuses(.tooOld) { _ = try $0.amounts(at: Timestamp(.min)) }
    memory.refuses(.tooOld) { _ = try $0.highest(from: before, until: later) }
    memory.refuses(.tooOld) {
      _ = try $0.belowFrom(before, until: later, threshold: .milligrams(1))
    }
    memory.refuses(.tooOld) { _ = try $0.area(from: before, until: later) }
    memory.refuses(.tooOld) {
      _ = try $0.largestDose(now: before, bedtime: later, threshold: .milligrams(1))
    }
    memory.refuses(.tooOld) {
      _ = try $0.latestTime(for: .zero, now: before, bedtime: later, threshold: .milligrams(500))
    }
    memory.refuses(.tooOld) {
      _ = try $0.concentration(at: before, bodyMass: 70_000, volumeOfDistribution: 700)
    }
    var entry: UInt32 = 77
    memory.refuses(.tooOld) { _ = try $0.timeline(from: before, step: 1, count: 1, into: &entry) }
    #expect(entry == 77)
    #expect(try memory.ledger.amounts(at: at).gut == .milligrams(96))
    #expect(try memory.ledger.highest(from: at, until: at).time == at)
    _ = try memory.ledger.area(from: at, until: later)
  }

  @Test func `a fold swallows the profile changes up to it`() throws {
    let memory = try LedgerMemory(capacity: 1)
    for second in 1...8 as ClosedRange<Int64> {
      try memory.ledger.setProfile(profile(420, 18_000 + UInt32(second)), from: morning(second))
    }
    memory.refuses(.full) { try $0.setProfile(.adult, from: morning(9)) }
    try memory.record(.cup(3, id: 1), .cup(9, id: 2))
    #expect(memory.ledger.foldTime == morning(3))
    #expect(memory.ledger.header.pointee.changeCount == 5)
    #expect(memory.ledger.profile(at: morning(3)) == profile(420, 18_003))
    #expect(memory.ledger.profile(at: morning(8)) == profile(420, 18_008))
    for second in 9...11 as ClosedRange<Int64> {
      try memory.ledger.setProfile(.adult, from: morning(second))
    }
    memory.refuses(.full) { try $0.setProfile(.adult, from: morning(12)) }
  }

  @Test func `drinks at the fold's second have begun, whatever profile comes`() throws {
    let memory = try LedgerMemory(
      capacity: 3, configuration: Configuration(profile: profile(0, 18_000), deviceID: 1))
    try memory.record(
      .cup(0, micrograms: 1_000, id: 1), .cup(0, micrograms: 200, id: 2), .cup(5, id: 3),
      .cup(9, id: 4))
    #expect(memory.ids == [2, 3, 4])
    // Both went straight into the body: a corrected profile holds from then on.
    try memory.ledger.setProfile(.adult, from: nil)
    let amounts = try memory.amounts(at: Drink.morning)
    #expect(amounts.body.micrograms == 1_200)
    #expect(amounts.gut.micrograms == 0)
    memory.refuses(.tooOld) { _ = try $0.remove(.test(2)) }
  }

  @Test func `ten thousand folds keep every bit`() throws {
    let memory = try LedgerMemory(capacity: 2)
    var generator = SeededGenerator(seed: 77)
    // The same chain by hand: no ledger, no fold.
    var state = memory.ledger.header.pointee.front
    var time: Int64 = 0, total: UInt64 = 0
    for id in 1...10_002 as ClosedRange<UInt64> {
      time += generator.pick(1...20_000)
      let drink = Drink.cup(
        time, micrograms: generator.pick(0...400_000),
        lasting: generator.chance(40) ? generator.pick(1...3_600) : 0, id: id)
      try memory.record(drink)
      total += UInt64(drink.dose.micrograms)
      state.advance(to: drink.time.seconds)
      #expect(withUnsafePointer(to: drink) { state.start($0) })
      if drink.duration != 0 {
        state.advance(to: drink.end.seconds)
        state.compartments.rate -= withUnsafePointer(to: drink) { $0.rate }
        time += Int64(drink.duration)
      }
    }
    #expect(memory.ledger.count == 2)
    #expect(memory.cachedState == stateBytes(state))
    #expect(memory.walkedState == stateBytes(state))
  }
}
