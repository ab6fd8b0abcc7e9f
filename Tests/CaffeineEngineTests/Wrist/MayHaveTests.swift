import Testing

@testable import CaffeineEngine

struct MayHaveTests {
  /// Limits as a test wants them; 0: none.
  private func memory(
    daily: UInt32 = 0, single: UInt32 = 0, sleep: UInt32 = 36_000
  ) throws -> LedgerMemory {
    try LedgerMemory(
      configuration: Configuration(
        deviceID: testDevice, dailyLimit: .micrograms(daily),
        singleLimit: .micrograms(single), sleepThreshold: .micrograms(sleep)))
  }

  private func ask(
    _ memory: LedgerMemory, _ micrograms: UInt32, at now: Int64 = 0, bedtime: Int64 = 36_000
  ) throws -> Verdict {
    try memory.ledger.mayHave(
      Amount(micrograms: micrograms), now: morning(now), bedtime: morning(bedtime), utcOffset: 0)
  }

  @Test func `nothing speaks against a small coffee in the morning`() throws {
    let verdict = try ask(memory(daily: 400_000, single: 200_000), 96_000)
    #expect(verdict.isYes)
    #expect(verdict.mayHave == 1)
    #expect(verdict.reasons == [])
    #expect(verdict.flags == [])
    let latest = try #require(verdict.latestTime)
    #expect(latest > morning(8_000) && latest < morning(36_000))
  }

  @Test func `each reason speaks alone, and exactly above its limit`() throws {
    func reasons(
      _ memory: LedgerMemory, _ micrograms: UInt32, bedtime: Int64 = 36_000
    ) throws -> Verdict.Reasons {
      let verdict = try ask(memory, micrograms, bedtime: bedtime)
      #expect(verdict.isYes == verdict.reasons.isEmpty)
      #expect(verdict.mayHave == (verdict.isYes ? 1 : 0))
      return verdict.reasons
    }
    let single = try memory(single: 50_000)
    #expect(try reasons(single, 50_000) == [])
    #expect(try reasons(single, 50_001) == .singleLimit)
    let daily = try memory(daily: 100_000)
    try daily.record(.cup(-1_000, micrograms: 1), .cup(-90_000), .cup(0, micrograms: 60_000))
    #expect(try reasons(daily, 40_000) == [])
    #expect(try reasons(daily, 40_001) == .dailyLimit)
    let sleep = try memory(sleep: 20_000)
    #expect(try reasons(sleep, 20_000, bedtime: 0) == [])
    #expect(try reasons(sleep, 20_001, bedtime: 0) == .sleep)
    let all = try memory(daily: 30_000, single: 20_000, sleep: 10_000)
    #expect(try reasons(all, 10_000, bedtime: 0) == [])
    #expect(try reasons(all, 20_000, bedtime: 0) == .sleep)
    #expect(try reasons(all, 30_000, bedtime: 0) == [.sleep, .singleLimit])
    #expect(try reasons(all, 30_001, bedtime: 0) == [.sleep, .singleLimit, .dailyLimit])
    #expect(try reasons(all, 30_001, bedtime: 864_000) == [.singleLimit, .dailyLimit])
    #expect(
      try reasons(memory(daily: 9, sleep: 10_000), 10_001, bedtime: 0) == [.sleep, .dailyLimit])
  }

  @Test func `limits of nothing are no limits, and the threshold is the configuration's`() throws {
    let none = try memory(sleep: .max)
    let verdict = try ask(none, 10_000_000, bedtime: 0)
    #expect(verdict.isYes)
    #expect(verdict.largestDose == .micrograms(10_000_000))
    #expect(verdict.latestTime == morning())
    for threshold in [1, 36_000, 77_000] as [UInt32] {
      let memory = try memory(sleep: threshold)
      let largest = try ask(memory, 0, bedtime: 0).largestDose
      #expect(largest == .micrograms(threshold))
    }
  }

  @Test func `a ledger above the threshold leaves room for nothing, not even for nothing`() throws {
    let memory = try memory(daily: 400_000, single: 200_000)
    try memory.record(.cup(0, micrograms: 50_000, flags: .estimated))
    let verdict = try ask(memory, 0, bedtime: 60)
    #expect(verdict.reasons == .sleep)
    #expect(verdict.largestDose == .zero)
    #expect(verdict.latestTime == nil)
    #expect(verdict.flags == .estimated)
  }

  @Test func `a no that rests on an estimate of yesterday, or on a plan, says so`() throws {
    let memory = try memory()
    try memory.record(.cup(-60, micrograms: 190_000, flags: .estimated))
    #expect(try ask(memory, 1_000, bedtime: 60).flags == .estimated)
    #expect(try ask(memory, 1_000, bedtime: 60).reasons == .sleep)
    let planned = try self.memory()
    try planned.record(
      .cup(50, micrograms: 190_000, flags: [.planned, .estimated]), .cup(-10, flags: .planned))
    let verdict = try ask(planned, 1_000, bedtime: 60)
    #expect(verdict.reasons == .sleep)
    #expect(verdict.flags == [.estimated, .due])
  }

  @Test func `at bedtime what is swallowed counts whole`() throws {
    let memory = try memory()
    let verdict = try ask(memory, 36_000, at: 100, bedtime: 100)
    #expect(verdict.isYes)
    #expect(verdict.latestTime == morning(100))
    #expect(verdict.largestDose == .micrograms(36_000))
    #expect(try ask(memory, 36_001, at: 100, bedtime: 100).latestTime == nil)
  }

  @Test func `a drink of unknown dose makes it the best case`() throws {
    let memory = try memory(daily: 400_000)
    try memory.record(.cup(0, micrograms: 0, flags: .unknownDose))
    let verdict = try ask(memory, 1_000, at: 60)
    #expect(verdict.flags == [.lowerBound, .atBest])
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `the largest dose and the latest time are the greatest ones`(seed: UInt64) throws {
    let wrist = try WristLedger(seed: seed)
    var generator = SeededGenerator(seed: ~seed)
    let memory = wrist.memory, now = wrist.now
    memory.ledger.header.pointee.configuration.singleLimit = .milligrams(
      generator.one(of: [0, 50, 200]))
    memory.ledger.header.pointee.configuration.sleepThreshold = .milligrams(
      generator.one(of: [5, 36, 77, 400]))
    let bedtime = now + generator.pick(0...60_000)
    func ask(_ dose: UInt32, _ now: Int64) throws -> Verdict {
      try memory.ledger.mayHave(
        Amount(micrograms: dose), now: Timestamp(now), bedtime: Timestamp(bedtime),
        utcOffset: wrist.offset)
    }
    let largest = try ask(0, now).largestDose.micrograms
    let atLargest = try ask(largest, now)
    // Where even nothing is too much, nothing is what there is.
    holds(atLargest.isYes || largest == 0, seed: seed, "\(largest): \(atLargest)")
    if largest < 10_000_000 {
      holds(!(try ask(largest + 1, now)).isYes, seed: seed, "\(largest) is not the largest")
    }
    let dose = generator.pick(0...200_000) as UInt32
    guard let latest = try ask(dose, now).latestTime?.seconds else {
      holds(try ask(dose, now).reasons.contains(.sleep), seed: seed)
      return
    }
    // Asked with the plans that count from now on, which a later now would take for due.
    let threshold = memory.ledger.header.pointee.configuration.sleepThreshold
    func sum(at time: Int64) throws -> UInt64 {
      let answer = try memory.ledger.amounts(
        at: Timestamp(bedtime), with: Drink(time: Timestamp(time), dose: Amount(micrograms: dose)),
        now: Timestamp(now))
      return UInt64(answer.gut.micrograms) + UInt64(answer.body.micrograms)
    }
    holds(latest >= now && latest <= bedtime, seed: seed)
    guard latest > (memory.ledger.foldTime?.seconds ?? .min), dose != 0 else { return }
    // Two amounts are rounded, each by half a microgram.
    holds(try sum(at: latest) <= UInt64(threshold.micrograms) + 1, seed: seed, "too late")
    if latest < bedtime {
      holds(try sum(at: latest + 1) >= UInt64(threshold.micrograms) - 1, seed: seed, "too early")
    }
  }

  @Test func `what cannot be judged is refused`() throws {
    let memory = try LedgerMemory(
      capacity: 1, configuration: Configuration(deviceID: testDevice, clockFloor: morning(-1_000)))
    try memory.record(.cup(0), .cup(1_000))
    func refused(
      _ error: CaffeineError, _ dose: UInt32 = 1, now: Int64 = 2_000, bedtime: Int64 = 3_000,
      offset: Int32 = 0, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      memory.refuses(error, sourceLocation: sourceLocation) {
        _ = try $0.mayHave(
          Amount(micrograms: dose), now: morning(now), bedtime: morning(bedtime), utcOffset: offset)
      }
    }
    refused(.range, 10_000_001)
    refused(.range, .max)
    refused(.range, offset: 1_081)
    refused(.range, offset: .min)
    refused(.argument, now: 3_001)
    refused(.clock, now: -1_001)
    refused(.tooOld, now: -1)
    let open = try self.memory()
    try open.record(.cup())
    open.refuses(.notKept) {
      _ = try $0.mayHave(.zero, now: morning(86_400 * -20), bedtime: .forever, utcOffset: 0)
    }
    for time in [Drink.morning, .max - 1, .max] {
      let verdict = try open.ledger.mayHave(
        .milligrams(10), now: Timestamp(time), bedtime: .forever, utcOffset: 0)
      #expect(verdict.isYes)
    }
  }
}
