import Foundation
import Testing

/// The replay on the workers: the same bytes however it ran.
@Suite struct ReplayTests {
  /// Runs of each kind; the campaign of 50 is `Tools/day_runs.sh`, or set SIMULATOR_RUNS.
  static let runs = ProcessInfo.processInfo.environment["SIMULATOR_RUNS"].flatMap(Int.init) ?? 3

  /// Many drinks at few instants, sips that overlap, earlier days, and rows without a time.
  static let busyDay: String = {
    var log = "time,caffeine_mg,duration_min,name\n2026-08-08,40,,Tea\n"
    for place in 0..<120 {
      let time = "2026-08-0\(7 + place % 2)T\(10 + place % 7):\(place % 3)0+02:00"
      log += "\(time),\(place % 50),\(place % 4 * 30),Drink \(place % 5)\n"
    }
    return log
  }()

  @Test(arguments: [["--json"], ["--csv"], ["--plain"], []])
  func `one worker and two, parallel and lockstep, write the same bytes`(form: [String]) throws {
    let first = try SimulatorProcess.run(["day", "-"] + form, input: Self.busyDay)
    #expect(first.status == 0 && !first.output.isEmpty)
    for workers in ["1", "2"] {
      for mode in ["parallel", "lockstep"] {
        for _ in 0..<Self.runs {
          let again = try SimulatorProcess.run(
            ["day", "-", "--workers", workers, "--mode", mode] + form, input: Self.busyDay)
          #expect(again.output == first.output)
        }
      }
    }
  }

  @Test func `the stock executor gives the same day and one sentence about it`() throws {
    for wish in ["stock", "fail"] {
      let result = try SimulatorProcess.run([], environment: ["CAFFEINE_EXECUTOR": wish])
      #expect(result.output == SampleDayTests.chart)
      #expect(result.errors.hasPrefix("The stock executor served: "))
    }
  }

  @Test func `counters are on standard error: one line, or all of them`() throws {
    let line = try SimulatorProcess.run([]).errors
    #expect(line.contains(/^2 workers replayed the day in [\d.]+ ms: \d+ jobs/))
    #expect(line.split(separator: "\n").count == 1)
    let all = try SimulatorProcess.run(["--threads", "--workers", "2"])
    for name in ["jobs per worker", "hand-overs", "voluntary switches", "schedule hash"] {
      #expect(all.errors.contains(name))
    }
    #expect(all.output == SampleDayTests.chart)
  }

  // Thread Sanitizer has a thread of its own.
  @Test(.enabled(if: !Probe.isSanitized))
  func `threads are told by what they do: workers, and the I/O thread of a journal`() throws {
    let folder = try TemporaryFolder()
    for workers in [1, 2] {
      let name = workers == 1 ? "1 worker" : "2 workers"
      let words = ["--workers", "\(workers)"]
      let kept = words + ["--journal", folder.path("journal-\(workers)")]
      let line = try SimulatorProcess.run(kept).errors
      #expect(line.hasPrefix("\(name) and the I/O thread replayed the day in "), "\(line)")
      for (words, threads) in [
        (words, "\(workers) (\(name))"), (kept, "\(workers + 1) (\(name) and the I/O thread)"),
      ] {
        let all = try SimulatorProcess.run(words + ["--threads"]).errors.split(separator: "\n")
        #expect(all.contains("threads              \(threads)"), "\(all)")
      }
    }
  }

  @Test func `lockstep runs the same schedule with one worker and with two`() throws {
    let hashes = try ["1", "2", "2"].map { workers in
      try SimulatorProcess.run(["--threads", "--mode", "lockstep", "--workers", workers]).errors
        .split(separator: "\n").first { $0.hasPrefix("schedule hash") }
    }
    #expect(hashes[0] != nil)
    #expect(Set(hashes).count == 1)
  }
}
