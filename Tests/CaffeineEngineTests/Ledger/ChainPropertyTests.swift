import Testing

@testable import CaffeineEngine

/// What holds for every list of drinks, down to the last bit where that is promised.
struct ChainPropertyTests {
  private func randomProfile(_ generator: inout SeededGenerator) -> Profile {
    let elimination = generator.pick(1_800...100_000) as UInt32
    switch generator.pick(0...3) {
    case 0: return profile(0, elimination)
    case 1:
      return profile(min(elimination, 86_400), min(elimination, 86_400) - generator.pick(0...2) + 2)
    default: return profile(generator.pick(30...20_000), elimination)
    }
  }

  /// Drinks with ids from 1 on, some of them sips that overlap, some in one second.
  private func randomDrinks(_ generator: inout SeededGenerator, _ count: Int) -> [Drink] {
    (0..<count).map { index in
      .cup(
        generator.pick(0...40) * 600, micrograms: generator.pick(0...400_000),
        lasting: generator.chance(50) ? generator.pick(1...7_200) : 0, id: UInt64(index + 1),
        flags: generator.chance(10) ? .estimated : [])
    }
  }

  private func times(_ generator: inout SeededGenerator, _ count: Int) -> [Int64] {
    (0..<count).map { _ in Drink.morning + generator.pick(0...100_000) }
  }

  private func memory(_ profile: Profile, _ drinks: [Drink]) throws -> LedgerMemory {
    let memory = try LedgerMemory(
      capacity: max(drinks.count, 1) + 1,
      configuration: Configuration(profile: profile, deviceID: testDevice))
    for drink in drinks { try memory.record(drink) }
    return memory
  }

  @Test func `the order of calls does not matter to any byte`() throws {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let half = randomProfile(&generator), other = randomProfile(&generator)
      let drinks = randomDrinks(&generator, generator.pick(1...12))
      let change = morning(generator.pick(0...20_000))
      let ordered = try memory(half, drinks)
      try ordered.ledger.setProfile(other, from: change)
      let shuffled = try LedgerMemory(
        capacity: drinks.count + 1,
        configuration: Configuration(profile: half, deviceID: testDevice))
      let position = generator.pick(0...drinks.count - 1)
      for (index, drink) in drinks.shuffled(using: &generator).enumerated() {
        if index == position { try shuffled.ledger.setProfile(other, from: change) }
        try shuffled.record(drink)
      }
      guard holds(shuffled.contents == ordered.contents, seed: seed) else { return }
    }
  }

  @Test func `amounts are linear in the doses`() throws {
    for seed in 0..<150 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let half = randomProfile(&generator)
      let drinks = randomDrinks(&generator, generator.pick(1...8))
      let factor = generator.pick(2...10) as UInt32
      let single = try memory(half, drinks)
      let scaled = try memory(
        half,
        drinks.map {
          var drink = $0
          drink.dose.micrograms *= factor
          drink.flags.insert(.meant)
          return drink
        })
      let total = drinks.reduce(0.0) { $0 + Double($1.dose.micrograms) } * Double(factor)
      // Unrounded: far inside 1e-9 of the doses, and the rates' cut of 2^-32 µg/s over two hours.
      let allowed = 1e-10 * total + 1e-4
      for time in times(&generator, 6) {
        let a = single.exactAmounts(at: time), b = scaled.exactAmounts(at: time)
        let gut = Double(a.gut) * Double(factor) - Double(b.gut)
        let body = Double(a.body) * Double(factor) - Double(b.body)
        guard holds(max(abs(gut), abs(body)) / 0x1p32 <= allowed, seed: seed, "\(time)") else {
          return
        }
      }
    }
  }

  @Test func `amounts are the sum of single doses`() throws {
    for seed in 0..<150 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let half = randomProfile(&generator)
      let drinks = randomDrinks(&generator, generator.pick(2...8))
      let all = try memory(half, drinks)
      let singles = try drinks.map { try memory(half, [$0]) }
      let total = drinks.reduce(0.0) { $0 + Double($1.dose.micrograms) }
      let allowed = 1e-10 * total + 1e-4
      for time in times(&generator, 5) {
        let sum = singles.map { $0.exactAmounts(at: time) }
        let whole = all.exactAmounts(at: time)
        let gut = sum.reduce(0.0) { $0 + Double($1.gut) } - Double(whole.gut)
        let body = sum.reduce(0.0) { $0 + Double($1.body) } - Double(whole.body)
        guard holds(max(abs(gut), abs(body)) / 0x1p32 <= allowed, seed: seed, "\(time)") else {
          return
        }
      }
    }
  }

  @Test func `a folding ledger has the bits of one that never folds`() throws {
    for seed in 0..<250 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let configuration = Configuration(
        profile: randomProfile(&generator), deviceID: testDevice)
      let small = try LedgerMemory(
        capacity: generator.pick(1...5), configuration: configuration)
      let large = try LedgerMemory(capacity: 80, configuration: configuration)
      var time: Int64 = 0
      for id in 1...(generator.pick(8...40) as UInt64) {
        time += generator.one(of: [0, 0, 60, 600, 3_600, 20_000])
        if generator.chance(15) {
          let profile = randomProfile(&generator)
          let second = morning(time + generator.pick(0...3_600))
          if (try? large.ledger.setProfile(profile, from: second)) == nil { continue }
          // Eight changes of the large one may be more than the small one has left, never less.
          do {
            try small.ledger.setProfile(profile, from: second)
          } catch {
            holds(false, seed: seed, "change at \(second): \(error)")
            return
          }
          continue
        }
        let drink = Drink.cup(
          time + generator.pick(-60...60), micrograms: generator.pick(0...400_000),
          lasting: generator.chance(50) ? generator.one(of: [1, 60, 600, 7_200]) : 0, id: id,
          flags: generator.chance(10) ? .estimated : [])
        do {
          try small.record(drink)
        } catch {
          continue
        }
        try large.record(drink)
        let fold = small.ledger.foldTime?.seconds ?? Drink.morning - 100
        guard holds(small.cachedState == large.cachedState, seed: seed, "drink \(id)") else {
          return
        }
        for step in [0, 1, 59, 60, 61, 600, 5_000] as [Int64] {
          let a = small.exactAmounts(at: fold + step), b = large.exactAmounts(at: fold + step)
          guard
            holds(a.gut == b.gut && a.body == b.body, seed: seed, "drink \(id), \(step) s"),
            holds(
              try small.amounts(at: fold + step) == large.amounts(at: fold + step), seed: seed,
              "drink \(id), \(step) s: flags")
          else { return }
        }
        let date = Drink.morningDate + time / 86_400
        guard holds(try small.day(date) == large.day(date), seed: seed, "day \(date)") else {
          return
        }
      }
    }
  }

  @Test func `before the first drink there is nothing`() throws {
    for seed in 0..<100 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let drinks = randomDrinks(&generator, generator.pick(1...6))
      let all = try memory(randomProfile(&generator), drinks)
      let first = drinks.map(\.time.seconds).min() ?? 0
      for time in [first - 1, first - 3_600, 0, -1, .min] {
        guard
          holds(
            try all.amounts(at: time) == Amounts(gut: .zero, body: .zero, flags: []), seed: seed,
            "\(time)")
        else { return }
      }
    }
  }

  @Test func `drinks come out in order, and put in again they are the same bytes`() throws {
    for seed in 0..<150 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let half = randomProfile(&generator)
      let all = try memory(half, randomDrinks(&generator, generator.pick(1...12)))
      let exported = all.drinks
      let isOrdered = zip(exported, exported.dropFirst()).allSatisfy {
        $0.time < $1.time || $0.time == $1.time && $0.id < $1.id
      }
      guard
        holds(isOrdered, seed: seed),
        holds(
          try memory(half, exported.reversed()).contents == all.contents, seed: seed, "put in again"
        )
      else { return }
      // Twice is once.
      for drink in exported {
        guard holds(try all.record(drink)[0].change == .unchanged, seed: seed) else { return }
      }
    }
  }

  @Test func `an edit and an edit back restore every answer`() throws {
    for seed in 0..<150 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let drinks = randomDrinks(&generator, generator.pick(1...8))
      let all = try memory(randomProfile(&generator), drinks)
      let before = all.cachedState
      let at = times(&generator, 6)
      let amounts = try at.map(all.amounts)
      let drink = generator.one(of: drinks)
      var other = Drink.cup(
        generator.pick(0...20_000), micrograms: generator.pick(0...1_000_000),
        lasting: generator.pick(0...3_600), id: drink.id.low)
      try all.edit(other)
      other = drink
      other.revision = 0
      #expect(try all.edit(other).revision == 3)
      guard
        holds(all.cachedState == before, seed: seed),
        holds(try at.map(all.amounts) == amounts, seed: seed)
      else { return }
    }
  }

  @Test func `a drink recorded and removed was never there`() throws {
    for seed in 0..<150 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let half = randomProfile(&generator)
      let drinks = randomDrinks(&generator, generator.pick(2...9))
      let gone = generator.pick(0...drinks.count - 1)
      let all = try memory(half, drinks.shuffled(using: &generator))
      _ = try all.ledger.remove(drinks[gone].id)
      var rest = drinks
      rest.remove(at: gone)
      let without = try memory(half, rest)
      guard
        holds(all.cachedState == without.cachedState, seed: seed),
        holds(all.drinks == without.drinks, seed: seed)
      else { return }
      for time in times(&generator, 5) {
        guard holds(try all.amounts(at: time) == without.amounts(at: time), seed: seed, "\(time)")
        else { return }
      }
    }
  }

  @Test func `later calls never change what earlier seconds hold`() throws {
    for seed in 0..<100 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let drinks = randomDrinks(&generator, generator.pick(1...8))
      let all = try memory(randomProfile(&generator), drinks)
      let last = all.drinks.map(\.time.seconds).max() ?? 0
      let at = times(&generator, 6).filter { $0 < last + 600 }
      let before = at.map { all.exactAmounts(at: $0) }
      try all.record(.cup(last - Drink.morning + 600, id: 99))
      for (time, old) in zip(at, before) {
        let new = all.exactAmounts(at: time)
        // The new event may only split a step that ends after it.
        guard holds(new.gut == old.gut && new.body == old.body, seed: seed, "\(time)") else {
          return
        }
      }
    }
  }
}
