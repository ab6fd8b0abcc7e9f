/// Gut and body at a time.
@frozen
public struct Amounts: Equatable, Sendable {
  /// Swallowed, not yet absorbed.
  public var gut: Amount
  /// In the body.
  public var body: Amount
  /// How far to trust it.
  public var flags: Flags
}

/// The largest amount in the body over a stretch of time.
@frozen
public struct Peak: Equatable, Sendable {
  /// The first second at which it is reached.
  public var time: Timestamp
  /// The amount then.
  public var body: Amount
  /// How far to trust it.
  public var flags: Flags
}

/// A time that answers a question.
@frozen
public struct Moment: Equatable, Sendable {
  /// The time.
  public var time: Timestamp
  /// How far to trust it.
  public var flags: Flags
}

/// The largest dose that a question allows.
@frozen
public struct Allowance: Equatable, Sendable {
  /// The dose.
  public var dose: Amount
  /// How far to trust it.
  public var flags: Flags
}

/// The area under the body amount.
@frozen
public struct Area: Equatable, Sendable {
  /// The area (µg·s).
  public var microgramSeconds: UInt64
  /// How far to trust it.
  public var flags: Flags
}

/// An estimate of the concentration in blood plasma.
@frozen
public struct Concentration: Equatable, Sendable {
  /// Concentration (ng/mL); studies of the same dose differ by 60 %.
  public var nanogramsPerMilliliter: UInt32
  /// How far to trust it.
  public var flags: Flags
}
