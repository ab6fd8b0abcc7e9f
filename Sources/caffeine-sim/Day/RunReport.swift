import CaffeineExecutor

/// What a run cost, for standard error: it differs from run to run.
struct RunReport {
  let statistics: Statistics
  let took: Duration

  init(_ statistics: Statistics, took: Duration) {
    self.statistics = statistics
    self.took = took
  }

  /// One line, or all counters; and why, if the stock executor served.
  func lines(all: Bool) -> [String] {
    let fallback = statistics.fallbackReason.map { ["The stock executor served: \($0)"] } ?? []
    return fallback + (all ? counters : [summary])
  }

  private var milliseconds: String {
    let (seconds, attoseconds) = took.components
    let micros = seconds * 1_000_000 + attoseconds / 1_000_000_000_000
    return "\(micros / 1000).\(micros % 1000 / 100) ms"
  }

  private var jobs: String {
    statistics.jobsPerWorker.map(String.init).joined(separator: " + ")
  }

  private var summary: String {
    let threads = statistics.threads == 1 ? "1 thread" : "\(statistics.threads) threads"
    return
      "\(threads) replayed the day in \(milliseconds): \(statistics.jobs) jobs (\(jobs)), "
      + "\(statistics.handOvers) hand-overs"
  }

  private var counters: [String] {
    [
      ("executor", statistics.executor.rawValue), ("mode", statistics.mode.rawValue),
      ("threads", "\(statistics.threads)"), ("jobs", "\(statistics.jobs)"),
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
