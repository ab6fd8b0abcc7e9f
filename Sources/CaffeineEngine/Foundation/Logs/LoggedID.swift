/// The sixteen bytes by which a drink is known wherever it goes.
public struct LoggedID: Sendable, Hashable {
  /// The first eight bytes, most significant first.
  public let high: UInt64

  /// The last eight bytes, most significant first.
  public let low: UInt64

  /// Puts the two halves together.
  public init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// Reads 32 hexadecimal digits, or a UUID's text with its four hyphens.
  ///
  /// - Returns: nil for anything else.
  public init?(_ text: String) {
    self.init(digits: Array(text.utf8)[...])
  }

  /// Whether all bytes are zero, which names no drink.
  public var isZero: Bool { high == 0 && low == 0 }

  /// The sixteen bytes in order.
  public var bytes: [UInt8] {
    [high, low].flatMap { half in
      (0..<8).map { UInt8(truncatingIfNeeded: half >> (56 - 8 * UInt64($0))) }
    }
  }

  init?(digits text: ArraySlice<UInt8>) {
    let hasHyphens = text.count == 36
    guard hasHyphens || text.count == 32 else { return nil }
    var halves: (high: UInt64, low: UInt64) = (0, 0)
    for (place, byte) in text.enumerated() {
      if hasHyphens, [8, 13, 18, 23].contains(place) {
        guard byte == UInt8(ascii: "-") else { return nil }
        continue
      }
      guard let digit = hexadecimalValue(of: byte) else { return nil }
      halves.high = halves.high << 4 | halves.low >> 60
      halves.low = halves.low << 4 | digit
    }
    self.init(high: halves.high, low: halves.low)
  }
}

extension LoggedID: CustomStringConvertible {
  /// The id as 32 hexadecimal digits in lower case.
  public var description: String {
    [high, low].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }
}

private func hexadecimalValue(of byte: UInt8) -> UInt64? {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
  case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
  case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
  default: nil
  }
}
