// What peers are told. Every change has a stamp: a number that only grows, and in its lowest three bits
// the peer it came from (1 to 4; 0: none).
//
// Only 16 removals are remembered, so a drink may come back through a peer that never heard of its
// removal. What prevents it: each version reaches a peer on one way only, and once on that way. Nobody
// is told what it sent itself, nor what a peer sent that it is linked to and hears directly; but what a
// removal takes out here, this ledger tells to all. Pages are taken in their order alone, each once. So
// a page never holds what its receiver had before and may have forgotten, and whether a peer ever had a
// drink is told by its anchor: an older stamp it had, a newer one it did not.

extension Flags {
  /// An entry of a page that says that a drink was removed.
  @inlinable
  public static var removed: Flags { Flags(rawValue: 1 << 5) }
  /// An entry of a window that the peer has already.
  @inlinable
  public static var known: Flags { Flags(rawValue: 1 << 6) }
  /// Both: what no listed drink bears.
  static var entry: Flags { Flags(rawValue: 1 << 5 | 1 << 6) }
}

extension Ledger {
  /// How many peers there are at most.
  public static var largestPeerCount: Int { 4 }

  /// Adds a peer: a phone, say, or a cloud. Adding it again only sets its links anew.
  ///
  /// Each device needs a device id of its own (`Configuration.deviceID`), or two drinks get one id.
  /// - Parameters:
  ///   - peer: The host's number for it, 0 to 3.
  ///   - links: The peers that it exchanges changes with itself, a bit for each: of theirs it hears from
  ///     them. Of the others' it hears from here. Both ends of a link are to be told; links must not form
  ///     a ring but where all in it are linked to each other.
  /// - Throws: `peer` for another number, or for links over 15.
  public func addPeer(_ peer: Int, links: UInt32 = 0) throws(CaffeineError) {
    try addPeer(UInt32(clamping: UInt(bitPattern: peer)), links: links).check()
  }

  /// See `addPeer(_:links:)`.
  package func addPeer(_ peer: UInt32, links: UInt32) -> Status {
    guard peer < 4, links < 16 else { return .refused(.peer) }
    let bit: UInt32 = 1 &<< peer
    if header.pointee.sync.peers & bit == 0 {
      header.pointee.sync.peers |= bit
      // What was lost before, it never had.
      acknowledged(peer).pointee = header.pointee.sync.lost
    }
    // In the peer's byte of links bit p + 1 stands for peer p, as the peer in a stamp does.
    let shift = 8 &* peer
    let others = header.pointee.sync.links & ~(0xFF &<< shift)
    header.pointee.sync.links = others | (links | bit) &<< (shift &+ 1)
    return .done
  }

  /// The next changes that a peer has not heard of, in their order and without those it sent itself.
  ///
  /// Undated drinks are told once they have a date: uptime means nothing elsewhere. Save the ledger before
  /// you send them: what a peer has, this ledger must not forget.
  /// - Parameters:
  ///   - peer: The peer's number.
  ///   - anchor: Where the page before ended, 0 at first; then where this one ends.
  ///   - page: Room for the changes; a removal has the flag `removed` and no content.
  ///   - count: How much room.
  /// - Returns: How many there are; 0: the peer has been told everything.
  /// - Throws: `peer` (no such peer) or `anchor` (a removal or a folded drink after it is not kept any
  ///   more, or it is none of this ledger's: replace the window).
  /// - Complexity: O(`count` of drinks) for each change, no allocation.
  public func changes(
    for peer: Int, after anchor: inout UInt64, into page: UnsafeMutablePointer<Drink>, count: Int
  ) throws(CaffeineError) -> Int {
    var exchange = Exchange(self, peer, page, count)
    let told = withUnsafeMutablePointer(to: &exchange) { $0.tellChanges(after: &anchor) }
    try Status(told < 0 ? told : 0).check()
    return Int(told)
  }

  /// The listed drinks of a window from a position on, for a peer whose anchor is too old.
  ///
  /// Drinks that the peer has already, or hears of from others, bear the flag `known`: it lists them, or
  /// has removed them, or is going to. Undated drinks are not among them. Nothing may change between
  /// the pages of a window, nor between windows that are sent one after another.
  /// - Parameters:
  ///   - window: Its times, and in `after` the anchor that was too old; `anchor` and `known` are set.
  ///   - peer: The peer's number.
  ///   - index: The position to begin at; then the one after the last that was looked at.
  ///   - page: Room for the drinks.
  ///   - count: How much room.
  /// - Returns: How many there are; 0: no more.
  /// - Throws: `peer`, or `tooOld` (it begins at or before the fold time).
  public func tell(
    _ window: inout Window, to peer: Int, from index: inout Int,
    into page: UnsafeMutablePointer<Drink>, count: Int
  ) throws(CaffeineError) -> Int {
    var position = UInt32(clamping: index)
    var exchange = Exchange(self, peer, page, count)
    let told = withUnsafeMutablePointer(to: &exchange) { $0.tell(&window, from: &position) }
    try Status(told < 0 ? told : 0).check()
    index = Int(position)
    return Int(told)
  }

  /// A peer has kept all changes up to an anchor.
  ///
  /// Removals that every peer has kept make room for others without harm.
  /// - Throws: `peer`, or `argument` (an anchor of changes to come).
  public func acknowledge(_ anchor: UInt64, by peer: Int) throws(CaffeineError) {
    try acknowledge(UInt32(clamping: UInt(bitPattern: peer)), anchor).check()
  }

  /// See `acknowledge(_:by:)`.
  package func acknowledge(_ peer: UInt32, _ anchor: UInt64) -> Status {
    guard hasPeer(peer) else { return .refused(.peer) }
    guard anchor <= UInt64(header.pointee.sync.stamp | 7) else { return .refused(.argument) }
    let place = acknowledged(peer)
    if place.pointee < anchor.low | 7 { place.pointee = anchor.low | 7 }
    return .done
  }
}

extension UnsafeMutablePointer<Drink> {
  /// Copies a drink but for its stamp.
  @inline(never)
  func tell(_ drink: UnsafeRawPointer) {
    let stamp = pointee.stamp
    copy(drink.assumingMemoryBound(to: Drink.self))
    pointee.stamp = stamp
  }
}

extension UnsafeMutablePointer<Exchange> {
  /// See `Ledger.changes(for:after:into:count:)`.
  @inline(never)
  package func tellChanges(after anchor: UnsafeMutablePointer<UInt64>) -> Int32 {
    let ledger = pointee.ledger, peer = pointee.peer
    guard ledger.hasPeer(peer) else { return CaffeineError.peer.rawValue }
    // A peer that kept changes once and begins anew may have drinks whose removal is lost.
    var reached = ledger.acknowledged(peer).pointee
    if reached & 7 == 7 { reached = 0 }
    let header = ledger.header
    guard anchor.pointee <= UInt64(header.pointee.sync.stamp | 7),
      (anchor.pointee == 0 ? reached : anchor.pointee.low) >= header.pointee.sync.lost
    else {
      ledger.note(.warning, .sync, "replace the window")
      return CaffeineError.anchor.rawValue
    }
    drink.pointee.flags = .removed
    pointee.known = anchor.pointee.low
    var told: UInt32 = 0
    while told < pointee.count {
      var next = UInt32.max
      let listed = change(
        ledger.drinks, MemoryLayout<Drink>.stride, header.pointee.count, before: &next)
      if let removal = change(
        ledger.tombstones, MemoryLayout<Tombstone>.stride, header.pointee.tombstoneCount,
        before: &next)
      {
        let tombstone = removal.assumingMemoryBound(to: Tombstone.self)
        drink.pointee.revision = tombstone.pointee.revision
        drink.pointee.id = tombstone.pointee.id
        drink.pointee.source = UInt8(truncatingIfNeeded: tombstone.pointee.source)
        entry(told).tell(drink)
      } else if let listed {
        entry(told).tell(listed)
      } else {
        break
      }
      pointee.known = next
      told = told &+ 1
    }
    anchor.pointee = UInt64(pointee.known)
    return Int32(bitPattern: told)
  }

  /// The change with the least stamp after `known`, of some structures so many bytes long, that the peer
  /// is told of from here.
  ///
  /// - Parameter next: Its stamp has to be less; then its stamp.
  @inline(never)
  private func change(
    _ first: UnsafeRawPointer, _ size: Int, _ count: Int32,
    before next: UnsafeMutablePointer<UInt32>
  ) -> UnsafeRawPointer? {
    var found: UnsafeRawPointer?
    var place = first
    var index: Int32 = 0
    while index < count {
      let stamp = place.load(as: UInt32.self)
      if stamp > pointee.known, stamp < next.pointee, pointee.ledger.tells(stamp, pointee.peer) {
        next.pointee = stamp
        found = place
      }
      place += size
      index = index &+ 1
    }
    return found
  }

  /// See `Ledger.tell(_:to:from:into:count:)`.
  @inline(never)
  package func tell(
    _ window: UnsafeMutablePointer<Window>, from index: UnsafeMutablePointer<UInt32>
  ) -> Int32 {
    let ledger = pointee.ledger, peer = pointee.peer
    guard ledger.hasPeer(peer) else { return CaffeineError.peer.rawValue }
    // What is folded would be missing in it, and be taken for removed.
    guard window.pointee.from.seconds > ledger.header.pointee.front.time else {
      return CaffeineError.tooOld.rawValue
    }
    let after = ledger.past(window.pointee.after)
    var told: UInt32 = 0
    while told < pointee.count, index.pointee < UInt32(bitPattern: ledger.header.pointee.count) {
      let drink = UnsafePointer(ledger.drink(Int32(bitPattern: index.pointee)))
      if !drink.isUndated, drink.pointee.time >= window.pointee.from {
        guard drink.pointee.time < window.pointee.until else { break }
        let entry = entry(told)
        entry.tell(drink)
        if drink.pointee.stamp <= after || !ledger.tells(drink.pointee.stamp, peer) {
          entry.pointee.flags.rawValue |= Flags.known.rawValue
        }
        told = told &+ 1
      }
      index.pointee = index.pointee &+ 1
    }
    // Above the latest change's stamp whoever it came from; below `.max`, when stamps have run out.
    window.pointee.anchor = UInt64(ledger.header.pointee.sync.stamp | 4)
    window.pointee.known = ledger.received(peer).pointee
    return Int32(bitPattern: told)
  }
}

extension Ledger {
  /// Whether there is such a peer.
  @inline(never)
  package func hasPeer(_ peer: UInt32) -> Bool {
    peer < 4 && header.pointee.sync.peers &>> peer & 1 != 0
  }

  /// Up to which stamp a peer has everything.
  @inline(never)
  func acknowledged(_ peer: UInt32) -> UnsafeMutablePointer<UInt32> {
    (UnsafeMutableRawPointer(header) + Header.acknowledgedOffset)
      .assumingMemoryBound(to: UInt32.self) + Int(truncatingIfNeeded: peer)
  }

  /// Whether a peer is told of a change from here: it did not send it, and hears of it from no other.
  @inline(never)
  func tells(_ stamp: UInt32, _ peer: UInt32) -> Bool {
    header.pointee.sync.links &>> (8 &* peer &+ (stamp & 7)) & 1 == 0
  }

  /// An anchor that a peer gives; 0 where it is not from this ledger's past.
  @inline(never)
  func past(_ anchor: UInt64) -> UInt32 {
    anchor <= UInt64(header.pointee.sync.stamp | 7) ? anchor.low : 0
  }
}

/// A span of time of which a peer is told every drink, and what the peer has to know to take it over.
///
/// Laid out like `caffeine_window_span`.
@frozen
public struct Window: Equatable, Sendable {
  var size: UInt32 = 0
  var reserved: UInt32 = 0
  /// Its first second; later than the fold time of who tells it.
  public var from: Timestamp
  /// The first second after it.
  public var until: Timestamp
  /// Up to where the peer had kept changes.
  public var after: UInt64
  /// Up to where it has them with this window, where nothing comes after it in time.
  public var anchor: UInt64 = 0
  /// Up to where the peer's own changes are kept by who tells it.
  public var known: UInt64 = 0

  /// Asks for a window; `Ledger.tell(_:to:from:into:count:)` sets the rest.
  public init(from: Timestamp, until: Timestamp = .forever, after: UInt64) {
    self.from = from
    self.until = until
    self.after = after
  }
}
