import Testing

@testable import CaffeineEngine

/// A random life of a ledger and of the slow one, which must answer alike.
///
/// Another operation is a line in `operations` and a function that calls `both`; another question is
/// a line in `questions`.
struct ModelRun {
  struct Operation: Sendable {
    var weight: Int
    var run: @Sendable (inout ModelRun) throws -> Void
  }

  static let operations: [Operation] = [
    Operation(weight: 500) { $0.record() },
    Operation(weight: 180) { $0.edit() },
    Operation(weight: 70) { $0.confirm() },
    Operation(weight: 170) { $0.remove() },
    Operation(weight: 50) { $0.setProfile() },
    Operation(weight: 15) { try $0.saveAndLoad() },
    Operation(weight: 14) { try $0.adopt() },
    Operation(weight: 1) { $0.eraseAll() },
  ]

  var generator: SeededGenerator
  var memory: LedgerMemory
  var slow: SlowLedger
  /// The present (s), which moves on by up to `step` before each operation.
  var now: Int64
  private let step: Int64
  /// How far back drinks are still recorded (s).
  private let reach: Int64
  /// Percent of drinks that are plans or have no date.
  private let uncountedShare: Int
  /// Whether most drinks hold 10 g, so that sums pass 2^32 - 1 µg.
  private let isHeavy: Bool
  private let changesProfiles: Bool
  private var number = 0
  /// What differed first.
  private(set) var failure: String?
  /// Refusals and changes by name, to see that a run is no idle one.
  private(set) var outcomes: [String: Int] = [:]

  init(seed: UInt64) throws {
    generator = SeededGenerator(seed: seed)
    isHeavy = generator.chance(15)
    step =
      isHeavy
      ? generator.one(of: [20, 300]) : generator.one(of: [20, 300, 600, 600, 3_000, 40_000])
    let capacity = generator.one(of: [1, 2, 3, 5, 8, 12, 20, 40])
    changesProfiles = generator.chance(50)
    uncountedShare = generator.one(of: [0, 10, 20, 40])
    reach = generator.one(of: [4_000, step * Int64(capacity) + 4_000])
    // The last seconds that a record may bear come in the last tenth of the run.
    now = generator.one(of: [0, Drink.morning, Drink.morning, Drink.endOfTime - 4_500 * step])
    // A day's total comes before any sum but where little of several days is eliminated.
    let first = isHeavy ? profile(420, 720_000) : ModelRun.randomProfile(&generator)
    let configuration = Configuration(
      profile: first.isValid ? first : .adult, deviceID: generator.chance(90) ? testDevice : 0,
      clockFloor: Timestamp(generator.chance(20) ? now + 20 * step : 0),
      dailyLimit: generator.one(of: [.zero, .milligrams(200), .milligrams(400)]),
      dayStart: generator.one(of: [0, 0, 240, 1_439]))
    memory = try LedgerMemory(capacity: capacity, configuration: configuration)
    slow = SlowLedger(configuration, capacity: capacity)
  }

  /// Does the next operation and compares the lists, and one answer at every so many operations.
  mutating func advance(askingEvery interval: Int) {
    now += generator.pick(0...step)
    var chosen = generator.pick(1...ModelRun.operations.reduce(0) { $0 + $1.weight })
    for operation in ModelRun.operations where chosen > 0 {
      chosen -= operation.weight
      if chosen <= 0 { attempt(operation.run) }
    }
    if failure == nil { compareLists() }
    if failure == nil, number % interval == 0 {
      let question = ModelRun.questions[number / interval % ModelRun.questions.count]
      let before = memory.bytes
      attempt(question)
      expect(memory.bytes == before, "a question changed bytes")
    }
    number += 1
  }

  // MARK: - Judging

  /// What a call did: a receipt, nothing, or an error.
  private enum Outcome: Equatable {
    case receipt(Receipt)
    case done
    case error(CaffeineError)

    init(_ call: () throws(CaffeineError) -> Receipt?) {
      do throws(CaffeineError) {
        let receipt = try call()
        self = receipt.map(Outcome.receipt) ?? .done
      } catch {
        self = .error(error)
      }
    }
  }

  /// What is thrown past a comparison is a difference too.
  private mutating func attempt(_ step: (inout ModelRun) throws -> Void) {
    do { try step(&self) } catch { expect(false, "\(error)") }
  }

  /// Keeps the first thing that differs.
  mutating func expect(_ condition: Bool, _ text: @autoclosure () -> String) {
    if !condition, failure == nil { failure = "operation \(number): \(text())" }
  }

  /// Counts what happened.
  mutating func count(_ name: String) { outcomes[name, default: 0] += 1 }

  /// Does the same to both ledgers; a refusal must leave every byte.
  private mutating func both(
    _ what: @autoclosure () -> String,
    _ fast: (Ledger) throws(CaffeineError) -> Receipt?,
    _ slowly: (inout SlowLedger) throws(CaffeineError) -> Receipt?
  ) {
    let before = memory.bytes
    let outcome = Outcome { () throws(CaffeineError) in try fast(memory.ledger) }
    var copy = slow
    var expected = Outcome { () throws(CaffeineError) in try slowly(&copy) }
    if outcome != expected, copy.wasClose {
      copy = slow
      copy.takesCloseSums.toggle()
      expected = Outcome { () throws(CaffeineError) in try slowly(&copy) }
    }
    slow = copy
    expect(outcome == expected, "\(what()): \(outcome), expected \(expected)")
    if case .error(let error) = outcome {
      expect(memory.bytes == before, "\(what()): \(error) changed bytes")
      count("\(error)")
    } else if case .receipt(let receipt) = outcome {
      count("\(receipt.change)")
    }
  }

  private mutating func compareLists() {
    let memory = memory, slow = slow
    expect(memory.guardHolds, "a write past the memory")
    expect(memory.drinks == slow.drinks, "list \(memory.drinks), expected \(slow.drinks)")
    let folded = memory.ledger.foldTime?.seconds
    expect(folded == slow.foldTime, "fold time \(folded ?? -1), expected \(slow.foldTime ?? -1)")
    let open = memory.ledger.oldestOpenTime.seconds
    expect(open == slow.oldestOpenTime, "oldest open \(open), expected \(slow.oldestOpenTime)")
  }

  // MARK: - Operations

  private mutating func record() {
    let drink = randomDrink(), clock = clock()
    both("record \(drink) at \(clock)") { ledger throws(CaffeineError) in
      try ledger.record(drink, now: Timestamp(clock))
    } _: { slow throws(CaffeineError) in
      try slow.record(drink, now: clock, isEdit: false)
    }
  }

  private mutating func edit(_ drink: Drink? = nil) {
    var edited = drink ?? randomDrink()
    if drink == nil, let listed = slow.drinks.randomElement(using: &generator),
      generator.chance(90)
    {
      edited.id = listed.id
      let revision = listed.revision
      edited.revision = generator.one(of: [0, 0, 0, revision, revision &+ 1, revision &- 1])
      if generator.chance(10) {
        // All but the revision, the kind and the source is as it was.
        (edited.time, edited.dose, edited.duration) = (listed.time, listed.dose, listed.duration)
        (edited.flags, edited.utcOffset) = (listed.flags, listed.utcOffset)
      }
    }
    let clock = clock()
    both("edit \(edited) at \(clock)") { ledger throws(CaffeineError) in
      try ledger.edit(edited, now: Timestamp(clock))
    } _: { slow throws(CaffeineError) in
      try slow.record(edited, now: clock, isEdit: true)
    }
  }

  /// A plan was drunk, or it turns out when an undated drink was.
  private mutating func confirm() {
    guard var drink = slow.drinks.filter(\.isUncounted).randomElement(using: &generator) else {
      return record()
    }
    if drink.isUndated || generator.chance(50) {
      drink.time = Timestamp(max(0, now - generator.pick(0...3_000)))
    }
    drink.flags.subtract([.planned, .timeUnset])
    drink.revision = 0
    edit(drink)
  }

  private mutating func remove() {
    let listed = slow.drinks.randomElement(using: &generator)
    let id = generator.chance(90) ? listed?.id ?? randomID() : randomID()
    let revision = generator.chance(60) ? 0 : (listed?.revision ?? 1) &+ generator.pick(0...2) &- 1
    let source = generator.pick(0...2) as UInt8
    both("remove \(id), revision \(revision), source \(source)") { ledger throws(CaffeineError) in
      try ledger.remove(id, revision: revision, source: source)
    } _: { slow throws(CaffeineError) in
      try slow.remove(id, revision: revision, source: source)
    }
  }

  private mutating func setProfile() {
    guard changesProfiles else { return record() }
    let profile = ModelRun.randomProfile(&generator)
    let time = generator.chance(20) ? nil : now + generator.pick(-reach...max(4_000, 8 * step))
    both("\(profile) from \(time.map(String.init) ?? "the start")") {
      ledger throws(CaffeineError) in
      try ledger.setProfile(profile, from: time.map { Timestamp($0) })
      return nil
    } _: { slow throws(CaffeineError) in
      try slow.setProfile(profile, from: time)
      return nil
    }
  }

  /// The life goes on in another memory.
  private mutating func saveAndLoad() throws {
    let saved = try memory.saved()
    let other = try LedgerMemory(capacity: slow.capacity, configuration: slow.configuration)
    expect(try other.load(saved) == 0, "load left records out")
    expect(other.bytes == memory.bytes, "the loaded ledger has other bytes")
    memory = other
    count("loaded")
  }

  /// A reset, after which the limits may be others.
  private mutating func adopt() throws {
    if generator.chance(50) {
      slow.configuration.dailyLimit = generator.one(of: [.zero, .milligrams(200), .milligrams(400)])
      slow.configuration.cup = generator.one(of: [.milligrams(96), .micrograms(1)])
    }
    let before = memory.contents
    _ = try Ledger(
      adopting: memory.memory, byteCount: memory.byteCount, configuration: slow.configuration)
    let start = MemoryLayout<Header>.offset(of: \.configuration) ?? 0
    let end = start + MemoryLayout<Configuration>.size
    let after = memory.contents
    expect(
      after[..<start] == before[..<start] && after[end...] == before[end...], "adopt changed bytes")
    count("adopted")
  }

  private mutating func eraseAll() {
    memory.ledger.eraseAll()
    slow.eraseAll()
    count("erased")
  }

  // MARK: - Random arguments

  static func randomProfile(_ generator: inout SeededGenerator) -> Profile {
    let absorption = generator.one(of: [0, 0, 30, 420, 420, 1_800, 3_600, 86_400, 29]) as UInt32
    if absorption >= 1_800, generator.chance(40) {
      return profile(absorption, absorption + generator.pick(0...2))
    }
    return profile(
      absorption, generator.one(of: [1_800, 3_600, 18_000, 18_001, 100_000, 720_000, 1_799]))
  }

  /// What a caller says that the time is.
  mutating func clock() -> Int64 {
    if generator.chance(3) {
      return generator.one(of: [0, slow.configuration.clockFloor.seconds - 1])
    }
    return now + generator.one(of: [0, 0, 300, 5_000])
  }

  private mutating func randomID() -> DrinkID {
    if generator.chance(60) { return .unassigned }
    let low = generator.pick(1...40) as UInt64
    return generator.chance(90)
      ? .test(low) : DrinkID(high: generator.one(of: [0, .max]), low: low)
  }

  private mutating func randomDrink() -> Drink {
    var flags: Flags = []
    if generator.chance(5) { flags.insert(.unknownDose) }
    if generator.chance(12) { flags.insert(.estimated) }
    if generator.chance(isHeavy ? 90 : 4) { flags.insert(.meant) }
    if generator.pick(1...400) == 1 { flags.insert(Flags(rawValue: 1 << generator.pick(5...31))) }
    var time = now + generator.pick(-reach...400)
    if generator.chance(uncountedShare) {
      if generator.chance(65) {
        flags.insert(.planned)
        time = now + generator.pick(-reach...2 * reach + 20_000)
      } else {
        flags.insert(.timeUnset)
        let last: Int64 = 2_147_483_647
        time = generator.one(of: [generator.pick(0...100_000), now & last, last, last + 1])
      }
      if generator.chance(1) { flags.formUnion([.planned, .timeUnset]) }
    }
    if !flags.contains(.timeUnset), generator.chance(5),
      let other = slow.drinks.randomElement(using: &generator)
    {
      // At one second with another drink's start or end.
      time = generator.chance(50) ? other.time.seconds : other.end.seconds
    }
    var dose = generator.pick(0...300_000) as UInt32
    if flags.contains(.meant), isHeavy { dose = generator.pick(9_000_000...10_000_000) }
    if generator.chance(3) { dose = generator.one(of: [1_200_001, 10_000_000, 10_000_001]) }
    if flags.contains(.unknownDose) { dose = generator.chance(95) ? 0 : 1 }
    let durations: [UInt32] = [1, 60, 900, 7_200, 43_200, generator.pick(1...43_201)]
    var revision = generator.chance(70) ? 0 : generator.pick(1...4) as UInt32
    if generator.pick(1...2_000) == 1 { revision = .max }
    return Drink(
      id: randomID(), time: Timestamp(time), dose: Amount(micrograms: dose),
      duration: generator.chance(40) ? generator.one(of: durations) : 0, revision: revision,
      flags: flags,
      utcOffset: generator.pick(1...200) == 1
        ? 1_081 : generator.one(of: [0, 0, 120, -300, 1_080, -1_080]),
      kind: generator.pick(0...2), source: generator.pick(0...2))
  }
}
