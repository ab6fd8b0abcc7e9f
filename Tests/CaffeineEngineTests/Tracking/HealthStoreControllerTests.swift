import Testing

@testable import CaffeineEngine

struct HealthStoreControllerTests {
  let world = HealthWorld()

  @Test func `joined work is this trace`() {
    var state = JointState(joinsRunning: true)
    #expect(state.join(1) == .start)
    #expect(state.join(2) == .nothing)
    #expect(state.leave(1) == .nothing)
    #expect(state.finish() == ([2], .nothing))
    #expect(state.join(3) == .start)
    #expect(state.leave(3) == .cancel)
    // What is cancelled is not joined.
    #expect(state.join(4) == .nothing)
    #expect(state.leave(9) == .nothing)
    #expect(state.finish() == ([], .start))
    #expect(state.finish() == ([4], .nothing))
    var queue = JointState(joinsRunning: false)
    #expect(queue.join(1) == .start)
    #expect(queue.join(2) == .nothing)
    #expect(queue.join(3) == .nothing)
    // Somebody still waits for the run after this one.
    #expect(queue.leave(1) == .nothing)
    #expect(queue.finish() == ([], .start))
    #expect(queue.finish() == ([2, 3], .nothing))
  }

  @Test func `a second refresh joins the one under way`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 3)
    await store.plan(.gate)
    let first = Task { try await controller.refresh() }
    await store.callAtGate()
    let second = Task { try await controller.refresh() }
    while await controller.loading.callerCount < 2 { await Task.yield() }
    await store.open()
    #expect(try await first.value.added == 3)
    #expect(try await second.value.added == 3)
    #expect(await store.calls == ["page 0"])
    #expect(await tracker.drinks.count == 3)
  }

  @Test func `a caller that is cancelled leaves the refresh to the other`() async throws {
    let (store, _, controller) = try await world.pair(stored: 3)
    await store.plan(.gate)
    let first = Task { try await controller.refresh() }
    await store.callAtGate()
    let second = Task { try await controller.refresh() }
    while await controller.loading.callerCount < 2 { await Task.yield() }
    first.cancel()
    await #expect(throws: HealthStoreError.cancelled) { try await first.value }
    await store.open()
    #expect(try await second.value.added == 3)
  }

  @Test func `the last caller to leave cancels the refresh, and the next one begins anew`()
    async throws
  {
    let (store, _, controller) = try await world.pair(stored: 3)
    await store.plan(.silence)
    let first = Task { try await controller.refresh() }
    await store.called("page 0")
    first.cancel()
    await #expect(throws: HealthStoreError.cancelled) { try await first.value }
    #expect(try await controller.refresh().added == 3)
    #expect(world.clock.sleeperCount == 0)
  }

  @Test func `what changed while a save was under way is in the next run`() async throws {
    let (store, tracker, controller) = try await world.pair()
    _ = try await tracker.record(world.cup(0, at: 10), now: world.now)
    await store.plan(.gate)
    let first = Task { try await controller.save() }
    await store.callAtGate()
    _ = try await tracker.record(world.cup(0, at: 20), now: world.now)
    let second = Task { try await controller.save() }
    while await controller.saving.callerCount < 2 { await Task.yield() }
    await store.open()
    #expect(try await first.value.saved == 2)
    #expect(try await second.value.saved == 0)
    #expect(await store.calls == ["save [1]", "save [2]"])
  }

  @Test func `records, edits and removals are told once and not sent back`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 2)
    _ = try await controller.refresh()
    #expect(try await controller.save() == HealthSaving())
    let id = try await tracker.record(world.cup(0, at: 50), now: world.now).id
    _ = try await controller.save()
    var edited = try #require(await tracker.drinks.first { $0.id == id })
    edited.revision = 0
    edited.dose = .milligrams(33)
    try await tracker.edit(edited, now: world.now)
    try await tracker.remove(DrinkID(high: 7, low: 1))
    let saving = try await controller.save()
    #expect(saving.saved == 1)
    #expect(saving.deleted == 1)
    #expect(try await controller.refresh().added == 0)
    #expect(try await controller.save() == HealthSaving())
    #expect(
      await store.calls.filter { !$0.hasPrefix("page") } == ["save [1]", "delete [1]", "save [1]"])
    #expect(await store.drinks.count == 2)
    #expect(await tracker.drinks.count == 2)
  }

  @Test func `a change here that the store has not seen outlives its removal there`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 2)
    _ = try await controller.refresh()
    var edited = try #require(await tracker.drinks.first)
    edited.revision = 0
    edited.dose = .milligrams(33)
    try await tracker.edit(edited, now: world.now)
    await store.drop(edited.id)
    #expect(try await controller.refresh().stale == 1)
    #expect(try await controller.save().saved == 1)
    #expect(await store.drinks.count == 2)
    #expect(await tracker.drinks.count == 2)
  }

  @Test func `a store that gives ids of its own doubles nothing`() async throws {
    let (store, tracker, controller) = try await world.pair(assignsIDs: true)
    let id = try await tracker.record(world.cup(0, at: 10), now: world.now).id
    #expect(try await controller.save().saved == 1)
    #expect(try await controller.refresh().added == 0)
    var edited = try #require(await tracker.drinks.first)
    edited.revision = 0
    edited.time = edited.time.adding(600)
    try await tracker.edit(edited, now: world.now)
    #expect(try await controller.save().saved == 1)
    #expect(try await controller.refresh().added == 0)
    #expect(await store.drinks.map(\.id.high) == [0xF0])
    await store.forgetChanges()
    #expect(try await controller.refresh().isReplaced)
    #expect(await tracker.drinks.map(\.id) == [id])
    #expect(await tracker.drinks.first?.time == edited.time)
    await store.drop(DrinkID(high: 0xF0, low: 1))
    #expect(try await controller.refresh().removed == 1)
    #expect(await tracker.drinks.isEmpty)
  }

  @Test func `without a place for an alias nothing is saved`() async throws {
    let (store, tracker, controller) = try await world.pair(assignsIDs: true)
    for seconds in 1...9 as ClosedRange<Int64> {
      _ = try await tracker.record(world.cup(0, at: seconds), now: world.now)
    }
    await #expect(throws: HealthStoreError.refused) { try await controller.save() }
    #expect(await store.drinks.count == 8)
    #expect(try await controller.refresh().added == 0)
    #expect(await tracker.drinks.count == 9)
  }

  @Test func `more removals than are remembered are owned up to`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 20, pageLimit: 8)
    _ = try await controller.refresh()
    let kept = try await tracker.record(world.cup(0, at: 1), now: world.now).id
    for low in 1...17 as ClosedRange<UInt64> {
      try await tracker.remove(DrinkID(high: 7, low: low))
    }
    let saving = try await controller.save()
    #expect(saving.missedRemovals)
    #expect(saving.saved == 1)
    #expect(await store.drinks.contains { $0.id == kept })
    #expect(try await controller.save() == HealthSaving())
    #expect(await tracker.drinks.count == 4)
  }

  @Test func `a tracker that was saved and loaded goes on at its anchor`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 5)
    _ = try await controller.refresh()
    let bytes = await tracker.save()
    await store.put(world.cup(6, at: 60))
    _ = try await controller.refresh()
    // The power fails: what came after the save comes again.
    let loaded = try CaffeineTracker(configuration: world.configuration, capacity: 64)
    try await loaded.load(bytes)
    let report = try await world.controller(store, loaded).refresh()
    #expect(report.added == 1)
    #expect(report.unchanged == 0)
    #expect(await loaded.drinks == tracker.drinks)
  }

  @Test func `pages that repeat drinks never double them`() async throws {
    let (store, tracker, controller) = try await world.pair(pageLimit: 3)
    for turn in 0..<4 as Range<Int64> {
      for low in 1...5 as ClosedRange<UInt64> {
        await store.put(world.cup(low, at: 10 * Int64(low), revision: turn == 3 ? 2 : 1))
      }
      await store.put(world.cup(9, at: 90, revision: 0))
    }
    let report = try await controller.refresh()
    #expect(report.added == 6)
    #expect(await tracker.drinks.count == 6)
    #expect(await tracker.drinks.map(\.revision) == [2, 2, 2, 2, 2, 1])
  }

  @Test func `many sources are imported a few at a time`() async throws {
    let tracker = try CaffeineTracker(configuration: world.configuration, capacity: 64)
    var stores: [FakeHealthStore] = []
    for source in 0..<6 as Range<UInt64> {
      // Each has a drink in common with the next one.
      stores.append(
        FakeHealthStore(
          drinks: (0..<3).map { world.cup(2 * source + $0 + 1, at: Int64(4 * source + 2 * $0)) }))
    }
    let gates = stores
    for store in gates { await store.plan(.gate) }
    await stores[3].plan(.error(.denied))
    let work = Task { [world] in
      await tracker.importAll(from: gates, atMost: 2, clock: world.clock, pageLimit: 2)
    }
    var most = 0
    for store in gates {
      await store.callAtGate()
      var running = 0
      for other in gates { running += await other.running }
      most = max(most, running)
      await store.open()
    }
    let results = await work.value
    #expect(most <= 2)
    #expect(results.map { (try? $0.get()) == nil } == [false, false, false, true, false, false])
    #expect(await tracker.drinks.map(\.id.low) == Array(1...13))
    let again = await tracker.importAll(from: gates, atMost: 9, clock: world.clock)
    #expect(again.allSatisfy { (try? $0.get().unchanged) == 3 })
  }

  @Test func `an import that the ledger has no room for says so`() async throws {
    let tracker = try CaffeineTracker(configuration: world.configuration, capacity: 4)
    let plans = (1...6 as ClosedRange<UInt64>).map { low in
      var plan = world.cup(low, at: 10 * Int64(low))
      plan.flags = .planned
      return plan
    }
    let store = FakeHealthStore(drinks: plans)
    let results = await tracker.importAll(from: [store], atMost: 1, clock: world.clock)
    #expect(results == [.failure(.refused)])
    #expect(await tracker.drinks.count == 4)
  }

  @Test func `an import of what a full ledger could only fold is too old for it`() async throws {
    let tracker = try CaffeineTracker(configuration: world.configuration, capacity: 4)
    for low in 1...4 as ClosedRange<UInt64> {
      try await tracker.record(world.cup(low, at: 1_000 + Int64(low)), now: world.now)
    }
    let store = FakeHealthStore(drinks: [world.cup(9, at: 10)])
    let results = await tracker.importAll(from: [store], atMost: 1, clock: world.clock)
    #expect(try results[0].get().tooOld == 1)
  }

  /// The time limit is for what waits for what never comes.
  @Test(.timeLimit(.minutes(20)))
  func `who joins work under way makes it as urgent as itself`() async {
    let work = JointWork(joinsRunning: true)
    let (begun, begin) = AsyncStream.makeStream(of: Void.self)
    let first = Task(priority: .background) {
      await work.answer {
        begin.finish()
        while Task.currentPriority < .high { await Task.yield() }
        return .done
      }
    }
    for await _ in begun {}
    // Awaiting the first one here would make it urgent, and not its work.
    let second = Task(priority: .high) { await work.answer { .failed(.failed) } }
    guard case .done = await second.value else {
      Issue.record("it did not join")
      return
    }
    _ = await first.value
  }

  @Test func `what is recorded while a page is kept does not leave with it`() async throws {
    let (store, tracker, _) = try await world.pair()
    let log = KeepLog(tracker)
    let controller = HealthStoreController(
      store: store, tracker: tracker, clock: world.clock, peer: 0
    ) { await log.keep(recording: world.cup(0, at: 20), now: world.now) }
    _ = try await tracker.record(world.cup(0, at: 10), now: world.now)
    #expect(try await controller.save().saved == 2)
    // Each page was kept before it left, and the second drink had to wait for the second page.
    #expect(await log.kept.map(\.count) == [1, 2])
    #expect(await store.calls == ["save [1]", "save [2]"])
  }

  @Test func `what cannot be kept here is not told`() async throws {
    let (store, tracker, _) = try await world.pair()
    let controller = HealthStoreController(
      store: store, tracker: tracker, clock: world.clock, peer: 0
    ) { false }
    #expect(try await controller.save() == HealthSaving(), "nothing to tell, nothing to keep")
    _ = try await tracker.record(world.cup(0, at: 10), now: world.now)
    await #expect(throws: HealthStoreError.notKept) { try await controller.save() }
    #expect(await store.calls.isEmpty)
    #expect(try await world.controller(store, tracker).save().saved == 1)
  }

  @Test func `an import that is cancelled says so for each source it did not finish`() async throws
  {
    let tracker = try CaffeineTracker(configuration: world.configuration, capacity: 64)
    let stores = (0..<4).map { FakeHealthStore(drinks: [world.cup($0 + 1, at: 10)]) }
    await stores[1].plan(.silence)
    let work = Task { [world] in
      await tracker.importAll(from: stores, atMost: 1, clock: world.clock)
    }
    await stores[1].called("window")
    work.cancel()
    let errors = await work.value.map { result -> HealthStoreError? in
      if case .failure(let error) = result { error } else { nil }
    }
    #expect(errors == [nil, .cancelled, .cancelled, .cancelled])
    #expect(await tracker.drinks.map(\.id.low) == [1])
  }
}

/// Notes what a tracker holds whenever it is to be kept, and records once right after that.
private actor KeepLog {
  private(set) var kept: [[Drink]] = []
  private let tracker: CaffeineTracker

  init(_ tracker: CaffeineTracker) { self.tracker = tracker }

  func keep(recording drink: Drink, now: Timestamp) async -> Bool {
    kept.append(await tracker.drinks)
    if kept.count == 1 { _ = try? await tracker.record(drink, now: now) }
    return true
  }
}
