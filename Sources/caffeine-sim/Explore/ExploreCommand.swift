import Foundation

/// `caffeine-sim explore`: many days, each under another schedule, until one breaks a promise.
struct ExploreCommand {
  let seeds: Int
  let first: UInt64

  static let options = [Option("--seeds", value: "N"), Option("--first", value: "K")]

  init(_ arguments: [String]) throws(Complaint) {
    var list = ArgumentList(arguments, command: "explore", options: Self.options)
    try list.read()
    guard list.operands.isEmpty else {
      throw .usage("explore takes no file", "write caffeine-sim explore --seeds N")
    }
    guard let seeds = Int(list.value("--seeds") ?? "1000"), seeds > 0 else {
      throw .usage("--seeds needs a number from 1", "write --seeds 1000")
    }
    guard let first = UInt64(list.value("--first") ?? "1"), first <= UInt64.max - UInt64(seeds)
    else { throw .usage("--first needs a number from 0", "write --first 1") }
    (self.seeds, self.first) = (seeds, first)
  }

  /// Lives the days; the first that breaks a promise ends the program with status 1.
  func run() throws(Complaint) {
    let begun = ContinuousClock.now
    var jobs: UInt64 = 0, schedules: UInt64 = 0
    CrashReport.install()
    for seed in first..<first + UInt64(seeds) {
      CrashReport.announce(Self.broken(seed, "the program crashed"))
      let outcome = ExploredDay.live(seed)
      jobs += outcome.jobs
      // A sum: the same for one run of many seeds as for many runs of one.
      schedules &+= outcome.schedule
      guard let breach = outcome.breach else { continue }
      Console.report(breach.story.map { "  \($0)\n" }.joined())
      throw Complaint(kind: .data, text: Self.broken(seed, breach.text))
    }
    let seconds = (ContinuousClock.now - begun) / .seconds(1)
    let rate = Int(Double(seeds) / max(seconds, 0.001))
    try Console.print(
      "\(seeds) seeds clean, from \(first): \(jobs) jobs, a check after each, "
        + "schedules \(String(schedules, radix: 16)), \(rate) seeds/s\n")
  }

  private static func broken(_ seed: UInt64, _ text: String) -> String {
    "seed \(seed): \(text); replay with caffeine-sim explore --seeds 1 --first \(seed)"
  }
}

/// Names the seed at hand if the program crashes.
enum CrashReport {
  nonisolated(unsafe) private static var text: UnsafeMutableBufferPointer<CChar>?

  /// Lets a crash print what was announced and end the program with status 1.
  static func install() {
    for number in [SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS] {
      signal(number) { _ in
        if let text = CrashReport.text { _ = write(STDERR_FILENO, text.baseAddress, text.count) }
        _exit(1)
      }
    }
  }

  /// What to print from here on.
  static func announce(_ line: String) {
    text?.deallocate()
    let bytes = Array((line + "\n").utf8CString.dropLast())
    let copy = UnsafeMutableBufferPointer<CChar>.allocate(capacity: bytes.count)
    _ = copy.initialize(from: bytes)
    text = copy
  }
}
