import CaffeineFoundation

/// Reads the quantities of the command line; nil is never an answer to a text that might be meant.
enum Quantity {
  /// A half-life (s): hours, or with a unit `4.5h`, `300min`, `18000s`.
  static func halfLife(_ text: String) -> UInt32? {
    for (unit, seconds) in [("min", 60), ("h", 3600), ("s", 1)] as [(String, UInt64)]
    where text.hasSuffix(unit) {
      return scaled(text.dropLast(unit.count), by: seconds)
    }
    return scaled(text[...], by: 3600)
  }

  /// An absorption half-life (s): minutes, or with a unit as above.
  static func absorption(_ text: String) -> UInt32? {
    let hasUnit = text.hasSuffix("h") || text.hasSuffix("s")
    return hasUnit ? halfLife(text) : halfLife(text.hasSuffix("min") ? text : text + "min")
  }

  /// An amount (µg) in mg, with or without the unit.
  static func milligrams(_ text: String) -> UInt32? {
    scaled(text.hasSuffix("mg") ? text.dropLast(2) : text[...], by: 1000)
  }

  /// A time of day `HH:MM` (min since midnight).
  static func timeOfDay(_ text: String) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 2, (1...2).contains(parts[0].count), parts[1].count == 2,
      let hour = digits(parts[0]), let minute = digits(parts[1]), hour < 24, minute < 60
    else { return nil }
    return Int(hour * 60 + minute)
  }

  /// An offset from UTC `±HH:MM` (min), at most 18 h either way.
  static func offset(_ text: String) -> Int? {
    guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
    let parts = text.dropFirst().split(separator: ":", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count), (1...2).contains(parts[0].count),
      let hour = digits(parts[0]), let minute = parts.count == 1 ? 0 : digits(parts[1]),
      parts.count == 1 || parts[1].count == 2, minute < 60, hour * 60 + minute <= 1080
    else { return nil }
    return Int(hour * 60 + minute) * (sign == "-" ? -1 : 1)
  }

  /// A date `YYYY-MM-DD` of the years in which drinks can be, 1970 to 2199.
  static func date(_ text: String) -> CivilDate? {
    let parts = text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].count == 4, parts[1].count == 2, parts[2].count == 2,
      let year = digits(parts[0]), (1970...2199).contains(year), let month = digits(parts[1]),
      let day = digits(parts[2])
    else { return nil }
    return CivilDate(year: Int(year), month: Int(month), day: Int(day))
  }

  /// A decimal number times `factor`, rounded to the nearest whole; nil if it is not a number.
  private static func scaled(_ text: Substring, by factor: UInt64) -> UInt32? {
    var rest = text
    while rest.first == " " { rest.removeFirst() }
    while rest.last == " " { rest.removeLast() }
    let parts = rest.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard (1...2).contains(parts.count), let whole = digits(parts[0]) else { return nil }
    var result = whole * factor * 1_000_000
    if parts.count == 2 {
      guard parts[1].count <= 6, let fraction = digits(parts[1]) else { return nil }
      result += (parts[1].count..<6).reduce(fraction) { value, _ in value * 10 } * factor
    }
    return UInt32(exactly: (result + 500_000) / 1_000_000)
  }

  /// One to seven digits.
  private static func digits(_ text: Substring) -> UInt64? {
    guard (1...7).contains(text.utf8.count), text.utf8.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    return UInt64(text)
  }
}
