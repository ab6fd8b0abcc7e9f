import Testing

@testable import CaffeineEngine

/// Random calls on a ledger and on the slow one, which must answer alike.
struct RandomOperationsTests {
  private static let seeds = 80 as UInt64
  private static let operations = 300

  /// What a call did: a receipt, nothing, or an error.
  private enum Outcome: Equatable {
    case receipt(Receipt)
    case done
    case error(CaffeineError)

    init(_ call: () throws -> Receipt?) rethrows {
      do {
        let receipt = try call()
        self = receipt.map(Outcome.receipt) ?? .done
      } catch let error as CaffeineError {
        self = .error(error)
      }
    }
  }

  private func randomProfile(_ generator: inout SeededGenerator) -> Profile {
    profile(
      generator.one(of: [0, 0, 30, 420, 1_800, 3_600, 86_400, 5]),
      generator.one(of: [1_800, 3_600, 18_000, 18_001, 100_000, 720_000, 9]))
  }

  private func randomDrink(_ generator: inout SeededGenerator, around time: Int64) -> Drink {
    let flags: Flags
    switch generator.pick(1...20) {
    case 1: flags = .unknownDose
    case 2, 3: flags = .estimated
    case 4: flags = [.meant, .estimated]
    case 5: flags = generator.one(of: [.planned, .timeUnset, Flags(rawValue: 1 << 20)])
    default: flags = []
    }
    var dose = generator.pick(0...300_000) as UInt32
    if flags == .unknownDose { dose = generator.chance(95) ? 0 : 1 }
    if generator.chance(3) { dose = generator.one(of: [1_200_001, 10_000_000, 10_000_001]) }
    return .cup(
      time + generator.pick(-4_000...400), micrograms: dose,
      lasting: generator.chance(40) ? generator.one(of: [1, 60, 900, 7_200, 43_200, 43_201]) : 0,
      id: generator.chance(40) ? 0 : generator.pick(1...25),
      revision: generator.chance(60) ? 0 : generator.pick(1...4), flags: flags,
      offset: generator.one(of: [0, 0, 120, -300, 1_080, -1_080, 1_081]),
      kind: generator.pick(0...2), source: generator.pick(0...2))
  }

  @Test(arguments: 0..<seeds)
  func `random calls do what the slow ledger does`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let configuration = Configuration(
      profile: profile(
        generator.one(of: [0, 420, 9_000]), generator.one(of: [1_800, 9_000, 18_000])),
      deviceID: generator.chance(90) ? testDevice : 0,
      clockFloor: generator.chance(20) ? morning(3_000) : Timestamp(0),
      dayStart: generator.one(of: [0, 240]))
    let capacity = generator.one(of: [1, 2, 3, 5, 8, 30])
    let changesProfiles = generator.chance(50)
    let memory = try LedgerMemory(capacity: capacity, configuration: configuration)
    var slow = SlowLedger(configuration, capacity: capacity)
    var time: Int64 = 0
    for operation in 0..<RandomOperationsTests.operations {
      time += generator.pick(0...600)
      let before = generator.chance(20) ? memory.bytes : nil
      let fast: Outcome, expected: Outcome
      switch generator.pick(1...100) {
      case 1...55:
        let drink = randomDrink(&generator, around: time)
        let now = morning(time + generator.one(of: [0, 300, 5_000]))
        fast = try Outcome { try memory.ledger.record(drink, now: now) }
        expected = try Outcome { try slow.record(drink, now: now.seconds, isEdit: false) }
      case 56...75:
        var drink = randomDrink(&generator, around: time)
        if let listed = memory.drinks.randomElement(using: &generator), generator.chance(80) {
          drink.id = listed.id
        }
        let now = morning(time + 400)
        fast = try Outcome { try memory.ledger.edit(drink, now: now) }
        expected = try Outcome { try slow.record(drink, now: now.seconds, isEdit: true) }
      case 76...90:
        let listed = memory.drinks.randomElement(using: &generator)
        let id = listed?.id ?? .test(generator.pick(1...25))
        let revision = generator.chance(60) ? 0 : generator.pick(1...6) as UInt32
        let source = generator.pick(0...2) as UInt8
        fast = try Outcome { try memory.ledger.remove(id, revision: revision, source: source) }
        expected = try Outcome { try slow.remove(id, revision: revision, source: source) }
      default:
        guard changesProfiles else { continue }
        let profile = randomProfile(&generator)
        let second = generator.chance(20) ? nil : morning(time + generator.pick(-4_000...4_000))
        fast = try Outcome {
          try memory.ledger.setProfile(profile, from: second)
          return nil
        }
        expected = try Outcome {
          try slow.setProfile(profile, from: second?.seconds)
          return nil
        }
      }
      guard holds(fast == expected, seed: seed, "call \(operation): \(fast), expected \(expected)")
      else { return }
      if case .error = fast, let before {
        guard holds(memory.bytes == before, seed: seed, "call \(operation): \(fast) changed bytes")
        else { return }
      }
      guard
        holds(memory.drinks == slow.drinks, seed: seed, "call \(operation): the list"),
        holds(
          memory.ledger.foldTime?.seconds == slow.foldTime, seed: seed, "call \(operation): fold"),
        holds(
          memory.ledger.oldestOpenTime.seconds == slow.oldestOpenTime, seed: seed,
          "call \(operation): oldest open time")
      else { return }
      if operation % 10 != 0 { continue }
      guard
        try compareAnswers(
          memory, slow, &generator, seed: seed, around: time, flagged: !changesProfiles)
      else { return }
    }
  }

  /// Compares amounts, flags and days at a few times.
  private func compareAnswers(
    _ memory: LedgerMemory, _ slow: SlowLedger, _ generator: inout SeededGenerator, seed: UInt64,
    around time: Int64, flagged: Bool
  ) throws -> Bool {
    guard holds(memory.cachedState == memory.walkedState, seed: seed, "the cached state") else {
      return false
    }
    // Edits add to the total too, so that it is never below what counts.
    let allowed = Tolerance.amount(total: slow.totalDose)
    for _ in 0..<4 {
      let second = Drink.morning + time + generator.pick(-8_000...50_000) as Int64
      guard second >= slow.foldTime ?? .min else { continue }
      let amounts = try memory.amounts(at: second), exact = slow.amounts(at: second)
      guard
        holds(
          abs(Double(amounts.gut.micrograms) - exact.gut) <= allowed
            && abs(Double(amounts.body.micrograms) - exact.body) <= allowed, seed: seed,
          "amounts at \(second): \(amounts), \(exact)"),
        !flagged
          || holds(amounts.flags == slow.flags(at: second), seed: seed, "flags at \(second)")
      else { return false }
    }
    for _ in 0..<2 {
      let date = Drink.morningDate + time / 86_400 + generator.pick(-17...2)
      var day: Day?, error: CaffeineError?
      do { day = try memory.day(date) } catch let caught as CaffeineError { error = caught }
      do throws(CaffeineError) {
        let expected = try slow.day(date)
        guard
          holds(day == expected, seed: seed, "day \(date): \(String(describing: day)), \(expected)")
        else { return false }
      } catch let caught {
        guard holds(error == caught, seed: seed, "day \(date)") else { return false }
      }
    }
    return true
  }
}
