import Testing

@testable import CaffeineEngine

/// What a watch draws of a second, worked out from the questions that it puts together.
private struct Look: Equatable {
  var body: UInt64
  var gut: UInt64
  var today: UInt64
  var trend: Int
  var status: Day.Status
  var drinks: UInt32
  var flags: Flags

  init(_ memory: LedgerMemory, at time: Int64, offset: Int32, digit: UInt32) throws {
    let amounts = try memory.amounts(at: time)
    let day = try memory.ledger.today(now: Timestamp(time), utcOffset: offset)
    func digits(_ amount: Amount) -> UInt64 {
      (2 * UInt64(amount.micrograms) + UInt64(digit)) / (2 * UInt64(digit))
    }
    body = digits(amounts.body)
    gut = digits(amounts.gut)
    today = digits(day.total)
    status = day.status
    drinks = day.drinks
    flags = amounts.flags.union(day.flags)
    // The way it goes on from here, whatever begins in the next second.
    var chain = Chain(memory.ledger)
    chain.begin(at: time)
    let rises = chain.ask { $0.body(at: time &+ 1) > $0.body(at: time) }
    trend = rises ? 1 : body != 0 ? -1 : 0
  }
}

struct FaceTests {
  @Test func `a face shows what the questions say`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0, flags: .estimated), .cup(600, micrograms: 240_000))
    let face = try memory.ledger.face(now: morning(660), utcOffset: 0, digit: .milligrams(1))
    let amounts = try memory.amounts(at: Drink.morning + 660)
    #expect(face.body == amounts.body)
    #expect(face.gut == amounts.gut)
    #expect(face.today == .milligrams(336))
    #expect(face.drinks == 2)
    #expect(face.status == .near)
    #expect(face.trend == .rising)
    #expect(face.flags == .estimated)
    #expect(
      try memory.ledger.face(now: morning(36_000), utcOffset: 0, digit: .milligrams(1)).trend
        == .falling)
  }

  @Test func `in the minute after the button the gut shows the drink and the body rises`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup())
    let face = try memory.ledger.face(now: morning(), utcOffset: 0, digit: .milligrams(1))
    #expect(face.body == .zero)
    #expect(face.gut == .milligrams(96))
    #expect(face.trend == .rising)
    // 0.5 mg of 96 is absorbed in about 3.2 s of 7 min half-life.
    #expect(face.nextChange == morning(4))
  }

  @Test func `an empty face never changes`() throws {
    let memory = try LedgerMemory()
    for time in [Int64.min, -1, 0, Drink.morning, .max - 1, .max] {
      let face = try memory.ledger.face(
        now: Timestamp(time), utcOffset: 0, digit: .milligrams(1))
      #expect(face.nextChange == .forever)
      #expect(face.trend == .steady)
      #expect(face.flags == [])
    }
  }

  /// Walks from change to change as a watch does, and looks at the seconds between them.
  @Test(arguments: 0..<100 as Range<UInt64>)
  func `a watch that sleeps until the next change misses none`(seed: UInt64) throws {
    let wrist = try WristLedger(seed: seed, capacity: seed % 4 == 0 ? 3 : 16)
    var generator = SeededGenerator(seed: ~seed)
    let digit: UInt32 = generator.one(of: [1, 1_000, 1_000, 10_000, 10_000, 77_777])
    let memory = wrist.memory
    func look(_ time: Int64) throws -> Look {
      try Look(memory, at: time, offset: wrist.offset, digit: digit)
    }
    var now = wrist.now
    for _ in 0..<8 {
      let face = try memory.ledger.face(
        now: Timestamp(now), utcOffset: wrist.offset, digit: Amount(micrograms: digit))
      let next = face.nextChange.seconds, shown = try look(now)
      func expect(_ isTrue: Bool, _ text: @autoclosure () -> String) -> Bool {
        holds(isTrue, seed: seed, "\(text()), from \(now) to \(next) by \(digit): \(shown)")
      }
      guard expect(next > now, "does not move on"),
        expect(face.flags == shown.flags, "\(face.flags)"),
        expect(face.trend.rawValue == shown.trend, "\(face.trend)")
      else { return }
      let end = next == .max ? now + 60_000_000 : next
      var seconds = Array(now + 1..<min(end, now + 20))
      for _ in 0..<15 where end > now + 1 { seconds.append(generator.pick(now + 1...end - 1)) }
      if end > now + 1 { seconds.append(end - 1) }
      for second in seconds {
        let other = try look(second)
        guard expect(other == shown, "\(second) is \(other)") else { return }
      }
      guard next != .max else { return }
      guard expect(try look(next) != shown, "nothing changes") else { return }
      now = next
    }
  }

  @Test func `a face falls still once nothing is left to change`() throws {
    for seed in 0..<5 as Range<UInt64> {
      let wrist = try WristLedger(seed: seed)
      var now = wrist.now, wakes = 0
      while true {
        let face = try wrist.memory.ledger.face(
          now: Timestamp(now), utcOffset: wrist.offset, digit: .milligrams(10))
        guard face.nextChange != .forever else { break }
        now = face.nextChange.seconds
        wakes += 1
        guard holds(wakes < 1_000, seed: seed, "wakes again at \(now)") else { return }
      }
      let last = try Look(wrist.memory, at: now, offset: wrist.offset, digit: 10_000)
      #expect(last.body == 0 && last.gut == 0 && last.today == 0 && last.trend == 0)
      #expect(last.flags.isDisjoint(with: [.lowerBound, .estimated]))
    }
  }

  @Test func `a small drink ahead that turns no digit still turns the trend`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0, micrograms: 200_000))
    _ = try memory.ledger.record(.cup(14_520, micrograms: 8_000), now: morning(14_400))
    let face = try memory.ledger.face(now: morning(14_400), utcOffset: 0, digit: .milligrams(50))
    #expect(face.trend == .falling)
    #expect(face.nextChange == morning(14_520))
  }

  @Test func `a flag that the day keeps does not wake the watch when the amount loses it`() throws {
    let memory = try LedgerMemory(
      configuration: Configuration(
        profile: profile(0, 1_800), deviceID: testDevice))
    try memory.record(.cup(600, flags: .estimated))
    let face = try memory.ledger.face(now: morning(30_000), utcOffset: 0, digit: .milligrams(1))
    #expect(face.flags == .estimated)
    // 25 half-lives are over at 45 601 s; the day is at 86 400 s.
    #expect(try memory.amounts(at: Drink.morning + 50_000).flags == [])
    #expect(face.nextChange == morning(86_400))
  }

  @Test func `the day's total turns when the local day does`() throws {
    // 04:00 local time at UTC+2 is 02:00 UTC.
    let memory = try LedgerMemory(configuration: Configuration(deviceID: testDevice, dayStart: 240))
    try memory.record(.cup(-200_000), .cup(5_000, offset: 120))
    let face = try memory.ledger.face(now: morning(7_000), utcOffset: 120, digit: .milligrams(80))
    #expect(face.today == .milligrams(96))
    #expect(face.nextChange == morning(7_200))
    let next = try memory.ledger.face(now: morning(7_200), utcOffset: 120, digit: .milligrams(80))
    #expect(next.today == .zero)
    #expect(next.drinks == 0)
  }

  @Test func `a drink of another zone belongs to a date that has yet to begin here`() throws {
    let memory = try LedgerMemory()
    // Drunk at 00:30 on the next day but one, as a wearer far west counts.
    try memory.record(.cup(-86_400 + 37_800, micrograms: 0, flags: .unknownDose, offset: 840))
    let now = morning(-86_400 + 37_900)
    let face = try memory.ledger.face(now: now, utcOffset: -720, digit: .milligrams(1))
    #expect(face.drinks == 0)
    let midnight = morning(43_200)
    #expect(try memory.ledger.today(now: midnight, utcOffset: -720).drinks == 1)
    #expect(try memory.ledger.today(now: midnight.adding(-1), utcOffset: -720).drinks == 0)
    #expect(face.nextChange == midnight)
  }

  @Test func `a plan that falls due wakes the watch`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(1_000, flags: .planned), .cup(2_000, flags: .planned))
    func face(_ seconds: Int64) throws -> Face {
      try memory.ledger.face(now: morning(seconds), utcOffset: 0, digit: .milligrams(1))
    }
    #expect(try face(0).nextChange == morning(1_000))
    #expect(try face(0).flags == [])
    #expect(try face(1_000).flags == .due)
    // It is due for good: the second one changes nothing.
    #expect(try face(1_000).nextChange == .forever)
    #expect(try face(1_000).body == .zero)
  }

  @Test func `times at the ends of the range never trap`() throws {
    for seed in 0..<12 as Range<UInt64> {
      let wrist = try WristLedger(seed: seed)
      for time in [Int64.min, .min + 1, -1, 0, 1, .max - 1, .max] {
        for offset in [-1_080, 0, 1_080] as [Int32] {
          let face = try? wrist.memory.ledger.face(
            now: Timestamp(time), utcOffset: offset, digit: .milligrams(1))
          if let face, face.nextChange.seconds <= time, face.nextChange != .forever {
            Issue.record("seed \(seed): \(time) to \(face.nextChange)")
          }
        }
      }
      let last = try wrist.memory.ledger.face(now: .forever, utcOffset: 0, digit: .milligrams(1))
      #expect(last.nextChange == .forever)
      #expect(last.body == .zero)
    }
  }

  @Test func `the widest digit shows zeros, and half of it counts as one`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0, micrograms: 100_000))
    func next(_ digit: UInt32) throws -> Timestamp {
      try memory.ledger.face(
        now: morning(86_000), utcOffset: 0, digit: Amount(micrograms: digit)
      ).nextChange
    }
    // The day's total turns from one digit to none at midnight, or stays none.
    #expect(try next(200_000) == morning(86_400))
    #expect(try next(.max) == morning(86_400))
    #expect(
      try memory.ledger.face(now: morning(86_000), utcOffset: 0, digit: Amount(micrograms: .max))
        .trend == .steady)
  }

  @Test func `what a face cannot show is refused`() throws {
    let memory = try LedgerMemory(
      capacity: 1, configuration: Configuration(deviceID: testDevice, clockFloor: morning(-1_000)))
    try memory.record(.cup(0), .cup(1_000))
    func refused(
      _ error: CaffeineError, _ seconds: Int64 = 1_000, offset: Int32 = 0, digit: UInt32 = 1_000,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      memory.refuses(error, sourceLocation: sourceLocation) {
        _ = try $0.face(
          now: morning(seconds), utcOffset: offset, digit: Amount(micrograms: digit))
      }
    }
    refused(.argument, digit: 0)
    refused(.range, offset: 1_081)
    refused(.range, offset: -1_081)
    refused(.range, offset: .min)
    refused(.clock, -1_001)
    refused(.tooOld, -1)
    #expect(throws: Never.self) {
      try memory.ledger.face(now: morning(0), utcOffset: 0, digit: .milligrams(1))
    }
    let later = try LedgerMemory()
    try later.record(.cup(86_400 * 20))
    later.refuses(.notKept) {
      _ = try $0.face(now: morning(), utcOffset: 0, digit: .milligrams(1))
    }
  }
}
