#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import Glibc
  import Synchronization

  /// The queues, the sleepers and the counters of the workers, under one lock.
  ///
  /// `outstanding` = jobs queued + jobs running + a worker that is waking sleepers + what the I/O thread
  /// has in hand. Time may move only when it is 0, and since all four change under the one lock there is
  /// no moment at which a job is in none of them: the rule is exact, without timeouts and without a race with a worker that is
  /// about to park.
  /// ```
  ///   closed ──open (1)──▶ open ──finish (2)──▶ over ─────┐
  ///     ▲                   └────stall  (3)──▶ stalled ───┤
  ///     └───────────────────────── close (4) ─────────────┘
  /// ```
  /// (1) `open` and (4) `close` are called by the main thread; (2) `finish` by the last job of the session;
  /// (3) by the worker that finds nothing queued, running or asleep. Jobs are taken only while open.
  ///
  /// The lock is a pthread mutex: workers park on its conditions, and see `Guarded`.
  final class WorkerPool: @unchecked Sendable {
    enum Phase { case closed, open, over, stalled }

    struct State: ~Copyable {
      var phase = Phase.closed
      var isShutDown = false
      /// One job at a time: lockstep and seeded.
      var isLockstep = false
      /// Draws the next job, in seeded mode.
      var draw: Draw?
      var afterJob: (@Sendable () -> Void)?
      var workers = 1
      /// A host lends the workers, and time is the system's: see `HostWorkers`.
      var isHosted = false
      /// The host's workers leave once nothing is left to do.
      var isEnding = false
      var hooks = HostWorkers.Hooks()
      /// Workers that host threads serve as, one bit each.
      var lent: UInt8 = 0
      var shared = RunQueue()
      var main = RunQueue()
      var sleepers = SleepQueue()
      /// Sleepers being woken; filled under the lock, emptied by the one worker that wakes them.
      var waking: [SleepQueue.Wake] = []
      /// Jobs running, workers waking sleepers, and what was handed to the I/O thread.
      var running = 0
      /// Of these, what was handed to the I/O thread and is not yet delivered.
      var held = 0
      var arrivals: UInt64 = 0
      /// Jobs of user work in a row that passed a background job.
      var passes = 0
      /// Jobs started; the sequence number of the latest.
      var started: UInt64 = 0
      /// Sequence number of the job each worker runs, 0 for none.
      var current = InlineArray<8, UInt64>(repeating: 0)
      var jobs = InlineArray<8, UInt64>(repeating: 0)
      var handOvers: UInt64 = 0
      var timersFired: UInt64 = 0
      /// Jobs that slept in the kernel, if anybody looks.
      var blockedJobs: UInt64 = 0
      var hash = ScheduleHash()
      var threads = 0
      /// Workers asleep on their condition, one bit each.
      var parked: UInt8 = 0
      /// Of these, workers that look by themselves soon, one bit each.
      var dozing: UInt8 = 0
      /// Workers that spin, one bit each: they look at the queues before they park.
      var searching: UInt8 = 0

      /// Nothing will become runnable before virtual time moves; real time moves without us.
      var isAtRest: Bool { !isHosted && phase == .open && isIdle }
      var isIdle: Bool { running == 0 && shared.isEmpty && main.isEmpty }
    }

    /// So many jobs in the shared queue are reason to wake a worker that dozes.
    private static let burst = 8

    /// The pool behind the executors of the process.
    static let shared = WorkerPool()

    /// Touched under `mutex` only. A pointer, so that no access pays for an exclusivity check.
    let state: UnsafeMutablePointer<State>
    let mutex: UnsafeMutablePointer<pthread_mutex_t>
    /// One per worker, so that exactly the worker that is needed wakes.
    let conditions: UnsafeMutablePointer<pthread_cond_t>
    /// The I/O thread waits here for the running job to end, one job at a time.
    let between: UnsafeMutablePointer<pthread_cond_t>
    let workerKey: pthread_key_t
    /// Whether jobs that sleep in the kernel are reported.
    let isStrict = getenv("CAFFEINE_STRICT").map { String(cString: $0) } == "1"
    /// One per worker, touched by that worker alone.
    let desks: UnsafeMutablePointer<Desk>
    let virtualNow = Atomic<Int64>(0)
    /// With a host: what the system's clock lacks to the time (ns since the Unix epoch); else 0.
    let hostOffset = Atomic<Int64>(0)
    /// What searching workers read without the lock.
    let board: UnsafeMutablePointer<SearchBoard>

    private init() {
      state = .allocate(capacity: 1)
      state.initialize(to: State())
      board = SearchBoard.make()
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      // Spins for a moment before it sleeps: it is never held for long.
      var kind = pthread_mutexattr_t()
      pthread_mutexattr_init(&kind)
      pthread_mutexattr_settype(&kind, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
      pthread_mutex_init(mutex, &kind)
      pthread_mutexattr_destroy(&kind)
      conditions = .allocate(capacity: 8)
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      // Who waits for a time must not wait longer because the wall clock is set back.
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      for worker in 0..<8 {
        (conditions + worker).initialize(to: pthread_cond_t())
        pthread_cond_init(conditions + worker, &attributes)
      }
      pthread_condattr_destroy(&attributes)
      between = .allocate(capacity: 1)
      between.initialize(to: pthread_cond_t())
      pthread_cond_init(between, nil)
      desks = .allocate(capacity: 8)
      desks.initialize(repeating: Desk(), count: 8)
      var key = pthread_key_t()
      pthread_key_create(&key, nil)
      workerKey = key
    }

    func lock() {
      guard isStrict, pthread_mutex_trylock(mutex) != 0 else {
        if !isStrict { pthread_mutex_lock(mutex) }
        return
      }
      excusing { pthread_mutex_lock(mutex) }
    }

    func unlock() { pthread_mutex_unlock(mutex) }

    // MARK: Which worker is this

    /// Bits 0 to 3: worker + 1. Bit 4: it runs a main-actor job.
    private var role: Int { Int(bitPattern: pthread_getspecific(workerKey)) }

    /// The calling worker, -1 off the pool.
    var worker: Int { (role & 15) - 1 }

    /// Whether the caller is a main-actor job.
    var isOnMainActor: Bool { role & 16 != 0 }

    func setRole(worker: Int?, isOnMainActor: Bool = false) {
      let role = (worker.map { $0 + 1 } ?? 0) | (isOnMainActor ? 16 : 0)
      pthread_setspecific(workerKey, UnsafeRawPointer(bitPattern: role))
    }

    // MARK: Making jobs runnable

    /// Appends a job and wakes a worker for it, unless one is looking anyway.
    ///
    /// Nobody is woken where the calling job is at its end, as that of a yield is: its worker takes
    /// the new job itself, or wakes another when it takes a different one. See also `Desk`.
    /// - Complexity: O(1): one lock, no allocation in steady state, at most one futex call.
    func enqueue(_ job: UnownedJob, onMainActor isMain: Bool, resumesOnly: Bool = false) {
      let origin = worker
      if resumesOnly, origin >= 0, !isMain || origin == 0, desks[origin].take(job, isMain) {
        return
      }
      lock()
      state.pointee.arrivals += 1
      let runnable = RunnableJob(
        job: job, arrival: state.pointee.arrivals,
        parent: origin < 0 ? 0 : state.pointee.current[origin], origin: Int8(origin),
        isBackground: job.isBackground, resumesOnly: resumesOnly)
      if isMain {
        state.pointee.main.append(runnable)
      } else {
        state.pointee.shared.append(runnable)
      }
      publishBacklog()
      let isServed = origin >= 0 && !(isMain && origin != 0) && desks[origin].isEnding(resumesOnly)
      let parked = isServed ? nil : claimWorker(forMainActor: isMain, from: origin)
      let hooks = state.pointee.hooks
      unlock()
      if let parked { rouse(parked, hooks) }
    }

    /// Wakes a worker that was claimed.
    ///
    /// The lock is not held: a host's hook may take locks of its own.
    func rouse(_ worker: Int, _ hooks: HostWorkers.Hooks) {
      guard let wake = hooks.wake else {
        pthread_cond_signal(conditions + worker)
        return
      }
      wake(hooks.user, UInt32(worker))
    }

    /// Picks the parked worker to signal for a new job, or alerts one that searches.
    private func claimWorker(forMainActor isMain: Bool, from origin: Int) -> Int? {
      guard state.pointee.phase == .open else { return nil }
      if state.pointee.isLockstep {
        // While a job runs its end hands over; otherwise this job came from outside.
        guard state.pointee.running == 0, let owner = turn?.owner else { return nil }
        return claim(1 << UInt8(owner), isUrgent: true)
      }
      // Worker 0 alone takes main-actor jobs, and off the pool no maker takes its own: why wait?
      return claim(isMain ? 1 : 0xff, isUrgent: isMain || origin < 0)
    }

    /// Among `candidates`, alerts a searching worker or takes a parked one off the parked set.
    ///
    /// A searching worker that is not alerted leaves a job to its maker for a moment.
    func claim(_ candidates: UInt8, isUrgent: Bool) -> Int? {
      if state.pointee.searching & candidates != 0 {
        if isUrgent { board.pointee.alarm.wrappingAdd(1, ordering: .releasing) }
        return nil
      }
      let isSeen = !isUrgent && state.pointee.shared.count < Self.burst
      if isSeen, state.pointee.dozing & candidates != 0 { return nil }
      let parked = state.pointee.parked & candidates
      guard parked != 0 else { return nil }
      let worker = parked.trailingZeroBitCount
      state.pointee.parked &= ~(1 << UInt8(worker))
      return worker
    }

    /// Wakes `worker`, whatever it waits in. The lock is held.
    func wake(_ worker: Int) {
      if let parked = claim(1 << UInt8(worker), isUrgent: true) {
        pthread_cond_signal(conditions + parked)
      }
    }
  }
#endif
