import CaffeineEngine

/// What must be on the disk: a power cut may come at any time, and leaves nothing else.
extension Witness {
  /// Keeping has succeeded that began when so much was owed.
  func kept(_ owed: [Int: UInt32], _ life: Life) {
    guard life === self.life else { return }
    durable.merge(owed) { $1 }
    checkDisk()
  }

  /// Reads the disk as a start after a power cut would.
  func checkDisk() {
    seenWrites = life.disk.glance { $0.writes }
    guard let drinks = drinksOnDisk() else { return report("what is on the disk cannot be loaded") }
    checkOrder(drinks)
    for (number, dose) in durable where isStill(dose, number) {
      let listed = drinks.first { Int($0.kind) == number }
      guard listed?.dose.micrograms ?? 0 != dose else { continue }
      report("drink \(number) was \(dose == 0 ? "removed" : "kept"), yet the disk has it otherwise")
    }
  }

  /// The phone was told a drink of the wrist: the disk has that version or a later one.
  ///
  /// A ledger that starts without it would give its id, or its revision, to something else.
  func checkIsKept(_ drink: Drink) {
    guard let disk = ledgerOnDisk() else { return }
    func listed() -> Drink? { disk.drinks.first { $0.id == drink.id } }
    if let listed = listed(), listed.revision >= drink.revision { return }
    // Removed since: the ledger takes no version that old any more.
    withExtendedLifetime(disk) { _ = try? disk.ledger.record(drink, now: clock.now) }
    if listed() == nil { return }
    report("the phone has drink \(drink.kind) as the disk does not know it")
  }

  /// The drinks on the disk; nil: it is damaged.
  func drinksOnDisk() -> [Drink]? { ledgerOnDisk()?.drinks }

  private func ledgerOnDisk() -> OwnedLedger? {
    let bytes = life.disk.glance { $0.content } ?? []
    guard let ledger = try? OwnedLedger(Life.configuration, capacity: 256) else { return nil }
    let isSound = withExtendedLifetime(ledger) {
      bytes.withUnsafeBytes { bytes in
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return true }
        return (try? ledger.ledger.load(from: start, size: bytes.count)) != nil
      }
    }
    return isSound ? ledger : nil
  }
}

extension OwnedLedger {
  /// The drinks in the order (time, id).
  fileprivate var drinks: [Drink] {
    // The memory lives as long as this object, and no longer.
    withExtendedLifetime(self) { (0..<ledger.count).compactMap { ledger.drink(at: $0) } }
  }
}
