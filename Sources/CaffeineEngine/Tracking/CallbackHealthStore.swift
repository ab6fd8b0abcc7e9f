#if !os(none)

  import _Concurrency

  /// A health store whose calls leave by C functions and come back through an inbox: a phone over a
  /// Bluetooth link, say.
  ///
  ///     let phone = CallbackHealthStore(link: HealthLink(user: link, request: sendRequest))
  ///     link_set_inbox(link, phone.inbox)
  ///     let controller = HealthStoreController(store: phone, tracker: tracker, clock: clock, peer: 0)
  ///
  /// Each call ends exactly once: with the first answer to its number, or with `cancelled` as soon as its
  /// task is cancelled. An answer that never comes is the caller's affair: the controller's time
  /// limits cancel the call. Answers are taken from the inbox by one task that lives as long as the store.
  /// - Isolation: any; the requests that wait lie in an actor.
  public final class CallbackHealthStore: HealthStore {
    /// Whether the link gives drinks ids of its own.
    public let assignsIDs: Bool
    /// Where the link drops its answers.
    public let inbox: HealthInbox
    private let requests: PendingRequests

    /// Creates a store; the link is not called yet.
    public init(link: HealthLink, assignsIDs: Bool = false) {
      let (replies, continuation) = AsyncStream.makeStream(
        of: NumberedReply.self, bufferingPolicy: .bufferingOldest(HealthInbox.capacity))
      let requests = PendingRequests(link)
      self.assignsIDs = assignsIDs
      self.requests = requests
      inbox = HealthInbox(replies: continuation)
      Task {
        for await reply in replies { await requests.settle(reply) }
      }
    }

    deinit {
      inbox.replies.finish()
    }

    /// Answers that nobody waited for: second ones, late ones, and those of unknown numbers.
    public var ignoredReplies: UInt64 {
      get async { await requests.ignored }
    }

    /// See ``HealthStore/authorize()``.
    public func authorize() async throws(HealthStoreError) {
      guard case .done = try await requests.ask(.authorize) else { throw .failed }
    }

    /// See ``HealthStore/save(_:)``.
    public func save(_ drinks: [Drink]) async throws(HealthStoreError) -> [DrinkID] {
      switch try await requests.ask(.save, drinks: drinks) {
      case .ids(let ids): return ids
      case .done where !assignsIDs: return []
      default: throw .failed
      }
    }

    /// See ``HealthStore/delete(_:)``.
    public func delete(_ ids: [DrinkID]) async throws(HealthStoreError) {
      guard case .done = try await requests.ask(.delete, ids: ids) else { throw .failed }
    }

    /// See ``HealthStore/page(after:limit:)``.
    public func page(
      after anchor: UInt64, limit: Int
    ) async throws(HealthStoreError) -> HealthPage {
      let reply = try await requests.ask(.page) { request in
        request.anchor = anchor
        request.limit = UInt32(clamping: limit)
      }
      guard case .page(let page) = reply else { throw .failed }
      return page
    }

    /// See ``HealthStore/window(from:until:limit:)``.
    public func window(
      from: Timestamp, until: Timestamp, limit: Int
    ) async throws(HealthStoreError) -> HealthWindow {
      let reply = try await requests.ask(.window) { request in
        request.from = from
        request.until = until
        request.limit = UInt32(clamping: limit)
      }
      guard case .window(let window) = reply else { throw .failed }
      return window
    }
  }

  /// The requests whose answers are awaited.
  ///
  /// ```
  ///           ask                settle (first answer)
  ///   ──────────────▶ waiting ─────────────────────────▶ gone: every later answer is ignored
  ///                      │          withdraw (cancelled)      ▲
  ///                      └────────────────────────────────────┘
  /// ```
  /// Whoever takes a request out of the list resumes it; so each is resumed once.
  actor PendingRequests {
    private let link: HealthLink
    private var lastNumber: UInt64 = 0
    private var waiting: [(number: UInt64, continuation: CheckedContinuation<HealthReply, Never>)] =
      []
    private(set) var ignored: UInt64 = 0

    init(_ link: HealthLink) {
      self.link = link
    }

    /// Sends a request and waits for its answer.
    ///
    /// - Throws: What the answer says; `cancelled` at once if the task is cancelled.
    func ask(
      _ kind: HealthRequest.Kind, drinks: [Drink] = [], ids: [DrinkID] = [],
      _ complete: @Sendable (inout HealthRequest) -> Void = { _ in }
    ) async throws(HealthStoreError) -> HealthReply {
      lastNumber &+= 1
      var request = HealthRequest(kind, lastNumber)
      complete(&request)
      let number = request.number
      let reply = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // Cancelled from here on, `withdraw` finds it: it cannot run before this turn has ended.
          guard !Task.isCancelled else {
            return continuation.resume(returning: HealthReply.failed(.cancelled))
          }
          // First in the list, then sent: the answer may come within the call.
          waiting.append((number, continuation))
          send(request, drinks, ids)
        }
      } onCancel: {
        Task { await self.withdraw(number) }
      }
      if case .failed(let error) = reply { throw error }
      return reply
    }

    func settle(_ reply: NumberedReply) {
      guard let continuation = take(reply.number) else {
        ignored &+= 1
        return
      }
      continuation.resume(returning: reply.reply)
    }

    private func withdraw(_ number: UInt64) {
      guard let continuation = take(number) else { return }
      link.cancel?(link.user, number)
      continuation.resume(returning: .failed(.cancelled))
    }

    private func take(_ number: UInt64) -> CheckedContinuation<HealthReply, Never>? {
      guard let index = waiting.firstIndex(where: { $0.number == number }) else { return nil }
      if PlantedFault.planted == .doubleResume { return waiting[index].continuation }
      return waiting.remove(at: index).continuation
    }

    private func send(_ request: HealthRequest, _ drinks: [Drink], _ ids: [DrinkID]) {
      var request = request
      request.count = UInt32(clamping: max(drinks.count, ids.count))
      drinks.withUnsafeBufferPointer { drinks in
        ids.withUnsafeBufferPointer { ids in
          request.drinks = drinks.isEmpty ? nil : drinks.baseAddress
          request.ids = ids.isEmpty ? nil : ids.baseAddress
          link.request(link.user, &request)
        }
      }
    }
  }
#endif
