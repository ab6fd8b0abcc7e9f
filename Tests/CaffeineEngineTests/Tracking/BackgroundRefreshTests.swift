import CaffeineExecutor
import Testing

@testable import CaffeineEngine

/// A refresh within the time that the system grants, on a clock that the test moves.
///
/// The time limit is for what waits for what never comes.
@Suite(.timeLimit(.minutes(20)))
struct BackgroundRefreshTests {
  /// 2026-06-01T00:00:00Z, a midnight.
  private let midnight = Timestamp(1_780_272_000)
  private let zone = ZoneOffsets(utcOffset: 0)
  private let hour: Int64 = 3_600

  /// A bolus with a half-life of an hour, and a sleep threshold of 25 mg.
  private func tracker() throws -> CaffeineTracker {
    var configuration = Configuration(
      profile: Profile(absorptionHalfLife: 0, eliminationHalfLife: 3_600), deviceID: 1,
      clockFloor: Timestamp(1_700_000_000))
    configuration.sleepThreshold = .milligrams(25)
    return try CaffeineTracker(configuration: configuration, capacity: 16)
  }

  private func untilCancelled() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    continuation.finish()
  }

  // MARK: The state

  @Test func `every order of events tells one ending at most`() {
    typealias Event = (inout RefreshState) -> RefreshState.Action
    let events: [Event] = [
      { $0.begin() }, { $0.passDeadline() }, { $0.endGrace() },
      { $0.endWork(isDone: true) }, { $0.endWork(isDone: false) },
    ]
    func tells(_ action: RefreshState.Action) -> Bool {
      if case .tell = action { true } else { false }
    }
    func visit(_ state: RefreshState, told: Int, depth: Int) {
      if told > 1 { Issue.record("told twice") }
      guard depth > 0 else { return }
      for event in events {
        var next = state
        let tells = tells(event(&next))
        visit(next, told: told + (tells ? 1 : 0), depth: depth - 1)
      }
    }
    visit(RefreshState(), told: 0, depth: 5)
  }

  @Test func `a run passes through these states`() {
    var state = RefreshState()
    #expect(state.passDeadline() == .nothing)
    #expect(state.begin() == .start)
    #expect(state.begin() == .nothing)
    #expect(state.endGrace() == .nothing)
    var ended = state
    #expect(ended.endWork(isDone: false) == .tell(.failed))
    #expect(ended.passDeadline() == .nothing)
    #expect(state.passDeadline() == .cancel)
    #expect(state.passDeadline() == .nothing)
    var late = state
    #expect(late.endWork(isDone: true) == .tell(.done))
    ended = state
    #expect(ended.endWork(isDone: false) == .tell(.cancelled))
    #expect(state.endGrace() == .tell(.abandoned))
    #expect(state.endWork(isDone: true) == .nothing)
  }

  // MARK: Runs

  @Test func `work that ends in time chooses the next time from the curve`() async throws {
    let clock = ManualClock(midnight.adding(12 * hour)), tracker = try tracker()
    let refresh = BackgroundRefresh(tracker: tracker, clock: clock)
    let result = await refresh.run(until: clock.now.adding(15), zone: zone) {
      let drink = Drink(time: clock.now, dose: .milligrams(100))
      return (try? await tracker.record(drink, now: clock.now)) != nil
    }
    // 95 mg and 94.99 mg round otherwise; that is sooner than the system grants.
    #expect(
      result
        == RefreshResult(ending: .done, next: clock.now.adding(900), isSnapshotDue: true))
    #expect(clock.sleeperCount == 0)
    let failed = await refresh.run(until: clock.now.adding(15), zone: zone) { false }
    #expect(failed.ending == .failed)
    #expect(failed.next == clock.now.adding(900))
  }

  @Test func `at the deadline work is cancelled and the result comes at once`() async throws {
    let clock = ManualClock(midnight.adding(12 * hour))
    let refresh = BackgroundRefresh(tracker: try tracker(), clock: clock)
    let heard = Guarded<Timestamp?>(nil)
    let deadline = clock.now.adding(15)
    async let result = refresh.run(until: deadline, zone: zone) {
      await untilCancelled()
      heard.withLock { $0 = clock.now }
      return false
    }
    await clock.sleepers(1)
    clock.advance(by: 14)
    #expect(clock.sleeperCount == 1)
    clock.advance(by: 1)
    #expect(await result.ending == .cancelled)
    #expect(heard.withLock(\.self) == deadline)
    #expect(clock.now == deadline)
  }

  @Test func `work that does not end is left behind, and the result comes once`() async throws {
    let clock = ManualClock(midnight.adding(12 * hour))
    let refresh = BackgroundRefresh(tracker: try tracker(), clock: clock)
    let results = Guarded<[RefreshEnding]>([])
    let (gate, opener) = AsyncStream.makeStream(of: Void.self)
    let (over, ender) = AsyncStream.makeStream(of: Void.self)
    let (told, teller) = AsyncStream.makeStream(of: Void.self)
    refresh.run(until: clock.now.adding(15), grace: 3, zone: zone) {
      // A task of its own does not hear of the cancellation.
      await Task { for await _ in gate { break } }.value
      ender.yield()
      return true
    } completion: { result in
      results.withLock { $0.append(result.ending) }
      teller.yield()
    }
    await clock.sleepers(1)
    clock.advance(by: 15)
    await clock.sleepers(1)
    #expect(results.withLock(\.self) == [])
    clock.advance(by: 3)
    for await _ in told { break }
    #expect(results.withLock(\.self) == [.abandoned])
    opener.yield()
    for await _ in over { break }
    #expect(results.withLock(\.self) == [.abandoned])
    #expect(clock.sleeperCount == 0)
  }

  @Test func `cancelling the caller is an earlier deadline`() async throws {
    let clock = ManualClock(midnight.adding(12 * hour))
    let refresh = BackgroundRefresh(tracker: try tracker(), clock: clock)
    let zone = zone
    let caller = Task {
      await refresh.run(until: .forever, zone: zone) {
        await untilCancelled()
        return false
      }
    }
    await clock.sleepers(1)
    caller.cancel()
    #expect(await caller.value.ending == .cancelled)
    let late = Task {
      await untilCancelled()
      return await refresh.run(until: .forever, zone: zone) {
        await untilCancelled()
        return false
      }
    }
    late.cancel()
    #expect(await late.value.ending == .cancelled)
  }

  @Test func `what is done after the deadline counts as done`() async throws {
    let clock = ManualClock(midnight.adding(12 * hour))
    let refresh = BackgroundRefresh(tracker: try tracker(), clock: clock)
    let now = clock.now
    let result = await refresh.run(until: now, zone: zone) {
      await untilCancelled()
      return true
    }
    #expect(result.ending == .done)
  }

  @Test func `a clock that was never set asks for no snapshot`() async throws {
    let clock = ManualClock(Timestamp(1_000))
    let refresh = BackgroundRefresh(tracker: try tracker(), clock: clock)
    let result = await refresh.run(until: Timestamp(2_000), zone: zone) { true }
    #expect(
      result
        == RefreshResult(ending: .done, next: Timestamp(22_600), isSnapshotDue: false))
  }

  @Test func `a snapshot is due when what the last one shows is no longer so`() async throws {
    let clock = ManualClock(midnight.adding(12 * hour)), tracker = try tracker()
    let refresh = BackgroundRefresh(tracker: tracker, clock: clock)
    func isDue(_ zone: ZoneOffsets) async -> Bool {
      await refresh.run(until: clock.now.adding(15), zone: zone) { true }.isSnapshotDue
    }
    #expect(await isDue(zone))
    #expect(await isDue(zone) == false)
    try await tracker.record(Drink(time: clock.now, dose: .milligrams(100)), now: clock.now)
    #expect(await isDue(zone))
    #expect(await isDue(zone) == false)
    let changes = try await tracker.face(
      now: clock.now, utcOffset: 0, digit: .milligrams(10)
    ).nextChange
    clock.advance(by: changes.seconds - clock.now.seconds - 1)
    #expect(await isDue(zone) == false)
    clock.advance(by: 1)
    #expect(await isDue(zone))
    #expect(await isDue(ZoneOffsets(utcOffset: 120)))
  }

  // MARK: The next time

  @Test func `the next time is the first that matters within the bounds`() async throws {
    let tracker = try tracker(), zone = zone
    let rule = RefreshRule(digit: .milligrams(1_000), shortest: 60, longest: 86_400 * 9)
    func next(_ seconds: Int64, _ zone: ZoneOffsets, _ rule: RefreshRule) async throws -> Int64 {
      try await tracker.refreshPlan(now: midnight.adding(seconds), zone: zone, rule: rule)
        .next.seconds - midnight.seconds
    }
    // Nothing is in the body: the next local day is all that is to come.
    #expect(try await next(10 * hour, zone, rule) == 24 * hour)
    #expect(try await next(10 * hour, ZoneOffsets(utcOffset: 120), rule) == 22 * hour)
    let drink = Drink(time: midnight.adding(10 * hour), dose: .milligrams(200))
    try await tracker.record(drink, now: drink.time)
    // 25 mg is left three half-lives later.
    #expect(try await next(10 * hour, zone, rule) == 13 * hour)
    #expect(try await next(13 * hour, zone, rule) == 24 * hour)
    // A digit of 10 mg: 195 mg, as 200·2^(-t/3600) is below it from 132 s on.
    var fine = rule
    fine.digit = .milligrams(10)
    #expect(try await next(10 * hour, zone, fine) == 10 * hour + 132)
    fine.shortest = 300
    #expect(try await next(10 * hour, zone, fine) == 10 * hour + 300)
    fine.longest = 300
    #expect(try await next(13 * hour, zone, fine) == 13 * hour + 300)
    // The clocks go forward at 1:00, so the next day begins an hour sooner.
    let spring = ZoneOffsets(
      utcOffset: 0, nextChange: midnight.adding(15 * hour), offsetAfter: 60)
    #expect(try await next(14 * hour, spring, rule) == 15 * hour)
    #expect(try await next(15 * hour, spring, rule) == 23 * hour)
  }

  @Test func `nothing that is shown changes before the next time`() async throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let tracker = try CaffeineTracker(capacity: 16)
      let now = midnight.adding(generator.pick(0...86_399))
      for _ in 0..<generator.pick(0...4) {
        let drink = Drink(
          time: now.adding(-generator.pick(0...30_000)),
          dose: .milligrams(generator.pick(1...200)), duration: generator.one(of: [0, 600, 3_600]))
        try await tracker.record(drink, now: now)
      }
      let rule = RefreshRule(
        digit: .milligrams(generator.one(of: [1, 5, 10])), shortest: generator.pick(1...1_000))
      let next = try await tracker.refreshPlan(now: now, zone: zone, rule: rule).next
      guard next > now.adding(rule.shortest) else { continue }
      let first = try await tracker.face(now: now, utcOffset: 0, digit: rule.digit)
      let last = try await tracker.face(now: next.adding(-1), utcOffset: 0, digit: rule.digit)
      func digits(_ amount: Amount) -> UInt32 {
        (amount.micrograms + rule.digit.micrograms / 2) / rule.digit.micrograms
      }
      holds(
        digits(first.body) == digits(last.body) && digits(first.gut) == digits(last.gut)
          && first.trend == last.trend && first.status == last.status && first.flags == last.flags
          && first.today == last.today, seed: seed, "\(first) \(last)")
    }
  }
}
