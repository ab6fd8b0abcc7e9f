#if !os(none)

  import _Concurrency

  /// A health store behind C functions: one takes requests, the answers come through a
  /// ``HealthInbox``, at any time and from any thread.
  ///
  /// Nothing that the other side does with an answer can harm: none, two, a late one, one from another
  /// thread, one within `request` itself.
  ///
  /// What it does with requests can. It must do them **in the order of their numbers**, and either before
  /// it does a later one or never: a save that is done after the removal that was asked for after it
  /// brings a deleted drink back, there and then here. A link that cannot keep the order drops what comes
  /// late: a request whose number is below the highest that it has done. A request that was given up counts
  /// too: it may be done until a later one is, and not after that.
  public struct HealthLink: @unchecked Sendable {
    /// Takes a request, and returns without waiting for the answer.
    ///
    /// The first argument is `user`, the second a ``HealthRequest``; what it points to is gone when the
    /// call returns.
    public typealias Request =
      @convention(c) (_ user: UnsafeMutableRawPointer?, _ request: UnsafeRawPointer) -> Void

    /// Hears that nobody waits for the answer to a request any more.
    public typealias Cancel =
      @convention(c) (_ user: UnsafeMutableRawPointer?, _ number: UInt64) -> Void

    /// The other side's own pointer; valid for as long as the store is.
    public var user: UnsafeMutableRawPointer?
    /// Takes a request.
    public var request: Request
    /// Hears of requests that were given up; may be left out.
    public var cancel: Cancel?

    /// Creates a link.
    ///
    /// - Isolation: the functions are called one at a time, from whatever thread runs the store.
    public init(
      user: UnsafeMutableRawPointer?, request: @escaping Request, cancel: Cancel? = nil
    ) {
      self.user = user
      self.request = request
      self.cancel = cancel
    }
  }

  /// What a link is asked: a call of ``HealthStore``, its number, and what it is about.
  public struct HealthRequest {
    /// Which call.
    public enum Kind: UInt32, Sendable {
      /// Answered by ``HealthReply/done``.
      case authorize = 1
      /// `drinks`; answered by ``HealthReply/ids(_:)``, or ``HealthReply/done`` by a store that keeps ours.
      case save
      /// `ids`; answered by ``HealthReply/done``.
      case delete
      /// `anchor` and `limit`; answered by ``HealthReply/page(_:)``.
      case page
      /// `from`, `until` and `limit`; answered by ``HealthReply/window(_:)``.
      case window
    }

    /// Which call.
    public let kind: Kind
    /// The number to give back with the answer; never used twice, and greater than those before.
    ///
    /// The order in which requests are to be done: a save or removal below the highest done is to be dropped.
    public let number: UInt64
    /// The last page's anchor.
    public var anchor: UInt64 = 0
    /// The most entries of an answer.
    public var limit: UInt32 = 0
    /// The first second of a window.
    public var from = Timestamp(0)
    /// The first second after it.
    public var until = Timestamp(0)
    /// How many drinks or ids there are.
    public var count: UInt32 = 0
    /// The drinks to save, while the call lasts.
    public var drinks: UnsafePointer<Drink>?
    /// The ids to delete, while the call lasts.
    public var ids: UnsafePointer<DrinkID>?

    init(_ kind: Kind, _ number: UInt64) {
      self.kind = kind
      self.number = number
    }
  }

  /// What a link answers.
  public enum HealthReply: Sendable {
    /// It is done.
    case done
    /// The drinks are kept under these ids, in the request's order.
    case ids([DrinkID])
    /// What changed.
    case page(HealthPage)
    /// What there is.
    case window(HealthWindow)
    /// Why nothing was done.
    case failed(HealthStoreError)
  }

  /// Where a link drops its answers: any thread, no lock taken by us, no waiting.
  ///
  /// A copy may outlive the store; answers then lead nowhere.
  public struct HealthInbox: Sendable {
    /// Answers that may wait at once; no more are taken until some are read.
    static var capacity: Int { 64 }

    let replies: AsyncStream<NumberedReply>.Continuation

    /// Answers a request. Only the first answer to a number that somebody still waits for counts.
    ///
    /// - Returns: Whether it was taken in; false with 64 unread ones, and when the store is gone.
    /// - Complexity: O(1), a copy into a buffer; no task is made.
    /// - Isolation: any thread, also within `request`; not an interrupt handler.
    @discardableResult
    public func reply(to number: UInt64, _ reply: HealthReply) -> Bool {
      if case .enqueued = replies.yield(NumberedReply(number: number, reply: reply)) { return true }
      return false
    }
  }

  /// An answer on its way.
  struct NumberedReply: Sendable {
    let number: UInt64
    let reply: HealthReply
  }
#endif
