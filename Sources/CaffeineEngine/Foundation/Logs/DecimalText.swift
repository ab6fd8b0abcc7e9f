/// A decimal number as written, held exactly: no binary fraction ever stands in for it.
struct DecimalNumber: Equatable {
  var isNegative = false

  /// The significant digits, at most 17.
  private(set) var digits: UInt64 = 0

  /// The power of ten that the digits are multiplied by.
  var power = 0

  var isZero: Bool { digits == 0 }

  /// Adds a digit at the end; past seventeen, it only makes the number ten times larger.
  mutating func append(digit: UInt8) {
    if digits < 10_000_000_000_000_000 {
      digits = digits * 10 + UInt64(digit)
    } else {
      power += 1
    }
  }

  /// The magnitude times `factor` times ten to `shift`, to the nearest whole, half up.
  ///
  /// - Parameters:
  ///   - factor: 1 to 100, so that seventeen digits times it fit 64 bits.
  ///   - shift: A power of ten.
  /// - Returns: nil beyond 64 bits.
  func scaled(by factor: UInt64, shift: Int) -> UInt64? {
    if digits == 0 { return 0 }
    let product = digits &* factor
    let exponent = power + shift
    guard exponent < 0 else {
      guard let scale = powerOfTen(exponent) else { return nil }
      let (result, overflowed) = product.multipliedReportingOverflow(by: scale)
      return overflowed ? nil : result
    }
    guard let scale = powerOfTen(-exponent) else { return 0 }
    let (whole, rest) = product.quotientAndRemainder(dividingBy: scale)
    return rest >= scale - rest ? whole + 1 : whole
  }

  private func powerOfTen(_ exponent: Int) -> UInt64? {
    guard exponent < 20 else { return nil }
    return (0..<exponent).reduce(1) { power, _ in power &* 10 }
  }
}

/// What a cell with a number can mean.
enum DecimalReading: Equatable {
  case number(DecimalNumber)
  /// One mark before three digits: `1,234` is a little more than 1, or more than a thousand.
  case either(decimal: DecimalNumber, thousands: DecimalNumber)
  case notANumber

  /// Reads digits with a sign, a decimal point or comma, marks for thousands, and perhaps a
  /// power of ten (`9.5e1`).
  ///
  /// - Parameters:
  ///   - text: The cell without blanks at its ends.
  ///   - pointIsDecimal: Whether `.` surely is a decimal mark; in a file with decimal commas
  ///     `1.234` may mean 1234.
  init(_ text: ArraySlice<UInt8>, pointIsDecimal: Bool) {
    guard let parts = DecimalParts(text), let last = parts.marks.last else {
      self = DecimalParts(text).map { .number($0.number(fractionCount: 0)) } ?? .notANumber
      return
    }
    let whole = parts.number(fractionCount: 0)
    let fraction = parts.number(fractionCount: parts.groups[parts.groups.count - 1])
    let isSoleMark = parts.marks.count == 1
    if last != .other, !parts.marks.dropLast().contains(last) {
      let looksGrouped = isSoleMark && parts.isGrouped && !parts.leadsWithZero
      if !isSoleMark, !parts.isGroupedBeforeLast {
        self = .notANumber
      } else if looksGrouped, parts.exponent == 0, last == .comma || !pointIsDecimal {
        self = .either(decimal: fraction, thousands: whole)
      } else {
        self = .number(fraction)
      }
    } else {
      self = parts.isGrouped ? .number(whole) : .notANumber
    }
  }
}

/// The pieces of a written number.
private struct DecimalParts {
  enum Mark { case point, comma, other }

  /// How many digits stand before, between and after the marks.
  var groups = [0]
  var marks: [Mark] = []
  var exponent = 0
  var leadsWithZero: Bool
  private var magnitude = DecimalNumber()

  init?(_ text: ArraySlice<UInt8>) {
    var rest = text
    let isNegative = DecimalParts.takeSign(&rest)
    guard let exponent = DecimalParts.takeExponent(&rest) else { return nil }
    self.exponent = exponent
    leadsWithZero = rest.first == 0x30
    while let byte = rest.first {
      if isDigit(byte) {
        magnitude.append(digit: byte - 0x30)
        groups[groups.count - 1] += 1
        rest = rest.dropFirst()
      } else {
        guard let (mark, width) = DecimalParts.mark(in: rest) else { return nil }
        marks.append(mark)
        groups.append(0)
        rest = rest.dropFirst(width)
      }
    }
    // `.5` and `95.` are numbers; a lone mark is none.
    guard groups.contains(where: { $0 > 0 }) else { return nil }
    magnitude.isNegative = isNegative && !magnitude.isZero
  }

  /// Whether every mark has three digits behind it and one to three digits come first.
  var isGrouped: Bool { (1...3).contains(groups[0]) && groups.dropFirst().allSatisfy { $0 == 3 } }

  /// The same of all marks but the last, of which there is one kind only.
  var isGroupedBeforeLast: Bool {
    (1...3).contains(groups[0]) && groups.dropFirst().dropLast().allSatisfy { $0 == 3 }
      && marks.dropLast().allSatisfy { $0 == marks[0] }
  }

  func number(fractionCount: Int) -> DecimalNumber {
    var number = magnitude
    number.power += exponent - fractionCount
    return number
  }

  private static func takeSign(_ rest: inout ArraySlice<UInt8>) -> Bool {
    let minus: [UInt8] = [0xE2, 0x88, 0x92]  // U+2212
    if rest.starts(with: minus) {
      rest = rest.dropFirst(3)
      return true
    }
    let isNegative = rest.first == 0x2D
    if isNegative || rest.first == 0x2B { rest = rest.dropFirst() }
    return isNegative
  }

  private static func takeExponent(_ rest: inout ArraySlice<UInt8>) -> Int? {
    guard let place = rest.firstIndex(where: { $0 == 0x65 || $0 == 0x45 }) else { return 0 }
    var tail = rest[(place + 1)...]
    rest = rest[..<place]
    let isNegative = takeSign(&tail)
    guard !tail.isEmpty, tail.count <= 3, tail.allSatisfy(isDigit) else { return nil }
    let magnitude = tail.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    return isNegative ? -magnitude : magnitude
  }

  private static func mark(in rest: ArraySlice<UInt8>) -> (mark: Mark, width: Int)? {
    switch rest.first {
    case 0x2E: return (.point, 1)
    case 0x2C: return (.comma, 1)
    case 0x27: return (.other, 1)
    case 0xE2 where rest.starts(with: [0xE2, 0x80, 0x99]): return (.other, 3)  // U+2019
    default: return leadingBlankWidth(rest).map { (.other, $0) }
    }
  }
}
