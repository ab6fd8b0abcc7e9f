import CaffeineEngine
import Foundation

extension DrinkID {
  /// The id with the same sixteen bytes in the same order.
  ///
  /// The UUID of zeros becomes ``DrinkID/unassigned``, in place of which a ledger assigns an id.
  public init(_ uuid: UUID) {
    let bytes = uuid.uuid
    self.init(
      high: number(
        bytes.0, bytes.1, bytes.2, bytes.3, bytes.4, bytes.5, bytes.6, bytes.7),
      low: number(
        bytes.8, bytes.9, bytes.10, bytes.11, bytes.12, bytes.13, bytes.14, bytes.15))
  }
}

extension UUID {
  /// The UUID with the same sixteen bytes in the same order.
  ///
  /// Ids that a ledger assigned are not random: version and variant bits mean nothing in them.
  public init(_ id: DrinkID) {
    let (a, b) = (id.high, id.low)
    self.init(
      uuid: (
        byte(a, 0), byte(a, 1), byte(a, 2), byte(a, 3),
        byte(a, 4), byte(a, 5), byte(a, 6), byte(a, 7),
        byte(b, 0), byte(b, 1), byte(b, 2), byte(b, 3),
        byte(b, 4), byte(b, 5), byte(b, 6), byte(b, 7)
      ))
  }
}

/// The number that eight bytes spell, the first one uppermost.
private func number(_ bytes: UInt8...) -> UInt64 {
  bytes.reduce(0) { $0 << 8 | UInt64($1) }
}

/// One byte of a number, 0 being the uppermost.
private func byte(_ number: UInt64, _ place: UInt64) -> UInt8 {
  UInt8(truncatingIfNeeded: number >> (56 - 8 * place))
}
