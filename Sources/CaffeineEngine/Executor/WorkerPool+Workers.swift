#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import Glibc

  extension WorkerPool {
    /// Looks at `signal` this often, some 5 µs, before a worker parks.
    ///
    /// A hand-over to a parked thread costs two futex calls and two context switches, 10 µs here. The
    /// day of 86,400 sleeps in lockstep took 1.25 s with 0 looks, 0.82 s with 2,000, 0.12 s with 10,000
    /// and 0.14 s with 50,000 (2 vCPU, AMD EPYC).
    private static let spins = 10_000

    /// Looks in all before a worker parks, while jobs come and the others take them.
    private static let longestSearch = 2_000_000

    /// Looks, some 0.5 µs, during which a job is left to the worker that made it runnable.
    ///
    /// Most jobs are made runnable by one that ends at once, and the same worker then has all that
    /// the new one needs in its caches.
    private static let courtesy = 1_000

    /// Gives up the CPU once in so many looks: the worker that is to hand over may want this very CPU.
    ///
    /// On a busy machine it cut the same day from between 0.27 and 1.7 s to 0.13 s.
    private static let spinsPerYield = 500

    /// The executor jobs that are on no actor run on.
    ///
    /// The generic one and not a task executor: with the latter the runtime re-enqueues each hop to an
    /// actor, one job and one 80-byte allocation a hop, instead of going on in the same job.
    private static let generic = unsafeBitCast(
      (0, 0) as (UInt, UInt), to: UnownedSerialExecutor.self)

    /// Starts workers 1 and up.
    ///
    /// - Returns: Their threads, or nil when the system refuses one.
    func startWorkers(_ count: Int) -> [pthread_t]? {
      lock()
      state.pointee.isShutDown = false
      unlock()
      var threads: [pthread_t] = []
      for worker in 1..<max(1, count) {
        var thread = pthread_t()
        let argument = UnsafeMutableRawPointer(bitPattern: worker)
        let status = pthread_create(
          &thread, nil,
          { argument in
            WorkerPool.shared.serve(as: Int(bitPattern: argument))
            return nil
          }, argument)
        guard status == 0 else {
          stopWorkers(threads)
          return nil
        }
        threads.append(thread)
      }
      return threads
    }

    /// Ends workers 1 and up and waits for them.
    func stopWorkers(_ threads: [pthread_t]) {
      lock()
      state.pointee.isShutDown = true
      for worker in 1..<8 { wake(worker) }
      unlock()
      for thread in threads { pthread_join(thread, nil) }
    }

    /// Runs jobs as `worker` until the session (worker 0) or the pool (all others) ends.
    func serve(as worker: Int) {
      setRole(worker: worker)
      defer { setRole(worker: nil) }
      lock()
      defer { unlock() }
      // No session opens while workers 1 and up serve but with modes that have none.
      let afterJob = worker == 0 ? state.pointee.afterJob : nil
      while !shouldLeave(worker) {
        if state.pointee.isHosted, wakeDueSleepers() { continue }
        if let next = take(for: worker) {
          let hooks = state.pointee.hooks
          unlock()
          if let other = next.other { rouse(other, hooks) }
          if isStrict {
            watch(worker, isMain: next.isMain, priority: next.job.priority.rawValue) {
              run(next.job, as: worker, isMain: next.isMain)
            }
          } else {
            run(next.job, as: worker, isMain: next.isMain)
          }
          if let afterJob { afterJob() }
          lock()
          state.pointee.current[worker] = 0
          state.pointee.running -= 1
          if state.pointee.held > 0 { pthread_cond_signal(between) }
        } else if state.pointee.isAtRest {
          advance()
        } else {
          wait(as: worker)
        }
      }
    }

    /// Runs what is queued now on the calling main thread, for the fallback. The pool is not open.
    func runStragglers() {
      lock()
      defer { unlock() }
      while true {
        let main = state.pointee.main.take(at: 0)
        guard let next = main ?? state.pointee.shared.take(at: 0) else { return }
        unlock()
        run(next.job, as: nil, isMain: main != nil)
        lock()
      }
    }

    private func run(_ job: UnownedJob, as worker: Int?, isMain: Bool) {
      guard isMain else {
        if worker != nil, state.pointee.draw != nil {
          return job.runSynchronously(on: InstalledExecutors.taskExecutor)
        }
        return job.runSynchronously(on: Self.generic)
      }
      setRole(worker: worker, isOnMainActor: true)
      job.runSynchronously(on: MainActor.sharedUnownedExecutor)
      setRole(worker: worker)
    }

    func shouldLeave(_ worker: Int) -> Bool {
      if state.pointee.isHosted { return state.pointee.isEnding && state.pointee.isIdle }
      guard worker == 0 else { return state.pointee.isShutDown }
      return state.pointee.phase != .open && state.pointee.running == 0
    }

    /// Whether `worker` has anything to do but wait.
    private func isNeeded(_ worker: Int) -> Bool {
      shouldLeave(worker) || choice(for: worker) != nil || state.pointee.isAtRest
    }

    /// Waits for work: spins first, then parks. The lock is held on entry and on return.
    private func wait(as worker: Int) {
      handOver()
      let bit = UInt8(1) << UInt8(worker)
      var left = Self.longestSearch
      while left > 0 {
        state.pointee.searching |= bit
        let seen = (signal.load(ordering: .relaxed), alarm.load(ordering: .relaxed))
        unlock()
        search(as: worker, since: seen, &left)
        lock()
        state.pointee.searching &= ~bit
        if isNeeded(worker) { return }
      }
      state.pointee.parked |= bit
      if state.pointee.isHosted { return idle(as: worker) }
      while state.pointee.parked & bit != 0 { pthread_cond_wait(conditions + worker, mutex) }
    }

    /// Looks for a reason to take the lock, at most `left` times; 0 are left after long quiet.
    private func search(
      as worker: Int, since before: (signal: UInt32, alarm: UInt32), _ left: inout Int
    ) {
      let alarmed = before.alarm
      var seen = before.signal
      var quiet = 0
      while left > 0, quiet < Self.spins, alarm.load(ordering: .acquiring) == alarmed {
        left -= 1
        quiet += 1
        if left % Self.spinsPerYield == 0 { sched_yield() }
        let signal = signal.load(ordering: .acquiring)
        guard signal != seen else { continue }
        seen = signal
        quiet = 0
        for _ in 0..<Self.courtesy where alarm.load(ordering: .relaxed) == alarmed {}
        if hasBacklog(worker) { return }
      }
      if alarm.load(ordering: .acquiring) == alarmed { left = 0 }
    }

    /// Wakes whoever is needed now that the caller has nothing to do. The lock is held.
    func handOver() {
      if state.pointee.phase != .open, state.pointee.running == 0 {
        wake(0)
      } else if state.pointee.isLockstep, state.pointee.running == 0, let owner = turn?.owner {
        wake(owner)
      } else if state.pointee.isAtRest, let worker = claim(0xff, isUrgent: true) {
        pthread_cond_signal(conditions + worker)
      }
    }
  }
#endif
