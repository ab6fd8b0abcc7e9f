/// What became of a page's entries.
@frozen
public struct PageResult: Equatable, Sendable {
  var size: UInt32 = 0
  /// Drinks that were not listed before.
  public var added: UInt32 = 0
  /// Listed drinks of which a newer version came.
  public var edited: UInt32 = 0
  /// Drinks that are gone.
  public var removed: UInt32 = 0
  /// Versions that were here already.
  public var unchanged: UInt32 = 0
  /// Older versions than those here, and known drinks that were removed here.
  public var stale: UInt32 = 0
  /// Entries at or before the fold time, or before the end of the drink that a full ledger would fold.
  public var tooOld: UInt32 = 0
  /// 0 so far.
  public var flags: Flags = []
}

extension UnsafeMutablePointer<PageResult> {
  /// Counts an entry's fate: the sums lie in the order of the statuses.
  @inline(never)
  fileprivate func count(_ status: Status) {
    let words = UnsafeMutableRawPointer(self).assumingMemoryBound(to: UInt32.self)
    var place = Int(status.rawValue)
    if place <= 0 { place = place == 0 ? 4 : status == .refused(.stale) ? 5 : 6 }
    words[place] = words[place] &+ 1
  }

  /// Copies all but the size.
  @inline(never)
  fileprivate func tell(_ counts: UnsafePointer<PageResult>) {
    let size = pointee.size
    pointee = counts.pointee
    pointee.size = size
  }
}

extension Ledger {
  /// Takes in a page of a peer's changes, whole or not at all.
  ///
  /// The greater version of each drink wins, whatever the order of pages: twice is once. A time ahead
  /// of the clock here is the peer's affair, so now is not asked for.
  /// - Parameters:
  ///   - page: The changes, each under its id and revision; a removal has the flag `removed`.
  ///   - count: How many.
  ///   - peer: Who sent them.
  ///   - after: The anchor that the peer was asked with.
  ///   - anchor: Where its page ends, in its own terms: kept with the page (`received(from:)`).
  /// - Returns: What became of them; a page that ends where others came before changes nothing.
  /// - Throws: `peer`, `anchor` (it does not go on from `received(from:)`: ask again from there),
  ///   `argument` (an entry without id, revision or date, an id twice, a flag; `anchor` before `after`),
  ///   `range` or `suspicious` (an entry that no ledger takes), `range` (a sum could pass 2^32 - 1 µg),
  ///   all with every byte as it was; or `full` (no room for a plan, or plans and undated
  ///   drinks alone fill the ledger): what came before in the page is kept, the anchor is not.
  /// - Complexity: O(page² + page · `count`), no allocation.
  public func apply(
    _ page: UnsafePointer<Drink>, count: Int, from peer: Int, after: UInt64, anchor: UInt64
  ) throws(CaffeineError) -> PageResult {
    var result = PageResult()
    var exchange = Exchange(self, peer, UnsafeMutablePointer(mutating: page), count)
    try withUnsafeMutablePointer(to: &exchange) {
      $0.apply(after: after, anchor, into: &result)
    }.check()
    return result
  }

  /// Takes over a peer's window: where an anchor is too old, removals may be missing.
  ///
  /// Drinks in the window that the peer does not list were removed there if it had them: if they came
  /// from it, or were told to it before it told the window. What came from another peer that is linked
  /// to it is settled with that one. Known entries that are not listed here were removed here, and do
  /// not rise. A window that ends in `.forever` moves `received(from:)`.
  /// - Parameters:
  ///   - window: As it was told.
  ///   - page: All drinks in the window, as `tell(_:to:from:into:count:)` gives them.
  ///   - count: How many.
  ///   - peer: Whose window it is.
  /// - Returns: What became of them; drinks removed here count as removed.
  /// - Throws: As `apply`, `anchor` if the window was told for another anchor than `received(from:)`, and
  ///   `argument` for an entry outside the window, a removal, or a window that ends before it begins.
  public func replace(
    _ window: Window, with page: UnsafePointer<Drink>, count: Int, from peer: Int
  ) throws(CaffeineError) -> PageResult {
    var result = PageResult()
    var exchange = Exchange(self, peer, UnsafeMutablePointer(mutating: page), count)
    try withUnsafePointer(to: window) { window in
      withUnsafeMutablePointer(to: &exchange) { $0.replace(window, into: &result) }
    }.check()
    return result
  }

  /// Up to where a peer's pages are kept here, in its own terms; 0 at first.
  ///
  /// - Throws: `peer`.
  public func received(from peer: Int) throws(CaffeineError) -> UInt64 {
    let peer = UInt32(clamping: UInt(bitPattern: peer))
    guard hasPeer(peer) else { throw .peer }
    return received(peer).pointee
  }

  /// Where that is kept.
  @inline(never)
  package func received(_ peer: UInt32) -> UnsafeMutablePointer<UInt64> {
    (UnsafeMutableRawPointer(header) + Header.receivedOffset)
      .assumingMemoryBound(to: UInt64.self) + Int(truncatingIfNeeded: peer)
  }
}

// MARK: - Steps

extension UnsafeMutablePointer<Exchange> {
  /// See `Ledger.apply(_:count:from:after:anchor:)`.
  @inline(__always)
  package func apply(
    after: UInt64, _ anchor: UInt64, into result: UnsafeMutablePointer<PageResult>
  ) -> Status {
    pointee.after = after
    pointee.anchor = anchor
    return take(into: result)
  }

  /// See `Ledger.replace(_:with:count:from:)`.
  @inline(__always)
  package func replace(
    _ window: UnsafePointer<Window>, into result: UnsafeMutablePointer<PageResult>
  ) -> Status {
    pointee.window = window
    return take(into: result)
  }

  /// Takes in a page: changes, or what is in a window.
  @inline(never)
  private func take(into result: UnsafeMutablePointer<PageResult>) -> Status {
    if let window = pointee.window {
      guard window.pointee.from <= window.pointee.until else { return .refused(.argument) }
      pointee.after = window.pointee.after
      pointee.anchor = window.pointee.anchor
    }
    var status = check()
    if status.isRefusal { return status }
    let received = pointee.ledger.received(pointee.peer), window = pointee.window
    let anchor = pointee.anchor, after = pointee.after
    guard window != nil || anchor >= after else { return .refused(.argument) }
    if after == received.pointee {
      if let window { clear(window) }
      status = takeIn()
      if status.isRefusal { return status }
      if window == nil || window.unsafelyUnwrapped.pointee.until == .forever {
        received.pointee = anchor
      }
    } else {
      // It was kept already, or one before it was not.
      guard window == nil, anchor <= received.pointee else { return .refused(.anchor) }
      counts.pointee.unchanged = pointee.count
    }
    result.tell(counts)
    return status
  }

  /// Removes what the peer had and does not list in its window.
  @inline(never)
  private func clear(_ window: UnsafePointer<Window>) {
    let ledger = pointee.ledger
    pointee.known = ledger.past(window.pointee.known)
    var index = ledger.header.pointee.count
    while index > 0 {
      index = index &- 1
      let listed = ledger.drink(index)
      guard window.holds(listed), had(listed), !lists(listed.id, before: pointee.count)
      else { continue }
      if listed.pointee.stamp & 7 == pointee.peer &+ 1, pointee.anchor < pointee.after {
        // The peer lost its past, not this drink: it hears of it again.
        listed.pointee.stamp = ledger.nextStamp()
        continue
      }
      // It outranks the version here and no other: everywhere the same.
      drink.copy(listed)
      counts.count(ledger.remove(drink))
    }
  }

  /// Checks a page before anything of it is taken in.
  @inline(never)
  private func check() -> Status {
    let ledger = pointee.ledger
    guard ledger.hasPeer(pointee.peer) else { return .refused(.peer) }
    // Were all of them poured on top of what is there at its most, would it fit?
    var sum: UInt64 = 0
    var index: UInt32 = 0
    while index < pointee.count {
      let flags = read(index)
      let status = UnsafePointer(drink).check()
      if status.isRefusal { return status }
      // Uptime means nothing here.
      guard drink.pointee.revision != 0, !drink.pointee.id.isUnassigned,
        !UnsafePointer(drink).isUndated, !lists(drink.id, before: index)
      else { return .refused(.argument) }
      if let window = pointee.window {
        guard flags & Flags.removed.rawValue == 0, window.holds(drink) else {
          return .refused(.argument)
        }
      }
      sum = sum &+ UInt64(drink.pointee.dose.micrograms)
      index = index &+ 1
    }
    guard sum.high == 0, ledger.hasRoom(for: sum.low) else { return .refused(.range) }
    while index > 0 {
      index = index &- 1
      guard ledger.isDayInRange(of: entry(index), plus: sum.low) else { return .refused(.range) }
    }
    return .done
  }

  /// Copies an entry as the drink that it is of.
  ///
  /// - Returns: Its flags, those of an entry included.
  @inline(never)
  private func read(_ index: UInt32) -> UInt32 {
    let entry = UnsafePointer(entry(index))
    drink.copy(entry)
    drink.pointee.id = pointee.ledger.id(of: entry).pointee
    drink.pointee.flags.rawValue &= ~Flags.entry.rawValue
    return entry.pointee.flags.rawValue
  }

  /// Whether one of a page's first entries is of a drink.
  @inline(never)
  private func lists(_ id: UnsafePointer<DrinkID>, before end: UInt32) -> Bool {
    var index: UInt32 = 0
    while index < end {
      if id.isEqual(pointee.ledger.id(of: entry(index))) { return true }
      index = index &+ 1
    }
    return false
  }

  /// Whether the peer had a change as it is here: it sent it, or was told of it.
  @inline(never)
  private func had(_ change: UnsafePointer<Drink>) -> Bool {
    let stamp = change.pointee.stamp
    return stamp & 7 == pointee.peer &+ 1
      || stamp <= pointee.known && pointee.ledger.tells(stamp, pointee.peer)
  }

  /// Takes in a page that was checked.
  @inline(never)
  private func takeIn() -> Status {
    let ledger = pointee.ledger, tombstones = ledger.tombstones
    var index: UInt32 = 0
    while index < pointee.count {
      let flags = read(index)
      let listed = ledger.find(drink.id), tombstone = ledger.findTombstone(drink.id)
      ledger.header.pointee.origin = pointee.peer &+ 1
      var status: Status
      if flags & Flags.removed.rawValue != 0 {
        // What it takes out here is this ledger's to tell, to all, and so it stays. A removal that
        // follows another lies in another place.
        if listed >= 0 || tombstone >= 0 && tombstones[Int(tombstone)].stamp & 7 == 0 {
          ledger.header.pointee.origin = 0
        }
        status = ledger.remove(drink)
        // One of a drink never heard of is to be remembered all the same.
        if status == .refused(.unknownID) { status = ledger.bury(drink) }
      } else if flags & Flags.known.rawValue != 0, listed < 0 {
        // Known, but not here: removed here, or another tells it.
        status = .refused(.stale)
      } else {
        status = ledger.settle(drink, isEdit: false)
      }
      ledger.header.pointee.origin = 0
      // A drink from before the end of the one that would be folded is too old for it. A plan is not.
      if status == .refused(.full), !drink.isCounted || ledger.firstToFold < 0 { return status }
      counts.count(status)
      if status == .refused(.stale), flags & Flags.removed.rawValue == 0 {
        if tombstone >= 0 {
          // A peer that took over a window does not know of a removal: it is told again, last of all.
          drink.pointee.revision = tombstones[Int(tombstone)].revision
          drink.pointee.source = UInt8(truncatingIfNeeded: tombstones[Int(tombstone)].source)
          ledger.unbury(tombstone)
          _ = ledger.bury(drink)
        } else if pointee.window != nil, listed >= 0, had(ledger.drink(listed)) {
          // It had the version here, removed and forgot it, and took in a lesser one since.
          ledger.drink(listed).pointee.stamp = ledger.nextStamp()
        }
      }
      index = index &+ 1
    }
    return .done
  }
}

extension UnsafePointer<Window> {
  /// Whether a drink has a date in the window.
  @inline(never)
  fileprivate func holds(_ drink: UnsafePointer<Drink>) -> Bool {
    !drink.isUndated && drink.pointee.time >= pointee.from && drink.pointee.time < pointee.until
  }
}

extension Ledger {
  /// Whether a sum of doses fits on top of what is there at its most, with every plan.
  fileprivate func hasRoom(for sum: UInt32) -> Bool {
    var chain = Chain(self)
    chain.begin(plansFrom: .min)
    let room =
      UInt64(UInt32.max) &<< 32 &- chain.state.compartments.sum &- chain.state.pending
    guard sum <= room.high else { return false }
    // It counts as in progress all the while, and never pours in.
    chain.state.pending = chain.state.pending &+ UInt64(sum) &<< 32
    chain.run(to: .max)
    return chain.isInRange
  }
}
