#if !os(none)

  /// Two worker threads that run every Swift job of the process, on a virtual clock.
  ///
  /// `run` makes the calling main thread worker 0, starts the other workers and runs a body on them. Tasks,
  /// detached tasks, groups, actors, `Task.yield`, `Task.sleep` and the main actor all run on these
  /// workers and nowhere else, so the process has as many threads as it has workers, and one more
  /// once ``BlockingWork`` is used. Main-actor jobs run on worker 0 only. `CAFFEINE_STRICT=1` in the
  /// environment reports jobs that block their worker: see `Statistics.blockedJobs`.
  /// ```
  ///                ┌ shared queue ─┐        ┌──────────┐
  ///   enqueue ───▶ │  first come,  │ ─────▶ │ worker 0 │ main thread, takes from both queues
  ///                │  first served │ ─┐     └──────────┘
  ///                ├ main queue ───┤  └───▶ ┌──────────┐
  ///   MainActor ─▶ │               │        │ worker 1 │ takes from the shared queue
  ///                └───────────────┘        └──────────┘
  ///                 both empty and no job running ───▶ virtual time moves to the next sleeper
  /// ```
  /// Jobs start in the order in which they became runnable, but user work (priority `.medium` and
  /// above) goes ahead of background work (below). No job waits for ever: 32 jobs of user work in a
  /// row pass a background job that waits, then it is its turn.
  ///
  /// The seeded mode draws the next job among all that are runnable, so a seed names an interleaving:
  /// ```
  ///   runnable: a  b  m ──draw──▶ b runs to its next await ──▶ afterJob ──▶ runnable: a  m  b' ──draw──▶
  /// ```
  /// It reaches every order of the jobs between two `await`s that let go of their thread: sleeps,
  /// yields, continuations, new tasks, results of tasks, and each change of actor, in and back out.
  /// It does not reach what only two threads can do at once (data races: Thread Sanitizer finds these),
  /// nor a change inside of one job. Jobs that wait for one actor run first come, first served and
  /// in one go, as the runtime's own queue has it, and `afterJob` comes after the last of them; a job
  /// that waits for an actor whose holder stands at an `await` does not occur, for no holder does.
  ///
  /// Where the executors cannot be installed (another toolchain, another system) or their self-test
  /// fails, the stock executor serves behind the same calls: see `Statistics.fallbackReason`.
  public enum CooperativeExecutor {
    /// How jobs are dealt to the workers.
    public enum Mode: String, Sendable, CaseIterable {
      /// Every free worker takes the next job: fast, and the order differs from run to run.
      ///
      /// A job is left for a moment to the worker that made it runnable. Where the others have found
      /// nothing but such jobs for some 50 µs, they doze: up to 7 jobs in the shared queue may then
      /// wait for 1 ms, and for 8 ms after tens of ms of such, if their maker goes on for so long.
      case parallel
      /// One job at a time, worker = sequence number modulo workers, main-actor jobs on worker 0.
      ///
      /// The same program runs the same jobs in the same order every time, whatever the number of
      /// workers: `Statistics.scheduleHash` is equal.
      case lockstep
      /// One job at a time on the main thread, the next drawn by a seed among all that could run.
      ///
      /// Equal seeds replay equal schedules, so a seed names an interleaving. Every change of actor
      /// is a job of its own here, even to an actor that nobody holds, so each `await` that could let
      /// others run does. What it reaches and what not: see ``CooperativeExecutor``.
      case seeded
    }

    /// What `run` needs to know.
    public struct Configuration: Sendable {
      /// Worker threads, the main thread included: 1 to 8.
      public var workers: Int
      /// How jobs are dealt to the workers.
      public var mode: Mode
      /// Virtual time at the start, since the Unix epoch.
      public var start: Duration
      /// What the schedule is drawn by in `.seeded`; the other modes do not look at it.
      public var seed: UInt64 = 0
      /// Called after every job in `.seeded`, on the main thread, while no job runs.
      ///
      /// Every task then stands at an `await` and every actor is free: the place to check invariants.
      /// It may make jobs runnable and cancel tasks; it must not block.
      public var afterJob: (@Sendable () -> Void)?

      /// Describes a run.
      ///
      /// - Parameters:
      ///   - workers: Worker threads, the main thread included: 1 to 8.
      ///   - mode: How jobs are dealt to the workers.
      ///   - start: Virtual time at the start, since the Unix epoch.
      public init(workers: Int = 2, mode: Mode = .parallel, start: Duration = .zero) {
        self.workers = workers
        self.mode = mode
        self.start = start
      }

      /// Describes a run on one thread, in an order drawn by a seed.
      ///
      /// - Parameters:
      ///   - seed: What the schedule is drawn by.
      ///   - start: Virtual time at the start, since the Unix epoch.
      ///   - afterJob: Called after every job, while no job runs.
      public init(
        seed: UInt64, start: Duration = .zero, afterJob: (@Sendable () -> Void)? = nil
      ) {
        self.init(workers: 1, mode: .seeded, start: start)
        self.seed = seed
        self.afterJob = afterJob
      }
    }

    /// Why a run ended before its body did.
    public enum Failure: Error, Sendable {
      /// Nothing was runnable and nobody was asleep, yet the body had not ended.
      case deadlock
    }

    /// Which worker the caller runs on: 0 is the main thread; nil off the pool and in the fallback.
    ///
    /// - Complexity: O(1): one read of thread-specific storage.
    public static var currentWorker: Int? { InstalledExecutors.currentWorker }

    /// Runs `body` to its end on the workers and returns the counters.
    ///
    /// The first call installs the executors of the process and tests them, so it must come before the
    /// first task of the process. Later calls, one after another, may use another configuration.
    ///
    /// Tasks that outlive the body are dropped where they stand: they are never resumed and their memory
    /// stays allocated (`Statistics.abandoned` counts the visible ones). A thread outside the pool
    /// cannot be waited for: resume continuations from jobs, or let ``BlockingWork`` wait for it.
    /// - Parameters:
    ///   - configuration: Number of workers, mode and virtual start time.
    ///   - body: What to run; it receives the clock of the run.
    /// - Returns: The counters of the run, the self-test not included.
    /// - Throws: `Failure.deadlock` when nothing could ever run again and the body had not ended.
    /// - Isolation: The main thread, outside of any task; traps elsewhere.
    public static func run(
      _ configuration: Configuration, _ body: @escaping @Sendable (VirtualClock) async -> Void
    ) throws(Failure) -> Statistics {
      precondition((1...8).contains(configuration.workers), "1 to 8 workers")
      precondition(
        configuration.mode != .seeded || configuration.workers == 1, "seeded runs on one worker")
      precondition(ProcessCounters.isMainThread, "run needs the main thread")
      let session = Session(configuration, body)
      switch try InstalledExecutors.run(session) {
      case .finished(let statistics): return statistics
      case .unavailable(let reason): return try StockExecutor.run(session, because: reason)
      }
    }
  }

  /// What became of a session that was given to the installed executors.
  enum InstalledOutcome {
    case finished(Statistics)
    /// One sentence that says why the session has not run.
    case unavailable(String)
  }

  /// One call of `run`: the configuration in the units of the pool.
  struct Session: Sendable {
    let workers: Int
    let mode: CooperativeExecutor.Mode
    /// Virtual start (ns since the Unix epoch).
    let start: Int64
    let seed: UInt64
    let afterJob: (@Sendable () -> Void)?
    let body: @Sendable (VirtualClock) async -> Void

    init(
      workers: Int, mode: CooperativeExecutor.Mode, start: Int64 = 0, seed: UInt64 = 0,
      afterJob: (@Sendable () -> Void)? = nil,
      body: @escaping @Sendable (VirtualClock) async -> Void
    ) {
      self.workers = workers
      self.mode = mode
      self.start = start
      self.seed = seed
      self.afterJob = afterJob
      self.body = body
    }

    init(
      _ configuration: CooperativeExecutor.Configuration,
      _ body: @escaping @Sendable (VirtualClock) async -> Void
    ) {
      self.init(
        workers: configuration.workers, mode: configuration.mode,
        start: configuration.start.saturatedNanoseconds, seed: configuration.seed,
        afterJob: configuration.afterJob, body: body)
    }
  }
#endif
