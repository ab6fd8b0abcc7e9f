import Testing

@testable import CaffeineExecutor

@Suite struct ExecutorTests {
  static let modes = ["parallel", "lockstep"]
  static let allModes = modes + ["seeded"]

  @Test(arguments: ["1", "2"], allModes)
  func `every kind of job runs on a worker of the pool`(workers: String, mode: String) throws {
    let result = try Probe.run(["kinds", workers, mode])
    #expect(result == .init(lines: Self.kinds, status: 0))
  }

  @Test(.enabled(if: !Probe.isSanitized), arguments: [1, 2, 8], modes)
  func `the process has as many threads as workers`(workers: Int, mode: String) throws {
    let result = try Probe.run(["threads", "\(workers)", mode])
    let added = workers - 1
    #expect(result == .init(lines: ["added \(added), at the end \(added)"], status: 0))
  }

  @Test(.enabled(if: !Probe.isSanitized), arguments: [1, 2])
  func `the kernel makes one thread for each worker but the first`(workers: Int) throws {
    guard let clones = try Probe.clones(["ledger", "\(workers)"]) else { return }
    #expect(clones == workers - 1)
  }

  @Test func `lockstep repeats its schedule in every run, whatever the number of workers`() throws {
    let first = try Probe.run(["ledger", "2", "lockstep"])
    #expect(first.lines.count > 320)
    for _ in 1..<20 { #expect(try Probe.run(["ledger", "2", "lockstep"]) == first) }
    for workers in ["1", "3", "8"] {
      #expect(try Probe.run(["ledger", workers, "lockstep"]) == first)
    }
  }

  @Test func `both modes record the same drinks`() throws {
    let records = try Self.modes.map { mode in
      try Probe.run(["ledger", "2", mode]).lines.dropLast().sorted()
    }
    #expect(records[0] == records[1])
  }

  @Test(arguments: [nil, "stock", "fail"])
  func `an instant has all its inputs before its readers`(executor: String?) throws {
    let result = try Probe.run(["phases", "2", "lockstep"], executor: executor)
    #expect(result == .init(lines: Self.phases, status: 0))
  }

  @Test func `inputs come before readers on parallel workers too`() throws {
    for _ in 0..<20 {
      let lines = try Probe.run(["phases", "2", "parallel"]).lines
      // Readers of one instant run at the same time: their order is not fixed.
      #expect(Array(lines[..<3]) == Array(Self.phases[..<3]))
      #expect(Set(lines[3..<6]) == Set(Self.phases[3..<6]))
      #expect(Array(lines[6..<9]) == Array(Self.phases[6..<9]))
      #expect(Set(lines[9..<12]) == Set(Self.phases[9..<12]))
    }
  }

  @Test(arguments: [nil, "stock", "fail"])
  func `sleepers of a phase wake by key, then in the order of falling asleep`(executor: String?)
    throws
  {
    let result = try Probe.run(["orders", "2", "lockstep"], executor: executor)
    #expect(result == .init(lines: ["a", "b", "c", "d", "e", "end 1000000000 ns"], status: 0))
  }

  @Test(arguments: [nil, "stock"], modes)
  func `a cancelled sleeper wakes at once and throws`(executor: String?, mode: String) throws {
    // On the stock executor the scenario's unstructured tasks are beyond the exact count.
    let result = try Probe.run(["cancellation", "2", mode], executor: executor)
    let expected = [
      "before it sleeps cancelled at 0 ns", "asleep cancelled at 3000000000 ns",
      "not at all woke", "end 1003000000000 ns",
    ]
    #expect(result == .init(lines: expected, status: 0))
  }

  @Test func `sleeps of the standard library take virtual time`() throws {
    let result = try Probe.run(["tasksleep", "2", "lockstep"])
    #expect(result.lines.dropLast() == ["1 s", "3601 s", "CancellationError() at 3601 s"])
  }

  @Test(arguments: ["1", "2"], allModes)
  func `a day of 86,400 sleeps by eight tasks ends after exactly 24 hours`(
    workers: String, mode: String
  ) throws {
    let result = try Probe.run(["day", workers, mode])
    let expected = "86400 sleeps, 86400 timers, end 86400000000000 ns"
    #expect(result == .init(lines: [expected], status: 0))
  }

  @Test(arguments: modes)
  func `a hop to an idle actor needs no job`(mode: String) throws {
    #expect(try Probe.run(["hops", "2", mode]) == .init(lines: ["jobs 1"], status: 0))
  }

  @Test(arguments: [nil, "stock", "fail"], allModes)
  func `a deadlock is reported and the next run works`(executor: String?, mode: String) throws {
    let result = try Probe.run(["deadlock", "2", mode], executor: executor)
    let expected = ["waiting for ever", "deadlock", "the next run works"]
    #expect(result == .init(lines: expected, status: 0))
  }

  @Test func `runs of other shapes follow each other in one process`() throws {
    let trace = (["start 1000000000000 ns"] + Self.phases.dropLast()).joined(separator: ", ")
    let expected = ["1 lockstep", "2 lockstep", "4 lockstep"].flatMap { shape in
      ["\(shape) \(trace) end 1002000000000 ns", "\(shape.prefix(1)) ours"]
    }
    #expect(try Probe.run(["sessions"]) == .init(lines: expected, status: 0))
  }

  @Test(arguments: modes)
  func `a task that outlives its run is dropped and not seen by the next`(mode: String) throws {
    let expected = ["abandoned 1, end 1000000000 ns", "abandoned 0, end 60000000000 ns"]
    #expect(try Probe.run(["dropped", "2", mode]) == .init(lines: expected, status: 0))
  }

  @Test func `the fallback gives its reason in one sentence`() throws {
    let stock = try Probe.run(["reason"], executor: "stock")
    let failed = try Probe.run(["reason"], executor: "fail")
    #expect(stock.lines == ["stock: CAFFEINE_EXECUTOR=stock asks for the stock executor."])
    #expect(failed.lines == ["stock: The self-test of the executors failed: it was told to fail."])
    #expect(try Probe.run(["reason"]).lines == ["cooperative: no fallback"])
  }

  // MARK: Traces

  static let phases =
    (1...2).flatMap { second in
      (1...3).map { "\(second) input step \($0)" }
        + ["\(second) read", "\(second) input reads", "\(second) late input"]
    } + ["end 2000000000 ns"]

  static let kinds =
    [
      "body", "actor", "after actor", "actor before yield", "actor after yield",
      "actor from detached", "detached after yield", "yield", "task", "task, high priority",
      "detached", "detached, background", "immediate", "immediate after yield", "group child",
      "discarding group child", "async let", "virtual sleep", "virtual sleep, reader",
      "sleep in nanoseconds", "sleep for", "sleep on the suspending clock",
      "sleep on the continuous clock", "cancelled sleep",
      "continuation resumed by a foreign thread", "stream producer", "stream consumer",
      "main actor", "after main actor", "main-actor task", "main actor after virtual sleep",
      "main actor after sleep", "main actor after yield", "global executor preferred",
      "task on global executor",
    ].map { kind in
      let isMain = kind.hasPrefix("main") && kind != "after main actor"
      return "\(kind): \(isMain ? "worker 0" : "pool")"
    } + ["executor cooperative"]
}
