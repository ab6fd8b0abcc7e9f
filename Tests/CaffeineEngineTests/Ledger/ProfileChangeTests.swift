import Testing

@testable import CaffeineEngine

struct ProfileChangeTests {
  @Test func `the state runs on with the old constants until a change`() throws {
    let memory = try LedgerMemory(), old = try LedgerMemory()
    try memory.record(.cup())
    try old.record(.cup())
    try memory.ledger.setProfile(profile(600, 9_000), from: morning(3_600))
    #expect(try memory.amounts(at: Drink.morning + 3_600) == old.amounts(at: Drink.morning + 3_600))
    #expect(try memory.body(at: Drink.morning + 9_000) < old.body(at: Drink.morning + 9_000))
    #expect(memory.ledger.profile(at: morning(3_599)) == .adult)
    #expect(memory.ledger.profile(at: morning(3_600)) == profile(600, 9_000))
  }

  @Test func `a change at an existing change's second replaces it`() throws {
    let memory = try LedgerMemory(), other = try LedgerMemory()
    try memory.ledger.setProfile(profile(0, 1_800), from: morning(60))
    try memory.ledger.setProfile(profile(60, 2_000), from: morning(60))
    try other.ledger.setProfile(profile(60, 2_000), from: morning(60))
    #expect(memory.bytes == other.bytes)
  }

  @Test func `the ninth change is refused, replacing one of eight is not`() throws {
    let memory = try LedgerMemory()
    for second in [5, 3, 8, 1, 2, 7, 4, 6] as [Int64] {
      try memory.ledger.setProfile(profile(420, 18_000 + UInt32(second)), from: morning(second))
    }
    memory.refuses(.full) { try $0.setProfile(.adult, from: morning(9)) }
    memory.refuses(.full) { try $0.setProfile(.adult, from: morning(0)) }
    try memory.ledger.setProfile(.adult, from: morning(4))
    for second in 1...8 as ClosedRange<Int64> {
      let expected = second == 4 ? .adult : profile(420, 18_000 + UInt32(second))
      #expect(memory.ledger.profile(at: morning(second)) == expected)
    }
  }

  @Test func `a change to absorption 0 empties the gut at that second`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup())
    let before = try memory.amounts(at: Drink.morning + 60)
    try memory.ledger.setProfile(profile(0, 18_000), from: morning(60))
    let after = try memory.amounts(at: Drink.morning + 60)
    #expect(after.gut == .zero)
    let sum = before.gut.micrograms + before.body.micrograms
    #expect(abs(Int64(after.body.micrograms) - Int64(sum)) <= 1)
  }

  @Test func `at one second ends come first, then changes, then starts`() throws {
    let memory = try LedgerMemory()
    try memory.ledger.setProfile(profile(0, 18_000), from: morning(60))
    try memory.record(.cup(0, micrograms: 60_000, lasting: 60, id: 1), .cup(60, id: 2))
    // The drink that starts goes straight into the body, and so does what was in the gut.
    let amounts = try memory.amounts(at: Drink.morning + 60)
    #expect(amounts.gut == .zero)
    #expect(amounts.body.micrograms > 155_000)
    let back = try LedgerMemory(
      configuration: Configuration(profile: profile(0, 18_000), deviceID: 1))
    try back.ledger.setProfile(.adult, from: morning())
    try back.record(.cup())
    #expect(try back.amounts(at: Drink.morning).gut == .milligrams(96))
  }

  @Test func `a corrected half-life corrects history`() throws {
    let memory = try LedgerMemory()
    let other = try LedgerMemory(
      configuration: Configuration(profile: profile(600, 9_000), deviceID: testDevice))
    for ledger in [memory, other] { try ledger.record(.cup(), .cup(900)) }
    try memory.ledger.setProfile(profile(600, 9_000), from: nil)
    for seconds in [0, 60, 900, 9_000] as [Int64] {
      #expect(
        try memory.amounts(at: Drink.morning + seconds)
          == other.amounts(at: Drink.morning + seconds))
    }
    let isSame = memory.cachedState == other.cachedState
    #expect(isSame, "the cached states differ")
    #expect(memory.ledger.profile(at: Timestamp(.min)) == profile(600, 9_000))
  }

  @Test func `after a fold it corrects from the fold on and is never too old`() throws {
    let memory = try LedgerMemory(capacity: 1)
    try memory.record(.cup(0), .cup(7_200))
    let before = try memory.amounts(at: Drink.morning)
    try memory.ledger.setProfile(profile(420, 9_000), from: nil)
    #expect(try memory.amounts(at: Drink.morning) == before)
    let other = try LedgerMemory(
      configuration: Configuration(profile: profile(420, 9_000), deviceID: 1))
    try other.record(.cup(0), .cup(7_200))
    for seconds in [600, 7_200, 20_000] as [Int64] {
      #expect(
        try memory.amounts(at: Drink.morning + seconds)
          == other.amounts(at: Drink.morning + seconds))
    }
  }

  @Test func `a start corrected and set back leaves no trace, also after a fold and in doubt`()
    throws
  {
    let memory = try LedgerMemory(capacity: 1)
    try memory.record(
      .cup(0, flags: .estimated), .cup(60, micrograms: 0, flags: .unknownDose), .cup(120))
    let before = memory.bytes
    #expect(try memory.amounts(at: Drink.morning + 120).gut != .zero)
    for other in [profile(0, 1_800), profile(86_400, 720_000), profile(0, 720_000)] {
      try memory.ledger.setProfile(other, from: nil)
      let changed = memory.bytes
      #expect(changed != before)
      try memory.ledger.setProfile(.adult, from: nil)
      let back = memory.bytes
      #expect(back == before, "set back from \(other)")
    }
  }

  @Test func `later changes outlive a corrected start`() throws {
    let memory = try LedgerMemory()
    try memory.ledger.setProfile(profile(60, 3_600), from: morning(60))
    try memory.ledger.setProfile(profile(600, 9_000), from: nil)
    #expect(memory.ledger.profile(at: morning(59)) == profile(600, 9_000))
    #expect(memory.ledger.profile(at: morning(60)) == profile(60, 3_600))
  }

  @Test func `a change outside the recordable time is refused`() throws {
    let memory = try LedgerMemory()
    memory.refuses(.range) { try $0.setProfile(.adult, from: Timestamp(-1)) }
    memory.refuses(.range) { try $0.setProfile(.adult, from: Timestamp(Drink.endOfTime)) }
    memory.refuses(.range) { try $0.setProfile(.adult, from: Timestamp(.min)) }
    memory.refuses(.range) { try $0.setProfile(.adult, from: .forever) }
    try memory.ledger.setProfile(.adult, from: Timestamp(Drink.endOfTime - 1))
    try memory.ledger.setProfile(.adult, from: Timestamp(0))
  }
}
