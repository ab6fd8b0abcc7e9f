/// One drink as the ledger keeps it.
///
/// Laid out like the C interface's `caffeine_drink`, so that a drink crosses without being copied.
@frozen
public struct Drink: Sendable {
  /// In C the structure's size; in a ledger the number of its latest change, for the peers.
  @usableFromInline var stamp: UInt32 = 0
  /// Counts the versions of this drink; 0: the ledger assigns the next one.
  public var revision: UInt32
  /// Names the drink in every store; all zero in `record`: the ledger assigns one.
  public var id: DrinkID
  /// When the drink began, 0 to before 2200-01-01.
  public var time: Timestamp
  /// What it holds, at most 10 g; zero where the flags say that it is unknown.
  public var dose: Amount
  /// How long drinking took (s), 0 (at once) to 43 200.
  public var duration: UInt32
  /// What is known about the drink.
  public var flags: Flags
  /// Local time less UTC where the drink was taken (min), -1 080 to 1 080.
  public var utcOffset: Int16
  /// What it was: a preset's number, or the host's own from 128.
  public var kind: UInt8
  /// Who wrote this revision: the host's number for a device or an app.
  public var source: UInt8

  /// Creates a drink; the ledger checks every field when it is recorded.
  @inlinable
  public init(
    id: DrinkID = .unassigned, time: Timestamp, dose: Amount, duration: UInt32 = 0,
    revision: UInt32 = 0, flags: Flags = [], utcOffset: Int16 = 0, kind: UInt8 = 0,
    source: UInt8 = 0
  ) {
    self.id = id
    self.time = time
    self.dose = dose
    self.duration = duration
    self.revision = revision
    self.flags = flags
    self.utcOffset = utcOffset
    self.kind = kind
    self.source = source
  }

  /// When the last of it was swallowed.
  @inlinable
  public var end: Timestamp { Timestamp(time.seconds &+ Int64(duration)) }
}

extension Drink: Equatable {
  /// Compares all that a caller sees.
  @inlinable
  public static func == (a: Drink, b: Drink) -> Bool {
    a.revision == b.revision && a.id == b.id && a.time == b.time && a.dose == b.dose
      && a.duration == b.duration && a.flags == b.flags && a.utcOffset == b.utcOffset
      && a.kind == b.kind && a.source == b.source
  }
}

// MARK: - What is accepted

extension Drink {
  /// Largest dose of one drink (µg): 10 g.
  public static var largestDose: UInt32 { 10_000_000 }

  /// Above this dose (µg) a drink is taken for a slip of the finger unless it is `.meant`.
  ///
  /// - Source: FDA: toxic effects at about 1 200 mg taken quickly.
  public static var suspiciousDose: UInt32 { 1_200_000 }

  /// Longest duration (s): 12 h.
  public static var longestDuration: UInt32 { 43_200 }

  /// The first second after the last time a drink may have: 2200-01-01 00:00 UTC.
  public static var endOfTime: Int64 { 7_258_118_400 }

  /// The first second of uptime that an undated drink may not have any more: 68 years.
  static var endOfUptime: Int64 { 1 &<< 31 }

  /// Whether a record may bear this time (s).
  static func isRecordable(_ time: Int64) -> Bool {
    UInt64(bitPattern: time) < UInt64(bitPattern: Drink.endOfTime)
  }
}

extension UnsafePointer<Drink> {
  /// Checks what does not depend on any ledger.
  ///
  /// - Returns: Done, or `range` (the dose first), `argument` or `suspicious`.
  @inline(never)
  func check() -> Status {
    let dose = pointee.dose.micrograms, flags = pointee.flags.rawValue
    guard dose <= Drink.largestDose else { return .refused(.range) }
    let known: Flags = [.planned, .timeUnset, .unknownDose, .estimated, .meant]
    guard flags & ~known.rawValue == 0, dose == 0 || flags & Flags.unknownDose.rawValue == 0,
      flags & Flags.uncounted.rawValue != Flags.uncounted.rawValue
    else { return .refused(.argument) }
    let time = pointee.time.seconds
    guard Drink.isRecordable(time), time < Drink.endOfUptime || !isUndated,
      pointee.duration <= Drink.longestDuration,
      UInt32(bitPattern: Int32(pointee.utcOffset) &+ 1_080) <= 2 * 1_080
    else { return .refused(.range) }
    guard dose <= Drink.suspiciousDose || flags & Flags.meant.rawValue != 0 else {
      return .refused(.suspicious)
    }
    return .done
  }

  /// Whether it is neither planned nor without a date.
  @inline(__always)
  var isCounted: Bool { pointee.flags.rawValue & Flags.uncounted.rawValue == 0 }

  /// Whether no clock says when it was.
  @inline(__always)
  var isUndated: Bool { pointee.flags.rawValue & Flags.timeUnset.rawValue != 0 }

  /// What this drink pours in each second (µg/s, Q32.32), cut, so never more than the dose.
  @inline(never)
  var rate: UInt64 {
    (UInt64(pointee.dose.micrograms) &<< 32).divided(by: UInt64(pointee.duration))
  }

  /// The order of what two versions say: positive, zero or negative as with `memcmp`.
  ///
  /// Byte by byte as a record encodes it: time, dose, duration, flags, offset, kind, each
  /// little-endian, as all machines are that this runs on.
  @inline(__always)
  func compareContent(with other: UnsafePointer<Drink>) -> Int32 {
    compareBytes(self, other, Drink.contentStart, Drink.contentEnd)
  }

  /// The order of two ids, likewise.
  @inline(__always)
  func compareID(with other: UnsafePointer<Drink>) -> Int32 {
    compareBytes(self, other, Drink.idStart, Drink.contentStart)
  }
}

/// The order of two runs of bytes: positive, zero or negative as with `memcmp`.
@inline(never)
func compareBytes(
  _ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ start: Int, _ end: Int
) -> Int32 {
  var offset = start
  var difference: Int32 = 0
  while difference == 0, offset < end {
    difference =
      Int32(a.load(fromByteOffset: offset, as: UInt8.self))
      &- Int32(b.load(fromByteOffset: offset, as: UInt8.self))
    offset &+= 1
  }
  return difference
}

extension UnsafeMutablePointer<Drink> {
  /// Whether it is neither planned nor without a date.
  @inline(__always)
  var isCounted: Bool { UnsafePointer(self).isCounted }

  /// Where the drink's id lies.
  @inline(__always)
  var id: UnsafePointer<DrinkID> {
    UnsafeRawPointer(UnsafeMutableRawPointer(self) + Drink.idStart)
      .assumingMemoryBound(to: DrinkID.self)
  }

  /// Copies a drink whole. An assignment would move it field by field, ten loads and ten stores.
  @inline(never)
  func copy(_ drink: UnsafePointer<Drink>) {
    UnsafeMutableRawPointer(self).copyMemory(from: drink, byteCount: MemoryLayout<Drink>.size)
  }
}

extension Drink {
  static var idStart: Int { 8 }

  /// The bytes from `time` to `kind`: all that a version says, in the order of its record.
  static var contentStart: Int { 24 }
  static var contentEnd: Int { 47 }
}
