#if !os(none)

  import Dispatch
  import Synchronization

  /// The virtual clock without the pool: the body runs on the threads of the stock executor.
  ///
  /// The body gets a public `TaskExecutor` that counts its jobs before it hands them to Dispatch. Child
  /// tasks and default actors inherit it, so for structured code `outstanding` is exact as in the
  /// pool. Unstructured tasks (`Task {}`, `Task.detached`) and the main actor are not counted. For the
  /// main actor it suffices that time is moved by a block on the main queue, behind what is queued there.
  /// While an unstructured task works and everybody else sleeps, time may move too early.
  ///
  /// In lockstep and seeded mode the jobs go through a serial queue: one at a time, first come, first served.
  final class StockExecutor: TaskExecutor, TimeKeeper {
    private struct State {
      var sleepers = SleepQueue()
      var outstanding = 0
      var jobs: UInt64 = 0
      var timersFired: UInt64 = 0
      var hash = ScheduleHash()
      var hasFinished = false
      var hasStalled = false
    }

    /// Real time during which nothing may stir before the run is called a deadlock.
    private static let patience = DispatchTimeInterval.milliseconds(200)

    /// The session that runs; nil between sessions, and where ours run.
    static var current: StockExecutor? { running.withLock { $0 } }
    private static let running = Guarded<StockExecutor?>(nil)

    private let state = Guarded(State())
    private let virtualNow: Atomic<Int64>
    private let queue: DispatchQueue
    private let afterJob: (@Sendable () -> Void)?

    private init(_ session: Session) {
      virtualNow = Atomic(session.start)
      afterJob = session.afterJob
      queue =
        session.mode != .parallel
        ? DispatchQueue(label: "CaffeineExecutor.lockstep")
        : DispatchQueue(label: "CaffeineExecutor.parallel", attributes: .concurrent)
    }

    /// Runs `session`; the calling main thread serves the main queue meanwhile.
    static func run(
      _ session: Session, because reason: String
    ) throws(CooperativeExecutor.Failure) -> Statistics {
      let before = ProcessCounters.now
      let executor = StockExecutor(session)
      running.withLock { $0 = executor }
      defer { running.withLock { $0 = nil } }
      Task.detached(executorPreference: executor) {
        await session.body(VirtualClock(keeper: executor))
        executor.finish()
      }
      MainQueue.serve { executor.state.withLock { $0.hasFinished || $0.hasStalled } }
      return try executor.statistics(session, since: before, because: reason)
    }

    private func finish() {
      state.withLock { $0.hasFinished = true }
      DispatchQueue.main.async {}
    }

    private func statistics(
      _ session: Session, since before: ProcessCounters, because reason: String
    ) throws(CooperativeExecutor.Failure) -> Statistics {
      let after = ProcessCounters.now
      let end = Duration.nanoseconds(now)
      let (statistics, hasFinished) = state.withLock { state in
        (
          Statistics(
            executor: .stock, fallbackReason: reason, mode: session.mode,
            jobsPerWorker: [state.jobs],
            handOvers: 0, voluntarySwitches: after.voluntarySwitches - before.voluntarySwitches,
            involuntarySwitches: after.involuntarySwitches - before.involuntarySwitches,
            threads: ProcessCounters.threads, timersFired: state.timersFired,
            scheduleHash: state.hash.value, abandoned: state.sleepers.removeAll(), end: end),
          state.hasFinished
        )
      }
      guard hasFinished else { throw .deadlock }
      return statistics
    }

    // MARK: TaskExecutor

    func enqueue(_ job: consuming ExecutorJob) {
      let job = UnownedJob(job)
      state.withLock {
        $0.outstanding += 1
        $0.jobs += 1
      }
      queue.async {
        job.runSynchronously(on: self.asUnownedTaskExecutor())
        self.afterJob?()
        self.leave()
      }
    }

    /// One thing less to wait for; at rest, asks the main queue to move time.
    private func leave() {
      let jobsAtRest = state.withLock { state -> UInt64? in
        state.outstanding -= 1
        return state.outstanding == 0 ? state.jobs : nil
      }
      if let jobsAtRest { DispatchQueue.main.async { self.advance(after: jobsAtRest) } }
    }

    /// Runs on the main queue, behind the main-actor jobs that were queued when the pool came to rest.
    ///
    /// Does nothing when a job has run since: it may have queued another main-actor job, and then its
    /// own call is behind that one.
    private func advance(after jobs: UInt64) {
      // After a failed self-test the main-actor jobs may lie in the queue of the installed executor.
      InstalledExecutors.runStragglers()
      var wakes: [SleepQueue.Wake] = []
      let stirred = state.withLock { state -> UInt64? in
        guard state.outstanding == 0, state.jobs == jobs, !state.hasFinished else { return nil }
        guard let fired = state.sleepers.wakeEarliest(into: &wakes, &state.hash) else {
          return state.jobs
        }
        virtualNow.store(fired.deadline, ordering: .releasing)
        state.timersFired += UInt64(wakes.count)
        // Holds time until the last sleeper is awake.
        state.outstanding += 1
        return nil
      }
      if let stirred { suspectDeadlock(jobs: stirred) }
      guard !wakes.isEmpty else { return }
      for wake in wakes { self.wake(wake, cancelled: false) }
      leave()
    }

    private func suspectDeadlock(jobs: UInt64) {
      DispatchQueue.main.asyncAfter(deadline: .now() + Self.patience) {
        self.state.withLock { state in
          let isStill = state.outstanding == 0 && state.jobs == jobs && state.sleepers.count == 0
          if isStill { state.hasStalled = true }
        }
      }
    }

    // MARK: TimeKeeper

    var now: Int64 { virtualNow.load(ordering: .acquiring) }

    func reserve() -> SleepQueue.Ticket { state.withLock { $0.sleepers.reserve() } }

    func arm(
      _ ticket: SleepQueue.Ticket, at deadline: Int64, phase: VirtualClock.Phase, order: Int,
      wake: SleepQueue.Wake
    ) {
      let (isAsleep, jobsAtRest) = state.withLock { state in
        let isAsleep = state.sleepers.arm(
          ticket, at: max(deadline, now), phase: phase, order: order, wake: wake)
        return (isAsleep, state.outstanding == 0 ? state.jobs : nil)
      }
      if !isAsleep { self.wake(wake, cancelled: true) }
      // Only a task that is not counted can arm at rest; nobody else will move time for it.
      if let jobsAtRest { DispatchQueue.main.async { self.advance(after: jobsAtRest) } }
    }

    func cancel(_ ticket: SleepQueue.Ticket) {
      if let wake = state.withLock({ $0.sleepers.cancel(ticket) }) {
        self.wake(wake, cancelled: true)
      }
    }

    func hold() { state.withLock { $0.outstanding += 1 } }

    func release(_ resume: () -> Void) {
      resume()
      leave()
    }

    func release(_ ticket: SleepQueue.Ticket) { state.withLock { $0.sleepers.release(ticket) } }

    private func wake(_ wake: SleepQueue.Wake, cancelled: Bool) {
      guard case .continuation(let continuation) = wake else { return }
      continuation.resume(returning: !cancelled)
    }
  }
#endif
