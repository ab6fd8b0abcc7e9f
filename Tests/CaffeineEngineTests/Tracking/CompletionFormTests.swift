import CaffeineExecutor
import Foundation
import Testing

@testable import CaffeineEngine

/// Each completion is called exactly once, on the main actor.
struct CompletionFormTests {
  let world = HealthWorld()

  @MainActor private final class Log {
    var lines: [String] = []
    func note(_ line: String) {
      MainActor.assertIsolated()
      lines.append(line)
    }
  }

  @Test @MainActor func `a tracker's calls complete once each with what the call returns`()
    async throws
  {
    let tracker = try CaffeineTracker(configuration: world.configuration, capacity: 8)
    let log = Log()
    let cup = world.cup(1, at: 0), world = world
    await tracker.record(cup, now: world.now) { log.note("record \($0.map(\.change))") }.value
    await tracker.record(world.cup(2, at: 9_999_999_999), now: world.now) {
      log.note("refused \($0.map(\.change))")
    }.value
    await tracker.drinks { log.note("drinks \((try? $0.get().count) ?? -1)") }.value
    await tracker.amounts(at: cup.time.adding(3_600)) {
      log.note("amounts \($0.map(\.body.micrograms))")
    }.value
    await tracker.remove(cup.id) { log.note("remove \($0.map(\.change))") }.value
    #expect(
      log.lines == [
        "record success(CaffeineEngine.Receipt.Change.added)",
        "refused failure(CaffeineEngine.CaffeineError.range)",
        "drinks 1", "amounts success(500)",
        "remove success(CaffeineEngine.Receipt.Change.removed)",
      ])
  }

  @Test @MainActor func `a refresh that is cancelled completes once`() async throws {
    let (store, _, controller) = try await world.pair(stored: 2)
    let log = Log()
    await store.plan(.silence)
    let refresh = controller.refresh { log.note("refresh \($0.map(\.added))") }
    await store.called("page 0")
    refresh.cancel()
    await refresh.value
    await controller.refresh { log.note("refresh \($0.map(\.added))") }.value
    await controller.authorize { log.note("authorize \($0.map { 0 })") }.value
    await controller.save { log.note("save \($0.map(\.saved))") }.value
    #expect(
      log.lines == [
        "refresh failure(CaffeineEngine.HealthStoreError.cancelled)", "refresh success(2)",
        "authorize success(0)", "save success(0)",
      ])
  }

  @Test @MainActor func `a drink store's calls complete once each, cancelled or not`() async throws
  {
    let kept = StoreWorld(), disk = ModelDisk([1])
    let tracker = try await kept.tracker()
    let store = kept.store(disk, tracker)
    let log = Log()
    await store.save { log.note("save \($0)") }.value
    await store.load { log.note("load \($0)") }.value
    await store.startAnew { log.note("startAnew \($0.map { 0 })") }.value
    try await tracker.record(kept.cup(1), now: kept.clock.now)
    let save = store.save { log.note("save \($0)") }
    save.cancel()
    await save.value
    await store.save { log.note("save \($0)") }.value
    let name = "CaffeineEngine.Drink"
    #expect(
      log.lines == [
        "save failure(\(name)StoreError.notLoaded)", "load success(\(name)Loading.setAside)",
        "startAnew success(0)", "save success(\(name)Saving.written)",
        "save success(\(name)Saving.unchanged)",
      ])
    #expect(try await kept.loadedCount(disk) == 1)
  }

  @Test @MainActor func `a day model's calls complete once each`() async throws {
    let day = try DayWorld(hasPhone: false)
    let log = Log()
    await day.model.load { log.note("load \(day.model.content?.drinks.count ?? -1)") }.value
    let outcomes = Guarded<[ChangeOutcome]>([])
    let note: @MainActor @Sendable (ChangeOutcome) -> Void = { outcome in
      outcomes.withLock { $0.append(outcome) }
    }
    await day.model.record(day.tapped(), completion: note).value
    var drink = try #require(day.model.content?.drinks.first)
    drink.dose = .milligrams(30)
    await day.model.edit(drink, completion: note).value
    await day.model.remove(drink.id, completion: note).value
    await day.model.refresh { log.note("refresh") }.value
    #expect(
      outcomes.withLock(\.self).map(\.receipt?.change) == [.added, .edited, .removed])
    await day.tracker.changeCount { log.note("changes \((try? $0.get()) ?? 0)") }.value
    await day.tracker.dayContent(now: day.clock.now, utcOffset: 0, digit: .milligrams(1)) {
      log.note("content \((try? $0.get().drinks.count) ?? -1)")
    }.value
    #expect(log.lines == ["load 0", "refresh", "changes 3", "content 0"])
  }
}
