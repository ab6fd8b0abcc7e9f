import CaffeineFoundation

/// The words of a script's line behind its time, and what they mean.
struct WatchLine {
  let file: String
  let line: Int
  /// The words that are not yet understood.
  private var rest: ArraySlice<Substring>

  static let events = [
    "boot", "clock", "zone", "press", "plan", "confirm", "edit", "remove", "phone", "sync", "save",
    "reset", "ask", "look",
  ]

  init(file: String, line: Int, words: ArraySlice<Substring>) {
    self.file = file
    self.line = line
    rest = words
  }

  /// Reads the event.
  ///
  /// - Throws: A data complaint that says how the event is written.
  mutating func event() throws(Complaint) -> WatchEvent {
    guard let name = rest.popFirst() else {
      throw wrong("a time and no event", "write what happens then, such as press espresso")
    }
    let event = try event(String(name))
    guard rest.isEmpty else {
      throw wrong(
        "\(shown(rest.joined(separator: " ")[...])) is too much for \(name)",
        "leave it out, or begin a comment with #")
    }
    return event
  }

  private mutating func event(_ name: String) throws(Complaint) -> WatchEvent {
    switch name {
    case "boot": return .boot(try clock(after: name))
    case "zone": return .zone(try clock(after: name))
    case "clock": return .clock
    case "press":
      let drink = try drink("press espresso")
      guard drink.preset != 0 else {
        throw wrong("a button stands for a drink of the catalogue", "write press espresso")
      }
      return .press(drink)
    case "plan":
      let usage = "plan 14:00 espresso"
      return .plan(try time(usage), try drink(usage))
    case "confirm":
      return .confirm(try time("confirm 14:00"), at: try timeAfterAt("confirm 14:00 at 14:05"))
    case "edit":
      let usage = "edit 14:00 double espresso"
      return .edit(try time(usage), try drink(usage), onPhone: false)
    case "remove": return .remove(try time("remove 14:00"), onPhone: false)
    case "phone": return try phoneEvent()
    case "sync": return .sync(try link())
    case "save": return .save
    case "reset": return .reset
    case "ask":
      let drink = try drink("ask espresso bedtime 23:00", until: "bedtime")
      guard drink.dose != nil else {
        throw wrong("a dose that is not known cannot be weighed", "write ask espresso")
      }
      guard take("bedtime") else { return .ask(drink, bedtime: 23 * 60) }
      return .ask(drink, bedtime: try time("ask espresso bedtime 23:00").minute)
    case "look": return .look
    default: throw unknown(name, among: WatchLine.events, "event")
    }
  }

  private mutating func phoneEvent() throws(Complaint) -> WatchEvent {
    let name = String(rest.popFirst() ?? "")
    switch name {
    case "drink":
      let drink = try drink("phone drink coffee at 08:30", until: "at")
      return .drink(drink, at: try timeAfterAt("phone drink coffee at 08:30"))
    case "edit":
      let usage = "phone edit 08:30 large coffee"
      return .edit(try time(usage), try drink(usage), onPhone: true)
    case "remove": return .remove(try time("phone remove 08:30"), onPhone: true)
    default: throw unknown(name, among: ["drink", "edit", "remove"], "event of the phone")
    }
  }

  private mutating func link() throws(Complaint) -> WatchEvent.Link {
    switch rest.popFirst() {
    case nil: return .good
    case "twice": return .twice
    case "unanswered": return .unanswered
    case let word?: throw unknown(String(word), among: ["twice", "unanswered"], "kind of sync")
    }
  }

  // MARK: - What events need

  /// Reads `+02:00`, perhaps with `until 2026-10-25T01:00Z then +01:00`.
  private mutating func clock(after name: String) throws(Complaint) -> WristClock {
    let usage = "\(name) +02:00 until 2026-10-25T01:00Z then +01:00"
    let offset = try offset(usage)
    guard take("until") else { return WristClock(offset: offset) }
    guard let word = rest.popFirst(), word.hasSuffix("Z"),
      let time = WrittenTime(word.dropLast()), let date = time.date
    else { throw wrong("the clock's next change is not a date and time in UTC", "write \(usage)") }
    guard take("then") else { throw wrong("no offset from then on", "write \(usage)") }
    return WristClock(
      offset: offset, change: 86_400 * Int64(date.daysSinceEpoch) + 60 * Int64(time.minute),
      offsetAfter: try self.offset(usage))
  }

  private mutating func offset(_ usage: String) throws(Complaint) -> Int {
    let word = rest.popFirst() ?? ""
    guard let offset = Quantity.offset(String(word)) else {
      throw wrong("the offset from UTC is \(shown(word))", "write \(usage)")
    }
    return offset
  }

  private mutating func time(_ usage: String) throws(Complaint) -> WrittenTime {
    let word = rest.popFirst() ?? ""
    guard let time = WrittenTime(word) else {
      throw wrong("the time is \(shown(word))", "write \(usage)")
    }
    return time
  }

  private mutating func timeAfterAt(_ usage: String) throws(Complaint) -> WrittenTime? {
    take("at") ? try time(usage) : nil
  }

  private mutating func drink(
    _ usage: String, until end: Substring? = nil
  ) throws(Complaint) -> NamedDrink {
    let words = rest.prefix { $0 != end }
    rest = rest.dropFirst(words.count)
    if let drink = NamedDrink(words) { return drink }
    let text = words.joined(separator: " ")
    let names = NamedDrink.presets.map(\.name)
    if let near = Spelling.nearest(to: text, among: names), !text.isEmpty {
      throw wrong("there is no drink \(shown(text[...]))", "did you mean \(near)?")
    }
    throw wrong(
      text.isEmpty ? "no drink" : "there is no drink \(shown(text[...]))",
      "write \(usage), a dose such as 80 mg, or unknown; there are "
        + names.joined(separator: ", "))
  }

  /// Takes a word if it is the next one.
  private mutating func take(_ word: Substring) -> Bool {
    guard rest.first == word else { return false }
    rest.removeFirst()
    return true
  }

  private func unknown(_ word: String, among words: [String], _ what: String) -> Complaint {
    if !word.isEmpty, let near = Spelling.nearest(to: word, among: words) {
      return wrong("there is no \(what) \(shown(word[...]))", "did you mean \(near)?")
    }
    return wrong(
      word.isEmpty ? "no \(what)" : "there is no \(what) \(shown(word[...]))",
      "there are \(words.joined(separator: ", "))")
  }

  private func wrong(_ what: String, _ todo: String) -> Complaint {
    .data(file, line: line, what, todo)
  }
}
