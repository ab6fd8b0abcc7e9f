import Testing

@testable import CaffeineEngine

/// What was reloaded, in the order in which it was.
private actor Reloads {
  private(set) var trace: [String] = []

  func note(_ timeline: borrowing AmountTimeline, _ start: Timestamp) {
    let first = timeline[0]
    trace.append(
      "\(first.time.seconds - start.seconds): \(first.total.micrograms) µg, "
        + "\(timeline.changeCount ?? 0) changes")
  }
}

@Suite(.timeLimit(.minutes(20))) struct ReloadTests {
  private let tracker: CaffeineTracker
  private let clock = ManualClock(morning())
  private let reloads = Reloads()

  init() throws {
    tracker = try CaffeineTracker.hourly()
  }

  private func run(
    _ budget: ReloadBudget, zone: ZoneOffsets = ZoneOffsets(utcOffset: 0)
  ) -> Task<ReloadBudget, Never> {
    Task { [tracker, clock, reloads] in
      var timeline = AmountTimeline(capacity: 1)
      var budget = budget
      await tracker.keepReloading(
        &timeline, within: &budget, clock: clock, zone: { _ in zone }
      ) { timeline in
        await reloads.note(timeline, morning())
      }
      return budget
    }
  }

  private func drink(_ id: UInt64) async throws {
    try await tracker.record(.cup(micrograms: 1, id: id), now: clock.now)
  }

  @Test func `a page of many drinks is one reload`() async throws {
    let task = run(ReloadBudget(gap: 0))
    await tracker.waiters(1)
    try await tracker.addPeer(0)
    let page = (1...9 as ClosedRange<UInt64>).map { Drink.cup(micrograms: 1, id: $0, revision: 1) }
    try await tracker.apply(page, from: 0, after: 0, anchor: 1)
    await tracker.waiters(1)
    task.cancel()
    #expect(await task.value.left == 48)
    #expect(await reloads.trace == ["0: 0 µg, 0 changes", "0: 9 µg, 1 changes"])
  }

  @Test func `changes within the gap share a reload`() async throws {
    let task = run(ReloadBudget(gap: 60))
    await tracker.waiters(1)
    for id in 1...5 as ClosedRange<UInt64> { try await drink(id) }
    await clock.sleepers(1)
    clock.advance(by: 59)
    #expect(clock.sleeperCount == 1)
    clock.advance(by: 1)
    await tracker.waiters(1)
    // Nothing is new: what was recorded meanwhile has been told.
    #expect(await reloads.trace == ["0: 0 µg, 0 changes", "60: 5 µg, 5 changes"])
    clock.advance(by: 60)
    try await drink(6)
    await clock.sleepersOrWaiters(tracker)
    #expect(await reloads.trace.last == "120: 6 µg, 6 changes")
    task.cancel()
    _ = await task.value
  }

  @Test func `what the budget refuses comes when it is renewed`() async throws {
    let task = run(ReloadBudget(limit: 2, period: 3_600, gap: 0))
    await tracker.waiters(1)
    clock.advance(by: 600)
    try await drink(1)
    await tracker.waiters(1)
    try await drink(2)
    await clock.sleepers(1)
    try await drink(3)
    clock.advance(by: 2_999)
    #expect(clock.sleeperCount == 1)
    #expect(await reloads.trace.count == 2)
    clock.advance(by: 1)
    await tracker.waiters(1)
    task.cancel()
    #expect(await task.value.left == 1)
    #expect(
      await reloads.trace == [
        "0: 0 µg, 0 changes", "600: 1 µg, 1 changes", "3600: 3 µg, 3 changes",
      ])
  }

  @Test func `cancelled while it waits for the budget, it ends without a reload`() async throws {
    let task = run(ReloadBudget(limit: 0))
    await clock.sleepers(1)
    task.cancel()
    #expect(await task.value.left == 0)
    #expect(await reloads.trace.isEmpty)
    #expect(clock.sleeperCount == 0)
  }

  @Test func `what cannot be built costs nothing of the budget`() async throws {
    let task = run(ReloadBudget(limit: 1), zone: ZoneOffsets(utcOffset: .max))
    await tracker.waiters(1)
    try await drink(1)
    await tracker.waiters(1)
    task.cancel()
    #expect(await task.value.left == 1)
    #expect(await reloads.trace.isEmpty)
  }

  @Test @MainActor func `it reloads where the caller is`() async throws {
    var timeline = AmountTimeline(capacity: 1)
    var budget = ReloadBudget()
    var count = 0
    let task = Task { @MainActor [tracker, clock] in
      await tracker.keepReloading(
        &timeline, within: &budget, clock: clock, zone: { _ in ZoneOffsets(utcOffset: 0) }
      ) { _ in
        MainActor.assertIsolated()
        count += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
    }
    await task.value
    #expect(count == 1)
  }
}

extension ManualClock {
  /// Returns once somebody sleeps or waits for a change.
  fileprivate func sleepersOrWaiters(_ tracker: CaffeineTracker) async {
    while await tracker.changes.waiterCount == 0, sleeperCount == 0 { await Task.yield() }
  }
}
