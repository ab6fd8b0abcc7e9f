import Observation
import CaffeineExecutor
import Testing

@testable import CaffeineEngine

/// What a view of the day is given to show, and when.
///
/// The time limit is for what waits for what never comes.
@MainActor @Suite(.timeLimit(.minutes(20)))
struct DayModelTests {
  private let files = StoreWorld()

  // MARK: Loading

  @Test func `loading shows the file, then asks, takes in what is new and keeps it`() async throws {
    let world = try DayWorld(kept: try await files.saved(2), stored: 3)
    #expect(world.model.content == nil)
    await world.phone.plan(.none, .gate)
    async let loading: Void = world.model.load()
    await world.phone.callAtGate()
    #expect(world.shownIDs == [1, 2])
    #expect(world.model.isLoading)
    #expect(world.model.isStale, "the health store may have more")
    #expect(world.model.publicationCount == 2)
    await world.phone.open()
    await loading
    #expect(world.shownIDs == [1, 2, 100, 101, 102])
    #expect(!world.model.isLoading)
    #expect(!world.model.isStale)
    #expect(world.model.state.problems == DayProblems())
    #expect(world.model.content?.face?.drinks == 0)
    #expect(await world.phone.calls == ["authorize", "page 0"])
    #expect(
      await world.disk.trace == ["read"] + DrinkFileStep.replacing.map { "\($0)" })
    #expect(await world.disk.content() == (await world.tracker.save()))
  }

  @Test func `the main actor hears of a batch once, however many drinks it is`() async throws {
    for stored in [0, 1, 300] {
      let world = try DayWorld(stored: stored)
      await world.model.load()
      #expect(world.model.content?.drinks.count == stored)
      #expect(world.model.publicationCount == 3)
    }
  }

  @Test func `who follows hears of a change once, and of nothing that is no change`() async throws {
    let world = try DayWorld(hasPhone: false)
    await world.model.load()
    let follower = Task { await world.model.follow() }
    // A change that is seen says that it follows.
    try await world.tracker.record(DayWorld.cup(1), now: world.clock.now)
    await shown(world) { $0 == 1 }
    let count = world.model.publicationCount
    let page = HealthPage(added: (2...60).map { DayWorld.cup($0) }, anchor: 1, isLast: true)
    _ = try await world.tracker.take(page, from: 0, after: 0)
    await shown(world) { $0 == 60 }
    #expect(world.model.publicationCount <= count + 2, "the peer, and the page")
    follower.cancel()
    await follower.value
  }

  /// Returns once so many drinks are shown.
  private func shown(_ world: DayWorld, _ isRight: (Int) -> Bool) async {
    var turns = 0
    while turns < 1_000_000, !isRight(world.model.content?.drinks.count ?? 0) {
      turns += 1
      await Task.yield()
    }
  }

  @Test func `a view that watches is told of a batch`() async throws {
    let world = try DayWorld(hasPhone: false)
    await world.model.load()
    let changes = Guarded(0)
    withObservationTracking {
      _ = world.model.content
    } onChange: {
      changes.withLock { $0 += 1 }
    }
    await world.model.record(world.tapped())
    #expect(changes.withLock(\.self) == 1)
  }

  // MARK: The two bugs of the sample's updateModel

  @Test func `news of additions alone, or of deletions alone, is not ignored`() async throws {
    let world = try DayWorld(stored: 3)
    await world.model.load()
    #expect(world.shownIDs == [100, 101, 102], "additions alone")
    await world.phone.drop(DayWorld.cup(101).id)
    await world.model.refresh()
    #expect(world.shownIDs == [100, 102], "a deletion alone")
    await world.model.refresh()
    #expect(world.shownIDs == [100, 102], "nothing at all")
  }

  @Test func `a deletion removes the drinks that are named and no others`() async throws {
    let world = try DayWorld(stored: 4)
    await world.model.load()
    await world.phone.drop(DayWorld.cup(100).id)
    await world.phone.drop(DayWorld.cup(102).id)
    await world.phone.put(DayWorld.cup(104))
    await world.model.refresh()
    #expect(world.shownIDs == [101, 103, 104])
  }

  // MARK: Stale and wrong

  @Test func `the last known is shown as stale while loading, and until that succeeds`()
    async throws
  {
    let world = try DayWorld(stored: 1)
    await world.model.load()
    await world.phone.put(DayWorld.cup(200))
    await world.phone.plan(.gate)
    async let loading: Void = world.model.refresh()
    await world.phone.callAtGate()
    #expect(world.shownIDs == [100])
    #expect(world.model.isStale)
    await world.phone.open()
    await loading
    #expect(world.shownIDs == [100, 200])
    #expect(!world.model.isStale)
    await world.phone.plan(.error(.unavailable))
    await world.model.refresh()
    #expect(world.shownIDs == [100, 200])
    #expect(world.model.isStale)
    #expect(!world.model.isLoading)
    #expect(world.model.state.problems.health == .unavailable)
    await world.model.refresh()
    #expect(!world.model.isStale)
    #expect(world.model.state.problems.health == nil)
  }

  @Test func `who is denied the health store has the file`() async throws {
    let world = try DayWorld(kept: try await files.saved(2), stored: 3)
    await world.phone.plan(.error(.denied))
    await world.model.load()
    #expect(world.shownIDs == [1, 2])
    #expect(world.model.state.problems.health == .denied)
    #expect(await world.model.record(world.tapped()).receipt != nil)
  }

  @Test func `a file that cannot be read keeps the tracker empty for it`() async throws {
    let world = try DayWorld(kept: try await files.saved(2), stored: 3)
    await world.disk.setReading(.failure(.failed))
    await world.model.load()
    #expect(world.model.content == nil, "a placeholder, no empty day")
    #expect(world.model.state.problems.store == .failed)
    #expect(await world.phone.calls.isEmpty)
    #expect(await world.model.record(world.tapped()) == .notLoaded(.failed))
    await world.disk.setReading(.success(()))
    #expect(await world.model.record(world.tapped()).receipt != nil)
    #expect(world.shownIDs == [1, 2, 1])
    #expect(world.model.state.problems.store == nil)
  }

  @Test func `who follows before the file is loaded is shown no empty day`() async throws {
    let world = try DayWorld(kept: try await files.saved(2), hasPhone: false)
    let follower = Task { await world.model.follow() }
    await world.disk.setReading(.failure(.failed))
    await world.model.load()
    #expect(world.model.content == nil)
    await world.disk.setReading(.success(()))
    await world.model.load()
    #expect(world.shownIDs == [1, 2])
    follower.cancel()
    await follower.value
  }

  @Test func `a damaged file is told of`() async throws {
    let world = try DayWorld(kept: [1, 2, 3])
    await world.model.load()
    #expect(world.model.state.problems.isSetAside)
    #expect(await world.disk.content("aside-1780272000") == [1, 2, 3])
  }

  @Test func `older content is not shown after newer`() {
    func content(look: UInt64, at seconds: Int64) -> DayContent {
      DayContent(changeCount: 5, look: look, time: Timestamp(seconds), drinks: [], face: nil)
    }
    var state = DayState()
    state.take(content(look: 2, at: 10))
    state.take(content(look: 1, at: 20))
    #expect(state.content == content(look: 2, at: 10))
    state.take(content(look: 3, at: 1))
    #expect(state.content == content(look: 3, at: 1))
  }

  @Test func `the clock set back makes nothing that comes older`() async throws {
    let world = try DayWorld(kept: try await files.saved(2), hasPhone: false)
    await world.model.load()
    world.clock.advance(by: -3_600)
    await world.model.load()
    #expect(world.model.content?.time == world.clock.now)
  }

  // MARK: Joining

  @Test func `a refresh joins the one under way`() async throws {
    let world = try DayWorld(stored: 1)
    await world.phone.plan(.none, .gate)
    async let first: Void = world.model.load()
    await world.phone.callAtGate()
    async let second: Void = world.model.refresh()
    async let third: Void = world.model.refresh()
    await world.phone.open()
    _ = await (first, second, third)
    #expect(!world.model.isLoading)
    #expect(world.shownIDs == [100])
    let count = await world.phone.calls.count
    // Who came after it ended made another; then there is nothing new.
    #expect(count >= 2 && count <= 4)
  }

  @Test func `a refresh ends with the last of its callers`() async throws {
    let world = try DayWorld(stored: 1)
    await world.model.load()
    await world.phone.plan(.silence)
    let callers = (0..<2).map { _ in Task { await world.model.refresh() } }
    await world.phone.called("page 1")
    callers[0].cancel()
    #expect(world.model.isLoading)
    callers[1].cancel()
    for caller in callers { await caller.value }
    await world.model.refresh()
    #expect(!world.model.isLoading)
    #expect(!world.model.isStale)
    #expect(world.model.state.problems.health == nil)
  }

  @Test func `who is cancelled does not wait for a refresh that others wait for`() async throws {
    let world = try DayWorld(stored: 1)
    await world.model.load()
    await world.phone.plan(.gate)
    async let staying: Void = world.model.refresh()
    await world.phone.callAtGate()
    let leaving = Task { await world.model.refresh() }
    // It is the main actor's next job.
    for _ in 0..<9 { await Task.yield() }
    leaving.cancel()
    await leaving.value
    #expect(world.model.isLoading)
    await world.phone.open()
    await staying
    #expect(!world.model.isStale)
  }

  // MARK: Changes

  @Test func `a double tap records once`() async throws {
    let world = try DayWorld(hasPhone: false)
    await world.model.load()
    let first = world.tapped()
    async let one = world.model.record(first)
    async let two = world.model.record(first)
    #expect([await one, await two].filter { $0 == .doubleTap }.count == 1)
    world.clock.advance(by: 1)
    #expect(await world.model.record(world.tapped()) == .doubleTap)
    #expect(world.model.content?.drinks.count == 1)
    #expect(await world.model.record(world.tapped(30)).receipt != nil, "another drink")
    world.clock.advance(by: 1)
    #expect(await world.model.record(world.tapped()).receipt != nil, "a second one")
    #expect(world.model.content?.drinks.count == 3)
    #expect(!world.model.isSaving)
  }

  @Test func `a tap while the first waits for the file is the same tap`() async throws {
    let world = try DayWorld(hasPhone: false)
    await world.model.load()
    await world.disk.plan(.gate)
    async let first = world.model.record(world.tapped())
    await world.disk.stepAtGate()
    #expect(world.model.isSaving)
    #expect(world.model.content?.drinks.count == 1, "shown before it is kept")
    world.clock.advance(by: 9)
    // It is the main actor's next job, before anything that follows the gate.
    let second = Task { await world.model.record(world.tapped()) }
    await world.disk.open()
    #expect(await first.receipt != nil)
    #expect(await second.value == .doubleTap)
    #expect(!world.model.isSaving)
    #expect(await world.disk.content() == (await world.tracker.save()))
  }

  @Test func `the same drink of another hour is no second tap, though the first is under way`()
    async throws
  {
    let world = try DayWorld(hasPhone: false)
    await world.model.load()
    await world.disk.plan(.gate)
    let tapped = world.tapped()
    async let first = world.model.record(tapped)
    await world.disk.stepAtGate()
    var earlier = tapped
    earlier.time = Timestamp(tapped.time.seconds - 3_600)
    // It is the main actor's next job, before anything that follows the gate.
    let second = Task { await world.model.record(earlier) }
    await world.disk.open()
    #expect(await first.receipt != nil)
    #expect(await second.value.receipt != nil)
    #expect(world.model.content?.drinks.count == 2)
  }

  @Test func `what a refused tap asked for can be tapped again`() async throws {
    let world = try DayWorld(hasPhone: false)
    let large = world.tapped(2_000)
    #expect(await world.model.record(large) == .refused(.suspicious))
    #expect(await world.model.record(large) == .refused(.suspicious))
    #expect(!world.model.isSaving)
  }

  @Test func `a change that is not kept is kept with the next`() async throws {
    let world = try DayWorld(hasPhone: false)
    await world.model.load()
    await world.disk.plan(.refuse(.noSpace))
    let outcome = await world.model.record(world.tapped())
    guard case .notKept(let receipt, .noSpace) = outcome else {
      Issue.record("\(outcome)")
      return
    }
    #expect(world.model.state.problems.store == .noSpace)
    var drink = try #require(world.model.content?.drinks.first)
    drink.dose = .milligrams(30)
    #expect(await world.model.edit(drink).receipt?.change == .edited)
    #expect(world.model.state.problems.store == nil)
    #expect(await world.disk.content() == (await world.tracker.save()))
    #expect(await world.model.remove(receipt.id).receipt?.change == .removed)
    #expect(world.shownIDs == [])
  }

  @Test func `the health store hears of a drink once the file has it`() async throws {
    let world = try DayWorld()
    await world.model.load()
    await world.disk.plan(.gate)
    async let outcome = world.model.record(world.tapped())
    await world.disk.stepAtGate()
    #expect(await world.phone.drinks.isEmpty)
    await world.disk.open()
    let receipt = try #require(await outcome.receipt)
    await world.phone.called("save [\(receipt.id.low)]")
    #expect(await world.phone.drinks.map(\.id) == [receipt.id])
  }
}
