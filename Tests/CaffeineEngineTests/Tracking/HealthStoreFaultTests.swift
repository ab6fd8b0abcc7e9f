import CaffeineEngine
import Testing

/// What can go wrong between a tracker and a health store: no drink is lost or doubled.
struct HealthStoreFaultTests {
  let world = HealthWorld()

  @Test func `a person who denies leaves all as it was`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 3)
    await store.plan(.error(.denied), .error(.denied))
    await #expect(throws: HealthStoreError.denied) { try await controller.authorize() }
    await #expect(throws: HealthStoreError.denied) { try await controller.refresh() }
    #expect(await tracker.drinks.isEmpty)
    #expect(try await tracker.received(from: 0) == 0)
    try await controller.authorize()
    #expect(try await controller.refresh().added == 3)
  }

  @Test func `a store that is unavailable is told everything later`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 2)
    let own = try await tracker.record(world.cup(0, at: 50), now: world.now).id
    await store.plan(.error(.unavailable), .error(.unavailable))
    await #expect(throws: HealthStoreError.unavailable) { try await controller.refresh() }
    await #expect(throws: HealthStoreError.unavailable) { try await controller.save() }
    #expect(await tracker.drinks.map(\.id) == [own])
    #expect(try await controller.refresh().added == 2)
    #expect(try await controller.save().saved == 1)
    #expect(try await controller.save().saved == 0)
    #expect(await store.drinks.count == 3)
    #expect(await tracker.drinks.count == 3)
  }

  @Test func `an error in the middle of a page keeps the pages before and not the anchor`()
    async throws
  {
    let (store, tracker, controller) = try await world.pair(stored: 10, pageLimit: 4)
    await store.plan(.none, .error(.failed))
    await #expect(throws: HealthStoreError.failed) { try await controller.refresh() }
    #expect(await tracker.drinks.map(\.id.low) == [1, 2, 3, 4])
    #expect(try await tracker.received(from: 0) == 4)
    let report = try await controller.refresh()
    #expect(report.added == 6)
    #expect(report.unchanged == 0)
    #expect(await store.calls == ["page 0", "page 4", "page 4", "page 8"])
    #expect(await tracker.drinks.map(\.id.low) == Array(1...10))
  }

  @Test func `an entry in the middle of a page that is no drink is left out and counted`()
    async throws
  {
    let (store, tracker, controller) = try await world.pair()
    var nameless = world.cup(2, at: 20)
    nameless.id = .unassigned
    var undated = world.cup(3, at: 30)
    undated.flags = .timeUnset
    var large = world.cup(4, at: 40)
    large.dose = .milligrams(1_500)
    var huge = world.cup(5, at: 50)
    huge.dose = Amount(micrograms: 10_000_001)
    for drink in [world.cup(1, at: 10), nameless, undated, large, huge, world.cup(6, at: 60)] {
      await store.put(drink)
    }
    let report = try await controller.refresh()
    #expect(report.added == 3)
    #expect(report.skipped == 3)
    #expect(await tracker.drinks.map(\.id.low) == [1, 4, 6])
  }

  @Test func `a time-out ends the call and the next one goes on`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 6, pageLimit: 4)
    await store.plan(.none, .silence)
    async let failure = #expect(throws: HealthStoreError.timedOut) {
      try await controller.refresh()
    }
    await store.called("page 4")
    await world.clock.sleepers(1)
    world.clock.advance(by: 29)
    #expect(world.clock.sleeperCount == 1)
    world.clock.advance(by: 1)
    _ = await failure
    #expect(world.clock.sleeperCount == 0)
    #expect(await tracker.drinks.count == 4)
    #expect(try await controller.refresh().added == 2)
  }

  @Test func `an answer that comes with the time-out counts`() async throws {
    let (store, tracker, controller) = try await world.pair()
    _ = try await tracker.record(world.cup(0, at: 10), now: world.now)
    await store.plan(.lastMoment)
    async let saving = controller.save()
    await store.called("save [1]")
    await world.clock.sleepers(1)
    world.clock.advance(by: 30)
    #expect(try await saving.saved == 1)
    #expect(await store.calls == ["save [1]"])
  }

  @Test func `what was erased while a page was under way does not come back with it`()
    async throws
  {
    let (store, tracker, controller) = try await world.pair(stored: 10, pageLimit: 4)
    await store.plan(.none, .gate)
    async let failure = #expect(throws: HealthStoreError.refused) {
      try await controller.refresh()
    }
    await store.callAtGate()
    await tracker.eraseAll()
    await store.open()
    _ = await failure
    #expect(await tracker.drinks.isEmpty)
  }

  @Test func `a save that timed out but was done is saved again and not doubled`() async throws {
    let (store, tracker, controller) = try await world.pair()
    _ = try await tracker.record(world.cup(0, at: 10), now: world.now)
    await store.plan(.errorAfter(.timedOut))
    await #expect(throws: HealthStoreError.timedOut) { try await controller.save() }
    #expect(try await controller.save().saved == 1)
    #expect(await store.drinks.count == 1)
    #expect(try await controller.refresh().added == 0)
    #expect(await tracker.drinks.count == 1)
  }

  @Test func `the deletion of an unknown id is no error`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 2)
    await store.drop(DrinkID(high: 9, low: 99))
    await store.drop(DrinkID(high: 7, low: 1))
    let report = try await controller.refresh()
    #expect(report.unchanged == 2)
    #expect(report.added == 1)
    await store.drop(DrinkID(high: 7, low: 2))
    await store.drop(DrinkID(high: 7, low: 2))
    #expect(try await controller.refresh().removed == 1)
    #expect(await tracker.drinks.isEmpty)
  }

  @Test func `an anchor that is too old is replaced by windows`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 10, pageLimit: 4)
    _ = try await controller.refresh()
    let told = try await tracker.record(world.cup(0, at: 15), now: world.now).id
    _ = try await controller.save()
    let kept = try await tracker.record(world.cup(0, at: 25), now: world.now).id
    for low in [1, 5, 10] as [UInt64] { await store.drop(DrinkID(high: 7, low: low)) }
    await store.drop(told)
    await store.put(world.cup(11, at: 110))
    await store.put(world.cup(2, at: 20, revision: 2, micrograms: 40_000))
    await store.forgetChanges()
    let report = try await controller.refresh()
    #expect(report.isReplaced)
    #expect(report.removed == 4)
    #expect(report.added == 1)
    #expect(report.edited == 1)
    #expect(
      await tracker.drinks.map(\.id).filter { $0.high == 7 }.map(\.low) == [
        2, 3, 4, 6, 7, 8, 9, 11,
      ])
    #expect(await tracker.drinks.contains { $0.id == kept })
    #expect(!(await tracker.drinks.contains { $0.id == told }))
    // Pages go on, and what was never told is.
    await store.put(world.cup(12, at: 120))
    #expect(try await controller.refresh().added == 1)
    #expect(try await controller.save().saved == 1)
    #expect(await store.drinks.count == 10)
  }

  @Test func `a drink saved while a window is under way is not removed by it`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 3)
    _ = try await controller.refresh()
    await store.forgetChanges()
    await store.plan(.none, .gateAfter)
    async let refreshing = controller.refresh()
    // The window is read, and its answer is on the way.
    await store.callAtGate()
    let id = try await tracker.record(world.cup(0, at: 15), now: world.now).id
    #expect(try await controller.save().saved == 1)
    await store.open()
    let report = try await refreshing
    #expect(report.isReplaced)
    #expect(report.removed == 0)
    #expect(await tracker.drinks.contains { $0.id == id })
    #expect(await store.drinks.contains { $0.id == id })
    #expect(try await controller.refresh().added == 0)
    #expect(await tracker.drinks.count == 4)
  }

  @Test func `a window that breaks off moves no anchor`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 10, pageLimit: 4)
    _ = try await controller.refresh()
    let anchor = try await tracker.received(from: 0)
    await store.forgetChanges()
    await store.plan(.none, .none, .error(.unavailable))
    await #expect(throws: HealthStoreError.unavailable) { try await controller.refresh() }
    #expect(try await tracker.received(from: 0) == anchor)
    #expect(try await controller.refresh().isReplaced)
    #expect(try await controller.refresh() == HealthReport())
    #expect(await tracker.drinks.map(\.id.low) == Array(1...10))
  }

  @Test func `a store that begins anew is told all again`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 10)
    _ = try await controller.refresh()
    await store.wipe()
    #expect(try await controller.refresh().removed == 0)
    #expect(await tracker.drinks.count == 10)
    #expect(try await controller.save().saved == 10)
    #expect(await store.drinks.count == 10)
    #expect(try await controller.refresh().added == 0)
    #expect(await tracker.drinks.count == 10)
  }

  @Test func `a store whose anchors are always too old is asked once`() async throws {
    let (store, tracker, controller) = try await world.pair(stored: 2)
    await store.plan(.error(.anchorTooOld), .none, .error(.anchorTooOld))
    await #expect(throws: HealthStoreError.anchorTooOld) { try await controller.refresh() }
    #expect(await tracker.drinks.count == 2)
  }

  @Test func `10 000 samples in pages come once, whatever breaks in between`() async throws {
    let samples = (1...10_000).map { world.cup(UInt64($0), at: Int64($0) * 60) }
    let store = FakeHealthStore(drinks: samples)
    let tracker = try CaffeineTracker(configuration: world.configuration, capacity: 64)
    try await tracker.addPeer(0)
    let controller = world.controller(store, tracker, pageLimit: 100)
    for page in 0..<20 {
      for _ in 0..<page % 7 { await store.plan(.none) }
      await store.plan(page % 2 == 0 ? .error(.failed) : .error(.unavailable))
    }
    var added: UInt64 = 0, failures = 0
    while try await tracker.received(from: 0) < 10_000 {
      do {
        _ = try await controller.refresh()
      } catch {
        failures += 1
      }
      added = try await tracker.received(from: 0)
    }
    #expect(added == 10_000)
    #expect(failures == 20)
    // As if they had been recorded here, one by one: the folded ones are in the amounts.
    let direct = try CaffeineTracker(configuration: world.configuration, capacity: 64)
    for sample in samples { try await direct.record(sample, now: sample.time) }
    #expect(await tracker.drinks == direct.drinks)
    let end = samples[9_999].time.adding(3_600)
    #expect(
      try await tracker.amounts(at: end).body == direct.amounts(at: end).body)
    let date = LocalDate(days: end.seconds / 86_400)
    #expect(try await tracker.day(date) == direct.day(date))
  }
}
