/// A column's name cut into words, so that `Caffeine (mg)` and `caffeine_mg` are the same.
struct HeaderWords {
  /// The name as the file has it.
  let name: String

  /// The words in lower case.
  let words: [String]

  init(_ cell: ArraySlice<UInt8>) {
    name = decoded(cell).text
    var words: [String] = []
    var word = ""
    var followsSmallLetter = false
    for character in name {
      // startDate is two words.
      let breaks = character.isUppercase && followsSmallLetter
      if breaks || !(character.isLetter || character.isNumber), !word.isEmpty {
        words.append(word.lowercased())
        word = ""
      }
      if character.isLetter || character.isNumber { word.append(character) }
      followsSmallLetter = character.isLowercase
    }
    if !word.isEmpty { words.append(word.lowercased()) }
    self.words = words
  }

  /// The words with one blank between each.
  var phrase: String { words.joined(separator: " ") }

  /// Whether the column holds amounts of caffeine, whatever the unit.
  var isCaffeine: Bool {
    guard let first = words.first, HeaderWords.caffeine.contains(first) else { return false }
    return words.dropFirst().allSatisfy {
      LogUnit($0) != nil || HeaderWords.amount.contains($0)
    }
  }

  /// The unit in the name, nil without one.
  var unit: LogUnit? { words.dropFirst().lazy.compactMap { LogUnit($0) }.first }

  /// Seconds for one of a duration column's unit; nil unless it is one and names its unit.
  var durationScale: UInt64? {
    guard words.count == 2, words[0] == "duration" else { return nil }
    switch words[1] {
    case "min", "mins", "minutes": return 60
    case "s", "sec", "seconds": return 1
    default: return nil
    }
  }

  private static let caffeine: Set = [
    "caffeine", "koffein", "coffein", "cafeine", "caféine", "cafeina", "cafeína",
  ]
  private static let amount: Set = ["amount", "dose", "intake", "content", "total", "in"]
}
