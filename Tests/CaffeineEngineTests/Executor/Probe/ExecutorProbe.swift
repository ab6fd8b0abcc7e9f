import CaffeineExecutor
import Foundation

/// Runs one scenario on executors of its own and prints the trace.
///
/// A process of its own because the executors must be installed before the first task, and the test
/// runner has many. Usage: `executor-probe <scenario> [workers] [mode]`.
@main
struct ExecutorProbe {
  static func main() {
    let arguments = CommandLine.arguments.dropFirst()
    let scenario = arguments.first ?? ""
    let workers = arguments.dropFirst().first.flatMap { Int($0) } ?? 2
    let mode =
      arguments.dropFirst(2).first.flatMap { CooperativeExecutor.Mode(rawValue: $0) } ?? .parallel
    let probe = ExecutorProbe(workers: workers, mode: mode)
    switch scenario {
    case "kinds": probe.kinds()
    case "threads": probe.threads()
    case "ledger": probe.ledger()
    case "phases": probe.show { await Scenarios.phases($0, $1) }
    case "orders": probe.show { await Scenarios.orders($0, $1) }
    case "cancellation": probe.show { await Scenarios.cancellation($0, $1) }
    case "tasksleep": probe.show { await Scenarios.taskSleep($0, $1) }
    case "day": probe.day()
    case "hops": probe.hops()
    case "deadlock": probe.deadlock()
    case "sessions": probe.sessions()
    case "dropped": probe.dropped()
    case "reason": probe.reason()
    case "interleavings": probe.orders()
    case "seeded": probe.seeded(UInt64(workers))
    case "blocking": probe.blocking()
    case "strict": probe.strict()
    case "priorities": probe.priorities()
    case "host": HostProbe.run()
    case "bench": probe.bench()
    default: print("unknown scenario")
    }
  }

  let workers: Int
  let mode: CooperativeExecutor.Mode

  func run(
    workers: Int? = nil, mode: CooperativeExecutor.Mode? = nil, start: Duration = .zero,
    _ body: @escaping @Sendable (VirtualClock) async -> Void
  ) -> Statistics? {
    // In seeded mode the number of workers is the seed.
    let mode = mode ?? self.mode
    let configuration =
      mode == .seeded
      ? CooperativeExecutor.Configuration(seed: UInt64(workers ?? self.workers), start: start)
      : CooperativeExecutor.Configuration(
        workers: workers ?? self.workers, mode: mode, start: start)
    do {
      return try CooperativeExecutor.run(configuration, body)
    } catch {
      print(error)
      return nil
    }
  }

  /// Prints what `scenario` logs, then when it ended.
  func show(_ scenario: @escaping @Sendable (VirtualClock, Log) async -> Void) {
    let log = Log()
    let statistics = run { await scenario($0, log) }
    for line in log.lines { print(line) }
    if let statistics { print("end \(statistics.endText)") }
  }

  func kinds() {
    let log = Log()
    let statistics = run { await JobKinds(log: log).visitAll($0) }
    for line in log.lines { print(line) }
    if let statistics { print("executor \(statistics.executor)") }
  }

  /// Prints how many threads the run added to those of the process.
  func threads() {
    let before = Self.threadCount
    let most = Peak()
    let statistics = run { clock in
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<64 {
          group.addTask {
            for _ in 0..<16 {
              await Task.yield()
              await MainActor.run { most.see(Self.threadCount) }
              try? await clock.sleep(for: .seconds(1))
            }
          }
        }
      }
    }
    print("added \(most.value - before), at the end \((statistics?.threads ?? 0) - before)")
  }

  /// Prints the order in which eight tasks reach one actor, and the hash of the schedule.
  func ledger() {
    let log = Log()
    let statistics = run { await Scenarios.ledger($0, log) }
    for line in log.lines { print(line) }
    if let statistics { print("schedule \(statistics.scheduleHash)") }
  }

  func day() {
    let begin = ContinuousClock.now
    let count = Peak()
    let statistics = run { clock in
      let counter = Counter()
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            for _ in 0..<10_800 {
              try? await clock.sleep(for: .seconds(8), phase: .inputs)
              await counter.add()
            }
          }
        }
      }
      let total = await counter.count
      count.see(total)
    }
    guard let statistics else { return }
    print("\(count.value) sleeps, \(statistics.timersFired) timers, end \(statistics.endText)")
    let text = "\(ContinuousClock.now - begin), \(statistics)\n"
    FileHandle.standardError.write(Data(text.utf8))
  }

  /// Prints how many jobs 100,000 calls of an idle actor take.
  func hops() {
    let statistics = run { _ in
      let counter = Counter()
      for _ in 0..<100_000 { await counter.add() }
      let count = await counter.count
      precondition(count == 100_000, "a hop was lost")
    }
    if let statistics { print("jobs \(statistics.jobs)") }
  }

  /// Prints to standard error what two tasks on two actors, yields and main-actor hops cost.
  func bench() {
    func report(_ name: String, _ body: @escaping @Sendable (VirtualClock) async -> Void) {
      let begin = ContinuousClock.now
      guard let statistics = run(body) else { return }
      print(
        name, ContinuousClock.now - begin, statistics.voluntarySwitches, statistics.handOvers,
        statistics.jobsPerWorker)
    }
    report("2 tasks x 2 actors, 1e6 hops") { _ in
      let (a, b) = (Counter(), Counter())
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<2 {
          group.addTask {
            for _ in 0..<250_000 {
              await a.add()
              await b.add()
            }
          }
        }
      }
    }
    report("group of 1e5") { _ in
      await withTaskGroup(of: Void.self) { group in for _ in 0..<100_000 { group.addTask {} } }
    }
    report("1e5 yields") { _ in for _ in 0..<100_000 { await Task.yield() } }
    report("1e4 main-actor hops") { _ in for _ in 0..<10_000 { await MainActor.run {} } }
  }

  func deadlock() {
    _ = run { _ in
      print("waiting for ever")
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    _ = run { clock in
      try? await clock.sleep(for: .seconds(1))
      print("the next run works")
    }
  }

  /// Runs with other configurations one after another in the same process.
  func sessions() {
    for workers in [1, 2, 4] {
      _ = run(workers: 3, mode: .parallel) { try? await $0.sleep(for: .seconds(1)) }
      let log = Log()
      let statistics = run(workers: workers, mode: .lockstep, start: .seconds(1000)) { clock in
        log.add("start \(clock.now.nanoseconds) ns")
        await Scenarios.phases(clock, log)
      }
      guard let statistics else { return }
      print(
        workers, statistics.mode, log.lines.joined(separator: ", "), "end", statistics.endText)
      print(statistics.jobsPerWorker.count, statistics.fallbackReason ?? "ours")
    }
  }

  /// Leaves a sleeper behind; the next run must not see it.
  func dropped() {
    let first = run { clock in
      Task {
        try? await clock.sleep(for: .seconds(5))
        print("a task outlived its run")
      }
      try? await clock.sleep(for: .seconds(1))
    }
    let second = run { clock in try? await clock.sleep(for: .seconds(60)) }
    for statistics in [first, second] {
      guard let statistics else { continue }
      print("abandoned \(statistics.abandoned), end \(statistics.endText)")
    }
  }

  func reason() {
    guard let statistics = run({ _ in }) else { return }
    print("\(statistics.executor): \(statistics.fallbackReason ?? "no fallback")")
  }

  static var threadCount: Int {
    (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count) ?? 0
  }
}

extension Statistics {
  /// The end in whole nanoseconds: the description of `Duration` rounds.
  var endText: String { "\(VirtualClock.Instant(sinceEpoch: end).nanoseconds) ns" }
}

/// Lines in the order in which they were added.
final class Log: Sendable {
  private let stored = Guarded<[String]>([])
  var lines: [String] { stored.withLock { $0 } }
  func add(_ line: String) { stored.withLock { $0.append(line) } }
}

/// The largest number seen.
final class Peak: Sendable {
  private let stored = Guarded(0)
  var value: Int { stored.withLock { $0 } }
  func see(_ number: Int) { stored.withLock { $0 = max($0, number) } }
}

/// An actor on the default executor.
actor Counter {
  private(set) var count = 0
  func add() { count += 1 }
}
