import Testing

@testable import CaffeineEngine

struct PlanTests {
  /// A plan of an estimated coffee at 10 000 s, and a drink before it.
  private func planned(_ flags: Flags = .planned) throws -> LedgerMemory {
    let memory = try LedgerMemory(
      configuration: Configuration(
        deviceID: testDevice, dailyLimit: .zero, singleLimit: .zero))
    try memory.record(.cup(0, id: 1), .cup(10_000, micrograms: 200_000, id: 2, flags: flags))
    return memory
  }

  /// The same without the plan.
  private func plain() throws -> LedgerMemory {
    let memory = try planned()
    _ = try memory.ledger.remove(.test(2))
    return memory
  }

  // MARK: - What counts

  @Test func `a plan counts in forecasts asked before it or at its second, and is due after`()
    throws
  {
    let plan = try planned(), drunk = try planned([]), plain = try plain()
    func same<Answer: Equatable>(
      _ text: String, _ ask: (Ledger, Timestamp) throws -> Answer,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      for from in [0, 9_999, 10_000] as [Int64] {
        #expect(
          try ask(plan.ledger, morning(from)) == ask(drunk.ledger, morning(from)),
          "\(text) from \(from)", sourceLocation: sourceLocation)
      }
      for from in [10_001, 20_000] as [Int64] {
        let answer = try ask(plan.ledger, morning(from))
        #expect(
          try answer == ask(plain.ledger, morning(from)), "\(text) from \(from)",
          sourceLocation: sourceLocation)
        #expect(
          try answer != ask(drunk.ledger, morning(from)), "\(text) from \(from)",
          sourceLocation: sourceLocation)
      }
    }
    func isPlan(_ ledger: Ledger) -> Bool { ledger.header == plan.ledger.header }
    let bedtime = morning(30_000)
    try same("highest") { ledger, from in
      let peak = try ledger.highest(from: from, until: .forever)
      #expect(peak.flags == (from > morning(10_000) && isPlan(ledger) ? .due : []))
      return [Int64(peak.body.micrograms), peak.time.seconds]
    }
    try same("below from") { ledger, from in
      let moment = try ledger.belowFrom(from, until: .forever, threshold: .milligrams(5))
      #expect(
        moment.flags == (from > morning(10_000) && isPlan(ledger) ? .due : []))
      return moment.time
    }
    try same("largest dose") { ledger, now in
      let room = try ledger.largestDose(
        now: now, bedtime: bedtime, threshold: .milligrams(400))
      #expect(room.flags == (now > morning(10_000) && isPlan(ledger) ? .due : []))
      return room.dose
    }
    try same("latest time") { ledger, now in
      let moment = try ledger.latestTime(
        for: .milligrams(350), now: now, bedtime: bedtime, threshold: .milligrams(400))
      #expect(
        moment.flags == (now > morning(10_000) && isPlan(ledger) ? .due : []))
      return moment.time
    }
    try same("may have") { ledger, now in
      ledger.header.pointee.configuration.sleepThreshold = .milligrams(400)
      let verdict = try ledger.mayHave(
        .milligrams(350), now: now, bedtime: bedtime, utcOffset: 0)
      // Of the day it is due at its own second already.
      #expect(
        verdict.flags == (now >= morning(10_000) && isPlan(ledger) ? .due : []))
      return [verdict.latest, Int64(verdict.largestDose.micrograms)]
    }
    try same("what if") { ledger, now in
      let amounts = try ledger.amounts(at: bedtime, with: .cup(25_000), now: now)
      #expect(
        amounts.flags == (now > morning(10_000) && isPlan(ledger) ? .due : []))
      return [amounts.gut, amounts.body]
    }
  }

  @Test func `a plan is in no amount, timeline, area, concentration, face or day`() throws {
    let plan = try planned(), plain = try plain()
    for seconds in [0, 9_999, 10_000, 10_001, 30_000, 200_000] as [Int64] {
      let time = morning(seconds)
      let due: Flags = seconds >= 10_000 ? .due : []
      var amounts = try plain.ledger.amounts(at: time)
      amounts.flags.formUnion(due)
      #expect(try plan.ledger.amounts(at: time) == amounts)
      var area = try plain.ledger.area(from: morning(), until: time)
      area.flags.formUnion(due)
      #expect(try plan.ledger.area(from: morning(), until: time) == area)
      var concentration = try plain.ledger.concentration(
        at: time, bodyMass: 70_000, volumeOfDistribution: 700)
      concentration.flags.formUnion(due)
      #expect(
        try plan.ledger.concentration(at: time, bodyMass: 70_000, volumeOfDistribution: 700)
          == concentration)
      var day = try plain.ledger.today(now: time, utcOffset: 0)
      day.flags.formUnion(due)
      #expect(try plan.ledger.today(now: time, utcOffset: 0) == day)
      #expect(try plan.day(Drink.morningDate) == plain.day(Drink.morningDate))
      let face = try plan.ledger.face(now: time, utcOffset: 0, digit: .milligrams(1))
      let other = try plain.ledger.face(now: time, utcOffset: 0, digit: .milligrams(1))
      #expect(face.flags == due)
      #expect(face.body == other.body && face.gut == other.gut && face.today == other.today)
      #expect(face.drinks == other.drinks && face.trend == other.trend)
      var line = [UInt32](repeating: 0, count: 3), otherLine = line
      let step = UInt32(seconds + 1)
      // The last entry's time says whether it is due.
      #expect(
        try plan.ledger.timeline(from: morning(-2), step: step, count: 2, into: &line)
          == (seconds >= 10_001 ? .due : []))
      _ = try plain.ledger.timeline(from: morning(-2), step: step, count: 2, into: &otherLine)
      #expect(line == otherLine)
    }
  }

  @Test(arguments: 0..<80 as Range<UInt64>)
  func `forecasts equal those of a ledger in which the plans to come are drunk`(seed: UInt64) throws
  {
    let wrist = try WristLedger(seed: seed)
    var generator = SeededGenerator(seed: ~seed)
    let ledger = wrist.memory.ledger
    var moments = wrist.plans.map(\.time.seconds)
    moments += moments.map { $0 + 1 } + [wrist.now, wrist.now + generator.pick(0...20_000)]
    for from in moments where from >= wrist.now - 6_000 {
      let other = try wrist.drinking(plansFrom: from)
      defer { withExtendedLifetime(other) {} }
      let drunk = other.ledger
      let start = Timestamp(from), end = Timestamp(from + generator.pick(0...80_000))
      let threshold = Amount.milligrams(generator.one(of: [10, 36, 200]))
      let peak = try ledger.highest(from: start, until: end)
      let otherPeak = try drunk.highest(from: start, until: end)
      holds(peak.body == otherPeak.body && peak.time == otherPeak.time, seed: seed, "highest")
      holds(
        (try? ledger.belowFrom(start, until: end, threshold: threshold))?.time
          == (try? drunk.belowFrom(start, until: end, threshold: threshold))?.time, seed: seed,
        "below from")
      holds(
        (try? ledger.largestDose(now: start, bedtime: end, threshold: threshold))?.dose
          == (try? drunk.largestDose(now: start, bedtime: end, threshold: threshold))?.dose,
        seed: seed, "largest dose")
      let dose = Amount(micrograms: generator.pick(0...200_000))
      holds(
        (try? ledger.latestTime(for: dose, now: start, bedtime: end, threshold: threshold))?.time
          == (try? drunk.latestTime(for: dose, now: start, bedtime: end, threshold: threshold))?
          .time, seed: seed, "latest time")
    }
    // And nothing of them is in what is there.
    let without = try wrist.drinking(plansFrom: .max)
    for _ in 0..<10 {
      let time = wrist.now + generator.pick(-10_000...100_000)
      let amounts = try wrist.memory.amounts(at: time), other = try without.amounts(at: time)
      holds(amounts.gut == other.gut && amounts.body == other.body, seed: seed, "amounts")
      let isDue = wrist.plans.contains { $0.time.seconds <= time }
      holds(amounts.flags.contains(.due) == isDue, seed: seed, "due")
    }
  }

  @Test func `a plan to sip counts as the sip would`() throws {
    let sip = Drink.cup(1_000, lasting: 43_200, id: 1, flags: .planned)
    let plan = try LedgerMemory(), drunk = try LedgerMemory()
    try plan.record(sip)
    var cup = sip
    cup.flags = []
    try drunk.record(cup)
    for from in [0, 1_000] as [Int64] {
      #expect(
        try plan.ledger.highest(from: morning(from), until: .forever)
          == drunk.ledger.highest(from: morning(from), until: .forever))
    }
    // From its second second on it is due as a whole, though it would still pour in.
    #expect(try plan.ledger.highest(from: morning(1_001), until: .forever).body == .zero)
    #expect(
      try plan.ledger.largestDose(
        now: morning(1_001), bedtime: morning(2_000), threshold: .milligrams(36)
      ).flags == .due)
  }

  // MARK: - What becomes of plans

  @Test func `plans may lie ahead, and drinks may not`() throws {
    let memory = try LedgerMemory()
    let far = Timestamp(Drink.endOfTime - 1)
    _ = try memory.ledger.record(
      Drink(time: far, dose: .milligrams(96), flags: .planned), now: morning())
    memory.refuses(.future) { _ = try $0.record(.cup(121), now: morning()) }
    memory.refuses(.range) {
      _ = try $0.record(
        Drink(time: Timestamp(Drink.endOfTime), dose: .zero, flags: .planned), now: morning())
    }
    memory.refuses(.argument) {
      _ = try $0.record(.cup(0, flags: [.planned, .timeUnset]), now: morning())
    }
    // A plan for a time that has passed is due at once.
    _ = try memory.ledger.record(.cup(-5_000, flags: .planned), now: morning())
    #expect(try memory.amounts(at: Drink.morning).flags == .due)
  }

  @Test func `a plan is edited into a drink and back, to the byte`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0, id: 1), .cup(1_000, id: 2, flags: .planned))
    let before = memory.contents
    #expect(try memory.edit(.cup(1_000, id: 2)).revision == 2)
    #expect(try memory.amounts(at: Drink.morning + 1_000).gut > .milligrams(96))
    #expect(try memory.day(Drink.morningDate).drinks == 2)
    try memory.edit(.cup(1_000, id: 2, flags: .planned))
    #expect(memory.drinks[1].revision == 3)
    memory.ledger.drinks[1].revision = 1
    let isSame = memory.contents == before
    #expect(isSame)
    // To be drunk, it may not lie ahead.
    memory.refuses(.future) { _ = try $0.edit(.cup(1_000, id: 2), now: morning(879)) }
    #expect(try memory.ledger.edit(.cup(1_000, id: 2), now: morning(880)).change == .edited)
  }

  @Test func `a plan that is removed leaves nothing, and is not due any more`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0, id: 1, flags: .planned), .cup(500, id: 2, flags: .planned))
    #expect(try memory.ledger.remove(.test(1)).change == .removed)
    #expect(try memory.amounts(at: Drink.morning + 499).flags == [])
    #expect(try memory.amounts(at: Drink.morning + 500).flags == .due)
    _ = try memory.ledger.remove(.test(2))
    #expect(try memory.amounts(at: Drink.morning + 500) == Amounts())
  }

  @Test func `undated drinks are flagged in every answer and count in none`() throws {
    let memory = try LedgerMemory()
    let ledger = memory.ledger
    _ = try ledger.record(
      Drink(time: Timestamp(60), dose: .milligrams(96), flags: .timeUnset), now: Timestamp(.min))
    #expect(memory.drinks.count == 1)
    #expect(try memory.amounts(at: 60).gut == .zero)
    #expect(try memory.amounts(at: 60).flags == .undated)
    #expect(try memory.day(0).drinks == 0)
    #expect(try memory.day(0).flags == .undated)
    #expect(try ledger.today(now: morning(), utcOffset: 0).flags == .undated)
    #expect(try ledger.highest(from: Timestamp(0), until: .forever).flags == .undated)
    #expect(try ledger.highest(from: Timestamp(0), until: .forever).body == .zero)
    #expect(
      try ledger.belowFrom(morning(), until: .forever, threshold: .milligrams(1)).flags == .undated)
    #expect(
      try ledger.largestDose(now: morning(), bedtime: morning(9), threshold: .milligrams(1)).flags
        == .undated)
    #expect(
      try ledger.latestTime(
        for: .zero, now: morning(), bedtime: morning(9), threshold: .milligrams(1)
      ).flags == .undated)
    #expect(try ledger.area(from: Timestamp(0), until: morning()).flags == .undated)
    #expect(try ledger.area(from: Timestamp(0), until: morning()).microgramSeconds == 0)
    #expect(
      try ledger.concentration(at: morning(), bodyMass: 70_000, volumeOfDistribution: 700).flags
        == .undated)
    var line: UInt32 = 7
    #expect(try ledger.timeline(from: Timestamp(60), step: 1, count: 1, into: &line) == .undated)
    #expect(line == 0)
    #expect(
      try ledger.face(now: morning(), utcOffset: 0, digit: .milligrams(1)).flags == .undated)
    #expect(
      try ledger.mayHave(.zero, now: morning(), bedtime: morning(), utcOffset: 0).flags == .undated)
    #expect(
      try ledger.amounts(at: morning(), with: .cup(0), now: morning()).flags == .undated)
    memory.refuses(.range) {
      _ = try $0.record(
        Drink(time: Timestamp(1 << 31), dose: .zero, flags: .timeUnset), now: morning())
    }
  }

  // MARK: - Plans and room

  @Test func `plans and undated drinks are never folded`() throws {
    let memory = try LedgerMemory(capacity: 3)
    _ = try memory.ledger.record(
      Drink(id: .test(9), time: Timestamp(60), dose: .milligrams(64), flags: .timeUnset),
      now: morning())
    try memory.record(.cup(0, id: 1, flags: .planned), .cup(100, id: 2), .cup(200, id: 3))
    #expect(memory.ids == [9, 1, 3])
    #expect(memory.ledger.foldTime == morning(100))
    // The plan from before the fold time is due, counts nowhere, and may still be settled.
    #expect(try memory.amounts(at: Drink.morning + 100).flags == [.due, .undated])
    let peak = try memory.ledger.highest(from: morning(100), until: .forever)
    let without = try LedgerMemory(copying: memory)
    _ = try without.ledger.remove(.test(1))
    #expect(try without.ledger.highest(from: morning(100), until: .forever).body == peak.body)
    memory.refuses(.tooOld) { _ = try $0.confirm(.test(1), at: morning(100), now: morning(200)) }
    _ = try memory.ledger.confirm(.test(1), at: morning(101), now: morning(200))
    #expect(memory.ids == [9, 1, 3])
    let isWhole = memory.cachedState == memory.walkedState
    #expect(isWhole)
  }

  @Test func `a ledger full of plans takes no drink until one is settled`() throws {
    let memory = try LedgerMemory(capacity: 2)
    try memory.record(.cup(0, id: 1, flags: .planned), .cup(1, id: 2, flags: .planned))
    memory.refuses(.full, .cup(100))
    memory.refuses(.full, .cup(100, flags: .planned))
    _ = try memory.ledger.confirm(.test(1), at: morning(0), now: morning(50))
    #expect(try memory.record(.cup(100, id: 3)).map(\.change) == [.added])
    #expect(memory.ids == [2, 3])
    #expect(memory.ledger.foldTime == morning(0))
    _ = try memory.ledger.remove(.test(2))
    #expect(try memory.record(.cup(200, id: 4)).map(\.change) == [.added])
  }

  @Test func `a plan may be made for a time that is folded, and is due`() throws {
    let memory = try LedgerMemory(capacity: 2)
    try memory.record(.cup(0), .cup(100), .cup(200))
    _ = try memory.ledger.remove(memory.drinks[1].id)
    _ = try memory.ledger.record(.cup(-50, id: 7, flags: .planned), now: morning(300))
    #expect(try memory.amounts(at: Drink.morning + 300).flags == .due)
    #expect(
      try memory.ledger.highest(from: morning(0), until: .forever).flags == .due)
  }

  @Test func `a plan with which a sum would be too large is refused`() throws {
    let memory = try LedgerMemory(
      configuration: Configuration(profile: profile(0, 720_000), deviceID: testDevice))
    memory.fill(micrograms: .max - 1_000_000)
    memory.refuses(.range, .cup(1, micrograms: 1_100_000, flags: .planned))
    try memory.record(.cup(1, micrograms: 900_000, id: 1, flags: .planned))
    // Alone each would fit; not both, though only one of them is drunk.
    memory.refuses(.range, .cup(1, micrograms: 900_000))
    memory.refuses(.range, .cup(2, micrograms: 900_000, flags: .planned))
    _ = try memory.ledger.remove(.test(1))
    try memory.record(.cup(1, micrograms: 900_000))
  }

  // MARK: - Confirming

  @Test func `a plan that is confirmed counts at the time at which it was drunk`() throws {
    let memory = try LedgerMemory()
    let plan = Drink.cup(
      1_000, micrograms: 64_000, lasting: 60, id: 1, flags: [.planned, .estimated], offset: 120,
      kind: 4)
    try memory.record(plan)
    let receipt = try memory.ledger.confirm(
      .test(1), at: morning(1_600), now: morning(1_700), source: 9)
    #expect(receipt == Receipt(.test(1), 2, .edited))
    var drink = plan
    drink.flags = .estimated
    drink.time = morning(1_600)
    drink.revision = 2
    drink.source = 9
    #expect(memory.drinks == [drink])
    let other = try LedgerMemory()
    try other.record(.cup(1_600, micrograms: 64_000, lasting: 60, flags: .estimated))
    #expect(
      try memory.amounts(at: Drink.morning + 9_000) == other.amounts(at: Drink.morning + 9_000))
    // Earlier than planned, and up to two minutes ahead of now.
    try memory.record(.cup(5_000, id: 2, flags: .planned))
    _ = try memory.ledger.confirm(.test(2), at: morning(2_120), now: morning(2_000))
    #expect(memory.ids == [1, 2])
    #expect(try memory.amounts(at: Drink.morning + 9_000).flags == .estimated)
  }

  @Test func `what cannot be confirmed stays a plan, to the byte`() throws {
    let memory = try LedgerMemory(
      capacity: 2, configuration: Configuration(deviceID: testDevice, clockFloor: morning(-100)))
    func refused(
      _ error: CaffeineError, _ id: UInt64 = 3, at time: Int64 = 210, now: Int64 = 210,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      memory.refuses(error, sourceLocation: sourceLocation) {
        _ = try $0.confirm(.test(id), at: morning(time), now: morning(now))
      }
    }
    try memory.record(.cup(0, id: 1), .cup(100, id: 2))
    try memory.record(.cup(200, id: 3, revision: .max - 1, flags: .planned))
    #expect(memory.ids == [2, 3])
    refused(.unknownID, 1)
    refused(.unknownID, 77)
    refused(.argument, 2)
    refused(.tooOld, at: 0)
    refused(.tooOld, at: -50)
    refused(.future, at: 331)
    refused(.clock, now: -101)
    for time in [Int64.min, -1, Drink.endOfTime, .max] {
      memory.refuses(.range) {
        _ = try $0.confirm(.test(3), at: Timestamp(time), now: Timestamp(.max))
      }
    }
    #expect(
      try memory.ledger.confirm(.test(3), at: morning(210), now: morning(210)).revision == .max)
    refused(.argument)
    _ = try memory.ledger.record(
      .cup(400, id: 4, revision: .max, flags: .planned), now: morning(300))
    refused(.range, 4)
  }
}
