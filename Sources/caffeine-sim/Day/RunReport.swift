import CaffeineExecutor

/// What a run cost, for standard error: it differs from run to run.
struct RunReport {
  let statistics: Statistics
  let took: Duration
  /// A journal was kept: the thread of `BlockingWork` is there beside the workers.
  let writesFiles: Bool

  init(_ statistics: Statistics, took: Duration, writesFiles: Bool) {
    self.statistics = statistics
    self.took = took
    self.writesFiles = writesFiles
  }

  /// One line, or all counters; and why, if the stock executor served.
  func lines(all: Bool) -> [String] {
    let fallback = statistics.fallbackReason.map { ["The stock executor served: \($0)"] } ?? []
    return fallback + (all ? counters : [summary])
  }

  private var isCooperative: Bool { statistics.executor == .cooperative }

  private var milliseconds: String {
    let (seconds, attoseconds) = took.components
    let micros = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    return "\(micros / 1000).\(micros % 1000 / 100) ms"
  }

  private var jobs: String {
    statistics.jobsPerWorker.map(String.init).joined(separator: " + ")
  }

  private var summary: String {
    "\(threads) replayed the day in \(milliseconds): \(statistics.jobs) jobs (\(jobs)), "
      + "\(statistics.handOvers) hand-overs"
  }

  /// The threads by what they do; the stock executor's are only counted.
  private var threads: String {
    guard isCooperative else {
      return Words.count(statistics.threads, "thread")
    }
    let workers = Words.count(statistics.jobsPerWorker.count, "worker")
    return workers + (writesFiles ? " and the I/O thread" : "")
  }

  private var counters: [String] {
    [
      ("executor", statistics.executor.rawValue), ("mode", statistics.mode.rawValue),
      ("threads", "\(statistics.threads)" + (isCooperative ? " (\(threads))" : "")),
      ("jobs", "\(statistics.jobs)"),
      ("jobs per worker", jobs), ("hand-overs", "\(statistics.handOvers)"),
      ("timers fired", "\(statistics.timersFired)"),
      ("voluntary switches", "\(statistics.voluntarySwitches)"),
      ("involuntary switches", "\(statistics.involuntarySwitches)"),
      ("abandoned", "\(statistics.abandoned)"),
      ("schedule hash", String(statistics.scheduleHash, radix: 16)),
      ("real time", milliseconds),
    ].map { Words.cell($0.0, 21) + $0.1 }
  }
}
