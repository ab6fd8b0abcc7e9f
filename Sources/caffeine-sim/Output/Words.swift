import CaffeineEngine

/// Numbers as a person reads them, and text that fits a terminal.
enum Words {
  /// The width that everything fits: one column less than a terminal has, so that nothing wraps.
  static let width = 79

  /// An amount: whole mg from 10 on, tenths below.
  static func milligrams(_ micrograms: UInt32) -> String { "\(number(micrograms)) mg" }

  static func milligrams(_ amount: Amount) -> String { milligrams(amount.micrograms) }

  /// The same with what is unknown about it: `at least 12 mg`, `at most 40 mg`.
  static func milligrams(_ micrograms: UInt32, _ flags: Flags) -> String {
    let doubt =
      flags.contains(.lowerBound) ? "at least " : flags.contains(.atBest) ? "at most " : ""
    return doubt + milligrams(micrograms)
  }

  /// The same in a table, where a sign has to do: `≥ 12 mg`.
  static func tableMilligrams(_ amount: Amount, _ flags: Flags, ascii: Bool) -> String {
    let sign =
      flags.contains(.lowerBound)
      ? (ascii ? ">=" : "≥ ") : flags.contains(.atBest) ? (ascii ? "<=" : "≤ ") : ""
    return sign + milligrams(amount)
  }

  /// An amount as near to a limit as needed to see on which side it is: `36.4 mg`, not `36 mg`.
  static func milligrams(_ micrograms: UInt32, besides limit: UInt32, _ flags: Flags) -> String {
    guard micrograms != limit, number(micrograms) == number(limit) else {
      return milligrams(micrograms, flags)
    }
    let exact = decimal(UInt64(micrograms), unit: 1000, places: 3)
    return (flags.contains(.lowerBound) ? "at least " : "") + exact + " mg"
  }

  private static func number(_ micrograms: UInt32) -> String {
    if micrograms >= 9_950 { return grouped((UInt64(micrograms) + 500) / 1000) }
    return decimal(UInt64(micrograms) + 50, unit: 1000, places: 1)
  }

  /// A number of hundredths, `4.03`.
  static func hundredths(_ number: UInt64) -> String { decimal(number, unit: 100, places: 2) }

  /// Cuts a number of parts to decimals, without a zero at the end.
  private static func decimal(_ number: UInt64, unit: UInt64, places: Int) -> String {
    var digits = String(number % unit)
    while digits.count < String(unit).count - 1 { digits = "0" + digits }
    digits = String(digits.prefix(places))
    while digits.last == "0" { digits.removeLast() }
    return "\(number / unit)" + (digits.isEmpty ? "" : ".\(digits)")
  }

  /// Four digits and more in groups of three.
  static func grouped(_ number: UInt64) -> String {
    guard number >= 10_000 else { return "\(number)" }
    let rest = String(number % 1000)
    return "\(number / 1000) " + String(repeating: "0", count: 3 - rest.count) + rest
  }

  /// A time: `5 h`, `4 h 30 min`, `7 min`, `30 s`.
  static func duration(_ seconds: UInt32) -> String {
    let parts = [(seconds / 3600, "h"), (seconds / 60 % 60, "min"), (seconds % 60, "s")]
      .filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "0 min" : parts.joined(separator: " ")
  }

  /// `1 drink`, `3 drinks`.
  static func count(_ number: Int, _ word: String, _ words: String? = nil) -> String {
    "\(number) \(number == 1 ? word : words ?? word + "s")"
  }

  /// Breaks text at blanks; every line but the first is indented.
  static func wrapped(_ text: String, indent: Int) -> String {
    var lines: [String] = []
    var line = ""
    for word in text.split(separator: " ").map(String.init) {
      if !line.isEmpty, columns(line) + 1 + columns(word) > width - indent {
        lines.append(line)
        line = word
      } else {
        line += line.isEmpty ? word : " " + word
      }
    }
    lines.append(line)
    return lines.joined(separator: "\n" + String(repeating: " ", count: indent))
  }

  /// Text in a cell of a table: cut or filled up to a number of columns.
  static func cell(_ text: String, _ width: Int, right: Bool = false) -> String {
    var shown = text
    if columns(text) > width {
      while columns(shown) > width - 2 { shown.removeLast() }
      shown += ".."
    }
    let fill = String(repeating: " ", count: max(0, width - columns(shown)))
    return right ? fill + shown : shown + fill
  }

  /// A name from a file on one line, without what would move a terminal's cursor.
  static func name(_ text: String) -> String {
    let scalars = text.unicodeScalars.map { scalar -> Character in
      let category = scalar.properties.generalCategory
      let isInvisible =
        category == .control || category == .lineSeparator
        || category == .paragraphSeparator || category == .format
      return isInvisible ? " " : Character(scalar)
    }
    return String(scalars).split(separator: " ").joined(separator: " ")
  }

  /// The columns that text takes in a terminal: two for CJK and emoji, none for combining marks.
  static func columns(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { sum, scalar in
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark, .format: return sum
      default: break
      }
      let isWide =
        (0x1100...0x115F).contains(scalar.value) || (0x2E80...0xA4CF).contains(scalar.value)
        || (0xAC00...0xD7A3).contains(scalar.value) || (0xF900...0xFAFF).contains(scalar.value)
        || (0xFE30...0xFE6F).contains(scalar.value) || (0xFF00...0xFF60).contains(scalar.value)
        || (0x1F300...0x1FAFF).contains(scalar.value) || (0x20000...0x3FFFD).contains(scalar.value)
      return sum + (isWide ? 2 : 1)
    }
  }
}
