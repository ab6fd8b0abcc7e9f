#if !os(none)

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// Calls that wait in the kernel, done where no job has to wait behind them.
  ///
  /// One thread of the process does them, first come, first served, and never runs a Swift job. The
  /// caller suspends meanwhile, so the workers go on with other jobs:
  /// ```
  ///   job: run ─ suspends ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈ resumes on a worker
  ///              └▶ I/O thread: fsync ───────┘
  /// ```
  /// Virtual time stands still until the caller is resumed. In the modes that run one job at a time
  /// the answer is delivered between two jobs, before the next one starts, so the order of jobs
  /// does not depend on how long the call took.
  ///
  /// The thread starts with the first call and lives as long as the process. Works on the stock executor too.
  public enum BlockingWork {
    /// Does `work` on the I/O thread.
    ///
    /// Cancelling the caller does not cut the work short: half a write is of no use.
    /// - Parameter work: Blocks for as long as it must; must not wait for a job.
    /// - Returns: What `work` returns.
    /// - Complexity: one lock, two allocations, two context switches beside the work.
    nonisolated(nonsending) public static func run<Answer: Sendable>(
      _ work: @escaping @Sendable () -> Answer
    ) async -> Answer {
      await withUnsafeContinuation { continuation in
        let keeper = InstalledExecutors.timeKeeper ?? StockExecutor.current
        // Held from inside the job, so there is no moment at which time could move.
        keeper?.hold()
        BlockingThread.shared.submit {
          let answer = work()
          guard let keeper else { return continuation.resume(returning: answer) }
          keeper.release { continuation.resume(returning: answer) }
        }
      }
    }
  }

  /// The thread that waits in the kernel.
  private final class BlockingThread: @unchecked Sendable {
    static let shared = BlockingThread()

    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let condition: UnsafeMutablePointer<pthread_cond_t>
    /// Touched under `mutex` only.
    private var waiting: [@Sendable () -> Void] = []
    private var isStarted = false

    private init() {
      mutex = .allocate(capacity: 1)
      mutex.initialize(to: pthread_mutex_t())
      pthread_mutex_init(mutex, nil)
      condition = .allocate(capacity: 1)
      condition.initialize(to: pthread_cond_t())
      pthread_cond_init(condition, nil)
    }

    /// Queues a call; where the system refuses a thread, does it at once.
    func submit(_ work: @escaping @Sendable () -> Void) {
      lock()
      if !isStarted { isStarted = start() }
      guard isStarted else {
        pthread_mutex_unlock(mutex)
        return work()
      }
      waiting.append(work)
      pthread_mutex_unlock(mutex)
      pthread_cond_signal(condition)
    }

    private func lock() { InstalledExecutors.excusing { pthread_mutex_lock(mutex) } }

    private func start() -> Bool {
      #if canImport(Glibc)
        var thread = pthread_t()
      #else
        var thread: pthread_t?
      #endif
      let status = pthread_create(
        &thread, nil,
        { _ in
          BlockingThread.shared.serve()
          return nil
        }, nil)
      #if canImport(Glibc)
        if status == 0 { pthread_detach(thread) }
      #else
        if let thread, status == 0 { pthread_detach(thread) }
      #endif
      return status == 0
    }

    private func serve() {
      while true {
        pthread_mutex_lock(mutex)
        while waiting.isEmpty { pthread_cond_wait(condition, mutex) }
        let batch = waiting
        waiting.removeAll(keepingCapacity: true)
        pthread_mutex_unlock(mutex)
        for work in batch { work() }
      }
    }
  }
#endif
