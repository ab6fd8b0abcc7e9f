#if !os(none) && !(os(Linux) && compiler(>=6.3) && compiler(<6.4))
  /// Stands in where the interface for custom executors is not known to work.
  enum InstalledExecutors {
    static var currentWorker: Int? { nil }

    static func run(_ session: Session) throws(CooperativeExecutor.Failure) -> InstalledOutcome {
      .unavailable("The two-worker executor is written for Swift 6.3 on Linux.")
    }

    static func install(for hooks: HostWorkers.Hooks) -> HostWorkers.Installation { .unavailable }

    static func runStragglers() {}

    static var timeKeeper: (any TimeKeeper)? { nil }

    static func excusing(_ body: () -> Void) { body() }
  }
#endif
