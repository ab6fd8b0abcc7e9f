#if !os(none)

  import CaffeineExecutor

  /// A bounded queue from any thread to one task.
  ///
  /// ```
  ///   post ──▶ ring of `capacity` ──▶ next
  ///     └── straight to a task that waits ──▶ next
  ///   close: what is queued still comes, then nil
  /// ```
  /// In place of an `AsyncStream`, which allocates 40 bytes whenever its consumer waits: here a message
  /// costs a lock and no allocation. No lock is held while a task is resumed: that may call a host.
  final class Mailbox<Message: Sendable>: Sendable {
    enum Outcome { case queued, full, closed }

    private struct State {
      var ring: [Message?]
      var head = 0
      var count = 0
      var isClosed = false
      var waiting: UnsafeContinuation<Message?, Never>?

      mutating func takeFirst() -> Message? {
        guard count > 0 else { return nil }
        defer {
          ring[head] = nil
          head = (head &+ 1) % ring.count
          count &-= 1
        }
        return ring[head]
      }

      mutating func takeWaiting() -> UnsafeContinuation<Message?, Never>? {
        defer { waiting = nil }
        return waiting
      }
    }

    private let state: Guarded<State>

    init(capacity: Int) {
      state = Guarded(State(ring: Array(repeating: nil, count: capacity)))
    }

    /// Hands over a message.
    ///
    /// - Isolation: any thread.
    func post(_ message: Message) -> Outcome {
      var waiting: UnsafeContinuation<Message?, Never>?
      let outcome = state.withLock { state -> Outcome in
        guard !state.isClosed else { return .closed }
        waiting = state.takeWaiting()
        guard waiting == nil else { return .queued }
        guard state.count < state.ring.count else { return .full }
        state.ring[(state.head &+ state.count) % state.ring.count] = message
        state.count &+= 1
        return .queued
      }
      waiting?.resume(returning: message)
      return outcome
    }

    /// Takes no more messages.
    func close() {
      let waiting = state.withLock { state in
        state.isClosed = true
        return state.takeWaiting()
      }
      waiting?.resume(returning: nil)
    }

    /// The next message; nil once closed and empty. One task at a time.
    nonisolated(nonsending) func next() async -> Message? {
      await withUnsafeContinuation { continuation in
        var message: Message?
        let isWaiting = state.withLock { state in
          message = state.takeFirst()
          guard message == nil, !state.isClosed else { return false }
          state.waiting = continuation
          return true
        }
        if !isWaiting { continuation.resume(returning: message) }
      }
    }
  }
#endif
