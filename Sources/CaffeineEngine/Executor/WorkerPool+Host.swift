#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import Glibc
  import Synchronization

  // A host's threads as workers, in real time: sleepers wake when their time has come, not at rest.

  extension WorkerPool {
    /// Opens for good. Called before any host thread serves.
    func open(for hooks: HostWorkers.Hooks) {
      lock()
      defer { unlock() }
      var wall = timespec()
      clock_gettime(CLOCK_REALTIME, &wall)
      let offset = nanoseconds(wall) &- uptime
      hostOffset.store(offset == 0 ? 1 : offset, ordering: .relaxed)
      state.pointee.phase = .open
      state.pointee.isHosted = true
      state.pointee.isLockstep = false
      state.pointee.workers = 2
      state.pointee.hooks = hooks
    }

    /// Serves as a worker until the end.
    func serveHost(as worker: Int) throws(HostWorkers.Refusal) {
      guard self.worker < 0 else { throw .taken }
      let bit = UInt8(1) << UInt8(worker)
      lock()
      let isOpen = state.pointee.isHosted
      let isTaken = state.pointee.lent & bit != 0
      if isOpen, !isTaken { state.pointee.lent |= bit }
      unlock()
      guard isOpen else { throw .notInstalled }
      guard !isTaken else { throw .taken }
      serve(as: worker)
      lock()
      state.pointee.lent &= ~bit
      unlock()
      rouseLeaving()
    }

    /// Lets the workers leave once nothing is left.
    func end() {
      lock()
      state.pointee.isEnding = true
      unlock()
      rouseLeaving()
    }

    /// Wakes the host's workers if they may leave.
    func rouseLeaving() {
      lock()
      let isOver = state.pointee.isHosted && shouldLeave(0)
      let parked = isOver ? [0, 1].filter { claim(1 << UInt8($0), isUrgent: true) != nil } : []
      let hooks = state.pointee.hooks
      unlock()
      for worker in parked { rouse(worker, hooks) }
    }

    /// Sleeps until claimed, or until the next sleeper is due, or for a time (ns).
    ///
    /// The lock is held on entry and on return.
    func idle(as worker: Int, atMost time: Int64? = nil) {
      let bit = UInt8(1) << UInt8(worker)
      let due = state.pointee.sleepers.earliest.map { max(0, $0 &- now) }
      let wait = time.map { min($0, due ?? $0) } ?? due
      let hooks = state.pointee.hooks
      if let idle = hooks.idle {
        unlock()
        // Rounded up: a wait that ends too early only leads to the next.
        idle(hooks.user, UInt32(worker), wait.map { ($0 &+ 999_999) / 1_000_000 } ?? -1)
        lock()
      } else if let wait {
        sleep(as: worker, until: uptime.addingSaturated(wait))
      } else {
        sleep(as: worker)
      }
      state.pointee.parked &= ~bit
    }

    /// Wakes the sleepers whose time has come. The lock is held, but for the waking itself.
    ///
    /// - Returns: Whether there were any.
    func wakeDueSleepers() -> Bool {
      guard let due = state.pointee.sleepers.earliest, due <= now else { return false }
      // Not the pool's array: both workers may be at it.
      var wakes: [SleepQueue.Wake] = []
      _ = state.pointee.sleepers.wakeEarliest(into: &wakes, &state.pointee.hash)
      state.pointee.running += 1
      unlock()
      for wake in wakes { self.wake(wake, cancelled: false) }
      lock()
      state.pointee.running -= 1
      return true
    }

    /// Nanoseconds of the system's clock that nobody sets.
    var uptime: Int64 {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return nanoseconds(time)
    }

    private func nanoseconds(_ time: timespec) -> Int64 {
      Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000).partialValue
        &+ Int64(time.tv_nsec)
    }
  }
#endif
