/// The command line's first word decides which command runs.
enum Command {
  case day(DayCommand)
  case evaluate(EvaluateCommand)
  case watch(WatchCommand)
  case explore(ExploreCommand)
  case concurrency(ConcurrencyCommand)
  case powerCut(PowerCutCommand)
  case journal(JournalCommand)
  case print(String)

  static let names = [
    "day", "evaluate", "watch", "explore", "concurrency", "powercut", "journal", "template", "help",
  ]

  static let version = "0.1.0"

  /// Reads the command line without the program's name.
  ///
  /// - Throws: A usage complaint; help is asked for with `--help` or `-h` anywhere.
  init(_ words: [String]) throws(Complaint) {
    let name = words.first { !$0.hasPrefix("-") }
    let options = words.prefix { $0 != "--" }
    if options.contains("--help") || options.contains("-h") || words.first == "help" {
      let topic = words.first == "help" ? words.dropFirst().first : words.first == name ? name : nil
      self = .print(try Help.text(topic))
      return
    }
    if words.first == "--version" {
      self = .print("caffeine-sim \(Command.version)\n")
      return
    }
    let rest = Array(words.dropFirst())
    switch words.first {
    case "day": self = .day(try DayCommand(rest, needsFile: true))
    case "evaluate": self = .evaluate(try EvaluateCommand(rest))
    case "watch": self = .watch(try WatchCommand(rest))
    case "explore": self = .explore(try ExploreCommand(rest))
    case "concurrency": self = .concurrency(try ConcurrencyCommand(rest))
    case "powercut": self = .powerCut(try PowerCutCommand(rest))
    case "journal": self = .journal(try JournalCommand(rest))
    case "template":
      var list = ArgumentList(rest, command: "template", options: [])
      try list.read()
      guard list.operands.isEmpty else {
        throw .usage("template takes no arguments", "write caffeine-sim template > day.csv")
      }
      self = .print(SampleDay.template)
    case let word? where !word.hasPrefix("-"): throw Command.unknown(word)
    default: self = .day(try DayCommand(words, needsFile: false))
    }
  }

  /// Runs the command.
  func run() throws(Complaint) {
    switch self {
    case .day(let command): try command.run()
    case .evaluate(let command): try command.run()
    case .watch(let command): try command.run()
    case .explore(let command): try command.run()
    case .concurrency(let command): try command.run()
    case .powerCut(let command): try command.run()
    case .journal(let command): try command.run()
    case .print(let text): try Console.print(text)
    }
  }

  /// A word that is no command: a near one is named, and a file wants `day` before it.
  static func unknown(_ word: String) -> Complaint {
    if let near = Spelling.nearest(to: word, among: names) {
      return .usage("there is no command \(shown(word[...]))", "did you mean \(near)?")
    }
    let todo =
      word.contains(".") || word.contains("/")
      ? "to replay a log write caffeine-sim day \(word)" : "see caffeine-sim --help"
    return .usage("there is no command \(shown(word[...]))", todo)
  }
}
