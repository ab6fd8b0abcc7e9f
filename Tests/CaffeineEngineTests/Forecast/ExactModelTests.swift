import Testing

@testable import CaffeineEngine

/// Generated ledgers against the model in `Double`, which is exact to about 1e-13 of the dose.
struct ExactModelTests {
  private struct Case {
    var memory: LedgerMemory
    var model: DoubleModel
    var times: [Int64] = []

    func totalDose(until time: Int64) -> Double {
      memory.drinks.filter { $0.time.seconds <= time }
        .reduce(0) { $0 + Double($1.dose.micrograms) }
    }
  }

  /// Half-lives at the edges of what is accepted, equal, nearly equal, flip-flop and ordinary.
  private func randomProfile(_ generator: inout SeededGenerator) -> Profile {
    let absorption = generator.one(of: [0, 30, 31, 420, 1_800, 18_000, 86_400]) as UInt32
    switch generator.pick(0...3) {
    case 0:
      let near = Int64(max(absorption, 1_802)) + generator.pick(-2...2) as Int64
      return profile(absorption, UInt32(near))
    case 1: return profile(absorption, generator.one(of: [1_800, 720_000]))
    case 2: return profile(generator.pick(30...86_400), generator.pick(1_800...720_000))
    default: return profile(absorption, generator.pick(9_000...36_000))
    }
  }

  private func randomCase(seed: UInt64) throws -> Case {
    var generator = SeededGenerator(seed: seed)
    let half = randomProfile(&generator)
    let memory = try LedgerMemory(
      capacity: 64, configuration: Configuration(profile: half, deviceID: testDevice))
    var model = DoubleModel(profile: half)
    let spread = generator.one(of: [0, 3_600, 86_400, 315_360_000]) as Int64
    var times: [Int64] = []
    for _ in 0..<generator.one(of: [1, 2, 5, 20, 64]) {
      let drink = Drink.cup(
        generator.pick(0...spread),
        micrograms: generator.one(of: [1, 96_000, 1_200_000, 10_000_000]),
        lasting: generator.one(of: [0, 0, 1, 60, 3_600, 43_199, 43_200]), flags: .meant)
      try memory.record(drink)
      let start = drink.time.seconds
      times += [start, start + 1, drink.end.seconds, drink.end.seconds + 1]
      times.append(start + generator.pick(0...200_000))
    }
    if generator.chance(60) {
      for _ in 0..<(generator.pick(1...8) as Int) {
        let time = generator.one(of: times) + generator.pick(0...2_000)
        guard !model.changes.contains(where: { $0.time == time }) else { continue }
        let change = DoubleModel.Change(time: time, profile: randomProfile(&generator))
        try memory.ledger.setProfile(change.profile, from: Timestamp(time))
        model.changes.append(change)
        times += [time - 1, time, time + 1, time + 3_600]
      }
      model.changes.sort { $0.time < $1.time }
    }
    times.shuffle(using: &generator)
    return Case(memory: memory, model: model, times: Array(times.prefix(12)))
  }

  @Test func `amounts are within 1 µg and 1e-9 of the doses so far`() throws {
    for seed in 0..<400 as Range<UInt64> {
      let random = try randomCase(seed: seed)
      for time in random.times {
        let amounts = try random.memory.amounts(at: time)
        let exact = random.model.amounts(of: random.memory.drinks, at: time)
        let allowed = Tolerance.amount(total: random.totalDose(until: time))
        guard
          holds(
            abs(Double(amounts.gut.micrograms) - exact.gut) <= allowed
              && abs(Double(amounts.body.micrograms) - exact.body) <= allowed, seed: seed,
            "at \(time): \(amounts), \(exact)")
        else { return }
      }
    }
  }

  @Test func `unrounded they are within a hundredth of that`() throws {
    for seed in 1_000..<1_300 as Range<UInt64> {
      let random = try randomCase(seed: seed)
      for time in random.times {
        let amounts = random.memory.exactAmounts(at: time)
        let exact = random.model.amounts(of: random.memory.drinks, at: time)
        // So comparisons inside forecasts stay inside their 0.01 µg + 1e-9.
        let allowed = Tolerance.atSecond(total: random.totalDose(until: time))
        guard
          holds(
            abs(Double(amounts.gut) / 0x1p32 - exact.gut) <= allowed
              && abs(Double(amounts.body) / 0x1p32 - exact.body) <= allowed, seed: seed,
            "at \(time): \(exact)")
        else { return }
      }
    }
  }

  @Test func `areas are what the seconds' amounts add up to`() throws {
    var compared = 0
    for seed in 2_000..<2_060 as Range<UInt64> {
      let random = try randomCase(seed: seed)
      let from = random.times[0] + 1, until = from + 300
      let window = from...until
      // Where the amount jumps, at a bolus without absorption or a change to it, the trapezium is
      // no measure.
      let jumps =
        random.memory.drinks.contains { window.contains($0.time.seconds) }
        || random.model.changes.contains { window.contains($0.time) }
      if jumps { continue }
      compared += 1
      let bodies = window.map { Double(random.memory.exactAmounts(at: $0).body) / 0x1p32 }
      let sum = zip(bodies, bodies.dropFirst()).reduce(0) { $0 + ($1.0 + $1.1) / 2 }
      let area = try random.memory.ledger.area(from: Timestamp(from), until: Timestamp(until))
      // The trapezium's own error: second derivatives below (ln 2 / 30 s)^2 of the doses, in
      // seconds each a twelfth of that, and falling with the gut.
      let dose = random.totalDose(until: until)
      let allowed = Tolerance.area(sum, seconds: 300) + dose * 2e-3
      guard
        holds(
          abs(Double(area.microgramSeconds) - sum) <= allowed, seed: seed,
          "\(area.microgramSeconds), \(sum)")
      else { return }
    }
    #expect(compared > 20)
  }
}
