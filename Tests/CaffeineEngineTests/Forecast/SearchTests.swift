import Testing

@testable import CaffeineEngine

/// Searches against a look at every whole second.
struct SearchTests {
  /// The searches and the look at every second read the same unrounded state, so they differ only
  /// where rounding makes neighbouring seconds change places: 2^-30 µg a step (µg, Q32.32).
  private let rounding: UInt64 = 1 << 12

  private func randomMemory(_ generator: inout SeededGenerator, length: Int64) throws
    -> LedgerMemory
  {
    let absorptions: [UInt32] = [0, 30, 60, 120, 420, 3_600]
    let configuration = Configuration(
      profile: profile(generator.one(of: absorptions), generator.one(of: [1_800, 1_801, 3_600])),
      deviceID: testDevice)
    let memory = try LedgerMemory(capacity: 12, configuration: configuration)
    for _ in 0..<(generator.pick(1...6) as Int) {
      try memory.record(
        .cup(
          generator.pick(-1_000...length), micrograms: generator.pick(0...400_000),
          lasting: generator.one(of: [0, 0, 1, 30, 300, 2_000])))
    }
    for _ in 0..<(generator.pick(0...2) as Int) {
      try memory.ledger.setProfile(
        profile(generator.one(of: absorptions), generator.one(of: [1_800, 20_000])),
        from: morning(generator.pick(-500...length)))
    }
    return memory
  }

  /// The unrounded body amount at every whole second of a window.
  private func bodies(_ memory: LedgerMemory, _ from: Int64, _ until: Int64) -> [UInt64] {
    var chain = Chain(memory.ledger)
    chain.begin(at: from)
    return (from...until).map { time in
      chain.run(to: time)
      return chain.ask { $0.body(at: time) }
    }
  }

  @Test func `the highest amount is the earliest of the largest at whole seconds`() throws {
    for seed in 0..<120 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let memory = try randomMemory(&generator, length: 900)
      let from = Drink.morning + generator.pick(-1_100...300)
      let until = from + generator.pick(0...900)
      let all = bodies(memory, from, until)
      let largest = all.max() ?? 0
      let found = try memory.ledger.highest(from: Timestamp(from), until: Timestamp(until))
      let earliest = all.firstIndex { largest - $0 <= rounding } ?? 0
      let index = Int(found.time.seconds - from)
      guard
        holds(all.indices.contains(index), seed: seed, "outside"),
        holds(largest - all[index] <= rounding, seed: seed, "not the largest"),
        holds(index <= (all.firstIndex(of: largest) ?? 0), seed: seed, "not the earliest"),
        holds(index >= earliest, seed: seed, "too early"),
        holds(found.body.micrograms == all[index].roundedMicrograms, seed: seed, "amount")
      else { return }
    }
  }

  @Test func `below from is the least second from which every second is`() throws {
    var nevers = 0, found = 0
    for seed in 0..<160 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let memory = try randomMemory(&generator, length: 900)
      let from = Drink.morning + generator.pick(-1_100...300)
      let until = from + generator.pick(0...900)
      let all = bodies(memory, from, until)
      let highest = max((all.max() ?? 0).roundedMicrograms, 2)
      let threshold = UInt64(generator.pick(1...highest))
      let limit = threshold << 32
      let expected = all.lastIndex { $0 > limit }.map { $0 + 1 } ?? 0
      do {
        let moment = try memory.ledger.belowFrom(
          Timestamp(from), until: Timestamp(until), threshold: Amount(micrograms: UInt32(threshold))
        )
        found += 1
        guard
          holds(moment.time.seconds == from + Int64(expected), seed: seed, "\(moment), \(expected)")
        else { return }
      } catch CaffeineError.never {
        nevers += 1
        guard holds(expected == all.count, seed: seed, "never, but \(expected)") else { return }
      }
    }
    #expect(nevers > 10 && found > 10)
  }

  @Test func `for ever always has an answer, after which nothing is above`() throws {
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let memory = try randomMemory(&generator, length: 900)
      let threshold = generator.pick(1...100_000) as UInt32
      let moment = try memory.ledger.belowFrom(
        morning(-2_000), until: .forever, threshold: Amount(micrograms: threshold))
      let after = try memory.ledger.highest(from: moment.time, until: .forever)
      guard holds(after.body.micrograms <= threshold, seed: seed, "\(after)") else { return }
      guard moment.time > morning(-2_000) else { continue }
      let before = memory.exactAmounts(at: moment.time.seconds - 1).body
      guard holds(before > UInt64(threshold) << 32, seed: seed, "\(moment)") else { return }
    }
  }

  /// What a trial of one more dose leaves at bedtime (µg).
  private func left(
    _ memory: LedgerMemory, _ dose: UInt32, at time: Int64, bedtime: Int64
  ) throws -> Double {
    let trial = try LedgerMemory(copying: memory)
    try trial.record(Drink(time: Timestamp(time), dose: Amount(micrograms: dose), flags: .meant))
    return Double(trial.exactAmounts(at: bedtime).sum) / 0x1p32
  }

  /// A bolus's share is worked out to 2^-40, which of 10 g is 1e-5 µg; far inside the promise.
  private let doseError = 1e-3

  @Test func `the largest dose fits and one more microgram does not`() throws {
    var nevers = 0, found = 0
    for seed in 0..<250 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let memory = try randomMemory(&generator, length: 900)
      let now = Drink.morning + generator.pick(-1_100...900)
      let bedtime = now + generator.one(of: [0, 1, 60, 900, 7_200, 36_000])
      let threshold = generator.pick(1...generator.one(of: [50_000, 600_000])) as UInt32
      let limit = Double(threshold)
      do {
        let dose = try memory.ledger.largestDose(
          now: Timestamp(now), bedtime: Timestamp(bedtime), threshold: Amount(micrograms: threshold)
        ).dose.micrograms
        found += 1
        let fits = try left(memory, dose, at: now, bedtime: bedtime) <= limit + doseError
        let isMost =
          try dose == Drink.largestDose
          || left(memory, dose + 1, at: now, bedtime: bedtime) > limit - doseError
        guard holds(fits, seed: seed, "\(dose) is too much"),
          holds(isMost, seed: seed, "\(dose) is not most")
        else { return }
      } catch CaffeineError.never {
        nevers += 1
        let alone = Double(memory.exactAmounts(at: bedtime).sum) / 0x1p32
        guard holds(alone > limit, seed: seed, "never, but \(alone)") else { return }
      }
    }
    #expect(nevers > 10 && found > 10)
  }

  @Test func `the latest time is the last second at which the dose fits`() throws {
    var nevers = 0, found = 0
    for seed in 0..<40 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let memory = try randomMemory(&generator, length: 300)
      let now = Drink.morning + generator.pick(-600...300)
      let bedtime = now + generator.pick(0...3_000)
      let alone = memory.exactAmounts(at: bedtime).sum.roundedMicrograms
      let dose = generator.pick(1...200_000) as UInt32
      let threshold = alone + generator.pick(1...dose + 1)
      let limit = Double(threshold)
      do {
        let latest = try memory.ledger.latestTime(
          for: Amount(micrograms: dose), now: Timestamp(now), bedtime: Timestamp(bedtime),
          threshold: Amount(micrograms: threshold)
        ).time.seconds
        found += 1
        guard holds((now...bedtime).contains(latest), seed: seed, "outside") else { return }
        // Every 61st second and those around the answer: all before fit, none after does.
        let seconds = (now...bedtime).filter { ($0 - now) % 61 == 0 || abs($0 - latest) <= 2 }
        for second in seconds {
          let amount = try left(memory, dose, at: second, bedtime: bedtime)
          let isRight = second <= latest ? amount <= limit + doseError : amount > limit - doseError
          guard holds(isRight, seed: seed, "\(second - now) s, answer \(latest - now) s") else {
            return
          }
        }
      } catch CaffeineError.never {
        nevers += 1
        let amount = try left(memory, dose, at: now, bedtime: bedtime)
        guard holds(amount > limit - doseError, seed: seed, "never, but \(amount)") else { return }
      }
    }
    #expect(nevers > 3 && found > 3)
  }
}
