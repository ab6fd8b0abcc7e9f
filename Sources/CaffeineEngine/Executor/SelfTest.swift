#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  /// Finds out at start whether the runtime honours the installed executors.
  ///
  /// The interface is experimental and the library that implements it is found at run time, so what
  /// the compiler promised may not be what the process got.
  enum SelfTest {
    /// Runs one job of each kind on the pool, whose workers run already.
    ///
    /// - Parameters:
    ///   - workers: Of the session.
    ///   - threads: Of the process, while nobody else starts or ends any.
    /// - Returns: What is wrong, in a few words, or nil.
    static func failure(_ workers: Int, expecting threads: Int?) -> String? {
      let finding = Finding()
      let session = Session(workers: workers, mode: .parallel) { clock in
        finding.report(await firstStray(clock) ?? strayThread(expecting: threads))
      }
      let outcome = WorkerPool.shared.run(session)
      _ = WorkerPool.shared.close(session, since: .now)
      switch outcome {
      case .unreachable: return "a new task did not reach the pool"
      case .stalled: return "a job was lost"
      case .finished: return finding.text
      }
    }

    /// Names the first job that ran outside the pool; later ones might never return.
    private static func firstStray(_ clock: VirtualClock) async -> String? {
      guard isOnPool else { return "the first task ran outside the pool" }
      guard await Task(operation: { isOnPool }).value else { return "a task ran outside the pool" }
      guard await Task.detached(operation: { isOnPool }).value else {
        return "a detached task ran outside the pool"
      }
      await Task.yield()
      guard isOnPool else { return "a task left the pool at a yield" }
      let due = clock.now.advanced(by: .seconds(1))
      guard (try? await clock.sleep(until: due, phase: .readers)) != nil, isOnPool, clock.now == due
      else { return "a virtual sleep went wrong" }
      guard (try? await Task.sleep(for: .seconds(3600))) != nil, isOnPool,
        // Not to the second: a thread that loses its CPU on the way shortens the sleep.
        due.duration(to: clock.now) > .seconds(1800)
      else {
        return "a task sleep took real time"
      }
      guard await MainActor.run(body: { CooperativeExecutor.currentWorker }) == 0 else {
        return "the main actor ran outside worker 0"
      }
      return isOnPool ? nil : "a task did not come back from the main actor"
    }

    private static func strayThread(expecting threads: Int?) -> String? {
      guard let threads else { return nil }
      let seen = ProcessCounters.threads
      return seen == threads ? nil : "\(seen) threads instead of \(threads)"
    }

    private static var isOnPool: Bool { CooperativeExecutor.currentWorker != nil }

    /// Carries the finding out of the session.
    private final class Finding: Sendable {
      private let stored = Guarded<String?>("it did not run to its end")
      var text: String? { stored.withLock { $0 } }
      func report(_ text: String?) { stored.withLock { $0 = text } }
    }
  }
#endif
