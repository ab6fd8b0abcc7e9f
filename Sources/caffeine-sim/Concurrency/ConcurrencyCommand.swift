import CaffeineExecutor
import Synchronization

/// `caffeine-sim concurrency`: what queues, the stock executor and two workers cost, side by side.
struct ConcurrencyCommand {
  /// What this process is to do.
  enum Purpose {
    case compareVariants, compareHops
    /// One measurement alone: what the program starts itself again for.
    case lone(LoneRun)
    case loneHops(Variant.Executor)
  }

  /// The word that asks for a lone measurement; it is in no help.
  static let alone = "alone"

  static let options = [
    Option("--feeds", value: "N"), Option("--runs", value: "N"), Option("--hops"), Option("--json"),
  ]

  let purpose: Purpose
  private(set) var feeds = 100
  private(set) var runs = 0
  private(set) var isJSON = false

  init(_ arguments: [String]) throws(Complaint) {
    if arguments.first == Self.alone, let purpose = Self.lone(arguments) {
      self.purpose = purpose
      return
    }
    var list = ArgumentList(arguments, command: "concurrency", options: Self.options)
    try list.read()
    guard list.operands.isEmpty else {
      throw .usage("concurrency takes no file", "write caffeine-sim concurrency")
    }
    guard !list.has("--hops") || !list.has("--feeds") else {
      throw .usage("--hops and --feeds at once", "write one of them")
    }
    purpose = list.has("--hops") ? .compareHops : .compareVariants
    guard let feeds = Int(list.value("--feeds") ?? "100"), (1...1000).contains(feeds) else {
      throw .usage("--feeds needs a number from 1 to 1000", "write --feeds 100")
    }
    let usual = list.has("--hops") ? 9 : 3
    guard let runs = Int(list.value("--runs") ?? "\(usual)"), (1...99).contains(runs) else {
      throw .usage("--runs needs a number from 1 to 99", "write --runs \(usual)")
    }
    (self.feeds, self.runs, isJSON) = (feeds, runs, list.has("--json"))
  }

  /// Measures and prints the tables, or one line where the program was started again.
  func run() throws(Complaint) {
    switch purpose {
    case .compareVariants:
      let report = try compareVariants()
      try Console.print(isJSON ? report.json.text() + "\n" : report.text)
    case .compareHops:
      let report = try compareHops()
      try Console.print(isJSON ? report.json.text() + "\n" : report.text)
    case .lone(let run): try run.run()
    case .loneHops(let executor): try LoneHops.run(on: executor)
    }
  }

  private static func lone(_ arguments: [String]) -> Purpose? {
    guard arguments.count == 3, let count = Int(arguments[2]), (0...1000).contains(count) else {
      return nil
    }
    switch arguments[1] {
    case LoneHops.stock: return .loneHops(.stock)
    case LoneHops.two: return .loneHops(.twoWorkers)
    default:
      return Variant(rawValue: arguments[1]).map { .lone(LoneRun(variant: $0, count: count)) }
    }
  }

  // MARK: - Children

  private func compareVariants() throws(Complaint) -> VariantReport {
    var found: [Variant: [Measurement]] = [:]
    for _ in 0..<runs {
      // In turns, so that what else the machine does weighs on all.
      for variant in Variant.allCases {
        found[variant, default: []].append(try measure(variant))
      }
    }
    var rows: [VariantReport.Row] = []
    for variant in Variant.allCases {
      guard let runs = found[variant] else { continue }
      rows.append(
        .init(
          variant: variant, measured: Measurement(medianOf: runs),
          allocated: ChildProcess.allocated(variant.rawValue, count(variant))))
    }
    for kind in [Variant.news, Variant.requests] {
      let sums = Set(kind.flatMap { found[$0, default: []].map(\.sum) })
      guard sums.count == 1 else {
        throw .data("concurrency", "the variants show different things", "report this as a bug")
      }
    }
    return VariantReport(feeds: feeds, runs: runs, rows: rows)
  }

  private func count(_ variant: Variant) -> Int {
    Variant.news.contains(variant) ? feeds : Requests.count
  }

  private func measure(_ variant: Variant) throws(Complaint) -> Measurement {
    let lines = try ChildProcess.lines(variant.rawValue, count(variant))
    guard let measured = lines.last.flatMap({ Measurement(line: $0) }) else {
      throw .data(variant.rawValue, "the process of its own said nothing", "report this as a bug")
    }
    return measured
  }

  private func compareHops() throws(Complaint) -> HopReport {
    var found: [String: [HopMeasurement]] = [:]
    for _ in 0..<runs {
      for name in [LoneHops.stock, LoneHops.two] {
        let lines = try ChildProcess.lines(name, 0)
        guard let measured = lines.last.flatMap({ HopMeasurement(line: $0) }) else {
          throw .data(name, "the process of its own said nothing", "report this as a bug")
        }
        found[name, default: []].append(measured)
      }
    }
    return HopReport(found[LoneHops.stock, default: []], found[LoneHops.two, default: []])
  }
}
