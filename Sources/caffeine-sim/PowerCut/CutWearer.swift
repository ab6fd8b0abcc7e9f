import CaffeineEngine

/// A ledger that changes in all the ways that a journal keeps.
struct CutWearer {
  /// What a change does.
  enum Change: CaseIterable {
    case drink, edit, removal, plan, undated, profile
    case clock, page, alias, counter, several

    /// Whether it is one slot: after a cut it is there whole or absent, and nothing between.
    var isSingle: Bool {
      switch self {
      case .drink, .edit, .removal, .plan, .undated, .profile: true
      case .clock, .page, .alias, .counter, .several: false
      }
    }
  }

  static let configuration: Configuration = {
    var configuration = Configuration(deviceID: 7)
    configuration.aliases = 4
    return configuration
  }()

  let capacity: Int
  var owned: OwnedLedger
  private(set) var random: SplitMix64
  private var now: Int64 = 1_780_000_000
  private var ids: [DrinkID] = []
  private static let phone = UInt64(5)

  /// The same after a reset, with what was mounted, living on otherwise.
  func continued(with mounted: OwnedLedger, seed: UInt64) -> CutWearer {
    var other = self
    other.owned = mounted
    other.random = SplitMix64(seed: seed)
    return other
  }

  init(capacity: Int, seed: UInt64) throws(CaffeineError) {
    self.capacity = capacity
    random = SplitMix64(seed: seed)
    owned = try OwnedLedger(CutWearer.configuration, capacity: capacity)
    try owned.ledger.addPeer(0)
  }

  var ledger: Ledger { owned.ledger }

  /// A ledger as it was set up.
  func emptyLedger() throws(CaffeineError) -> OwnedLedger {
    try OwnedLedger(CutWearer.configuration, capacity: capacity)
  }

  /// A kind of change that is drawn: mostly drinks.
  mutating func draw() -> Change {
    let number = pick(0...21)
    return number < 10 ? .drink : Change.allCases[number % Change.allCases.count]
  }

  mutating func pick(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &random) }

  /// Changes the ledger; what the ledger refuses changes nothing.
  mutating func make(_ change: Change) {
    now += Int64(pick(1...9_000))
    switch change {
    case .drink: drink()
    case .edit: edit()
    case .removal: remove()
    case .plan: record(Drink(time: Timestamp(now + 5_000), dose: .milligrams(80), flags: .planned))
    case .undated:
      record(
        Drink(time: Timestamp(Int64(pick(1...90_000))), dose: .milligrams(50), flags: .timeUnset))
    case .profile:
      let from = pick(0...1) == 0 ? nil : Timestamp(now - Int64(pick(0...30_000)))
      let half = UInt32(pick(1_800...70_000))
      try? ledger.setProfile(
        Profile(absorptionHalfLife: 420, eliminationHalfLife: half), from: from)
    case .clock:
      _ = try? ledger.clockChanged(from: Timestamp(Int64(pick(0...200_000))), to: Timestamp(now))
    case .page: page()
    case .alias:
      guard let id = ids.suffix(5).randomElement(using: &random) else { return }
      try? ledger.alias(DrinkID(high: 99, low: UInt64(pick(1...50))), of: id)
    case .counter:
      // An id is used up, and the drink is gone before it is kept.
      drink()
      if let last = ids.last { _ = try? ledger.remove(last) }
    case .several:
      for _ in 0..<pick(2...8) {
        let kind = pick(0...3)
        if kind < 2 { drink() } else if kind == 2 { edit() } else { remove() }
      }
    }
  }

  private mutating func record(_ drink: Drink) {
    guard let receipt = try? ledger.record(drink, now: Timestamp(now)) else { return }
    ids.append(receipt.id)
    if ids.count > 12 { ids.removeFirst() }
  }

  private mutating func drink() {
    record(
      Drink(
        time: Timestamp(now - Int64(pick(0...20_000))),
        dose: .milligrams(UInt32(pick(1...300))), duration: UInt32(pick(0...3_000)),
        flags: pick(0...1) == 0 ? .estimated : []))
  }

  private mutating func edit() {
    guard let id = ids.randomElement(using: &random), let index = ledger.index(of: id),
      var drink = ledger.drink(at: index)
    else { return }
    drink.dose = .milligrams(UInt32(pick(1...99)))
    drink.revision = 0
    _ = try? ledger.edit(drink, now: Timestamp(now))
  }

  private mutating func remove() {
    guard let id = ids.randomElement(using: &random) else { return }
    _ = try? ledger.remove(id)
  }

  /// The phone's next changes, of drinks that may be known here.
  private mutating func page() {
    var low = UInt64(pick(1...60))
    var page: [Drink] = []
    for index in 0..<pick(1...5) {
      page.append(
        Drink(
          id: DrinkID(high: CutWearer.phone, low: low),
          time: Timestamp(now - Int64(index) * 500), dose: .milligrams(40),
          revision: UInt32(pick(1...9))))
      low += UInt64(pick(1...9))
    }
    guard let after = try? ledger.received(from: 0) else { return }
    _ = try? ledger.apply(&page, count: page.count, from: 0, after: after, anchor: after + 1)
  }

  /// Makes room where the ledger has outgrown the device.
  mutating func makeRoom() {
    if let drink = ledger.drink(at: 0) { _ = try? ledger.remove(drink.id) }
  }
}
