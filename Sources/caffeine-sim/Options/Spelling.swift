/// Finds the word that somebody meant.
enum Spelling {
  /// The word nearest to what was written, if it is near enough to be meant.
  static func nearest(to word: String, among words: [String]) -> String? {
    let written = word.lowercased()
    if written.count > 3, let whole = words.first(where: { $0.hasPrefix(written) }) { return whole }
    let ranked = words.map { (distance(written, $0), $0) }.min { $0.0 < $1.0 }
    guard let (distance, near) = ranked, distance <= max(2, near.count / 3) else { return nil }
    return near
  }

  /// How many letters have to be put in, left out or replaced (Levenshtein).
  static func distance(_ a: String, _ b: String) -> Int {
    let target = Array(b)
    var row = Array(0...target.count)
    for (index, letter) in a.enumerated() {
      var diagonal = row[0]
      row[0] = index + 1
      for column in target.indices {
        let replaced = diagonal + (letter == target[column] ? 0 : 1)
        diagonal = row[column + 1]
        row[column + 1] = min(replaced, row[column] + 1, diagonal + 1)
      }
    }
    return row[target.count]
  }
}
