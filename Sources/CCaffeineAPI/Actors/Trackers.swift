#if !os(none)

  import CCaffeine
  import CaffeineEngine
  import CaffeineExecutor

  /// The trackers of the process, by the numbers that C has for them.
  ///
  /// A handle is a number and is looked up, never followed: one that is destroyed, or never was, is
  /// ARGUMENT. Guarded by one lock, which is held for a look into a dictionary.
  /// ```
  ///   absent ──install──▶ installed ──stop──▶ stopped ──no desk serves any more──▶ workers leave
  ///      └──install fails: stays absent
  /// ```
  /// A thread may be past its look when all is stopped, and has yet to queue what it was asked, or the
  /// end of its tracker. So the workers stay as long as a desk serves: it takes what was queued till it
  /// was closed, and nothing is queued after.
  enum Trackers {
    private enum Phase { case absent, installed, stopped }

    private struct State {
      var phase = Phase.absent
      var lastNumber: UInt = 0
      var open: [UInt: TrackerHandle] = [:]
      /// How many desks serve, also those of trackers that end.
      var desks = 0

      var isOver: Bool { phase == .stopped && desks == 0 }
    }

    private static let state = Guarded(State())

    static func install(_ hooks: HostWorkers.Hooks) -> Int32 {
      state.withLock { state in
        switch HostWorkers.install(hooks) {
        case .installed:
          state.phase = .installed
          return CAFFEINE_OK
        case .taken: return CAFFEINE_E_BUSY
        case .unavailable: return CAFFEINE_E_UNAVAILABLE
        }
      }
    }

    static func stop() -> Int32 {
      let (status, handles, isOver) = state.withLock { state in
        let status = refusal(state.phase)
        guard status == 0 else { return (status, [TrackerHandle](), false) }
        state.phase = .stopped
        defer { state.open = [:] }
        return (status, Array(state.open.values), state.isOver)
      }
      for handle in handles { handle.close(nil) }
      if isOver { HostWorkers.end() }
      return status
    }

    /// Whether trackers can be had.
    static var status: Int32 { state.withLock { refusal($0.phase) } }

    /// Gives a tracker its number; its desk serves from now on.
    ///
    /// - Returns: Nil once stopped.
    static func add(_ handle: TrackerHandle) -> OpaquePointer? {
      state.withLock { state in
        guard state.phase == .installed else { return nil }
        // Multiples of 16, for callers that look at a pointer's alignment.
        state.lastNumber &+= 16
        state.open[state.lastNumber] = handle
        state.desks &+= 1
        return OpaquePointer(bitPattern: state.lastNumber)
      }
    }

    /// A tracker's desk has called its last completion.
    static func endDesk() {
      let isOver = state.withLock { state in
        state.desks &-= 1
        return state.isOver
      }
      if isOver { HostWorkers.end() }
    }

    /// Finds a tracker, and forgets it if it is to end.
    static func find(
      _ tracker: OpaquePointer?, toEnd: Bool = false
    ) -> (status: Int32, handle: TrackerHandle?) {
      let number = UInt(bitPattern: tracker)
      return state.withLock { state in
        let status = refusal(state.phase)
        guard status == 0 else { return (status, nil) }
        guard let handle = state.open[number] else { return (CAFFEINE_E_ARGUMENT, nil) }
        if toEnd { state.open[number] = nil }
        return (CAFFEINE_OK, handle)
      }
    }

    /// Runs a call with a tracker.
    static func with(_ tracker: OpaquePointer?, _ body: (TrackerHandle) -> Int32) -> Int32 {
      let (status, handle) = find(tracker)
      guard let handle else { return status }
      return body(handle)
    }

    private static func refusal(_ phase: Phase) -> Int32 {
      switch phase {
      case .absent: CAFFEINE_E_UNAVAILABLE
      case .installed: CAFFEINE_OK
      case .stopped: CAFFEINE_E_CANCELLED
      }
    }
  }

  /// What any thread may do with a tracker: put a request into its queue, or end it.
  final class TrackerHandle: Sendable {
    /// Requests that may wait.
    static let capacity = 256

    let hasFile: Bool
    /// Where the health store's answers go.
    let inbox: HealthInbox?
    let requests = Mailbox<TrackerRequest>(capacity: TrackerHandle.capacity)
    private let state = Guarded(State())

    private struct State {
      var places = SubscriberPlaces()
      var whenClosed: Done?
    }

    init(hasFile: Bool, inbox: HealthInbox?) {
      self.hasFile = hasFile
      self.inbox = inbox
    }

    /// Queues a request.
    func post(_ request: TrackerRequest) -> Int32 {
      switch requests.post(request) {
      case .queued: CAFFEINE_OK
      case .full: CAFFEINE_E_FULL
      case .closed: CAFFEINE_E_CANCELLED
      }
    }

    /// Lets what was queued be done, and nothing more.
    func close(_ done: Done?) {
      state.withLock { $0.whenClosed = done }
      requests.close()
    }

    /// Hears of the end, once: the last thing that happens.
    func takeWhenClosed() -> Done? {
      state.withLock { state in
        defer { state.whenClosed = nil }
        return state.whenClosed
      }
    }

    /// Takes a free place and queues the request for it.
    ///
    /// - Returns: The place, or an error.
    func subscribe(_ request: (Int) -> TrackerRequest) -> Int32 {
      guard let place = state.withLock({ $0.places.begin() }) else { return CAFFEINE_E_FULL }
      let status = post(request(place))
      state.withLock { $0.places.finish(place, isTaken: status == 0) }
      return status == 0 ? Int32(place) : status
    }

    /// Queues the end of a subscription and then frees its place: who takes it queues behind.
    func cancel(_ place: Int32, _ done: Done?) -> Int32 {
      guard let place = state.withLock({ $0.places.begin(place) }) else {
        return CAFFEINE_E_ARGUMENT
      }
      let status = post(.cancel(place, done))
      state.withLock { $0.places.finish(place, isTaken: status != 0) }
      return status
    }
  }

  /// The places for subscribers.
  ///
  /// ```
  ///   free ──begin()──▶ moving ──finish(taken)──▶ taken
  ///    ▲                 │  ▲                        │
  ///    └─finish(free)────┘  └──────begin(place)──────┘
  /// ```
  /// A place moves while its request is being queued, which happens outside of the lock.
  struct SubscriberPlaces {
    private var taken: UInt32 = 0
    private var moving: UInt32 = 0

    /// Reserves a free place.
    mutating func begin() -> Int? {
      let place = (~(taken | moving)).trailingZeroBitCount
      guard place < TrackerDesk.subscriptions else { return nil }
      moving |= 1 &<< UInt32(place)
      return place
    }

    /// Reserves a taken place.
    mutating func begin(_ place: Int32) -> Int? {
      guard place >= 0, place < TrackerDesk.subscriptions else { return nil }
      let bit: UInt32 = 1 &<< UInt32(place)
      guard taken & ~moving & bit != 0 else { return nil }
      moving |= bit
      return Int(place)
    }

    mutating func finish(_ place: Int, isTaken: Bool) {
      let bit: UInt32 = 1 &<< UInt32(place)
      moving &= ~bit
      taken = isTaken ? taken | bit : taken & ~bit
    }
  }
#endif
