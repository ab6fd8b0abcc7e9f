#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import Glibc
  import Synchronization

  // What a worker does that has no job: it searches for a moment, then it parks.

  /// What searching workers read without the lock, and who holds the lock writes.
  ///
  /// In goals: a searching worker does not slow the working one down; an alarm is heard at once; a job
  /// that its maker has no time for is found within a microsecond.
  struct SearchBoard: ~Copyable {
    /// Changes when a searching worker should look at once.
    let alarm = Atomic<UInt32>(0)
    /// The alarm has two cache lines of its own: it is read all the time and seldom written.
    private let gap = InlineArray<31, UInt32>(repeating: 0)
    /// Arrival of the latest job. This and the next two hold only while somebody searches.
    let latest = Atomic<UInt64>(0)
    /// Arrival of the oldest job in the shared queue, `UInt64.max` when there is none.
    let oldest = Atomic<UInt64>(.max)
    /// Arrival of the oldest main-actor job, `UInt64.max` when there is none.
    let oldestMain = Atomic<UInt64>(.max)

    /// A board in memory that nothing else lies in.
    static func make() -> UnsafeMutablePointer<SearchBoard> {
      let board = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 128)
        .bindMemory(to: SearchBoard.self, capacity: 1)
      board.initialize(to: SearchBoard())
      return board
    }
  }

  extension WorkerPool {
    /// Looks at the alarm this often, some 5 µs, before a worker parks.
    ///
    /// A hand-over to a parked thread costs two futex calls and two context switches, 10 µs here. The
    /// day of 86,400 sleeps in lockstep took 1.25 s with 0 looks, 0.82 s with 2,000, 0.12 s with 10,000
    /// and 0.14 s with 50,000 (2 vCPU, AMD EPYC).
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
    /// the CPU is given up once: the worker that is to hand over may want this very CPU. On a busy
    /// machine that cut the same day from between 0.27 and 1.7 s to 0.13 s.
    private static let looksPerGlance = 500

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
      while left > 0 {
        for _ in 0..<Self.looksPerGlance {
          if board.pointee.alarm.load(ordering: .acquiring) != alarmed { return .reason }
        }
        sched_yield()
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
