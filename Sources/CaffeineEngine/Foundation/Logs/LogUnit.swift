/// The unit of a caffeine column.
public enum LogUnit: Sendable, Equatable, CaseIterable {
  /// mg.
  case milligrams
  /// g.
  case grams
  /// µg.
  case micrograms

  /// Reads a unit as people write it: `mg`, `g`, `ug`, `µg`, `mcg`, or in full.
  ///
  /// - Returns: nil for anything else.
  public init?(_ text: String) {
    switch text.lowercased() {
    case "mg", "milligram", "milligrams", "milligramm": self = .milligrams
    case "g", "gr", "gram", "grams", "gramm": self = .grams
    case "ug", "mcg", "\u{b5}g", "\u{3bc}g", "microgram", "micrograms", "mikrogramm":
      self = .micrograms
    default: return nil
    }
  }

  /// The unit is ten to this power µg.
  var powerOfTen: Int {
    switch self {
    case .milligrams: 3
    case .grams: 6
    case .micrograms: 0
    }
  }
}
