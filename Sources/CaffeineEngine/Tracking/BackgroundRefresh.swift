#if !os(none)

  import _Concurrency

  /// What came of a background refresh.
  public struct RefreshResult: Equatable, Sendable {
    /// How it ended.
    public let ending: RefreshEnding
    /// When to refresh next.
    public let next: Timestamp
    /// Whether what the last snapshot shows is no longer so.
    public let isSnapshotDue: Bool
  }

  /// Refreshes in the background, within the time that the system grants.
  ///
  /// At the deadline the work is cancelled, and has a moment to end; then the result comes in any case, once.
  ///
  ///     let refresh = BackgroundRefresh(tracker: tracker, clock: clock)
  ///     let result = await refresh.run(until: deadline, zone: zone) {
  ///       guard (try? await health.refresh()) != nil else { return false }
  ///       return (try? await store.save()) != nil
  ///     }
  ///     system.complete(task, snapshot: result.isSnapshotDue)
  ///     system.schedule(at: result.next)
  /// - Isolation: the actor's. Runs side by side are runs of their own.
  public actor BackgroundRefresh<Clock: TrackingClock> {
    private let tracker: CaffeineTracker
    private let clock: Clock
    private let rule: RefreshRule
    private var shown: RefreshPlan?

    /// Creates it; nothing runs yet.
    ///
    /// - Parameters:
    ///   - tracker: From whose curve the next time is chosen.
    ///   - clock: For the deadline.
    ///   - rule: How the next time is chosen.
    public init(tracker: CaffeineTracker, clock: Clock, rule: RefreshRule = RefreshRule()) {
      self.tracker = tracker
      self.clock = clock
      self.rule = rule
    }

    /// Runs work until a deadline.
    ///
    /// Cancelling the caller's task is an earlier deadline. Work that does not end goes on by itself.
    /// - Parameters:
    ///   - deadline: When the work is cancelled.
    ///   - grace: What it then has to end (s), 0 or more.
    ///   - zone: What the wall clock shows.
    ///   - work: Returns whether all was done; ends soon once it is cancelled.
    /// - Returns: How it ended, and what to do next. Unless all was done, the next time is the soonest that
    ///   the rule allows. Where the curve cannot be asked (a clock that was never set), it is the latest,
    ///   and no snapshot is due.
    /// - Complexity: four tasks.
    public func run(
      until deadline: Timestamp, grace: Int64 = 2, zone: ZoneOffsets,
      _ work: @escaping @Sendable () async -> Bool
    ) async -> RefreshResult {
      let clock = clock, grace = max(grace, 0)
      let run = RefreshRun(
        work: work,
        deadline: { await clock.sleep(until: deadline) },
        grace: { await clock.sleep(until: clock.now.adding(grace)) })
      let ending = await run.ending()
      let now = clock.now
      do throws(CaffeineError) {
        let plan = try await tracker.refreshPlan(now: now, zone: zone, rule: rule)
        let next = ending == .done ? plan.next : now.adding(rule.shortest)
        return RefreshResult(ending: ending, next: next, isSnapshotDue: show(plan, now: now))
      } catch {
        let wait = ending == .done ? rule.longest : rule.shortest
        return RefreshResult(ending: ending, next: now.adding(wait), isSnapshotDue: false)
      }
    }

    /// ``run(until:grace:zone:_:)`` for callbacks.
    ///
    /// - Parameter completion: Hears of it exactly once, on whatever thread.
    /// - Returns: The task; cancelling it is an earlier deadline.
    @discardableResult
    nonisolated public func run(
      until deadline: Timestamp, grace: Int64 = 2, zone: ZoneOffsets,
      _ work: @escaping @Sendable () async -> Bool,
      completion: @escaping @Sendable (RefreshResult) -> Void
    ) -> Task<Void, Never> {
      Task {
        completion(await self.run(until: deadline, grace: grace, zone: zone, work))
      }
    }

    /// Takes note of a snapshot, if one is due.
    private func show(_ plan: RefreshPlan, now: Timestamp) -> Bool {
      if let shown, shown.changeCount == plan.changeCount, shown.utcOffset == plan.utcOffset,
        now < shown.validUntil
      {
        return false
      }
      shown = plan
      return true
    }
  }
#endif
