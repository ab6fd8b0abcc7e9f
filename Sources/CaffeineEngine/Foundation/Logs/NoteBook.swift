/// Keeps warnings, and sums up those that come again and again.
struct NoteBook {
  /// What a warning is about.
  enum Topic: Int, CaseIterable {
    case unread, header, repeated, toxic, grams, twice, gap, kind, encoding

    /// The end of "and 12 more rows …".
    var summary: String {
      switch self {
      case .unread: "with columns that are not read"
      case .header: "repeat the header"
      case .repeated: "repeat a row"
      case .toxic: "hold a dose in the toxic range"
      case .grams: "look like grams"
      case .twice: "have a time that occurs twice"
      case .gap: "have a time that the clocks skipped"
      case .kind: "have a kind that is not known"
      case .encoding: "are not in UTF-8"
      }
    }
  }

  /// The warnings of one topic that are kept word by word.
  static let limit = 20

  private var kept: [LogNote] = []
  private var counts = [Int](repeating: 0, count: Topic.allCases.count)

  mutating func add(_ topic: Topic, line: Int, _ text: String) {
    counts[topic.rawValue] += 1
    let limit = topic == .encoding ? 1 : NoteBook.limit
    if counts[topic.rawValue] <= limit { kept.append(LogNote(line: line, text: text)) }
  }

  /// The warnings in the order of the file, then what was left out.
  var notes: [LogNote] {
    kept
      + Topic.allCases.compactMap { topic in
        let more = counts[topic.rawValue] - NoteBook.limit
        guard more > 0, topic != .encoding else { return nil }
        return LogNote(line: 0, text: "\(more) more rows \(topic.summary)")
      }
  }
}
