// The layout of a ledger's memory: Header | changes | tombstones | folded days | drinks.
// One more place for a drink exists: a record is tried in it before anything is folded, and it keeps
// the former version while an edit is tried. No field is padded and unused space is zero, so that equal ledgers have equal bytes.

/// Everything of a ledger but its arrays.
struct Header {
  /// Marks initialised memory and its layout: counts up whenever a field moves or means another thing.
  static let mark: UInt32 = 0xCAFF_E103
  /// Where the front and the state after the last event lie (bytes): LayoutTests compares them.
  static let frontOffset = 32
  static let lastOffset = frontOffset + MemoryLayout<ChainState>.size

  var mark: UInt32
  /// Drinks that fit.
  var capacity: Int32
  var count: Int32
  /// Drinks at the front of the list whose start the front has passed.
  var begun: Int32
  /// The index of the drink with the least (end, id), -1: none.
  var firstToEnd: Int32
  var changeCount: Int32
  var tombstoneCount: Int32
  var reserved: Int32
  /// The chain where it begins: all that folding swallowed.
  var front: ChainState
  /// The chain after the last event: bit for bit what walking from the front gives.
  var last: ChainState
  var configuration: Configuration
  /// The second half of the last id assigned.
  var idCounter: UInt64
  /// The host's own words: its lock, unlock and user pointers.
  var hostWords: (UInt, UInt, UInt, UInt)
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

  var id: DrinkID
  var revision: UInt32
  var source: UInt32
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
  private static var changesOffset: Int { MemoryLayout<Header>.stride }
  private static var tombstonesOffset: Int {
    changesOffset &+ MemoryLayout<ProfileChange>.stride &* Int(ProfileChange.capacity)
  }
  private static var daysOffset: Int {
    tombstonesOffset &+ MemoryLayout<Tombstone>.stride &* Int(Tombstone.capacity)
  }
  /// Bytes before the first drink.
  static var drinksOffset: Int {
    daysOffset &+ MemoryLayout<FoldedDay>.stride &* Int(FoldedDay.capacity)
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
}
