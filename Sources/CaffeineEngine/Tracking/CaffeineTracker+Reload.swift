#if !os(none)

  import _Concurrency

  extension CaffeineTracker {
    /// Has a timeline reloaded at once and after every change, as often as a budget allows.
    ///
    /// Changes of one turn, and those that come while it reloads or waits, share one reload. One that the
    /// budget refuses comes when it is renewed, and tells what there is by then.
    /// It returns when the task is cancelled.
    ///
    ///     await tracker.keepReloading(
    ///       &timeline, within: &budget, clock: clock, zone: { zone.offsets(at: $0) }
    ///     ) { timeline in server.show(timeline) }
    /// - Parameters:
    ///   - timeline: Built anew for each reload, in its own room.
    ///   - budget: How often; hand it over again, so that starting anew does not renew it.
    ///   - clock: For the present time and to wait for the budget.
    ///   - zone: What the wall clock shows at a time, and from its next change on.
    ///   - reload: Shows the timeline; waited for. Without a copy of it, building it allocates nothing.
    ///     One that cannot be built (``rebuild(_:from:zone:)``) spends nothing; the next change tries again.
    /// - Isolation: the caller's; both closures are called there.
    nonisolated(nonsending) public func keepReloading<Clock: TrackingClock>(
      _ timeline: inout AmountTimeline, within budget: inout ReloadBudget, clock: Clock,
      zone: (Timestamp) -> ZoneOffsets, _ reload: (borrowing AmountTimeline) async -> Void
    ) async {
      var told: UInt64?
      while let count = await changeCount(after: told) {
        while case .wait(let time) = budget.verdict(now: clock.now) {
          guard await clock.sleep(until: time) else { return }
        }
        let now = clock.now
        do throws(CaffeineError) {
          try await rebuild(&timeline, from: now, zone: zone(now))
        } catch {
          // Not the present count: a change since then may be the one that helps.
          told = count
          continue
        }
        guard !Task.isCancelled else { return }
        told = timeline.changeCount
        budget.spend(now: now)
        await reload(timeline)
      }
    }
  }
#endif
