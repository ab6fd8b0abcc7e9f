#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import Glibc
  import Synchronization

  extension WorkerPool: TimeKeeper {
    var now: Int64 {
      let offset = hostOffset.load(ordering: .relaxed)
      return offset == 0 ? virtualNow.load(ordering: .acquiring) : uptime &+ offset
    }

    func reserve() -> SleepQueue.Ticket {
      lock()
      defer { unlock() }
      return state.pointee.sleepers.reserve()
    }

    func arm(
      _ ticket: SleepQueue.Ticket, at deadline: Int64, phase: VirtualClock.Phase, order: Int,
      wake: SleepQueue.Wake
    ) {
      lock()
      let isAsleep = state.pointee.sleepers.arm(
        ticket, at: max(deadline, now), phase: phase, order: order, wake: wake)
      unlockAfterArming()
      if !isAsleep { self.wake(wake, cancelled: true) }
    }

    /// Unlocks; a host's worker that sleeps until a later time has to hear of the sleeper.
    private func unlockAfterArming() {
      let other = state.pointee.isHosted ? claim(0xff, isUrgent: true) : nil
      let hooks = state.pointee.hooks
      unlock()
      if let other { rouse(other, hooks) }
    }

    func cancel(_ ticket: SleepQueue.Ticket) {
      lock()
      let wake = state.pointee.sleepers.cancel(ticket)
      unlock()
      if let wake { self.wake(wake, cancelled: true) }
    }

    func release(_ ticket: SleepQueue.Ticket) {
      lock()
      defer { unlock() }
      state.pointee.sleepers.release(ticket)
    }

    func hold() {
      lock()
      state.pointee.running += 1
      state.pointee.held += 1
      unlock()
    }

    /// Called by the I/O thread. One job at a time, the next cannot start before this returns.
    func release(_ resume: () -> Void) {
      lock()
      while state.pointee.isLockstep, state.pointee.running > state.pointee.held {
        pthread_cond_wait(between, mutex)
      }
      unlock()
      resume()
      lock()
      state.pointee.held -= 1
      state.pointee.running -= 1
      handOver()
      unlock()
      rouseLeaving()
    }

    /// Makes `job` runnable after `delay` (ns), rounded up to a millisecond: see `VirtualClock`.
    func enqueue(_ job: UnownedJob, after delay: Int64) {
      let step: Int64 = 1_000_000
      let rounded = delay.addingSaturated(step - 1) / step * step
      lock()
      let ticket = state.pointee.sleepers.reserve()
      _ = state.pointee.sleepers.arm(
        ticket, at: now.addingSaturated(max(0, rounded)), phase: .inputs, order: 0, wake: .job(job))
      unlockAfterArming()
    }

    /// At rest: wakes the earliest phase, or ends the session when nobody sleeps. The lock is held.
    func advance() {
      let wasAsleep = state.pointee.sleepers.count
      guard
        let fired = state.pointee.sleepers.wakeEarliest(
          into: &state.pointee.waking, &state.pointee.hash)
      else {
        state.pointee.phase = .stalled
        wake(0)
        return
      }
      virtualNow.store(fired.deadline, ordering: .releasing)
      state.pointee.timersFired += UInt64(wasAsleep - state.pointee.sleepers.count)
      // Counts as running: nobody else may move time until the last sleeper is awake.
      state.pointee.running += 1
      unlock()
      for index in state.pointee.waking.indices {
        wake(state.pointee.waking[index], cancelled: false)
      }
      lock()
      state.pointee.waking.removeAll(keepingCapacity: true)
      state.pointee.running -= 1
    }

    func wake(_ wake: SleepQueue.Wake, cancelled: Bool) {
      switch wake {
      case .continuation(let continuation): continuation.resume(returning: !cancelled)
      case .job(let job): enqueue(job, onMainActor: false)
      }
    }
  }
#endif
