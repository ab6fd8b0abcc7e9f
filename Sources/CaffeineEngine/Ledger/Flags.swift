/// The flags of drinks (low byte) and of answers: one word, numbered for good.
@frozen
public struct Flags: OptionSet, Equatable, Sendable {
  /// The bits.
  public var rawValue: UInt32

  /// Creates a set from its bits.
  @inlinable
  public init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  /// A drink that is only planned.
  @inlinable
  public static var planned: Flags { Flags(rawValue: 1 << 0) }
  /// A drink logged before the clock was ever set; its time counts seconds of uptime.
  @inlinable
  public static var timeUnset: Flags { Flags(rawValue: 1 << 1) }
  /// Drinks that are listed, but whose caffeine is not there, or not yet.
  static var uncounted: Flags { Flags(rawValue: 1 << 0 | 1 << 1) }
  /// A drink of unknown dose.
  @inlinable
  public static var unknownDose: Flags { Flags(rawValue: 1 << 2) }
  /// A drink whose dose comes from a catalogue; an answer on which such a drink bears.
  ///
  /// - Source: measured cups vary 14-fold: Lelo 1986, PMID 3943270.
  @inlinable
  public static var estimated: Flags { Flags(rawValue: 1 << 3) }
  /// A drink above 1.2 g that is no slip of the finger.
  @inlinable
  public static var meant: Flags { Flags(rawValue: 1 << 4) }

  /// An answer that a drink of unknown dose could only raise.
  @inlinable
  public static var lowerBound: Flags { Flags(rawValue: 1 << 8) }
  /// A largest dose or latest time that a drink of unknown dose could only lower.
  @inlinable
  public static var atBest: Flags { Flags(rawValue: 1 << 9) }
  /// A planned drink's time has passed; it is not counted until it is confirmed.
  @inlinable
  public static var due: Flags { Flags(rawValue: 1 << 10) }
  /// Drinks without a date are listed, but not counted.
  @inlinable
  public static var undated: Flags { Flags(rawValue: 1 << 11) }
}
