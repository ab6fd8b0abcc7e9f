import CaffeineFoundation

/// What is odd about the log of a day.
extension DayFacts {
  var notes: String {
    var parts: [String] = []
    if plan.listed.isEmpty, plan.dayOnly.isEmpty {
      parts.append("The log has no drink on this date; what is left of earlier days is shown.")
    }
    if plan.strangerCount > 0 {
      parts.append(
        "\(Words.count(plan.strangerCount, "drink")) of another date in these hours: in the curve, "
          + "not in the total.")
    }
    return (parts + readerNotes).joined(separator: " ")
  }

  /// What the reader noticed about the file and the day's own rows; the rest is counted.
  private var readerNotes: [String] {
    let own = plan.listed.map { plan.drinks[$0] } + plan.dayOnly
    let lines = Set(own.map(\.line) + [0, 1])
    // The warnings under the title have told of this day's drinks without a time.
    let notes = plan.log.notes.filter {
      plan.dayOnly.isEmpty || !$0.text.hasSuffix("counts in its day's total only")
    }
    let near = notes.filter { lines.contains($0.line) }.prefix(DayFacts.noteLimit)
    var parts = near.map { note in
      (note.line > 0 ? "Line \(note.line): " : "") + Words.name(note.text) + "."
    }
    let rest = notes.count - near.count
    if rest > 0 { parts.append("\(Words.count(rest, "more note")): see standard error.") }
    return parts
  }

  /// Notes told on standard output; standard error has them all.
  private static let noteLimit = 8
}
