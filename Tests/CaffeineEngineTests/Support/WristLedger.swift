@testable import CaffeineEngine

/// A ledger as it may be on a wrist, made at random around `now`.
struct WristLedger {
  let memory: LedgerMemory
  let configuration: Configuration
  /// The drinks that were offered to it; some of them may be folded, none was refused.
  var drinks: [Drink] = []
  var plans: [Drink] = []
  var changes: [(Profile, Int64)] = []
  /// The present (s).
  var now: Int64
  /// Local time less UTC where the wearer is (min).
  let offset: Int32

  private static let profiles = [
    Profile.adult, profile(0, 18_000), profile(30, 1_800), profile(600, 36_000),
    profile(36_000, 3_600), profile(18_000, 18_000), profile(86_400, 720_000),
  ]

  init(seed: UInt64, capacity: Int = 16, hasPlans: Bool = true) throws {
    var generator = SeededGenerator(seed: seed)
    offset = generator.one(of: [0, 120, -600, 330, 840])
    let dayStart: UInt32 = generator.one(of: [0, 0, 240, 1_439])
    now = Drink.morning + generator.pick(0...200_000)
    if generator.chance(40) {
      // Just before a local day begins.
      let begins = Int64(dayStart) * 60 - Int64(offset) * 60
      now = Drink.morning + 86_400 * generator.pick(1...2) + begins - generator.pick(1...300)
    }
    configuration = Configuration(
      profile: generator.one(of: WristLedger.profiles), deviceID: testDevice,
      dailyLimit: .milligrams(generator.one(of: [0, 100, 400])), dayStart: dayStart)
    memory = try LedgerMemory(capacity: capacity, configuration: configuration)
    for _ in 0..<generator.one(of: [0, 0, 1, 2]) {
      let other = generator.one(of: WristLedger.profiles)
      let time = now + generator.pick(-20_000...10_000)
      try memory.ledger.setProfile(other, from: Timestamp(time))
      changes.append((other, time))
    }
    var times = (0..<generator.pick(0...7)).map { _ in now - generator.pick(0...30_000) }
    if generator.chance(40) { times.append(now + generator.pick(0...120)) }
    for time in times.sorted() {
      let drink = WristLedger.drink(at: time, &generator)
      if (try? memory.ledger.record(drink, now: Timestamp(now))) != nil { drinks.append(drink) }
    }
    guard hasPlans else { return }
    for id in 0..<generator.one(of: [0, 0, 1, 3]) as Range<UInt64> {
      var plan = WristLedger.drink(at: now + generator.pick(-6_000...20_000), &generator)
      plan.id = .test(1_000 + id)
      plan.flags.insert(.planned)
      if (try? memory.ledger.record(plan, now: Timestamp(now))) != nil { plans.append(plan) }
    }
    if generator.chance(20) {
      let press = Drink(time: Timestamp(60), dose: .milligrams(64), flags: .timeUnset)
      _ = try? memory.ledger.record(press, now: Timestamp(now))
    }
    if let foldTime = memory.ledger.foldTime?.seconds, foldTime > now { now = foldTime }
  }

  static func drink(at time: Int64, _ generator: inout SeededGenerator) -> Drink {
    let flags: Flags = generator.one(of: [[], [], .estimated, .unknownDose])
    let dose: UInt32 = generator.one(of: [
      generator.pick(20_000...300_000), generator.pick(20_000...300_000), 3_000,
      generator.pick(1...2_000),
    ])
    return Drink(
      time: Timestamp(time), dose: Amount(micrograms: flags == .unknownDose ? 0 : dose),
      duration: generator.one(of: [0, 0, 600, 3_600, 43_200]), flags: flags,
      utcOffset: generator.one(of: [0, 120, -600, 840]))
  }

  /// The same without plans, but with those from a time on recorded as if they were drunk.
  func drinking(plansFrom time: Int64) throws -> LedgerMemory {
    let other = try LedgerMemory(capacity: 32, configuration: configuration)
    for (profile, from) in changes { try other.ledger.setProfile(profile, from: Timestamp(from)) }
    for drink in drinks { try other.record(drink) }
    for plan in plans where plan.time.seconds >= time {
      var drink = plan
      drink.flags.remove(.planned)
      try other.record(drink)
    }
    return other
  }
}

extension LedgerMemory {
  /// Makes the front hold a body amount (µg) at the morning, as if ever so much had been folded.
  func fill(micrograms: UInt32) {
    ledger.header.pointee.front.time = Drink.morning
    ledger.header.pointee.front.compartments.body = UInt64(micrograms) << 32
    _ = ledger.refresh()
  }
}
