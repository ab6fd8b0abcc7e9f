// Laid out like the C interface's answers, so that a question fills the caller's structure in place.
// LayoutTests compares every offset.

/// Gut and body at a time.
@frozen
public struct Amounts: Equatable, Sendable {
  /// In C the structure's size.
  var size: UInt32 = 0
  /// Swallowed, not yet absorbed.
  public var gut = Amount.zero
  /// In the body.
  public var body = Amount.zero
  /// How far to trust it.
  public var flags: Flags = []
}

/// The largest amount in the body over a stretch of time.
@frozen
public struct Peak: Equatable, Sendable {
  var size: UInt32 = 0
  /// The amount then.
  public var body = Amount.zero
  /// The first second at which it is reached.
  public var time = Timestamp(0)
  var reserved: UInt32 = 0
  /// How far to trust it.
  public var flags: Flags = []
}

/// A time that answers a question.
@frozen
public struct Moment: Equatable, Sendable {
  var size: UInt32 = 0
  var reserved: UInt32 = 0
  /// The time.
  public var time = Timestamp(0)
  var reserved2: UInt32 = 0
  /// How far to trust it.
  public var flags: Flags = []
}

/// The largest dose that a question allows.
@frozen
public struct Allowance: Equatable, Sendable {
  var size: UInt32 = 0
  /// The dose.
  public var dose = Amount.zero
  /// How far to trust it.
  public var flags: Flags = []
}

/// The area under the body amount.
@frozen
public struct Area: Equatable, Sendable {
  var size: UInt32 = 0
  var reserved: UInt32 = 0
  /// The area (µg·s).
  public var microgramSeconds: UInt64 = 0
  var reserved2: UInt32 = 0
  /// How far to trust it.
  public var flags: Flags = []
}

/// An estimate of the concentration in blood plasma.
@frozen
public struct Concentration: Equatable, Sendable {
  var size: UInt32 = 0
  /// Concentration (ng/mL); studies of the same dose differ by 60 %.
  public var nanogramsPerMilliliter: UInt32 = 0
  /// How far to trust it.
  public var flags: Flags = []
}

/// What a local day adds up to.
@frozen
public struct Day: Equatable, Sendable {
  /// How a total stands to the daily limit.
  @frozen
  public enum Status: UInt8, Sendable {
    /// Below four fifths of the limit, or there is none.
    case ok
    /// From four fifths of the limit on.
    case near
    /// Above the limit.
    case over
  }

  var size: UInt32 = 0
  @usableFromInline var statusNumber: Int32 = 0
  /// The date.
  public var date = LocalDate(days: 0)
  /// The total in hundredths of a cup.
  public var cupHundredths: UInt64 = 0
  /// The sum of the known doses.
  public var total = Amount.zero
  /// How many drinks, those of unknown dose included.
  public var drinks: UInt32 = 0
  /// How many of them are of unknown dose.
  public var unknowns: UInt32 = 0
  /// `lowerBound` with drinks of unknown dose, `estimated` with doses from a catalogue, `undated` and, for
  /// today, `due` where drinks are listed that do not count.
  public var flags: Flags = []

  /// How the total stands to the daily limit.
  @inlinable
  public var status: Status { Status(rawValue: UInt8(truncatingIfNeeded: statusNumber)) ?? .ok }
}
