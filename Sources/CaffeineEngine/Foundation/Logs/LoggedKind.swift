/// What sort of drink a row says it was.
public enum LoggedKind: Sendable, Hashable {
  /// One of the words that files use.
  case word(Word)
  /// The number of a preset; 128 and up are the host's own.
  case number(UInt8)

  /// The words for sorts of drinks, as own CSV writes them.
  public enum Word: String, Sendable, CaseIterable {
    /// Filter coffee.
    case coffee
    /// Espresso and what is made of it.
    case espresso
    /// Black tea.
    case blackTea = "black tea"
    /// Green tea.
    case greenTea = "green tea"
    /// A soft drink other than cola.
    case softDrink = "soft drink"
    /// An energy drink.
    case energyDrink = "energy drink"
    /// Chocolate, eaten or drunk.
    case chocolate
    /// Decaffeinated coffee.
    case decaf
    /// Cola.
    case cola
    /// A caffeine tablet.
    case tablet
    /// None of these.
    case other
  }

  /// Reads a number from 0 to 255, or a word in any case with `_` or `-` for its space.
  ///
  /// - Returns: nil for anything else.
  public init?(_ text: String) {
    if let number = UInt8(text), text.utf8.allSatisfy(isDigit) {
      self = .number(number)
      return
    }
    let plain = text.lowercased().map { $0 == "_" || $0 == "-" ? " " : $0 }
    guard let word = Word(rawValue: String(plain)) else { return nil }
    self = .word(word)
  }
}

extension LoggedKind: CustomStringConvertible {
  /// The kind as own CSV writes it.
  public var description: String {
    switch self {
    case .word(let word): word.rawValue
    case .number(let number): String(number)
    }
  }
}
