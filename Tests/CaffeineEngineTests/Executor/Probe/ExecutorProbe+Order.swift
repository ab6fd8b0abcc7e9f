import CaffeineExecutor

/// Who comes next: seeded schedules and priorities.
extension ExecutorProbe {
  /// Prints the orders that 2,000 seeds find for two tasks that meet on an actor, and one elsewhere.
  ///
  /// The actor that they await is idle: on one thread only the seeded mode can come between.
  func orders() {
    var orders: Set<String> = []
    for seed in 0..<2_000 as Range<UInt64> {
      let log = Log()
      let racer = Racer()
      _ = run(.init(seed: seed)) { _ in
        await withTaskGroup(of: Void.self) { group in
          for name in ["a", "b"] { group.addTask { await racer.race(name, log) } }
          group.addTask { @MainActor in log.add("m") }
        }
      }
      orders.insert(log.lines.joined())
    }
    for order in orders.sorted() { print(order) }
  }

  /// Prints the trace of a seed, and how often the hook was called for how many jobs.
  func seeded(_ seed: UInt64) {
    let log = Log()
    let isInside = Peak()
    let calls = Peak()
    let configuration = CooperativeExecutor.Configuration(seed: seed, start: .seconds(1000)) {
      if CooperativeExecutor.currentWorker != 0 { isInside.see(1) }
      calls.see(calls.value + 1)
    }
    let statistics = run(configuration) { await Scenarios.ledger($0, log) }
    for line in log.lines { print(line) }
    guard let statistics else { return }
    let difference = Int(statistics.jobs) - calls.value
    print("calls missing \(difference), astray \(isInside.value)")
    print("schedule \(statistics.scheduleHash)")
  }

  /// Prints the order in which user jobs (u), main-actor jobs (m) and background jobs (b) run.
  func priorities() {
    let log = Log()
    _ = run { clock in
      for _ in 0..<3 { Task.detached(priority: .background) { log.add("b") } }
      for _ in 0..<50 { Task.detached(priority: .userInitiated) { log.add("u") } }
      for _ in 0..<50 { Task.detached { @MainActor in log.add("m") } }
      try? await clock.sleep(for: .seconds(1))
      Task.detached(priority: .utility) { log.add("b") }
      Task.detached { log.add("u") }
      try? await clock.sleep(for: .seconds(1))
    }
    print(log.lines.joined())
  }

  private func run(
    _ configuration: CooperativeExecutor.Configuration,
    _ body: @escaping @Sendable (VirtualClock) async -> Void
  ) -> Statistics? {
    do {
      return try CooperativeExecutor.run(configuration, body)
    } catch {
      print(error)
      return nil
    }
  }
}

private actor Racer {
  let other = Counter()

  func race(_ name: String, _ log: Log) async {
    log.add("\(name)1")
    await other.add()
    log.add("\(name)2")
  }
}
