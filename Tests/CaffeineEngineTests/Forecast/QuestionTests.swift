import Testing

@testable import CaffeineEngine

struct QuestionTests {
  private let some = Amount.milligrams(36)

  @Test func `arguments in the wrong order and thresholds of nothing are refused`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup())
    let early = morning(5), late = morning(6)
    memory.refuses(.argument) { _ = try $0.highest(from: late, until: early) }
    memory.refuses(.argument) { _ = try $0.belowFrom(late, until: early, threshold: some) }
    memory.refuses(.argument) { _ = try $0.area(from: late, until: early) }
    memory.refuses(.argument) { _ = try $0.largestDose(now: late, bedtime: early, threshold: some) }
    memory.refuses(.argument) {
      _ = try $0.latestTime(for: some, now: late, bedtime: early, threshold: some)
    }
    memory.refuses(.range) { _ = try $0.belowFrom(early, until: late, threshold: .zero) }
    memory.refuses(.range) { _ = try $0.largestDose(now: early, bedtime: late, threshold: .zero) }
    memory.refuses(.range) {
      _ = try $0.latestTime(for: some, now: early, bedtime: late, threshold: .zero)
    }
    memory.refuses(.range) {
      _ = try $0.latestTime(
        for: .micrograms(10_000_001), now: early, bedtime: late, threshold: .micrograms(.max))
    }
    _ = try memory.ledger.latestTime(
      for: .micrograms(10_000_000), now: early, bedtime: late, threshold: .micrograms(.max))
  }

  @Test func `an empty ledger's highest is nothing at the first second`() throws {
    let memory = try LedgerMemory()
    let peak = try memory.ledger.highest(from: morning(7), until: .forever)
    #expect(peak == Peak(time: morning(7)))
    try memory.record(.cup(900_000))
    #expect(try memory.ledger.highest(from: morning(7), until: morning(8)).time == morning(7))
  }

  @Test func `of two equal peaks the earlier counts`() throws {
    let memory = try LedgerMemory(
      configuration: Configuration(profile: profile(0, 1_800), deviceID: 1))
    // 2^26 s later nothing is left: the second peak is equal to the first.
    try memory.record(.cup(0), .cup(1 << 27))
    let peak = try memory.ledger.highest(from: morning(-5), until: .forever)
    #expect(peak.time == morning(0))
    #expect(peak.body == .milligrams(96))
    #expect(try memory.ledger.highest(from: morning(1), until: .forever).time == morning(1 << 27))
  }

  @Test func `just after the button it is not yet below`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup())
    #expect(try memory.body(at: Drink.morning) == 0)
    let moment = try memory.ledger.belowFrom(morning(), until: .forever, threshold: some)
    #expect(moment.time > morning(3_600))
    #expect(try memory.body(at: moment.time.seconds) == 36_000)
    memory.refuses(.never) { _ = try $0.belowFrom(morning(), until: morning(600), threshold: some) }
    // Up to the second before it is above, the first seconds are below.
    #expect(
      try memory.ledger.belowFrom(morning(), until: morning(9), threshold: some).time == morning())
  }

  @Test func `a later drink moves the second from which it is below`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0))
    let first = try memory.ledger.belowFrom(morning(), until: .forever, threshold: some)
    try memory.record(.cup(86_400))
    let second = try memory.ledger.belowFrom(morning(), until: .forever, threshold: some)
    #expect(second.time > morning(86_400) && second.time > first.time)
    #expect(
      try memory.ledger.belowFrom(morning(), until: morning(86_400), threshold: some) == first)
  }

  @Test func `what is swallowed a minute before bed counts`() throws {
    let memory = try LedgerMemory()
    let largest = try memory.ledger.largestDose(
      now: morning(0), bedtime: morning(60), threshold: some)
    #expect((36_000...36_200).contains(largest.dose.micrograms))
    #expect(
      try memory.ledger.largestDose(now: morning(60), bedtime: morning(60), threshold: some).dose
        == some)
  }

  @Test func `the part of a sip after bedtime does not count, a drink before it does`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0, micrograms: 60_000, lasting: 600))
    let middle = try memory.ledger.largestDose(
      now: morning(-1), bedtime: morning(300), threshold: some)
    #expect((5_900...6_300).contains(middle.dose.micrograms))
    memory.refuses(.never) {
      _ = try $0.largestDose(now: morning(-1), bedtime: morning(600), threshold: some)
    }
  }

  @Test func `the largest dose is never less for being suspicious and never over 10 g`() throws {
    let memory = try LedgerMemory()
    // 36 mg over the share of a bolus that is left after 24 h: 979 473.85 µg.
    let day = try memory.ledger.largestDose(
      now: morning(), bedtime: morning(86_400), threshold: some)
    #expect(day.dose == .micrograms(979_473))
    let night = try memory.ledger.largestDose(
      now: morning(), bedtime: morning(100_000), threshold: some)
    #expect(night.dose.micrograms > Drink.suspiciousDose)
    let year = morning(31_536_000)
    #expect(
      try memory.ledger.largestDose(now: morning(), bedtime: year, threshold: some).dose.micrograms
        == 10_000_000)
    #expect(
      try memory.ledger.largestDose(now: Timestamp(.min), bedtime: .forever, threshold: some).dose
        .micrograms == 10_000_000)
  }

  @Test func `a dose of nothing fits up to bedtime where the ledger does`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0))
    let bedtime = morning(86_400)
    #expect(
      try memory.ledger.latestTime(for: .zero, now: morning(), bedtime: bedtime, threshold: some)
        .time
        == bedtime)
    memory.refuses(.never) {
      _ = try $0.latestTime(for: .zero, now: morning(), bedtime: morning(60), threshold: some)
    }
    let latest = try memory.ledger.latestTime(
      for: .zero, now: Timestamp(.min), bedtime: .forever, threshold: some)
    #expect(latest.time == .forever)
  }

  @Test func `questions at the ends of time are answered`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(), .cup(Drink.endOfTime - 1 - Drink.morning))
    let first = Timestamp(.min)
    #expect(try memory.ledger.amounts(at: first).body == .zero)
    #expect(try memory.ledger.amounts(at: .forever).body == .zero)
    #expect(try memory.ledger.highest(from: first, until: .forever).body.micrograms > 80_000)
    #expect(try memory.ledger.highest(from: .forever, until: .forever).time == .forever)
    #expect(try memory.ledger.highest(from: first, until: first).time == first)
    #expect(
      try memory.ledger.belowFrom(first, until: .forever, threshold: .micrograms(.max)).time
        == first)
    #expect(
      try memory.ledger.belowFrom(.forever, until: .forever, threshold: some).time == .forever)
    #expect(try memory.ledger.area(from: first, until: first).microgramSeconds == 0)
    // Twice the dose over ke.
    let area = try memory.ledger.area(from: first, until: .forever).microgramSeconds
    let exact = 2 * 96_000 * 18_000 / 0.693_147_180_559_945_3
    #expect(abs(Double(area) - exact) < 10)
  }

  @Test func `areas add up`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0), .cup(600, lasting: 900))
    let whole = try memory.ledger.area(from: morning(-9), until: morning(9_000)).microgramSeconds
    let a = try memory.ledger.area(from: morning(-9), until: morning(777)).microgramSeconds
    let b = try memory.ledger.area(from: morning(777), until: morning(9_000)).microgramSeconds
    #expect(abs(Int64(whole) - Int64(a + b)) <= 1)
  }

  /// What a second leaves is nearly all that was swallowed in it, and the area is worked out of the rest.
  @Test(arguments: [1_800, 18_000, 720_000] as [UInt32], [0, 30, 60, 420, 86_400] as [UInt32])
  func `an area over the seconds of a large sip is exact`(
    elimination: UInt32, absorption: UInt32
  ) throws {
    let ke = 0.693_147_180_559_945_3 / Double(elimination)
    let ka = absorption == 0 ? 0 : 0.693_147_180_559_945_3 / Double(absorption)
    for seconds in 1...8 {
      let memory = try LedgerMemory()
      try memory.ledger.setProfile(profile(absorption, elimination), from: nil)
      try memory.record(.cup(micrograms: 10_000_000, lasting: UInt32(seconds), flags: .meant))
      let area = try memory.ledger.area(from: morning(), until: morning(Int64(seconds)))
      // The area of a unit a second, as a series in t: its term in t^n has the degree n in the rates.
      let t = Double(seconds)
      var exact = 0.0, symmetric = 1.0, power = 1.0
      var factor = absorption == 0 ? t * t / 2 : ka * t * t * t / 6
      for n in (absorption == 0 ? 3 : 4)..<40 {
        exact += factor * symmetric
        power *= ka
        symmetric = symmetric * ke + power
        factor *= -t / Double(n)
      }
      exact *= 10_000_000 / t
      let error = abs(Double(area.microgramSeconds) - exact)
      #expect(error <= 1e-9 * exact + t, "\(seconds) s: \(area.microgramSeconds), \(exact)")
    }
  }

  @Test func `a timeline's arguments are checked and nothing is written on failure`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup())
    var buffer: [UInt32] = [7, 7, 7]
    memory.refuses(.argument) {
      _ = try $0.timeline(from: morning(), step: 0, count: 3, into: &buffer)
    }
    memory.refuses(.range) {
      _ = try $0.timeline(from: Timestamp(.max - 5), step: 3, count: 3, into: &buffer)
    }
    memory.refuses(.range) {
      _ = try $0.timeline(from: morning(), step: .max, count: .max, into: &buffer)
    }
    #expect(buffer == [7, 7, 7])
    #expect(try memory.ledger.timeline(from: morning(), step: 1, count: 0, into: &buffer) == [])
    #expect(buffer == [7, 7, 7])
    _ = try memory.ledger.timeline(from: Timestamp(.max - 6), step: 3, count: 3, into: &buffer)
    #expect(buffer == [0, 0, 0])
  }

  @Test func `the sample's day of 288 times five minutes is what amounts tell`() throws {
    let memory = try LedgerMemory()
    try memory.record(
      .cup(7 * 3_600), .cup(10 * 3_600, micrograms: 64_000, lasting: 1_200), .cup(15 * 3_600))
    try memory.ledger.setProfile(profile(600, 12_420), from: morning(12 * 3_600))
    var buffer = [UInt32](repeating: 0, count: 288)
    _ = try memory.ledger.timeline(from: morning(), step: 300, count: 288, into: &buffer)
    for (index, entry) in buffer.enumerated() {
      let body = try memory.body(at: Drink.morning + 300 * Int64(index))
      #expect(body.distance(to: entry).magnitude <= 1, "entry \(index)")
    }
  }

  // The most that fits, over steps of a second to years: what products cut adds up over the entries.
  @Test(arguments: [(1, 60_000), (7, 100_000), (300, 4_000), (86_400, 100), (3_000_000_000, 3)])
  func `a timeline of many entries does not drift`(step: UInt32, count: Int) throws {
    for half in [profile(420, 720_000), profile(0, 3_600), profile(86_400, 86_400)] {
      let memory = try LedgerMemory(
        capacity: 40, configuration: Configuration(profile: half, deviceID: 1))
      for _ in 0..<40 { try memory.record(.cup(micrograms: 10_000_000, flags: .meant)) }
      var buffer = [UInt32](repeating: 0, count: count)
      let start = morning(30)
      _ = try memory.ledger.timeline(from: start, step: step, count: UInt32(count), into: &buffer)
      let worst = try stride(from: 0, to: count, by: 97).map { index in
        let body = try memory.body(at: start.seconds + Int64(step) * Int64(index))
        return body.distance(to: buffer[index]).magnitude
      }.max()
      #expect(worst.map { $0 <= 1 } == true, "\(half): \(worst ?? 0)")
    }
  }

  @Test func `concentration is the amount over mass and volume, rounded half up`() throws {
    let memory = try LedgerMemory(
      configuration: Configuration(profile: profile(0, 18_000), deviceID: 1))
    try memory.record(.cup(micrograms: 98_000))
    func concentration(_ mass: UInt32, _ volume: UInt32) throws -> UInt32 {
      try memory.ledger.concentration(at: morning(), bodyMass: mass, volumeOfDistribution: volume)
        .nanogramsPerMilliliter
    }
    // 98 mg in 70 kg · 0.7 L/kg: 2 mg/L.
    #expect(try concentration(70_000, 700) == 2_000)
    #expect(try concentration(196_000, 1_000_000) == 1)
    #expect(try concentration(196_001, 1_000_000) == 0)
    #expect(try concentration(.max, .max) == 0)
    memory.refuses(.argument) {
      _ = try $0.concentration(at: morning(), bodyMass: 0, volumeOfDistribution: 700)
    }
    memory.refuses(.argument) {
      _ = try $0.concentration(at: morning(), bodyMass: 70_000, volumeOfDistribution: 0)
    }
    memory.refuses(.range) {
      _ = try $0.concentration(at: morning(), bodyMass: 1, volumeOfDistribution: 1)
    }
  }
}
