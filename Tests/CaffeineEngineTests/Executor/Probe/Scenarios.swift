import CaffeineExecutor

/// What the probe runs on the virtual clock.
enum Scenarios {
  /// Inputs and readers meet at two instants; one input reads its own instant.
  static func phases(_ clock: VirtualClock, _ log: Log) async {
    let start = clock.now
    func seconds() -> Int64 { start.duration(to: clock.now).components.seconds }
    await withTaskGroup(of: Void.self) { group in
      for second in 1...2 {
        let due = start.advanced(by: .seconds(second))
        group.addTask {
          try? await clock.sleep(until: due, phase: .readers)
          log.add("\(seconds()) read")
          // Too late for the inputs of this instant, but not for the instant.
          try? await clock.sleep(until: due, phase: .inputs)
          log.add("\(seconds()) late input")
        }
        group.addTask {
          try? await clock.sleep(until: due, phase: .inputs)
          for step in 1...3 {
            await Task.yield()
            await MainActor.run { log.add("\(seconds()) input step \(step)") }
          }
          try? await clock.sleep(until: due, phase: .readers, order: 1)
          log.add("\(seconds()) input reads")
        }
      }
    }
  }

  /// Five sleepers of one phase, armed in another order than their keys.
  static func orders(_ clock: VirtualClock, _ log: Log) async {
    let due = clock.now.advanced(by: .seconds(1))
    await withTaskGroup(of: Void.self) { group in
      for (rank, name) in [(3, "d"), (0, "b"), (3, "e"), (-1, "a"), (2, "c")] {
        // Each is asleep before the next starts, so that ties have a known arming sequence.
        let armed = clock.now.advanced(by: .milliseconds(1))
        group.addTask {
          try? await clock.sleep(until: due, phase: .inputs, order: rank)
          log.add(name)
        }
        try? await clock.sleep(until: armed, phase: .inputs)
      }
    }
  }

  static func cancellation(_ clock: VirtualClock, _ log: Log) async {
    func sleeper(_ name: String) -> Task<Void, Never> {
      Task {
        do {
          try await clock.sleep(for: .seconds(1000), phase: .inputs)
          log.add("\(name) woke")
        } catch is CancellationError {
          log.add("\(name) cancelled at \(clock.now.nanoseconds) ns")
        } catch {
          log.add("\(name) failed")
        }
      }
    }
    let early = sleeper("before it sleeps")
    early.cancel()
    await early.value
    let late = sleeper("asleep")
    try? await clock.sleep(for: .seconds(3))
    late.cancel()
    await late.value
    late.cancel()
    let woken = sleeper("not at all")
    await woken.value
    woken.cancel()
  }

  /// Sleeps of the standard library take virtual time.
  ///
  /// Logged to the nearest second: a busy machine may shorten them by some milliseconds.
  static func taskSleep(_ clock: VirtualClock, _ log: Log) async {
    func second() -> String { "\((clock.now.nanoseconds + 500_000_000) / 1_000_000_000) s" }
    try? await Task.sleep(nanoseconds: 1_000_000_000)
    log.add(second())
    try? await Task.sleep(for: .seconds(3600))
    log.add(second())
    let sleeper = Task { try await Task.sleep(for: .seconds(9)) }
    await Task.yield()
    sleeper.cancel()
    do {
      try await sleeper.value
    } catch {
      log.add("\(error) at \(second())")
    }
  }

  /// Eight tasks whose sleeps often fall due together record into one actor.
  static func ledger(_ clock: VirtualClock, _ log: Log) async {
    let ledger = Ledger(log)
    await withTaskGroup(of: Void.self) { group in
      for name in 0..<8 {
        group.addTask {
          for turn in 1...40 {
            try? await clock.sleep(
              for: .seconds(1 + (name * turn) % 5), phase: .inputs, order: name)
            await ledger.record(name, clock.now.sinceEpoch.components.seconds)
            if turn % 7 == 0 { await MainActor.run { log.add("main \(name)") } }
            if turn % 11 == 0 { await Task.detached { log.add("detached \(name)") }.value }
          }
        }
      }
    }
  }
}

private actor Ledger {
  private let log: Log
  init(_ log: Log) { self.log = log }
  func record(_ name: Int, _ second: Int64) { log.add("\(second) s: task \(name)") }
}
