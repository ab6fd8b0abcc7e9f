#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import Synchronization

  extension WorkerPool {
    /// How a session ended.
    enum Outcome { case finished, stalled, unreachable }

    /// Runs `body` with the calling main thread as worker 0; workers 1 and up run already.
    ///
    /// - Returns: `.unreachable` when a new task does not reach the pool, so that the body runs elsewhere.
    func run(_ session: Session) -> Outcome {
      let arrivals = open(session)
      Task.detached {
        await session.body(VirtualClock(keeper: WorkerPool.shared))
        WorkerPool.shared.finish()
      }
      lock()
      let isReached = state.pointee.arrivals > arrivals
      state.pointee.running -= 1
      unlock()
      guard isReached else { return .unreachable }
      serve(as: 0)
      lock()
      defer { unlock() }
      return state.pointee.phase == .over ? .finished : .stalled
    }

    /// Sets the time and the mode; what was made runnable since the last session runs first.
    ///
    /// - Returns: How many jobs have arrived so far.
    private func open(_ session: Session) -> UInt64 {
      lock()
      defer { unlock() }
      state.pointee.phase = .open
      // Holds time, and the verdict that all is lost, until the first job is queued.
      state.pointee.running += 1
      state.pointee.isLockstep = session.mode != .parallel
      state.pointee.draw = session.mode == .seeded ? Draw(session.seed) : nil
      state.pointee.afterJob = session.afterJob
      state.pointee.workers = session.workers
      virtualNow.store(session.start, ordering: .releasing)
      return state.pointee.arrivals
    }

    /// Ends the session: called by its last job.
    private func finish() {
      let threads = ProcessCounters.threads
      lock()
      state.pointee.threads = threads
      state.pointee.phase = .over
      wake(0)
      unlock()
    }

    /// Drops what is left, returns the counters and clears them for the next session.
    func close(_ session: Session, since before: ProcessCounters) -> Statistics {
      let after = ProcessCounters.now
      lock()
      defer { unlock() }
      let abandoned =
        state.pointee.shared.removeAll() + state.pointee.main.removeAll()
        + state.pointee.sleepers.removeAll()
      publishBacklog()
      let statistics = Statistics(
        executor: .cooperative, fallbackReason: nil, mode: session.mode,
        jobsPerWorker: (0..<session.workers).map { state.pointee.jobs[$0] },
        handOvers: state.pointee.handOvers,
        voluntarySwitches: after.voluntarySwitches - before.voluntarySwitches,
        involuntarySwitches: after.involuntarySwitches - before.involuntarySwitches,
        threads: state.pointee.threads, timersFired: state.pointee.timersFired,
        scheduleHash: state.pointee.hash.value, abandoned: abandoned, end: .nanoseconds(now),
        blockedJobs: state.pointee.blockedJobs)
      state.pointee.phase = .closed
      state.pointee.arrivals = 0
      state.pointee.started = 0
      state.pointee.passes = 0
      state.pointee.draw = nil
      state.pointee.afterJob = nil
      state.pointee.handOvers = 0
      state.pointee.timersFired = 0
      state.pointee.blockedJobs = 0
      state.pointee.hash = ScheduleHash()
      for worker in 0..<8 { state.pointee.jobs[worker] = 0 }
      return statistics
    }
  }
#endif
