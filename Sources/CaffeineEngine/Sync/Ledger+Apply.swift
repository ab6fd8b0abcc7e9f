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

  /// Counts an entry's fate.
  @inline(never)
  fileprivate mutating func count(_ status: Status) {
    switch status.rawValue {
    case 0: unchanged = unchanged &+ 1
    case 1: added = added &+ 1
    case 2: edited = edited &+ 1
    case 3: removed = removed &+ 1
    case CaffeineError.stale.rawValue: stale = stale &+ 1
    default: tooOld = tooOld &+ 1
    }
  }
}

extension UnsafeMutablePointer<PageResult> {
  /// Copies all but the size.
  @inline(never)
  fileprivate func tell(_ counts: UnsafePointer<PageResult>) {
    let size = pointee.size
    pointee = counts.pointee
    pointee.size = size
  }
}

/// A page's entries, as far apart as their sender says.
package struct Page {
  let start: UnsafeRawPointer?
  let count: UInt32
  let size: UInt32

  @inline(__always)
  package init(_ start: UnsafeRawPointer?, count: UInt32, size: UInt32) {
    self.start = start
    self.count = count
    self.size = size
  }

  @inline(never)
  fileprivate func entry(_ index: UInt32) -> UnsafePointer<Drink> {
    (start.unsafelyUnwrapped + Int(truncatingIfNeeded: index &* size)).assumingMemoryBound(
      to: Drink.self)
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
    let page = Page(
      page, count: UInt32(clamping: count),
      size: UInt32(truncatingIfNeeded: MemoryLayout<Drink>.stride))
    try apply(
      page, from: UInt32(clamping: UInt(bitPattern: peer)), after: after, anchor, into: &result
    ).check()
    return result
  }

  /// See `apply(_:count:from:after:anchor:)`.
  @inline(never)
  package func apply(
    _ page: Page, from peer: UInt32, after: UInt64, _ anchor: UInt64,
    into result: UnsafeMutablePointer<PageResult>
  ) -> Status {
    var status = check(page, from: peer, nil)
    if status.isRefusal { return status }
    guard anchor >= after else { return .refused(.argument) }
    var counts = PageResult()
    if after != received(peer).pointee {
      // It was kept already, or one before it was not.
      guard anchor <= received(peer).pointee else { return .refused(.anchor) }
      counts.unchanged = page.count
      result.tell(&counts)
      return .done
    }
    status = takeIn(page, from: peer, known: 0, &counts)
    if status.isRefusal { return status }
    received(peer).pointee = anchor
    result.tell(&counts)
    return status
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
    let page = Page(
      page, count: UInt32(clamping: count),
      size: UInt32(truncatingIfNeeded: MemoryLayout<Drink>.stride))
    try withUnsafePointer(to: window) {
      replace($0, page, from: UInt32(clamping: UInt(bitPattern: peer)), into: &result)
    }.check()
    return result
  }

  /// See `replace(_:with:count:from:)`.
  @inline(never)
  package func replace(
    _ window: UnsafePointer<Window>, _ page: Page, from peer: UInt32,
    into result: UnsafeMutablePointer<PageResult>
  ) -> Status {
    guard window.pointee.from <= window.pointee.until else { return .refused(.argument) }
    var status = check(page, from: peer, window)
    if status.isRefusal { return status }
    guard window.pointee.after == received(peer).pointee else { return .refused(.anchor) }
    let known = past(window.pointee.known)
    var counts = PageResult()
    var removal = Drink(time: Timestamp(0), dose: .zero)
    var index = header.pointee.count
    while index > 0 {
      index = index &- 1
      let drink = drink(index), from = drink.pointee.stamp & 7
      guard window.holds(drink), had(drink.pointee.stamp, peer, known),
        !lists(page, drink.id, before: page.count)
      else { continue }
      if from == peer &+ 1, window.pointee.anchor < window.pointee.after {
        // The peer lost its past, not this drink: it hears of it again.
        drink.pointee.stamp = nextStamp()
        continue
      }
      // It outranks the version here and no other: everywhere the same.
      copyDrink(at: index, to: &removal)
      counts.count(remove(&removal))
    }
    status = takeIn(page, from: peer, known: known | 1, &counts)
    if status.isRefusal { return status }
    if window.pointee.until == .forever { received(peer).pointee = window.pointee.anchor }
    result.tell(&counts)
    return status
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

extension Ledger {
  /// Checks a page before anything of it is taken in.
  @inline(never)
  private func check(
    _ page: Page, from peer: UInt32, _ window: UnsafePointer<Window>?
  ) -> Status {
    guard hasPeer(peer) else { return .refused(.peer) }
    // Were all of them poured on top of what is there at its most, would it fit?
    var sum: UInt64 = 0
    var drink = Drink(time: Timestamp(0), dose: .zero)
    var index: UInt32 = 0
    while index < page.count {
      let flags = read(page.entry(index), into: &drink)
      let status = withUnsafePointer(to: &drink) { $0.check() }
      if status.isRefusal { return status }
      // Uptime means nothing here.
      guard drink.revision != 0, !drink.id.isUnassigned, !drink.flags.contains(.timeUnset),
        !lists(page, id(of: page.entry(index)), before: index)
      else { return .refused(.argument) }
      if let window {
        guard flags & Flags.removed.rawValue == 0, window.holds(&drink) else {
          return .refused(.argument)
        }
      }
      sum = sum &+ UInt64(drink.dose.micrograms)
      index = index &+ 1
    }
    guard sum.high == 0, hasRoom(for: sum.low) else { return .refused(.range) }
    while index > 0 {
      index = index &- 1
      guard isDayInRange(of: page.entry(index), plus: sum.low) else { return .refused(.range) }
    }
    return .done
  }

  /// Copies an entry as the drink that it is of.
  ///
  /// - Returns: Its flags, those of an entry included.
  @inline(never)
  private func read(
    _ entry: UnsafePointer<Drink>, into drink: UnsafeMutablePointer<Drink>
  ) -> UInt32 {
    drink.copy(entry)
    drink.pointee.id = id(of: entry).pointee
    drink.pointee.flags.rawValue &= ~Flags.entry.rawValue
    return entry.pointee.flags.rawValue
  }

  /// Whether one of a page's first entries is of a drink.
  @inline(never)
  private func lists(_ page: Page, _ id: UnsafePointer<DrinkID>, before end: UInt32) -> Bool {
    var index: UInt32 = 0
    while index < end {
      if id.isEqual(self.id(of: page.entry(index))) { return true }
      index = index &+ 1
    }
    return false
  }

  /// Whether a sum of doses fits on top of what is there at its most, with every plan.
  private func hasRoom(for sum: UInt32) -> Bool {
    var chain = Chain(self)
    chain.begin(plansFrom: .min)
    // It counts as in progress all the while, and never pours in.
    let pending = chain.state.pending &+ UInt64(sum) &<< 32
    let (whole, isOver) = pending.addingReportingOverflow(chain.state.compartments.sum)
    chain.state.pending = pending
    chain.run(to: .max)
    return chain.isInRange && !isOver && whole <= UInt64(UInt32.max) &<< 32
  }

  /// Whether a peer had a change as it is here: it sent it, or was told of it.
  @inline(never)
  private func had(_ stamp: UInt32, _ peer: UInt32, _ known: UInt32) -> Bool {
    stamp & 7 == peer &+ 1 || stamp <= known && tells(stamp, peer)
  }

  /// Takes in a page that was checked.
  ///
  /// - Parameter known: Of a window, up to where its peer has the changes here; else 0.
  @inline(never)
  private func takeIn(
    _ page: Page, from peer: UInt32, known: UInt32, _ counts: UnsafeMutablePointer<PageResult>
  ) -> Status {
    var drink = Drink(time: Timestamp(0), dose: .zero)
    var index: UInt32 = 0
    while index < page.count {
      let flags = read(page.entry(index), into: &drink)
      let listed = find(&drink.id), tombstone = findTombstone(&drink.id)
      var origin = peer &+ 1
      var status: Status
      if flags & Flags.removed.rawValue != 0 {
        // What it takes out here is this ledger's to tell, to all, and so it stays. A removal that
        // follows another lies in another place.
        if listed >= 0 || tombstone >= 0 && tombstones[Int(tombstone)].stamp & 7 == 0 { origin = 0 }
        // One of a drink never heard of is to be remembered all the same.
        status = listed < 0 && tombstone < 0 ? bury(&drink) : remove(&drink)
      } else {
        // Known, but not here: removed here, or another tells it.
        let isGone = flags & Flags.known.rawValue != 0 && listed < 0
        status = isGone ? .refused(.stale) : settle(&drink, isEdit: false)
        if status == .refused(.stale) {
          if tombstone >= 0 {
            remind(tombstone)
          } else if listed >= 0, known != 0, had(self.drink(listed).pointee.stamp, peer, known) {
            // It had the version here, removed and forgot it, and took in a lesser one since.
            self.drink(listed).pointee.stamp = nextStamp()
          }
        }
      }
      // A drink from before the end of the one that would be folded is too old for it. A plan is not.
      if status == .refused(.full),
        !withUnsafePointer(to: &drink, { $0.isCounted }) || firstToFold < 0
      {
        return status
      }
      counts.pointee.count(status)
      if status.rawValue > 0 { mark(&drink, origin) }
      index = index &+ 1
    }
    return .done
  }

  /// Notes where the latest change of a drink came from, so that it is not sent back.
  @inline(never)
  private func mark(_ drink: UnsafeMutablePointer<Drink>, _ origin: UInt32) {
    let index = find(drink.id)
    if index >= 0 {
      self.drink(index).pointee.stamp |= origin
    } else {
      tombstones[Int(header.pointee.tombstoneCount &- 1)].stamp |= origin
    }
  }

  /// A peer that took over a window does not know of a removal: it is told again, last of all.
  private func remind(_ index: Int32) {
    let tombstone = tombstones[Int(index)]
    var drink = Drink(
      id: tombstone.id, time: Timestamp(0), dose: .zero, revision: tombstone.revision,
      source: UInt8(truncatingIfNeeded: tombstone.source))
    unbury(index)
    _ = bury(&drink)
  }
}
