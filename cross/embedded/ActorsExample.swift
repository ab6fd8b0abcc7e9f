import _Concurrency

// The actors as a one-core device runs them: compiled together with the engine, since Embedded Swift
// makes generic code only where it is used. It ends with 0 if all came out as it must.

/// Time that stands still, as nothing here waits for it.
struct StoppedClock: TrackingClock {
  let now = Timestamp(1_780_272_000)

  /// Until it is cancelled, which ends the call that it was to limit.
  func sleep(until time: Timestamp) async -> Bool {
    while !Task.isCancelled { await Task.yield() }
    return false
  }
}

/// A phone with two drinks that answers within the request.
final class Phone: @unchecked Sendable {
  var inbox: HealthInbox?
  var saved: UInt32 = 0

  func answer(_ request: HealthRequest) {
    inbox?.reply(to: request.number, reply(to: request))
  }

  private func reply(to request: HealthRequest) -> HealthReply {
    let drinks = [
      Drink(
        id: DrinkID(high: 7, low: 1), time: Timestamp(1_780_260_000), dose: .milligrams(96),
        revision: 1),
      Drink(
        id: DrinkID(high: 7, low: 2), time: Timestamp(1_780_270_000), dose: .milligrams(64),
        revision: 1),
    ]
    switch request.kind {
    case .authorize, .delete: return .done
    case .save:
      saved &+= request.count
      return .done
    case .page:
      return .page(HealthPage(added: drinks, anchor: 2, isLast: true))
    case .window:
      return .window(HealthWindow(drinks: drinks, until: request.until, anchor: 2))
    }
  }
}

/// A sector of flash that keeps what is written.
actor Sector: DrinkFile {
  private var content: [UInt8]?

  func read() async throws(DrinkStoreError) -> [UInt8]? { content }
  func replace(with bytes: [UInt8]) async throws(DrinkStoreError) { content = bytes }
  func setAside(at time: Timestamp) async throws(DrinkStoreError) { content = nil }
}

@main
struct ActorsExample {
  static func main() async {
    let phone = Phone()
    let user = Unmanaged.passUnretained(phone).toOpaque()
    let store = CallbackHealthStore(
      link: HealthLink(user: user) { user, request in
        guard let user else { return }
        Unmanaged<Phone>.fromOpaque(user).takeUnretainedValue()
          .answer(request.load(as: HealthRequest.self))
      })
    phone.inbox = store.inbox
    let isRight = await run(store)
    guard isRight, phone.saved == 1, await keep() else {
      fatalError("the actors did something else")
    }
  }

  static func run(_ store: CallbackHealthStore) async -> Bool {
    do throws(HealthStoreError) {
      guard let tracker = try? CaffeineTracker(capacity: 16) else { return false }
      let clock = StoppedClock()
      let controller = HealthStoreController(
        store: store, tracker: tracker, clock: clock, peer: 0)
      try await controller.authorize()
      guard try await controller.refresh().added == 2, try await controller.refresh().added == 0
      else { return false }
      let own = Drink(time: clock.now, dose: .milligrams(30))
      guard (try? await tracker.record(own, now: clock.now)) != nil,
        try await controller.save().saved == 1
      else { return false }
      let imported = await tracker.importAll(from: [store], atMost: 1, clock: clock)
      guard try imported[0].get().unchanged == 2 else { return false }
      return await watch(tracker, controller, clock)
    } catch {
      return false
    }
  }

  static func keep() async -> Bool {
    let sector = Sector(), clock = StoppedClock()
    do throws(DrinkStoreError) {
      guard let tracker = try? CaffeineTracker(capacity: 16),
        let other = try? CaffeineTracker(capacity: 16)
      else { return false }
      let store = DrinkStore(file: sector, tracker: tracker, clock: clock)
      guard try await store.load() == .nothing,
        (try? await tracker.record(Drink(time: clock.now, dose: .milligrams(96)), now: clock.now))
          != nil,
        try await store.save() == .written, try await store.save() == .unchanged
      else { return false }
      guard try await DrinkStore(file: sector, tracker: other, clock: clock).load() == .loaded
      else { return false }
      return await other.drinks.count == 1
    } catch {
      return false
    }
  }

  /// Follows the tracker as a face does: snapshots, a day's overview in steps, reloads.
  static func watch(
    _ tracker: CaffeineTracker,
    _ controller: HealthStoreController<CallbackHealthStore, StoppedClock>,
    _ clock: StoppedClock
  ) async -> Bool {
    let reader = Task {
      for await snapshot in tracker.snapshots() where snapshot.drinks.count == 4 {
        return snapshot.changeCount
      }
      return 0
    }
    let last = Drink(time: clock.now, dose: .milligrams(10))
    guard (try? await tracker.record(last, now: clock.now)) != nil,
      await reader.value == tracker.changeCount
    else { return false }
    let question = DayQuestion(now: clock.now, zone: ZoneOffsets(utcOffset: 0))
    var steps = 0, drinks: UInt32 = 0
    let overview = tracker.daySnapshots(
      of: question, in: DaySection.order(startingAt: .today)
    ) { await controller.refreshed() }
    for await snapshot in overview {
      steps += 1
      if case .success(let today) = snapshot.today { drinks = today.drinks }
    }
    let entries = await reloads(tracker, clock)
    return steps == 7 && drinks == 2 && entries == 288
  }

  /// How many entries the first reload has.
  static func reloads(_ tracker: CaffeineTracker, _ clock: StoppedClock) async -> Int {
    let task = Task {
      var timeline = AmountTimeline(), budget = ReloadBudget(), count = 0
      await tracker.keepReloading(
        &timeline, within: &budget, clock: clock, zone: { _ in ZoneOffsets(utcOffset: 0) }
      ) { timeline in
        count = timeline.count
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return count
    }
    return await task.value
  }
}
