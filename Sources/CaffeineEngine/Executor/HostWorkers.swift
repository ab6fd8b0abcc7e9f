#if !os(none)

  /// Threads of a host that is not Swift's own serve as workers, in real time.
  ///
  /// ```
  ///   host thread: serve(0) ── job ── job ── idle ┈┈┈┈┈┈┈┈┈ job ── … ── returns
  ///   host thread: serve(1) ── job ── idle ┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈┈ … ── returns
  ///   any thread:                             enqueue ▶ wake ▲   end ▲ nothing left to do
  /// ```
  /// Once in a process, and not together with ``CooperativeExecutor``. Either worker alone will do, but
  /// jobs of the main actor run on worker 0 only.
  public enum HostWorkers {
    /// How a host's event loop sleeps and is woken; without them, workers sleep by themselves.
    public struct Hooks: @unchecked Sendable {
      /// Handed to both.
      public var user: UnsafeMutableRawPointer?
      /// The calling worker has nothing to do for so long (ms), -1: until it is woken.
      ///
      /// It may return early.
      public var idle:
        (
          @convention(c) (_ user: UnsafeMutableRawPointer?, _ worker: UInt32, _ wait: Int64) -> Void
        )?
      /// Makes the present or the next `idle` of a worker return; called on any thread.
      public var wake:
        (@convention(c) (_ user: UnsafeMutableRawPointer?, _ worker: UInt32) -> Void)?

      /// No hooks.
      public init() {}
    }

    /// What came of installing.
    public enum Installation: Sendable {
      /// Every task of the process runs on the host's workers from now on.
      case installed
      /// Executors were installed before.
      case taken
      /// Not on this system or toolchain, or the self-test failed.
      case unavailable
    }

    /// Why a thread cannot serve.
    public enum Refusal: Error, Sendable {
      /// Another thread serves as this worker, or this thread as another.
      case taken
      /// No executors are installed for a host.
      case notInstalled
    }

    /// Replaces the executors of the process; before its first task.
    ///
    /// - Isolation: one thread at a time, outside of any task.
    public static func install(_ hooks: Hooks = Hooks()) -> Installation {
      InstalledExecutors.install(for: hooks)
    }
  }

  #if os(Linux) && compiler(>=6.3) && compiler(<6.4)
    extension HostWorkers {
      /// The system's uptime, on top of what its wall clock read at the installation: never set.
      public static var clock: VirtualClock { VirtualClock(keeper: WorkerPool.shared) }

      /// Runs jobs on the calling thread until ``end()`` was called and nothing is left to do.
      ///
      /// - Parameter worker: 0 or 1.
      public static func serve(as worker: Int) throws(Refusal) {
        precondition((0...1).contains(worker), "worker 0 or 1")
        try WorkerPool.shared.serveHost(as: worker)
      }

      /// Lets both workers return once no job runs or waits to.
      ///
      /// Tasks that wait for anything but files by then, for time as well, are dropped where they stand.
      /// - Isolation: any thread, also a worker.
      public static func end() { WorkerPool.shared.end() }
    }
  #else
    extension HostWorkers {
      /// Nobody gets as far: nothing is ever installed here.
      public static var clock: VirtualClock { preconditionFailure("no workers are installed") }

      /// See the other implementation.
      public static func serve(as worker: Int) throws(Refusal) { throw .notInstalled }

      /// See the other implementation.
      public static func end() {}
    }
  #endif
#endif
