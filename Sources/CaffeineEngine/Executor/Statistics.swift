#if !os(none)

  /// The counters of one run.
  public struct Statistics: Sendable {
    /// Whose threads ran the jobs.
    public enum Executor: String, Sendable {
      /// The workers of this module and no other thread.
      case cooperative
      /// The executor that comes with the toolchain: see `Statistics.fallbackReason`.
      case stock
    }

    /// Whose threads ran the jobs.
    public internal(set) var executor: Executor
    /// One sentence that says why the stock executor served; nil when ours did.
    public internal(set) var fallbackReason: String?
    /// The mode that was asked for.
    public internal(set) var mode: CooperativeExecutor.Mode
    /// Jobs run by each worker; with the stock executor one entry, for the jobs that could be counted.
    public internal(set) var jobsPerWorker: [UInt64]
    /// Jobs that ran on another worker than the one that made them runnable.
    ///
    /// Jobs made runnable off the pool, such as the first one of the run, never count.
    public internal(set) var handOvers: UInt64
    /// Times a thread of the process gave up its CPU to wait, over the run (`ru_nvcsw`).
    public internal(set) var voluntarySwitches: Int
    /// Times a thread of the process lost its CPU to another, over the run (`ru_nivcsw`).
    public internal(set) var involuntarySwitches: Int
    /// Threads of the process when the body ended, with all workers alive; 0 where unknown.
    public internal(set) var threads: Int
    /// Sleepers woken because their instant came; cancelled ones do not count.
    public internal(set) var timersFired: UInt64
    /// A hash of the order in which jobs started and sleepers woke.
    ///
    /// Equal for every `.lockstep` run of the same program, whatever the number of workers. In
    /// `.parallel` it differs from run to run. The stock executor hashes the sleepers only.
    public internal(set) var scheduleHash: UInt64
    /// Jobs still queued and sleepers still asleep when the body ended; they were dropped.
    public internal(set) var abandoned: Int
    /// Virtual time when the body ended, since the Unix epoch.
    public internal(set) var end: Duration

    /// Jobs during which their worker slept in the kernel, counted and reported with `CAFFEINE_STRICT=1`.
    ///
    /// A job that has to wait in the kernel belongs into ``BlockingWork``. Sleeps for the executor's
    /// own locks and for pages read from disk do not count; sleeps for a lock of the Swift runtime that two
    /// workers want at once do, so look twice at a job that was reported only once. The stock
    /// executor reports none.
    public internal(set) var blockedJobs: UInt64 = 0

    /// Jobs run by all workers.
    public var jobs: UInt64 { jobsPerWorker.reduce(0, &+) }
  }

  /// FNV-1a over 64-bit words: small, and every bit counts.
  struct ScheduleHash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func mix(_ word: UInt64) { value = (value ^ word) &* 0x0000_0100_0000_01b3 }
  }
#endif
