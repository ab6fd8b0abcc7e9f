#if !os(none)

  import _Concurrency

  /// Who waits for work that several callers share.
  ///
  /// ```
  ///           1 join                    4 finish, somebody late
  ///   idle ───────────▶ running ──────────────────────────────▶ running
  ///    ▲                 │   │ 3 leave (the last)
  ///    │ 2 finish        │   ▼
  ///    └─────────────────┘ abandoned ──2 finish──▶ idle, or 4 ▶ running
  /// ```
  /// 1 `join`: starts the work or waits for the one under way; where that would come too late, or is
  /// abandoned, for the one after. 2, 4 `finish`. 3 `leave`: a caller was cancelled; work that nobody
  /// waits for is cancelled too.
  struct JointState {
    /// What the shell must do.
    enum Action: Equatable {
      case nothing
      case start
      case cancel
    }

    /// Whether a caller is served by work that began before it called.
    let joinsRunning: Bool
    private var isRunning = false
    private var isAbandoned = false
    private var waiting: [UInt64] = []
    private var late: [UInt64] = []

    init(joinsRunning: Bool) {
      self.joinsRunning = joinsRunning
    }

    mutating func join(_ caller: UInt64) -> Action {
      guard isRunning else {
        isRunning = true
        waiting.append(caller)
        return .start
      }
      if joinsRunning, !isAbandoned { waiting.append(caller) } else { late.append(caller) }
      return .nothing
    }

    mutating func leave(_ caller: UInt64) -> Action {
      waiting.removeAll { $0 == caller }
      late.removeAll { $0 == caller }
      guard isRunning, !isAbandoned, waiting.isEmpty, late.isEmpty else { return .nothing }
      isAbandoned = true
      return .cancel
    }

    /// The work has ended.
    ///
    /// - Returns: Who waited for it, and whether it starts anew for those that came late.
    mutating func finish() -> (served: [UInt64], action: Action) {
      let served = waiting
      waiting = PlantedFault.planted == .lostWakeup ? [] : late
      late = []
      isAbandoned = false
      isRunning = !waiting.isEmpty
      return (served, isRunning ? .start : .nothing)
    }
  }

  /// What callers share, and what came of it.
  enum JointAnswer: Sendable {
    case done
    case loaded(HealthReport)
    case told(HealthSaving)
    case failed(HealthStoreError)
  }

  /// Work that callers share: one run at a time, its answer for all that wait for it.
  ///
  /// Not generic: Embedded Swift (6.3) has no witness table for a generic actor that suspends with a
  /// continuation, and the compiler crashes over it.
  /// - Isolation: the actor's. The work runs in a task of its own, as urgent as the most urgent of those
  ///   who wait, and keeps what it captures alive.
  actor JointWork {
    typealias Answer = JointAnswer

    private var state: JointState
    private var callers: [(number: UInt64, continuation: CheckedContinuation<Answer, Never>)] = []
    private var lastNumber: UInt64 = 0
    private var task: Task<Void, Never>?

    /// - Parameter joinsRunning: Whether a caller is served by work that began before it called; else
    ///   all that call meanwhile share the next run.
    init(joinsRunning: Bool) {
      state = JointState(joinsRunning: joinsRunning)
    }

    /// How many wait.
    var callerCount: Int { callers.count }

    /// Waits for the work, and starts it unless it is under way.
    ///
    /// - Returns: Its answer; a failure, at once, if the caller's task is cancelled.
    func answer(_ work: @escaping @Sendable () async -> Answer) async -> Answer {
      lastNumber &+= 1
      let number = lastNumber
      return await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // Cancelled from here on, `leave` finds it: it cannot run before this turn has ended.
          guard !Task.isCancelled else {
            return continuation.resume(returning: .failed(.cancelled))
          }
          callers.append((number, continuation))
          // Who awaits a task makes it as urgent as itself; nobody else here awaits it.
          if let task { Task { await task.value } }
          perform(state.join(number), work)
        }
      } onCancel: {
        Task { await self.leave(number, work) }
      }
    }

    /// Waits until no run is under way, not even one that was given up.
    func settle() async {
      while let task { await task.value }
    }

    private func leave(_ number: UInt64, _ work: @escaping @Sendable () async -> Answer) {
      guard let continuation = take(number) else { return }
      perform(state.leave(number), work)
      continuation.resume(returning: .failed(.cancelled))
    }

    private func finish(_ answer: Answer, _ work: @escaping @Sendable () async -> Answer) {
      let (served, action) = state.finish()
      for number in served { take(number)?.resume(returning: answer) }
      task = nil
      perform(action, work)
    }

    private func perform(
      _ action: JointState.Action, _ work: @escaping @Sendable () async -> Answer
    ) {
      switch action {
      case .nothing: break
      case .cancel: task?.cancel()
      case .start: task = Task { self.finish(await work(), work) }
      }
    }

    private func take(_ number: UInt64) -> CheckedContinuation<Answer, Never>? {
      guard let index = callers.firstIndex(where: { $0.number == number }) else { return nil }
      return callers.remove(at: index).continuation
    }
  }
#endif
