#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import Glibc
  import Synchronization

  // What a worker does that has no job.
  //
  //             ┌── bustle (2) ──▶ dozes ── time is up (3) ──┐
  //   searches ─┤                    └── claimed (4) ──▶ takes a job
  //      ▲      ├── quiet (1) ───▶ parks ─── claimed (4) ──▶ takes a job
  //      │      └── reason (5) ──▶ takes a job               │
  //      └───────────────────────────────────────────────────┘
  //
  // (1) Nothing was made runnable for a while. (2) Jobs come, and those who make them take them, for longer
  // than a search may last. (3) `park(_:for:)` returns. (4) `claim` takes it off the parked set.
  // (5) An alarm, or a job has waited from one glance to the next.

  extension WorkerPool {
    /// Looks at the alarm this often, some 5 µs, before a worker parks.
    ///
    /// A hand-over to a parked thread costs two futex calls and two context switches, 10 µs here. A
    /// day of 86,400 sleeps in lockstep, 43,424 hand-overs, took 0.48 to 0.81 s with 500 looks, 0.42 to
    /// 0.67 s with 2,000, 0.38 to 0.43 s with 10,000 and no less with 50,000 (2 vCPU, AMD EPYC, nobody
    /// else on them; one run in six was disturbed and is left out).
    private static let spins = 10_000

    /// Looks in all before a worker dozes, while jobs come and the others take them: some 50 µs.
    private static let longestSearch = 50_000

    /// How long a worker dozes at first and at most (ns); each time in a row twice as long.
    ///
    /// Two tasks that take turns on two actors keep one worker busy with jobs of 0.1 µs: the other is
    /// of no use, and to search all the time costs as much as to work. A job that its maker then has
    /// no time for after all waits for about as long as the two have taken turns, at most.
    private static let dozes: ClosedRange<Int64> = 1_000_000...8_000_000

    /// Looks at the alarm between two looks at the board, some 0.5 µs.
    ///
    /// Each look at the board takes its cache line away from the worker that makes jobs runnable. Each time
    /// the CPU is given up once: the worker that is to hand over may want this very CPU.
    private static let looksPerGlance = 500

    /// A worker whose glance took so long (ns) has lost its CPU to another process meanwhile.
    private static let longestGlance: Int64 = 300_000

    /// For so many times that long it does not search then, one job at a time.
    ///
    /// A process that computes keeps the CPU for milliseconds, and a worker that searches waits in line
    /// behind it; one that parks gets the CPU as soon as it is woken. Beside nine processes that
    /// compute, the day above took 1.4 to 2.3 s, and 30 to 130 s without this.
    private static let caution: Int64 = 8

    /// Shows searching workers what is in the queues. The lock is held.
    func publishBacklog() {
      if state.pointee.searching != 0 { showBacklog() }
    }

    private func showBacklog() {
      board.pointee.latest.store(state.pointee.arrivals, ordering: .relaxed)
      board.pointee.oldest.store(state.pointee.shared.firstArrival, ordering: .relaxed)
      board.pointee.oldestMain.store(state.pointee.main.firstArrival, ordering: .relaxed)
    }

    /// Whether a job for `worker` that had arrived when `latest` was the latest still waits.
    private func hasBacklog(_ worker: Int, since latest: UInt64) -> Bool {
      board.pointee.oldest.load(ordering: .relaxed) <= latest
        || worker == 0 && board.pointee.oldestMain.load(ordering: .relaxed) <= latest
    }

    /// Whether `worker` has anything to do but wait.
    private func isNeeded(_ worker: Int) -> Bool {
      shouldLeave(worker) || choice(for: worker) != nil || state.pointee.isAtRest
    }

    /// Waits for work: searches first, then dozes or parks. The lock is held on entry and on return.
    func wait(as worker: Int) {
      handOver()
      let bit = UInt8(1) << UInt8(worker)
      if state.pointee.isLockstep, uptime < desks[worker].crowdedUntil { return park(worker) }
      var left = Self.longestSearch
      var doze = Self.dozes.lowerBound
      while true {
        state.pointee.searching |= bit
        showBacklog()
        let alarmed = board.pointee.alarm.load(ordering: .relaxed)
        unlock()
        let found = search(as: worker, since: alarmed, &left)
        lock()
        state.pointee.searching &= ~bit
        let isAlarmed = board.pointee.alarm.load(ordering: .relaxed) != alarmed
        // A job that lies there by chance while others take turns is none of ours.
        if found != .bustle || isAlarmed, isNeeded(worker) { return }
        if found == .quiet || left <= 0 && state.pointee.isLockstep { return park(worker) }
        guard left <= 0 else { continue }
        if park(worker, for: doze) { return }
        doze = min(2 * doze, Self.dozes.upperBound)
        left = Self.longestSearch
      }
    }

    /// Sleeps until claimed. The lock is held on entry and on return.
    private func park(_ worker: Int) {
      state.pointee.parked |= UInt8(1) << UInt8(worker)
      if state.pointee.isHosted { idle(as: worker) } else { sleep(as: worker) }
    }

    /// Dozes: sleeps until claimed, or for a time (ns). The lock is held on entry and on return.
    ///
    /// - Returns: Whether it was claimed, or has to look at the clock.
    private func park(_ worker: Int, for time: Int64) -> Bool {
      let bit = UInt8(1) << UInt8(worker)
      state.pointee.parked |= bit
      state.pointee.dozing |= bit
      if state.pointee.isHosted {
        idle(as: worker, atMost: time)
      } else {
        sleep(as: worker, until: uptime &+ time)
      }
      let isClaimed = state.pointee.parked & bit == 0
      state.pointee.parked &= ~bit
      state.pointee.dozing &= ~bit
      return isClaimed || state.pointee.isHosted
    }

    /// Waits on the worker's condition until it is claimed or `end` of the uptime (ns) has come.
    func sleep(as worker: Int, until end: Int64? = nil) {
      let bit = UInt8(1) << UInt8(worker)
      guard let end else {
        while state.pointee.parked & bit != 0 { pthread_cond_wait(conditions + worker, mutex) }
        return
      }
      let second: Int64 = 1_000_000_000
      var until = timespec(tv_sec: Int(end / second), tv_nsec: Int(end % second))
      while state.pointee.parked & bit != 0,
        pthread_cond_timedwait(conditions + worker, mutex, &until) == 0
      {}
    }

    /// What came of a search.
    private enum Finding {
      /// A reason to take the lock.
      case reason
      /// Nothing was made runnable for so long that nothing will be soon.
      case quiet
      /// Jobs come, and the others take them.
      case bustle
    }

    /// Looks for a reason to take the lock, at most `left` times.
    ///
    /// A job is left to the worker that made it runnable until it has waited from one glance to the
    /// next. Most are made runnable by a job that ends at once, as one does that waits for the same
    /// actor, and its worker then has all that the new one needs in its caches.
    private func search(as worker: Int, since alarmed: UInt32, _ left: inout Int) -> Finding {
      var latest = board.pointee.latest.load(ordering: .relaxed)
      var quiet = 0
      var begin = uptime
      while left > 0 {
        for _ in 0..<Self.looksPerGlance {
          if board.pointee.alarm.load(ordering: .acquiring) != alarmed { return .reason }
        }
        sched_yield()
        let end = uptime
        let lost = end &- begin
        if lost > Self.longestGlance { desks[worker].crowdedUntil = end &+ Self.caution * lost }
        begin = end
        if hasBacklog(worker, since: latest) { return .reason }
        left -= Self.looksPerGlance
        quiet += Self.looksPerGlance
        let seen = latest
        latest = board.pointee.latest.load(ordering: .relaxed)
        if latest != seen { quiet = 0 }
        if quiet >= Self.spins { return .quiet }
      }
      return .bustle
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
