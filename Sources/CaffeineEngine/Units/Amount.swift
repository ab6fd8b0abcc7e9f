/// A dose, or an amount of caffeine in the gut or the body, in whole micrograms (µg).
///
/// An integer crosses any calling convention and prints the same on every machine.
@frozen
public struct Amount: Equatable, Comparable, Sendable {
  /// The amount in µg, 0 to 4 294 967 295.
  public var micrograms: UInt32

  /// Creates an amount from whole micrograms (µg).
  @inlinable
  public init(micrograms: UInt32) {
    self.micrograms = micrograms
  }

  /// No caffeine.
  @inlinable
  public static var zero: Amount { Amount(micrograms: 0) }

  /// Creates an amount from whole micrograms (µg).
  @inlinable
  public static func micrograms(_ value: UInt32) -> Amount {
    Amount(micrograms: value)
  }

  /// Creates an amount from whole milligrams (mg), at most 4 294 967 mg.
  ///
  /// A larger number gives the largest amount, which every ledger rejects as out of range.
  @inlinable
  public static func milligrams(_ value: UInt32) -> Amount {
    let (product, overflow) = value.multipliedReportingOverflow(by: 1_000)
    return Amount(micrograms: overflow ? .max : product)
  }

  /// Orders amounts by size.
  @inlinable
  public static func < (a: Amount, b: Amount) -> Bool {
    a.micrograms < b.micrograms
  }
}
