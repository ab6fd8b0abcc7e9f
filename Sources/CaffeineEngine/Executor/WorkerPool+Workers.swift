#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import Glibc

  extension WorkerPool {
    /// The executor jobs that are on no actor run on.
    ///
    /// The generic one and not a task executor: with the latter the runtime re-enqueues each hop to an
    /// actor, one job and one 80-byte allocation a hop, instead of going on in the same job.
    @inline(__always)
    private static var generic: UnownedSerialExecutor {
      unsafeBitCast((0, 0) as (UInt, UInt), to: UnownedSerialExecutor.self)
    }

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
          if let other = next.other {
            let hooks = state.pointee.hooks
            unlock()
            rouse(other, hooks)
          } else {
            unlock()
          }
          perform(next.job, as: worker, isMain: next.isMain)
          while let next = desks[worker].next() {
            perform(next.job, as: worker, isMain: next.isMain)
          }
          if let afterJob { afterJob() }
          lock()
          desks[worker].end()
          state.pointee.jobs[worker] += desks[worker].count
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

    private func perform(_ job: UnownedJob, as worker: Int, isMain: Bool) {
      guard isStrict else { return run(job, as: worker, isMain: isMain) }
      watch(worker, isMain: isMain, priority: job.priority.rawValue) {
        run(job, as: worker, isMain: isMain)
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
  }
#endif
