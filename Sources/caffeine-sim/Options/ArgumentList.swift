/// An option of a command, with the name of its value if it takes one.
struct Option: Sendable {
  let name: String
  let value: String?

  init(_ name: String, value: String? = nil) {
    self.name = name
    self.value = value
  }
}

/// The words behind a command, told apart into options and operands.
///
/// `--name value`, `--name=value` and `--` (only operands follow) are understood; `-` is an
/// operand. An option given twice is an error: which one was meant is not known.
struct ArgumentList {
  private(set) var operands: [String] = []
  private var given: [String: String] = [:]
  private let words: [String]
  private let command: String
  private let options: [Option]

  init(_ words: [String], command: String, options: [Option]) {
    self.words = words
    self.command = command
    self.options = options
  }

  /// Whether an option was given.
  func has(_ name: String) -> Bool { given[name] != nil }

  /// The value that was given with an option.
  func value(_ name: String) -> String? { given[name] }

  /// Reads the words.
  ///
  /// - Throws: A usage complaint that names the nearest right option.
  mutating func read() throws(Complaint) {
    var rest = words[...]
    while let word = rest.popFirst() {
      if word == "--" {
        operands += rest
        return
      }
      if word == "-" || !word.hasPrefix("-") {
        operands.append(word)
        continue
      }
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard let option = options.first(where: { $0.name == name }) else { throw unknown(name) }
      guard given[name] == nil else { throw .usage("\(name) twice", "write it once") }
      let attached = parts.count > 1 ? String(parts[1]) : nil
      guard let value = option.value else {
        guard attached == nil else {
          throw .usage("\(name) takes no value", "write \(name) alone")
        }
        given[name] = ""
        continue
      }
      // `--utc-offset -05:00` and `--date` at the end: only another option's name is no value.
      guard let text = attached ?? rest.first, attached != nil || !isOption(text) else {
        throw .usage("\(name) needs a value", "write \(name) \(value)")
      }
      if attached == nil { rest.removeFirst() }
      given[name] = text
    }
  }

  private func isOption(_ word: String) -> Bool {
    word.hasPrefix("--") && options.contains { word == $0.name || word.hasPrefix($0.name + "=") }
  }

  private func unknown(_ name: String) -> Complaint {
    let help = "see caffeine-sim \(command.isEmpty ? "" : command + " ")--help"
    guard let near = Spelling.nearest(to: name, among: options.map(\.name)) else {
      return .usage("there is no option \(name)", help)
    }
    return .usage("there is no option \(name)", "did you mean \(near)?")
  }
}
