import Testing

@testable import CaffeineEngine

struct WhatIfTests {
  /// Within a µg: what is linear is added up from two roundings.
  private static let tolerance: Int64 = 1

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `what if says what recording the drink would`(seed: UInt64) throws {
    let wrist = try WristLedger(seed: seed, capacity: seed % 4 == 0 ? 4 : 16)
    var generator = SeededGenerator(seed: ~seed)
    let memory = wrist.memory, now = wrist.now
    for _ in 0..<4 {
      let drink = WristLedger.drink(
        at: max(now + generator.pick(-4_000...9_000), (memory.ledger.foldTime?.seconds ?? 0) + 1),
        &generator)
      // Room for one more, so that nothing is folded, and the plans to come drunk.
      let other = seed % 4 == 0 ? nil : try wrist.drinking(plansFrom: now)
      _ = try other?.record(drink)
      for _ in 0..<6 {
        let time = now + generator.pick(0...generator.one(of: [0, 10_000, 200_000]))
        let before = memory.bytes
        let answer = try memory.ledger.amounts(
          at: Timestamp(time), with: drink, now: Timestamp(now))
        guard holds(memory.bytes == before, seed: seed, "a byte changed") else { return }
        guard let expected = try other?.amounts(at: time) else { continue }
        func isNear(_ a: Amount, _ b: Amount) -> Bool {
          abs(Int64(a.micrograms) - Int64(b.micrograms)) <= WhatIfTests.tolerance
        }
        var flags = expected.flags
        if memory.drinks.contains(where: { $0.flags.contains(.timeUnset) }) {
          flags.insert(.undated)
        }
        if wrist.plans.contains(where: { $0.time.seconds < now }) { flags.insert(.due) }
        guard
          holds(
            isNear(answer.gut, expected.gut) && isNear(answer.body, expected.body)
              && answer.flags == flags, seed: seed,
            "\(drink) at \(time): \(answer), not \(expected)")
        else { return }
      }
    }
  }

  @Test func `a drink that is still to come leaves nothing yet`() throws {
    let memory = try LedgerMemory()
    let answer = try memory.ledger.amounts(
      at: morning(100), with: .cup(101, flags: .estimated), now: morning())
    #expect(answer == Amounts())
    #expect(
      try memory.ledger.amounts(at: morning(101), with: .cup(101), now: morning()).gut
        == .milligrams(96))
  }

  @Test func `a plan counts from now on, and is due before`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(1_000, flags: .planned))
    func ask(_ now: Int64) throws -> Amounts {
      try memory.ledger.amounts(
        at: morning(1_000), with: .cup(1_000, micrograms: 4_000), now: morning(now))
    }
    #expect(try ask(0).gut == .milligrams(100))
    #expect(try ask(1_000).gut == .milligrams(100))
    #expect(try ask(1_000).flags == [])
    func later(_ now: Int64) throws -> Amounts {
      try memory.ledger.amounts(
        at: morning(1_001), with: .cup(1_001, micrograms: 4_000), now: morning(now))
    }
    #expect(try later(1_001).gut == .milligrams(4))
    #expect(try later(1_001).flags == .due)
  }

  @Test func `a sum that is too large is refused, to the last microgram`() throws {
    let memory = try LedgerMemory(
      configuration: Configuration(profile: profile(0, 720_000), deviceID: testDevice))
    var fractions = Set<Bool>()
    for less in stride(from: 1_000 as UInt32, through: 1_101_000, by: 100_000) {
      memory.fill(micrograms: .max - less)
      let there = memory.exactAmounts(at: Drink.morning + 1).body
      fractions.insert(there.low >= 1 << 31)
      // The largest whole dose that fits, whatever the fraction of a microgram that is there.
      let most = UInt32.max - there.high - (there.low == 0 ? 0 : 1)
      func ask(_ micrograms: UInt32) throws -> Amounts {
        try memory.ledger.amounts(
          at: morning(1), with: .cup(1, micrograms: micrograms), now: morning())
      }
      #expect(try ask(most).body.micrograms >= .max - 1)
      memory.refuses(.range) { _ in _ = try ask(most + 1) }
      memory.refuses(.range) { _ in _ = try ask(most + 2) }
      memory.refuses(.range) { _ in _ = try ask(1_200_000) }
    }
    #expect(fractions == [false, true])
  }

  @Test func `what if is refused as record is, and for what is folded`() throws {
    let memory = try LedgerMemory(
      capacity: 1, configuration: Configuration(deviceID: testDevice, clockFloor: morning(-9)))
    try memory.record(.cup(0), .cup(1_000))
    func refused(
      _ error: CaffeineError, _ drink: Drink = .cup(2_000), now: Int64 = 1_000,
      at time: Int64 = 3_000,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      memory.refuses(error, sourceLocation: sourceLocation) {
        _ = try $0.amounts(at: morning(time), with: drink, now: morning(now))
      }
    }
    refused(.range, .cup(2_000, micrograms: 10_000_001, flags: .meant))
    refused(.suspicious, .cup(2_000, micrograms: 1_200_001))
    refused(.range, .cup(2_000, lasting: 43_201))
    refused(.range, .cup(2_000, offset: 1_081))
    refused(.argument, .cup(2_000, micrograms: 1, flags: .unknownDose))
    refused(.argument, .cup(2_000, flags: Flags(rawValue: 1 << 20)))
    refused(.range, Drink(time: Timestamp(.max), dose: .zero))
    refused(.range, Drink(time: Timestamp(.min), dose: .zero))
    refused(.clock, now: -10)
    refused(.argument, now: 1_000, at: 999)
    refused(.tooOld, now: -1)
    refused(.tooOld, .cup(0))
    refused(.tooOld, .cup(-100))
    #expect(
      try memory.ledger.amounts(at: morning(1), with: .cup(1), now: morning(1)).gut
        > .milligrams(96))
    #expect(
      try memory.ledger.amounts(at: .forever, with: .cup(1), now: .forever).body == .zero)
  }
}
