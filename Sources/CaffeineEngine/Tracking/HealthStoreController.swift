#if !os(none)

  import _Concurrency

  /// Keeps a tracker and a health store in step: tells the store what changed here, and takes in what
  /// changed there.
  ///
  /// The anchor lies in the ledger, beside the drinks it stands for, and moves in the same turn as a page
  /// is taken in. So it is never ahead of kept data, and a ledger that is saved and loaded goes on where
  /// it was. A page that comes twice changes nothing.
  ///
  ///     let controller = HealthStoreController(store: phone, tracker: tracker, clock: clock, peer: 0) {
  ///       (try? await drinkStore.save()) != nil
  ///     }
  ///     try await controller.authorize()
  ///     let report = try await controller.refresh()
  ///     _ = try await tracker.record(espresso, now: clock.now)
  ///     _ = try await controller.save()
  ///
  /// One controller per store and peer number. An `eraseAll` of the tracker is not told to the store.
  /// - Isolation: the actor's. It keeps nothing between turns, so nothing is read before an `await` and
  ///   written back after.
  public actor HealthStoreController<Store: HealthStore, Clock: TrackingClock> {
    let store: Store
    let tracker: CaffeineTracker
    let clock: Clock
    let peer: Int
    let pageLimit: Int
    let timeLimit: Int64
    let keep: @Sendable () async -> Bool
    let loading = JointWork(joinsRunning: true)
    let saving = JointWork(joinsRunning: false)

    /// Creates a controller; nothing is asked of the store yet.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - tracker: Whose drinks.
    ///   - clock: For time limits.
    ///   - peer: The ledger's number for the store, 0 to 3; it is added unless it is there.
    ///   - pageLimit: The most entries of a page, 1 or more: a page costs its square, once.
    ///   - timeLimit: How long the store may take for one answer (s).
    ///   - keep: Keeps the tracker's drinks where they outlast a power cut, and returns whether it did;
    ///     called whenever a page is about to leave. A ledger that comes back without a drink that the
    ///     store has would give its id to another. May be left out where drinks are not kept.
    public init(
      store: Store, tracker: CaffeineTracker, clock: Clock, peer: Int, pageLimit: Int = 64,
      timeLimit: Int64 = 30, keep: @escaping @Sendable () async -> Bool = { true }
    ) {
      self.store = store
      self.tracker = tracker
      self.clock = clock
      self.peer = peer
      self.pageLimit = max(pageLimit, 1)
      self.timeLimit = timeLimit
      self.keep = keep
    }

    /// Asks the person, through the store, to allow reading and writing.
    ///
    /// - Parameter timeLimit: How long the person may take (s).
    /// - Throws: `denied`, `unavailable`, `timedOut`, `failed`, `cancelled`.
    public func authorize(timeLimit: Int64 = 600) async throws(HealthStoreError) {
      let store = store
      try await clock.limit(to: timeLimit) { () async throws(HealthStoreError) in
        try await store.authorize()
      }
    }

    /// Takes in all that changed in the store, page after page.
    ///
    /// A second call joins the one under way, which is then as urgent as the more urgent of them. A
    /// caller that is cancelled leaves it; with the last one it ends after the page at hand. What was
    /// taken in stays, and the next call goes on after it. If the anchor is too old, windows of all that
    /// the store has replace what is here and can still change.
    /// - Returns: What became of it.
    /// - Throws: Any error of the store, of the page at hand; `failed` also if a page does not get on or
    ///   a window does not, `refused` if the ledger does not take a page.
    public func refresh() async throws(HealthStoreError) -> HealthReport {
      switch await loading.answer({ await self.load() }) {
      case .loaded(let report): return report
      case .failed(let error): throw error
      case .told, .done: throw .failed
      }
    }

    /// Tells the store all that changed here and that it does not know: drinks, newer versions, removals.
    ///
    /// A call while another is under way waits for the next run, which all that wait share. What the
    /// store has kept is noted page by page, so a call that failed goes on where it was. Each page is
    /// kept here before it leaves, also what was recorded only just before.
    /// - Returns: How much was told.
    /// - Throws: Any error of the store; `notKept`; `refused` if there is no room for the store's own ids, before
    ///   anything is saved under one.
    public func save() async throws(HealthStoreError) -> HealthSaving {
      switch await saving.answer({ await self.tell() }) {
      case .told(let saving): return saving
      case .failed(let error): throw error
      case .loaded, .done: throw .failed
      }
    }
  }

  extension HealthStoreController {
    /// Waits until the store is not called any more on behalf of callers that have gone.
    package func settle() async {
      await loading.settle()
      await saving.settle()
    }
  }

  // MARK: - Loading

  extension HealthStoreController {
    private func load() async -> JointAnswer {
      var report = HealthReport()
      do throws(HealthStoreError) {
        try await loadPages(into: &report)
        return .loaded(report)
      } catch {
        return .failed(error)
      }
    }

    private func loadPages(into report: inout HealthReport) async throws(HealthStoreError) {
      var isLast = false
      while !isLast {
        if Task.isCancelled { throw .cancelled }
        let anchor = try await received()
        let page: HealthPage
        do throws(HealthStoreError) {
          page = try await self.page(after: anchor)
        } catch {
          // Once: a store that calls its own window's anchor too old would never end.
          guard error == .anchorTooOld, !report.isReplaced else { throw error }
          report.isReplaced = true
          try await replaceAll(after: anchor, into: &report)
          continue
        }
        guard page.anchor > anchor || page.isLast && page.anchor == anchor else { throw .failed }
        report.add(try await take(page, after: anchor))
        isLast = page.isLast
      }
    }

    /// Takes over all that the store has, window by window; the anchor moves with the last one.
    private func replaceAll(
      after anchor: UInt64, into report: inout HealthReport
    ) async throws(HealthStoreError) {
      var from = await tracker.foldTime.map { $0.adding(1) } ?? Timestamp(0)
      // Of changes while windows come, pages will tell: they go on after the first one.
      var first: UInt64?
      while from < .forever {
        if Task.isCancelled { throw .cancelled }
        let known = try await toldToStore()
        let window = try await self.window(from: from)
        guard window.until > from else { throw .failed }
        let next = first ?? window.anchor
        first = next
        var span = Window(from: from, until: window.until, after: anchor)
        span.anchor = next
        span.known = known
        report.add(try await replace(span, with: window.drinks))
        from = window.until
      }
    }

    private func page(after anchor: UInt64) async throws(HealthStoreError) -> HealthPage {
      let store = store, pageLimit = pageLimit
      return try await clock.limit(to: timeLimit) { () async throws(HealthStoreError) in
        try await store.page(after: anchor, limit: pageLimit)
      }
    }

    private func window(from: Timestamp) async throws(HealthStoreError) -> HealthWindow {
      let store = store, pageLimit = pageLimit
      return try await clock.limit(to: timeLimit) { () async throws(HealthStoreError) in
        try await store.window(from: from, until: .forever, limit: pageLimit)
      }
    }

    private func received() async throws(HealthStoreError) -> UInt64 {
      do throws(CaffeineError) {
        return try await tracker.receivedFromStore(peer)
      } catch {
        throw .refused
      }
    }

    private func toldToStore() async throws(HealthStoreError) -> UInt64 {
      do throws(CaffeineError) {
        return try await tracker.toldToStore(peer)
      } catch {
        throw .refused
      }
    }

    private func take(
      _ page: HealthPage, after anchor: UInt64
    ) async throws(HealthStoreError) -> HealthReport {
      do throws(CaffeineError) {
        return try await tracker.take(page, from: peer, after: anchor)
      } catch {
        throw .refused
      }
    }

    private func replace(
      _ window: Window, with drinks: [Drink]
    ) async throws(HealthStoreError) -> HealthReport {
      do throws(CaffeineError) {
        return try await tracker.replace(window, withStored: drinks, from: peer)
      } catch {
        throw .refused
      }
    }
  }

  // MARK: - Saving

  extension HealthStoreController {
    private func tell() async -> JointAnswer {
      var saving = HealthSaving()
      do throws(HealthStoreError) {
        while try await tellPage(&saving) {
          if Task.isCancelled { throw .cancelled }
        }
        return .told(saving)
      } catch {
        return .failed(error)
      }
    }

    /// - Returns: Whether there was anything to tell.
    private func tellPage(_ saving: inout HealthSaving) async throws(HealthStoreError) -> Bool {
      let page = try await owed()
      saving.missedRemovals = saving.missedRemovals || page.missesRemovals
      guard !page.isEmpty else { return false }
      // Not before the page is known: what is recorded between the two would leave without being kept.
      let isKept = PlantedFault.planted == .unkeptPage ? true : await keep()
      guard isKept else { throw .notKept }
      if !page.removed.isEmpty { try await delete(page.removed) }
      var start = 0
      while start < page.drinks.count {
        let end = min(start &+ pageLimit, page.drinks.count)
        let ids = try await save(Array(page.drinks[start..<end]))
        if store.assignsIDs {
          guard ids.count == end &- start else { throw .failed }
          await tracker.alias(ids, of: page.ids[start..<end])
        }
        start = end
      }
      let isStale = PlantedFault.planted == .staleWrite
      try await acknowledge(isStale ? try await owed().anchor : page.anchor)
      saving.saved &+= UInt64(page.drinks.count)
      saving.deleted &+= UInt64(page.removed.count)
      return true
    }

    private func save(_ drinks: [Drink]) async throws(HealthStoreError) -> [DrinkID] {
      let store = store
      return try await clock.limit(to: timeLimit) { () async throws(HealthStoreError) in
        try await store.save(drinks)
      }
    }

    private func delete(_ ids: [DrinkID]) async throws(HealthStoreError) {
      let store = store
      try await clock.limit(to: timeLimit) { () async throws(HealthStoreError) in
        try await store.delete(ids)
      }
    }

    private func owed() async throws(HealthStoreError) -> OwedPage {
      do throws(CaffeineError) {
        return try await tracker.owed(to: peer, limit: pageLimit, assignsIDs: store.assignsIDs)
      } catch {
        throw .refused
      }
    }

    private func acknowledge(_ anchor: UInt64) async throws(HealthStoreError) {
      do throws(CaffeineError) {
        try await tracker.acknowledge(anchor, by: peer)
      } catch {
        throw .refused
      }
    }
  }
#endif
