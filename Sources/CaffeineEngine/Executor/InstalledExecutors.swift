#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  @_spi(ExperimentalCustomExecutors) @_spi(ExperimentalScheduling) import _Concurrency
  import Glibc

  // The only file that uses the experimental interface for custom executors. Another toolchain gets
  // InstalledExecutors+Absent.swift instead.

  extension ExecutorJob {
    /// Whether all it does is resume a task that gave way: `Task.yield` is made of such a job.
    ///
    /// 195 is `JobKind::NullaryContinuation` of the runtime. Who enqueues one suspends at once.
    fileprivate var resumesOnly: Bool { kind.rawValue == 195 }
  }

  /// The default executor of the process: every job that is on no actor, or on a default actor.
  private final class PoolExecutor: TaskExecutor, SchedulingExecutor {
    private let pool = WorkerPool.shared

    func enqueue(_ job: consuming ExecutorJob) {
      let resumes = job.resumesOnly
      pool.enqueue(UnownedJob(job), onMainActor: false, resumesOnly: resumes)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, after delay: C.Duration, tolerance: C.Duration?, clock: C
    ) {
      // A clock with a duration type of its own cannot be translated: its sleepers wake at once.
      let delay = delay as? Duration ?? .zero
      pool.enqueue(UnownedJob(job), after: delay.saturatedNanoseconds)
    }

    func enqueue<C: Clock>(
      _ job: consuming ExecutorJob, at instant: C.Instant, tolerance: C.Duration?, clock: C
    ) {
      enqueue(
        job, after: clock.now.duration(to: instant), tolerance: tolerance, clock: clock)
    }
  }

  /// The main actor: worker 0.
  private final class PoolMainExecutor: MainExecutor {
    private let pool = WorkerPool.shared

    func enqueue(_ job: consuming ExecutorJob) {
      let resumes = job.resumesOnly
      pool.enqueue(UnownedJob(job), onMainActor: true, resumesOnly: resumes)
    }

    func checkIsolated() {
      precondition(pool.isOnMainActor, "not on the main actor")
    }

    func run() throws { preconditionFailure("CooperativeExecutor.run drives the main thread") }

    func stop() {}
  }

  private struct PoolExecutorFactory: ExecutorFactory {
    static let mainExecutor: any MainExecutor = PoolMainExecutor()
    static let defaultExecutor: any TaskExecutor = PoolExecutor()
  }

  /// The executors of the process: installed once, tested once.
  enum InstalledExecutors {
    private enum Status {
      case untouched
      case installed
      case trusted
      case lent
      case failed(String)
    }

    /// Read and written by the main thread outside of any task only.
    nonisolated(unsafe) private static var status = Status.untouched

    static var currentWorker: Int? {
      let worker = WorkerPool.shared.worker
      return worker < 0 ? nil : worker
    }

    /// Jobs that run on it re-enqueue each change of actor instead of going on in the same job.
    static let taskExecutor = PoolExecutorFactory.defaultExecutor.asUnownedTaskExecutor()

    /// Runs `session` on the pool, after installing and testing it at the first call.
    ///
    /// `CAFFEINE_EXECUTOR=stock` in the environment leaves the stock executor in place,
    /// `CAFFEINE_EXECUTOR=fail` installs ours and lets their self-test fail: both are for tests.
    static func run(_ session: Session) throws(CooperativeExecutor.Failure) -> InstalledOutcome {
      let wish = getenv("CAFFEINE_EXECUTOR").map { String(cString: $0) }
      if case .untouched = status { install(wish) }
      if case .failed(let reason) = status { return .unavailable(reason) }
      if case .lent = status { preconditionFailure("a host lends the workers of this process") }
      guard let threads = WorkerPool.shared.startWorkers(session.workers) else {
        return .unavailable("The system refuses a worker thread.")
      }
      defer { WorkerPool.shared.stopWorkers(threads) }
      if case .installed = status {
        test(session.workers, expecting: ProcessCounters.threads, wish)
      }
      if case .failed(let reason) = status { return .unavailable(reason) }
      let before = ProcessCounters.now
      let outcome = WorkerPool.shared.run(session)
      let statistics = WorkerPool.shared.close(session, since: before)
      guard outcome == .finished else { throw .deadlock }
      return .finished(statistics)
    }

    /// Installs and tests the executors for a host's threads.
    ///
    /// - Isolation: one thread at a time.
    static func install(for hooks: HostWorkers.Hooks) -> HostWorkers.Installation {
      guard case .untouched = status else { return .taken }
      let wish = getenv("CAFFEINE_EXECUTOR").map { String(cString: $0) }
      install(wish)
      // The host's other threads come and go, so they are not counted.
      if case .installed = status { test(1, expecting: nil, wish) }
      guard case .trusted = status else { return .unavailable }
      status = .lent
      WorkerPool.shared.open(for: hooks)
      return .installed
    }

    /// Who keeps the time for the calling job; nil off the pool.
    static var timeKeeper: (any TimeKeeper)? {
      WorkerPool.shared.worker < 0 ? nil : WorkerPool.shared
    }

    /// Does something that may sleep and is no job's fault.
    static func excusing(_ body: () -> Void) { WorkerPool.shared.excusing(body) }

    /// Runs what reached the pool although the stock executor serves.
    static func runStragglers() {
      if case .untouched = status { return }
      WorkerPool.shared.runStragglers()
    }

    private static func install(_ wish: String?) {
      guard wish != "stock" else {
        status = .failed("CAFFEINE_EXECUTOR=stock asks for the stock executor.")
        return
      }
      _createExecutors(factory: PoolExecutorFactory.self)
      status = .installed
    }

    /// Uses the workers of the session to come, so that the process never has more; none but them and
    /// the threads that were there before (a sanitizer's, say) may be there afterwards.
    private static func test(_ workers: Int, expecting threads: Int?, _ wish: String?) {
      let failure = SelfTest.failure(workers, expecting: threads)
      guard let failure = wish == "fail" ? "it was told to fail" : failure else {
        status = .trusted
        return
      }
      status = .failed("The self-test of the executors failed: \(failure).")
    }
  }
#endif
