import CaffeineEngine

/// A promise of the journal that a power cut broke.
struct CutBreach: Error {
  var text: String
}

/// What may be there after a power cut.
struct CutExpectation {
  /// The ledger as it was kept last, and as the call under way would have kept it.
  let before: OwnedLedger
  let after: OwnedLedger
  private let savedBefore: [UInt8]
  private let savedAfter: [UInt8]
  /// The call keeps one change, or none: there is nothing between before and after.
  let isSingle: Bool

  init(before: OwnedLedger, after: OwnedLedger, isSingle: Bool) {
    self.before = before
    self.after = after
    savedBefore = before.saved
    savedAfter = after.saved
    self.isSingle = isSingle
  }

  /// Checks what was mounted: to the byte before or after, or each drink of several as before or after.
  func check(_ mounted: OwnedLedger) throws(CutBreach) {
    let saved = mounted.saved
    if saved == savedBefore || saved == savedAfter { return }
    if isSingle {
      throw CutBreach(text: "neither the ledger before nor after: \(difference(mounted.ledger))")
    }
    try checkBetween(mounted.ledger)
  }

  /// Several changes are kept one by one.
  private func checkBetween(_ ledger: Ledger) throws(CutBreach) {
    let old = before.ledger, new = after.ledger
    var isOld = true, isNew = true
    for id in old.listedIDs + new.listedIDs + ledger.listedIDs {
      let version = ledger.listed(id)
      if version != old.listed(id) { isOld = false }
      if version != new.listed(id) { isNew = false }
      guard version == old.listed(id) || version == new.listed(id) else {
        throw CutBreach(text: "a drink as it never was: \(difference(ledger))")
      }
    }
    for (index, id) in ledger.listedIDs.enumerated() where ledger.index(of: id) != index {
      throw CutBreach(text: "a drink twice")
    }
    // Folding is kept whole or not at all.
    guard
      old.foldTime == new.foldTime
        ? ledger.foldTime == old.foldTime
        : isNew ? ledger.foldTime == new.foldTime : isOld && ledger.foldTime == old.foldTime
    else { throw CutBreach(text: "folded by half: \(difference(ledger))") }
    // How far a peer came is not kept before what it brought.
    let received = try? ledger.received(from: 0)
    guard
      received == (try? old.received(from: 0)) || isNew && received == (try? new.received(from: 0))
    else { throw CutBreach(text: "a peer's page is missing: \(difference(ledger))") }
  }

  private func difference(_ ledger: Ledger) -> String {
    "\(before.ledger.counts) before, \(after.ledger.counts) after, \(ledger.counts) mounted"
  }
}

extension Ledger {
  fileprivate var listedIDs: [DrinkID] { (0..<count).compactMap { drink(at: $0)?.id } }

  fileprivate func listed(_ id: DrinkID) -> Drink? { index(of: id).flatMap { drink(at: $0) } }

  fileprivate var counts: String {
    "\(count) drinks folded to \(foldTime.map { "\($0.seconds)" } ?? "nothing")"
  }
}
