// The layout of a ledger's memory: Header | changes | tombstones | folded days | drinks | ends | aliases.
// One more place for a drink exists: a record is tried in it before anything is folded or taken out. No
// field is padded and unused space is zero, so that equal ledgers have equal bytes.

/// Everything of a ledger but its arrays.
struct Header {
  /// Marks initialised memory and its layout: counts up whenever a field moves or means another thing.
  static let mark: UInt32 = 0xCAFF_E106
  /// Where the front and the state after the last event lie (bytes): LayoutTests compares them.
  static let frontOffset = 24
  static let lastOffset = 184
  /// Where the four counts lie, likewise.
  static let countsOffset = 4
  /// From the state after the last event up to here, all is worked out anew after each change.
  static let configurationOffset = lastOffset + MemoryLayout<ChainState>.size + 16
  /// Where the peers' numbers lie, likewise.
  static let acknowledgedOffset = frontOffset + MemoryLayout<ChainState>.size + 16
  static let receivedOffset = acknowledgedOffset + 24
  /// What a saved ledger keeps of the header: the front but for what its half-lives make of themselves,
  /// up to the state after the last event.
  static let keptOffset = frontOffset + ChainState.keptOffset
  static let keptSize = lastOffset - keptOffset
  /// How much of it is the front (bytes).
  static let frontSize = acknowledgedOffset - keptOffset - 16

  var mark: UInt32
  /// How many there are of what a saved ledger has a record each for, in the order of their kinds.
  var changeCount: Int32
  var tombstoneCount: Int32
  var count: Int32
  var aliasCount: Int32
  /// Which peer's changes are being taken in, as in a stamp; 0 between calls.
  var origin: UInt32
  /// The chain where it begins: all that folding swallowed.
  var front: ChainState
  /// The second half of the last id assigned.
  var idCounter: UInt64
  var sync: SyncState
  /// The chain after the last event: bit for bit what walking from the front gives.
  var last: ChainState
  /// The earliest plan's time, `.max` without any: from then on it is due.
  var dueFrom: Int64
  /// `undated` if a listed drink has no date.
  var undated: UInt32
  /// Drinks that fit.
  var capacity: Int32
  /// From here to the host's words lies what a ledger keeps when it is emptied.
  var configuration: Configuration
  /// The host's own words: its lock, unlock, user and log pointers.
  var hostWords: (UInt, UInt, UInt, UInt)
}

/// How far the ledger's changes went, and how far they came with each peer.
struct SyncState {
  /// The stamp of the latest change.
  var stamp: UInt32
  /// The greatest stamp of a removal or a folded drink that is not kept any more.
  var lost: UInt32
  /// Up to which stamp each peer has everything; the lowest three bits are set once it said so.
  var acknowledged: (UInt32, UInt32, UInt32, UInt32)
  /// A bit for each peer there is.
  var peers: UInt32
  /// A byte for each peer: whose changes it hears of from others (`Ledger.addPeer`).
  var links: UInt32
  /// The peers' own anchors: up to where their pages are kept here.
  var received: (UInt64, UInt64, UInt64, UInt64)
}

/// From its second on, another profile holds.
struct ProfileChange {
  static let capacity: Int32 = 8

  var time: Int64
  var profile: Profile
}

/// What is kept of a removed drink, so that an older copy of it does not return.
struct Tombstone {
  static let capacity: Int32 = 16
  /// Where `source` lies (bytes): LayoutTests compares it.
  static let sourceOffset = 24

  /// These lie as a drink's.
  var stamp: UInt32
  var revision: UInt32
  var id: DrinkID
  var source: UInt32
  var reserved: UInt32
}

/// Another store's id for a drink.
package struct Alias {
  var alias: DrinkID
  var id: DrinkID

  package init(alias: DrinkID, id: DrinkID) {
    self.alias = alias
    self.id = id
  }
}

/// What drinks of one local date add up to: the folded ones in memory, all of them on the way.
///
/// In memory each lies at its date modulo 15 (`addToFoldedDays`).
struct FoldedDay {
  /// Days kept: the latest date and the 14 before it.
  static let capacity: Int32 = 15
  /// Set in `unknowns` where an estimated dose is among the drinks.
  static let estimated: UInt32 = 1 &<< 31

  var date: Int32
  /// The sum of the known doses (µg).
  var total: UInt32
  /// Drinks; 0: an empty place.
  var drinks: UInt32
  /// Drinks of unknown dose; the top bit is `estimated`.
  var unknowns: UInt32

  /// Adds another sum of the same date.
  ///
  /// - Returns: False if the total would pass 2^32 - 1 µg.
  @inline(never)
  mutating func add(_ other: UnsafePointer<FoldedDay>) -> Bool {
    let sum = total.addingReportingOverflow(other.pointee.total)
    total = sum.partialValue
    drinks = drinks &+ other.pointee.drinks
    let isEstimated = (unknowns | other.pointee.unknowns) & FoldedDay.estimated
    unknowns = (unknowns &+ other.pointee.unknowns) & ~FoldedDay.estimated | isEstimated
    return !sum.overflow
  }
}

extension Ledger {
  static var changesOffset: Int { MemoryLayout<Header>.stride }
  static var tombstonesOffset: Int {
    changesOffset &+ MemoryLayout<ProfileChange>.stride &* Int(ProfileChange.capacity)
  }
  private static var daysOffset: Int {
    tombstonesOffset &+ MemoryLayout<Tombstone>.stride &* Int(Tombstone.capacity)
  }
  /// Bytes before the first drink.
  static var drinksOffset: Int {
    daysOffset &+ MemoryLayout<FoldedDay>.stride &* Int(FoldedDay.capacity)
  }

  /// Bytes of a ledger for so many drinks and aliases.
  @inline(never)
  static func size(_ capacity: UInt32, _ aliases: UInt32) -> UInt32 {
    let places =
      UInt32(truncatingIfNeeded: drinksOffset &+ MemoryLayout<Drink>.stride)
      &+ UInt32(truncatingIfNeeded: MemoryLayout<Drink>.stride) &* capacity
    // A position more, too: a full ledger tries a drink in both orders.
    let listed = (2 &* capacity &+ 9) & ~7
    return places &+ listed &+ UInt32(truncatingIfNeeded: MemoryLayout<Alias>.stride) &* aliases
  }

  @inline(__always)
  private func region<T>(_ offset: Int, _ type: T.Type) -> UnsafeMutablePointer<T> {
    (UnsafeMutableRawPointer(header) + offset).assumingMemoryBound(to: type)
  }

  @inline(__always)
  var changes: UnsafeMutablePointer<ProfileChange> {
    region(Ledger.changesOffset, ProfileChange.self)
  }

  @inline(__always)
  var tombstones: UnsafeMutablePointer<Tombstone> {
    region(Ledger.tombstonesOffset, Tombstone.self)
  }

  @inline(__always)
  var foldedDays: UnsafeMutablePointer<FoldedDay> {
    region(Ledger.daysOffset, FoldedDay.self)
  }

  /// The drinks in the order (time, id).
  @inline(__always)
  var drinks: UnsafeMutablePointer<Drink> {
    region(Ledger.drinksOffset, Drink.self)
  }

  /// Their positions in the order (end, id).
  @inline(never)
  var ends: UnsafeMutablePointer<UInt16> {
    UnsafeMutableRawPointer(drink(header.pointee.capacity &+ 1))
      .assumingMemoryBound(to: UInt16.self)
  }

  /// Other stores' ids.
  var aliases: UnsafeMutablePointer<Alias> {
    region(
      Int(
        truncatingIfNeeded: Ledger.size(UInt32(bitPattern: header.pointee.capacity), 0)),
      Alias.self)
  }
}
