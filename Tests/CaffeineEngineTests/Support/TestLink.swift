import CaffeineEngine
import Foundation
import CaffeineExecutor

/// The other side of a `HealthLink`: what a C library with callbacks does, and what it should not.
final class TestLink: Sendable {
  /// A request as it came, with copies of what it points to.
  struct Request: Sendable {
    let kind: HealthRequest.Kind
    let number: UInt64
    let anchor: UInt64
    let drinks: [Drink]
    let ids: [DrinkID]
  }

  private struct State {
    var requests: [Request] = []
    var cancelled: [UInt64] = []
    var inbox: HealthInbox?
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Guarded(State())
  private let answer: @Sendable (Request, HealthInbox) -> Void

  /// - Parameter answer: Runs within the request call.
  init(answer: @escaping @Sendable (Request, HealthInbox) -> Void = { _, _ in }) {
    self.answer = answer
  }

  /// A store over this link, which has to outlive it.
  func store(assignsIDs: Bool = false) -> CallbackHealthStore {
    let store = CallbackHealthStore(
      link: HealthLink(
        user: Unmanaged.passUnretained(self).toOpaque(),
        request: { user, request in
          TestLink.of(user)?.take(request.load(as: HealthRequest.self))
        },
        cancel: { user, number in
          TestLink.of(user)?.state.withLock { $0.cancelled.append(number) }
        }),
      assignsIDs: assignsIDs)
    state.withLock { $0.inbox = store.inbox }
    return store
  }

  var requests: [Request] { state.withLock(\.requests) }
  var cancelled: [UInt64] { state.withLock(\.cancelled) }

  /// Answers a request, late or once more.
  func reply(to number: UInt64, _ reply: HealthReply) {
    state.withLock(\.inbox)?.reply(to: number, reply)
  }

  /// Returns once so many requests have come.
  func requests(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.requests.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private static func of(_ user: UnsafeMutableRawPointer?) -> TestLink? {
    user.map { Unmanaged<TestLink>.fromOpaque($0).takeUnretainedValue() }
  }

  private func take(_ request: HealthRequest) {
    let count = Int(request.count)
    let copy = Request(
      kind: request.kind, number: request.number, anchor: request.anchor,
      drinks: Array(
        UnsafeBufferPointer(start: request.drinks, count: request.drinks == nil ? 0 : count)),
      ids: Array(UnsafeBufferPointer(start: request.ids, count: request.ids == nil ? 0 : count)))
    let (inbox, watchers) = state.withLock { state in
      state.requests.append(copy)
      let count = state.requests.count
      let ready = state.watchers.filter { $0.count <= count }.map(\.continuation)
      state.watchers.removeAll { $0.count <= count }
      return (state.inbox, ready)
    }
    if let inbox { answer(copy, inbox) }
    for watcher in watchers { watcher.resume() }
  }
}
