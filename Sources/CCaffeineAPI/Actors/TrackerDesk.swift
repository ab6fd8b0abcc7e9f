#if !os(none)

  import CCaffeine
  import CaffeineEngine
  import CaffeineExecutor

  /// What a host asks of a tracker.
  enum TrackerRequest: Sendable {
    case record(Drink, now: Timestamp, Recorded?)
    case edit(Drink, now: Timestamp, Recorded?)
    case remove(DrinkID, source: UInt8, Recorded?)
    case view(Viewer)
    case subscribe(Int, Viewer)
    case cancel(Int, Done?)
    case load(anew: Bool, Done?)
    case save(Done?)
    case authorize(Done?)
    case refresh(Refreshed?)
    case share(Done?)
  }

  /// Serves the requests for one tracker and calls the host back, one thing at a time.
  ///
  /// ```
  ///   any thread ──▶ queue of 256 ──▶ desk ──▶ tracker        records, removals, views: at once
  ///                                    │ └───▶ task ──▶ store  saves, the health store: meanwhile
  ///   subscribers ◀── a second task ◀──┘ after changes; those that it misses count as one
  /// ```
  /// One task lives as long as the tracker and takes the requests, so a call makes no task. When the
  /// queue is closed it does what is left in it, cancels what waits for the health store, lets saves
  /// end, and calls the last completion.
  /// - Isolation: the tracker's own executor, so a callback may read the engine and nothing else is
  ///   called meanwhile.
  actor TrackerDesk {
    /// Places for subscribers.
    static let subscriptions = 16
    /// Saves and calls of the health store that may be under way.
    static let works = 64

    typealias Store = DrinkStore<PosixDrinkFile, HostClock>
    typealias Health = HealthStoreController<CallbackHealthStore, HostClock>

    nonisolated let tracker: CaffeineTracker
    nonisolated var unownedExecutor: UnownedSerialExecutor { tracker.unownedExecutor }
    private let store: Store?
    private let health: Health?
    private var subscribers = [Viewer?](repeating: nil, count: TrackerDesk.subscriptions)
    /// Full: a change that nobody was told of yet.
    private let changes = Mailbox<Void>(capacity: 1)
    private var works: [UInt64: Task<Void, Never>] = [:]
    private var lastWork: UInt64 = 0

    init(_ tracker: CaffeineTracker, store: Store?, health: Health?) {
      self.tracker = tracker
      self.store = store
      self.health = health
    }

    /// Serves until the queue is closed and empty, and everything has ended.
    func run(_ handle: TrackerHandle) async {
      let delivery = Task {
        while await self.changes.next() != nil { self.deliver() }
      }
      while let request = await handle.requests.next() { await serve(request) }
      for work in works.values { work.cancel() }
      while let work = works.first?.value { await work.value }
      // What was given up may still be on its way back to the host's functions.
      await health?.settle()
      changes.close()
      await delivery.value
      handle.takeWhenClosed()?.call(CAFFEINE_OK)
    }

    private func serve(_ request: TrackerRequest) async {
      switch request {
      case .record(let drink, let now, let recorded):
        await change(drink, recorded) { () async throws(CaffeineError) in
          try await self.tracker.record(drink, now: now)
        }
      case .edit(let drink, let now, let recorded):
        await change(drink, recorded) { () async throws(CaffeineError) in
          try await self.tracker.edit(drink, now: now)
        }
      case .remove(let id, let source, let recorded):
        let drink = Drink(id: id, time: Timestamp(0), dose: .zero)
        await change(drink, recorded) { () async throws(CaffeineError) in
          try await self.tracker.remove(id, source: source)
        }
      case .view(let viewer): viewer.call(tracker.memory)
      case .subscribe(let place, let viewer):
        subscribers[place] = viewer
        viewer.call(tracker.memory)
      case .cancel(let place, let done):
        subscribers[place] = nil
        done?.call(CAFFEINE_OK)
      case .load(let isAnew, let done): done?.call(await load(isAnew))
      case .save(let done):
        begin(done) { [store] () async in await TrackerDesk.save(store) }
      case .authorize(let done):
        begin(done) { [health] () async in await TrackerDesk.authorize(health) }
      case .share(let done):
        begin(done) { () async in await self.share() }
      case .refresh(let refreshed): refresh(refreshed)
      }
    }
  }

  // MARK: - Drinks

  extension TrackerDesk {
    /// The tracker has this actor's executor, so nothing comes between the call and what follows it.
    private func change(
      _ drink: Drink, _ recorded: Recorded?, _ call: () async throws(CaffeineError) -> Receipt
    ) async {
      let result: Result<Receipt, CaffeineError>
      do throws(CaffeineError) {
        let receipt = try await call()
        result = .success(receipt)
        if receipt.change != .unchanged { noteChange() }
      } catch {
        result = .failure(error)
      }
      var drink = drink
      recorded?.call(result, oldestOpen: Ledger(at: tracker.memory).oldestOpenTime(for: &drink))
    }

    /// Wakes the second task, which has nothing to do while nobody has subscribed.
    private func noteChange() {
      if subscribers.contains(where: { $0 != nil }) { _ = changes.post(()) }
    }

    private func deliver() {
      for subscriber in subscribers { subscriber?.call(tracker.memory) }
    }
  }

  // MARK: - Work that waits

  extension TrackerDesk {
    private func load(_ isAnew: Bool) async -> Int32 {
      guard let store else { return CAFFEINE_E_ARGUMENT }
      do throws(DrinkStoreError) {
        let loading = try await store.load()
        if loading == .loaded { noteChange() }
        return Int32(loading.rawValue)
      } catch {
        guard isAnew, error != .notEmpty else { return error.status }
        await store.startAnew()
        return Int32(DrinkLoading.setAside.rawValue)
      }
    }

    /// Lets a task do something and then calls back.
    private func begin(_ done: Done?, _ work: @escaping @Sendable () async -> Int32) {
      guard works.count < TrackerDesk.works else {
        done?.call(CAFFEINE_E_FULL)
        return
      }
      lastWork &+= 1
      let number = lastWork
      works[number] = Task {
        let status = await work()
        self.works[number] = nil
        done?.call(status)
      }
    }

    private func refresh(_ refreshed: Refreshed?) {
      guard let health, works.count < TrackerDesk.works else {
        refreshed?.call(CAFFEINE_E_FULL)
        return
      }
      lastWork &+= 1
      let number = lastWork
      works[number] = Task {
        let result: Result<HealthReport, HealthStoreError>
        do throws(HealthStoreError) {
          result = .success(try await health.refresh())
        } catch {
          result = .failure(error)
        }
        self.works[number] = nil
        // Also after a failure: pages before it were taken in.
        self.noteChange()
        switch result {
        case .success(let report): refreshed?.call(CAFFEINE_OK, report)
        case .failure(let error): refreshed?.call(error.status)
        }
      }
    }

    private static func save(_ store: Store?) async -> Int32 {
      guard let store else { return CAFFEINE_E_ARGUMENT }
      do throws(DrinkStoreError) {
        return try await store.save() == .written ? 1 : 0
      } catch {
        return error.status
      }
    }

    private static func authorize(_ health: Health?) async -> Int32 {
      guard let health else { return CAFFEINE_E_ARGUMENT }
      do throws(HealthStoreError) {
        try await health.authorize()
        return CAFFEINE_OK
      } catch {
        return error.status
      }
    }

    private func share() async -> Int32 {
      guard let health else { return CAFFEINE_E_ARGUMENT }
      // The store may give an id under which the drink is listed already; also before a failure.
      defer { noteChange() }
      do throws(HealthStoreError) {
        let saving = try await health.save()
        return Int32(clamping: saving.saved &+ saving.deleted)
      } catch {
        return error.status
      }
    }
  }

  /// The time since the system started, on top of what its wall clock read at the installation: good
  /// for limits, which no setting of that clock may move, and for names.
  struct HostClock: TrackingClock {
    private let clock = HostWorkers.clock

    var now: Timestamp { Timestamp(clock.now.nanoseconds / 1_000_000_000) }

    func sleep(until time: Timestamp) async -> Bool {
      // The second of that number has begun somewhere; at its end a limit has passed for certain.
      let end = Duration.seconds(time.adding(1).seconds)
      do {
        try await clock.sleep(until: VirtualClock.Instant(sinceEpoch: end), phase: .inputs)
        return true
      } catch {
        return false
      }
    }
  }
#endif
