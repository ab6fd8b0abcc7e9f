/// A drink's identity: 16 bytes, compared as bytes.
@frozen
public struct DrinkID: Equatable, Comparable, Sendable {
  /// The bytes in memory order.
  @usableFromInline var words: (UInt64, UInt64)

  /// Creates an id from the numbers that its two halves spell, first byte uppermost.
  @inlinable
  public init(high: UInt64, low: UInt64) {
    words = (high.bigEndian, low.bigEndian)
  }

  /// The first eight bytes as a number, the first byte uppermost.
  @inlinable
  public var high: UInt64 { words.0.bigEndian }

  /// The last eight bytes as a number, the last byte lowermost.
  @inlinable
  public var low: UInt64 { words.1.bigEndian }

  /// All zero: not yet assigned.
  @inlinable
  public static var unassigned: DrinkID { DrinkID(high: 0, low: 0) }

  /// Whether the ledger is to assign an id.
  @inlinable
  public var isUnassigned: Bool { words.0 | words.1 == 0 }

  /// Orders ids as their bytes.
  @inlinable
  public static func < (a: DrinkID, b: DrinkID) -> Bool {
    a.high != b.high ? a.high < b.high : a.low < b.low
  }

  /// Compares ids.
  @inlinable
  public static func == (a: DrinkID, b: DrinkID) -> Bool {
    (a.words.0 ^ b.words.0) | (a.words.1 ^ b.words.1) == 0
  }
}
