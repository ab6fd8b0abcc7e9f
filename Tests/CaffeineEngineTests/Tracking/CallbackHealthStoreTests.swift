import CaffeineEngine
import Foundation
import CaffeineExecutor
import Testing

/// Whatever a callback does, each call ends exactly once, and no drink is lost or doubled.
struct CallbackHealthStoreTests {
  let world = HealthWorld()

  private func page(_ lows: UInt64..., anchor: UInt64) -> HealthReply {
    .page(
      HealthPage(
        added: lows.map { world.cup($0, at: 10 * Int64($0)) }, anchor: anchor, isLast: true))
  }

  private func tracker() async throws -> CaffeineTracker {
    let tracker = try CaffeineTracker(configuration: world.configuration, capacity: 64)
    try await tracker.addPeer(0)
    return tracker
  }

  @Test func `a reply within the request call arrives`() async throws {
    let page = page(1, 2, anchor: 2)
    let link = TestLink { request, inbox in inbox.reply(to: request.number, page) }
    let tracker = try await tracker()
    let controller = world.controller(link.store(), tracker)
    #expect(try await controller.refresh().added == 2)
    #expect(await tracker.drinks.map(\.id.low) == [1, 2])
  }

  @Test func `a reply twice counts once`() async throws {
    let first = page(1, 2, anchor: 2), second = page(3, anchor: 3)
    let link = TestLink { request, inbox in
      let reply = request.number == 1 ? first : second
      inbox.reply(to: request.number, reply)
      inbox.reply(to: request.number, request.number == 1 ? second : first)
    }
    let store = link.store()
    let tracker = try await tracker()
    let controller = world.controller(store, tracker)
    #expect(try await controller.refresh().added == 2)
    #expect(try await controller.refresh().added == 1)
    // Replies are read in their order: the first request's second one is before the second's first.
    #expect(await store.ignoredReplies >= 1)
    #expect(await tracker.drinks.map(\.id.low) == [1, 2, 3])
  }

  @Test func `a reply after cancellation leads nowhere`() async throws {
    let link = TestLink()
    let store = link.store()
    let tracker = try await tracker()
    let controller = world.controller(store, tracker)
    let refresh = Task { try await controller.refresh() }
    await link.requests(1)
    refresh.cancel()
    await #expect(throws: HealthStoreError.cancelled) { try await refresh.value }
    // The caller is gone at once; the request is withdrawn before the next run begins.
    let next = Task { try await controller.refresh() }
    await link.requests(2)
    #expect(link.cancelled == [1])
    link.reply(to: 1, page(1, anchor: 1))
    link.reply(to: 2, page(2, anchor: 2))
    #expect(try await next.value.added == 1)
    #expect(await store.ignoredReplies == 1)
    #expect(await tracker.drinks.map(\.id.low) == [2])
    #expect(try await tracker.received(from: 0) == 2)
  }

  @Test func `a reply that never comes ends at the limit, and one after it leads nowhere`()
    async throws
  {
    let link = TestLink()
    let store = link.store()
    let tracker = try await tracker()
    let controller = world.controller(store, tracker)
    async let failure = #expect(throws: HealthStoreError.timedOut) {
      try await controller.refresh()
    }
    await link.requests(1)
    await world.clock.sleepers(1)
    world.clock.advance(by: 30)
    _ = await failure
    #expect(link.cancelled == [1])
    let next = Task { try await controller.refresh() }
    await link.requests(2)
    link.reply(to: 1, page(1, anchor: 1))
    link.reply(to: 2, page(1, 2, anchor: 2))
    #expect(try await next.value.added == 2)
    #expect(await store.ignoredReplies == 1)
  }

  @Test func `one of many replies from other threads counts`() async throws {
    let world = world
    let link = TestLink { request, inbox in
      for low in 1...8 as ClosedRange<UInt64> {
        Thread.detachNewThread {
          inbox.reply(
            to: request.number,
            .page(
              HealthPage(added: [world.cup(low, at: 10)], anchor: request.anchor + 1, isLast: true))
          )
        }
      }
    }
    let tracker = try await tracker()
    let controller = world.controller(link.store(), tracker)
    for turn in 1...50 as ClosedRange<UInt64> {
      let report = try await controller.refresh()
      #expect(report.added + report.unchanged == 1)
      #expect(try await tracker.received(from: 0) == turn)
    }
  }

  @Test func `a call that was cancelled before it began asks nothing`() async throws {
    let link = TestLink()
    let store = link.store()
    let call = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      try await store.authorize()
    }
    await #expect(throws: HealthStoreError.cancelled) { try await call.value }
    #expect(link.requests.isEmpty)
  }

  @Test func `a reply of another kind and a page that does not get on are failures`() async throws {
    let kinds: [HealthReply] = [
      .done, .ids([]), .window(HealthWindow(drinks: [], until: .forever, anchor: 0)),
      .page(HealthPage(added: [], anchor: 0, isLast: false)),
      .failed(.unavailable),
    ]
    for reply in kinds {
      let link = TestLink { request, inbox in inbox.reply(to: request.number, reply) }
      let store = link.store()
      let expected: HealthStoreError = if case .failed(let error) = reply { error } else { .failed }
      let controller = world.controller(store, try await tracker())
      await #expect(throws: expected) { try await controller.refresh() }
    }
  }

  @Test func `a link is told drinks and ids, and gives drinks ids of its own`() async throws {
    let link = TestLink { request, inbox in
      let given = request.drinks.indices.map { DrinkID(high: 0xF0, low: UInt64($0) + 1) }
      inbox.reply(to: request.number, request.kind == .save ? .ids(given) : .done)
    }
    let tracker = try await tracker()
    let controller = world.controller(link.store(assignsIDs: true), tracker)
    try await controller.authorize()
    let id = try await tracker.record(world.cup(0, at: 10), now: world.now).id
    #expect(try await controller.save().saved == 1)
    try await tracker.remove(id)
    #expect(try await controller.save().deleted == 1)
    #expect(link.requests.map(\.kind) == [.authorize, .save, .delete])
    #expect(link.requests[1].drinks.map(\.id) == [id])
    #expect(link.requests[2].ids == [DrinkID(high: 0xF0, low: 1)])
  }

  @Test func `a page that names a drink twice keeps its newest version, once`() async throws {
    let newer = world.cup(1, at: 30, revision: 3), older = world.cup(1, at: 10)
    let page = HealthPage(
      added: [older, newer, older, world.cup(2, at: 20)],
      removed: [newer.id, DrinkID(high: 7, low: 9), DrinkID(high: 7, low: 9)], anchor: 1,
      isLast: true)
    let link = TestLink { request, inbox in inbox.reply(to: request.number, .page(page)) }
    let tracker = try await tracker()
    let report = try await world.controller(link.store(), tracker).refresh()
    #expect(report.added == 2)
    #expect(report.unchanged == 5)
    #expect(await tracker.drinks == [world.cup(2, at: 20), newer])
  }

  @Test func `a flood of answers is bounded, and the call ends all the same`() async throws {
    let taken = Guarded(0)
    let link = TestLink { request, inbox in
      // Within the request nobody can read on, but for the one answer that is out already.
      for _ in 0..<1_000 where inbox.reply(to: 0, .done) { taken.withLock { $0 += 1 } }
      inbox.reply(to: request.number, .done)
    }
    let store = link.store()
    let controller = world.controller(store, try await tracker())
    async let failure = #expect(throws: HealthStoreError.timedOut) {
      try await controller.authorize(timeLimit: 60)
    }
    await link.requests(1)
    await world.clock.sleepers(1)
    world.clock.advance(by: 60)
    _ = await failure
    #expect(64...65 ~= taken.withLock { $0 })
    #expect(link.cancelled == [1])
  }

  @Test func `an inbox outlives its store and leads nowhere`() async throws {
    let link = TestLink()
    var store: CallbackHealthStore? = link.store()
    let inbox = try #require(store).inbox
    store = nil
    #expect(!inbox.reply(to: 1, .done))
  }
}
