#if !os(none)

  import _Concurrency

  /// How a background refresh ended.
  public enum RefreshEnding: UInt8, Equatable, Sendable {
    /// All was done, be it after the deadline.
    case done
    /// The work ended in time, and not all was done.
    case failed
    /// The work ended after the deadline, and not all was done.
    case cancelled
    /// The work has not ended yet.
    case abandoned
  }

  /// Work, its deadline and what it then has to end.
  ///
  /// ```
  ///          1 begin           2 passDeadline             4 endGrace
  ///   ready ────────▶ working ───────────────▶ cancelled ───────────▶ ended
  ///                     └─────────────3 endWork──┴──────────────────────▲
  /// ```
  /// 2: the deadline, or the caller is cancelled. Once it has ended, nothing more happens; an ending is told
  /// by exactly one transition.
  struct RefreshState {
    /// What the shell must do.
    enum Action: Equatable {
      case nothing
      /// Start the work, and wait for the deadline.
      case start
      /// Cancel the work, and wait for the grace to end.
      case cancel
      case tell(RefreshEnding)
    }

    private enum Phase {
      case ready, working, cancelled, ended
    }

    private var phase = Phase.ready

    mutating func begin() -> Action {
      guard phase == .ready else { return .nothing }
      phase = .working
      return .start
    }

    mutating func passDeadline() -> Action {
      guard phase == .working else { return .nothing }
      phase = .cancelled
      return .cancel
    }

    mutating func endWork(isDone: Bool) -> Action {
      guard phase == .working || phase == .cancelled else { return .nothing }
      let ending: RefreshEnding = isDone ? .done : phase == .working ? .failed : .cancelled
      phase = .ended
      return .tell(ending)
    }

    mutating func endGrace() -> Action {
      guard phase == .cancelled else { return .nothing }
      phase = .ended
      return .tell(.abandoned)
    }
  }

  /// One run of a background refresh.
  ///
  /// Not generic, as ``JointWork``, for Embedded Swift; so the waits come as closures.
  /// - Isolation: the actor's. Its tasks keep it alive until they end.
  actor RefreshRun {
    typealias Wait = @Sendable () async -> Bool

    private let work: Wait
    private let deadline: Wait
    private let grace: Wait
    private var state = RefreshState()
    private var continuation: CheckedContinuation<RefreshEnding, Never>?
    private var working: Task<Void, Never>?
    private var waiting: Task<Void, Never>?

    /// - Parameters:
    ///   - work: Returns whether all was done.
    ///   - deadline: Waits for the deadline; false: cancelled before.
    ///   - grace: Waits for as long as cancelled work may take; false likewise.
    init(work: @escaping Wait, deadline: @escaping Wait, grace: @escaping Wait) {
      self.work = work
      self.deadline = deadline
      self.grace = grace
    }

    /// Runs; to be called once.
    func ending() async -> RefreshEnding {
      await withTaskCancellationHandler {
        await withCheckedContinuation {
          continuation = $0
          perform(state.begin())
          if Task.isCancelled { perform(state.passDeadline()) }
        }
      } onCancel: {
        Task { await self.passDeadline() }
      }
    }

    private func passDeadline() { perform(state.passDeadline()) }
    private func endWork(isDone: Bool) { perform(state.endWork(isDone: isDone)) }
    private func endGrace() { perform(state.endGrace()) }

    private func perform(_ action: RefreshState.Action) {
      switch action {
      case .nothing: break
      case .start:
        working = Task { self.endWork(isDone: await work()) }
        waiting = Task { if await deadline() { self.passDeadline() } }
      case .cancel:
        working?.cancel()
        waiting?.cancel()
        waiting = Task { if await grace() { self.endGrace() } }
      case .tell(let ending):
        waiting?.cancel()
        waiting = nil
        working = nil
        continuation?.resume(returning: ending)
        continuation = nil
      }
    }
  }
#endif
