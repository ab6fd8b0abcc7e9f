// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

#if !os(none)

  import CCaffeine
  import CaffeineEngine
  import CaffeineExecutor

  // MARK: - Life

  @_cdecl("caffeine_tracker_create") @implementation
  public func caffeine_tracker_create(
    _ config: UnsafePointer<caffeine_tracker_config>?,
    _ tracker: UnsafeMutablePointer<OpaquePointer?>?
  ) -> Int32 {
    guard Trackers.status == 0 else { return Trackers.status }
    guard let config, isWhole(config), let tracker,
      UInt(bitPattern: tracker) & UInt(MemoryLayout<OpaquePointer>.alignment &- 1) == 0
    else { return CaffeineError.argument.rawValue }
    do throws(CaffeineError) {
      let health = try config.pointee.health.map(HostHealthStore.init(_:))
      return open(
        try newTracker(config), config.pointee.path.map { String(cString: $0) }, health,
        tracker)
    } catch {
      return error.rawValue
    }
  }

  /// Sets up what is to be served.
  private func newTracker(
    _ config: UnsafePointer<caffeine_tracker_config>
  ) throws(CaffeineError) -> CaffeineTracker {
    let capacity = Int(config.pointee.drinks)
    guard let engine = config.pointee.engine else { return try CaffeineTracker(capacity: capacity) }
    guard isWhole(engine), engine.pointee.lock == nil, engine.pointee.unlock == nil else {
      throw .argument
    }
    // The same layout: LayoutTests compares every offset.
    let configuration = UnsafeRawPointer(engine).load(as: Configuration.self)
    let tracker = try CaffeineTracker(configuration: configuration, capacity: capacity)
    // Nobody else has the tracker yet.
    Ledger(at: tracker.memory).hostWords = (
      0, 0, UInt(bitPattern: engine.pointee.user), unsafeBitCast(engine.pointee.log, to: UInt.self)
    )
    return tracker
  }

  /// Begins to serve a tracker.
  private func open(
    _ tracker: CaffeineTracker, _ path: String?, _ host: HostHealthStore?,
    _ handle: UnsafeMutablePointer<OpaquePointer?>
  ) -> Int32 {
    let clock = HostClock()
    let store = path.map { path in
      let file = PosixDrinkFile(path: path) { work in await BlockingWork.run(work) }
      return TrackerDesk.Store(file: file, tracker: tracker, clock: clock)
    }
    let phone = host.map { CallbackHealthStore(link: $0.link, assignsIDs: $0.assignsIDs) }
    let health = host.flatMap { host in
      phone.map { phone in
        TrackerDesk.Health(
          store: phone, tracker: tracker, clock: clock, peer: host.peer, pageLimit: host.pageLimit,
          timeLimit: host.timeLimit
        ) {
          // What leaves has to be in the file before: the ledger must not forget what the store has.
          guard let store else { return true }
          return (try? await store.save()) != nil
        }
      }
    }
    let opened = TrackerHandle(hasFile: path != nil, inbox: phone?.inbox)
    guard let number = Trackers.add(opened) else { return CAFFEINE_E_CANCELLED }
    let desk = TrackerDesk(tracker, store: store, health: health)
    Task {
      await desk.run(opened)
      // The link points to it.
      withExtendedLifetime(host) {}
      Trackers.endDesk()
    }
    handle.pointee = number
    return CAFFEINE_OK
  }

  @_cdecl("caffeine_tracker_destroy") @implementation
  public func caffeine_tracker_destroy(
    _ tracker: OpaquePointer?, _ done: caffeine_done?, _ user: UnsafeMutableRawPointer?
  ) -> Int32 {
    let (status, handle) = Trackers.find(tracker, toEnd: true)
    guard let handle else { return status }
    handle.close(Done(done, user))
    return CAFFEINE_OK
  }

  // MARK: - Drinks

  @_cdecl("caffeine_tracker_record") @implementation
  public func caffeine_tracker_record(
    _ tracker: OpaquePointer?, _ drink: UnsafePointer<caffeine_drink>?, _ now_s: Int64,
    _ recorded: caffeine_recorded?, _ user: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let drink = Drink(drink) else { return CaffeineError.argument.rawValue }
    return Trackers.with(tracker) {
      $0.post(.record(drink, now: Timestamp(now_s), Recorded(recorded, user)))
    }
  }

  @_cdecl("caffeine_tracker_edit") @implementation
  public func caffeine_tracker_edit(
    _ tracker: OpaquePointer?, _ drink: UnsafePointer<caffeine_drink>?, _ now_s: Int64,
    _ recorded: caffeine_recorded?, _ user: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let drink = Drink(drink) else { return CaffeineError.argument.rawValue }
    return Trackers.with(tracker) {
      $0.post(.edit(drink, now: Timestamp(now_s), Recorded(recorded, user)))
    }
  }

  @_cdecl("caffeine_tracker_remove") @implementation
  public func caffeine_tracker_remove(
    _ tracker: OpaquePointer?, _ id: UnsafePointer<UInt8>?, _ source: UInt8,
    _ recorded: caffeine_recorded?, _ user: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let id else { return CaffeineError.argument.rawValue }
    let drink = DrinkID(id)
    return Trackers.with(tracker) {
      $0.post(.remove(drink, source: source, Recorded(recorded, user)))
    }
  }

  @_cdecl("caffeine_tracker_view") @implementation
  public func caffeine_tracker_view(
    _ tracker: OpaquePointer?, _ view: caffeine_view?, _ user: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let viewer = Viewer(view, user) else { return CaffeineError.argument.rawValue }
    return Trackers.with(tracker) { $0.post(.view(viewer)) }
  }

  @_cdecl("caffeine_tracker_subscribe") @implementation
  public func caffeine_tracker_subscribe(
    _ tracker: OpaquePointer?, _ view: caffeine_view?, _ user: UnsafeMutableRawPointer?
  ) -> Int32 {
    guard let viewer = Viewer(view, user) else { return CaffeineError.argument.rawValue }
    return Trackers.with(tracker) { $0.subscribe { .subscribe($0, viewer) } }
  }

  @_cdecl("caffeine_tracker_cancel") @implementation
  public func caffeine_tracker_cancel(
    _ tracker: OpaquePointer?, _ subscription: Int32, _ done: caffeine_done?,
    _ user: UnsafeMutableRawPointer?
  ) -> Int32 {
    Trackers.with(tracker) { $0.cancel(subscription, Done(done, user)) }
  }

  // MARK: - Keeping

  @_cdecl("caffeine_tracker_load") @implementation
  public func caffeine_tracker_load(
    _ tracker: OpaquePointer?, _ anew: UInt32, _ done: caffeine_done?,
    _ user: UnsafeMutableRawPointer?
  ) -> Int32 {
    Trackers.with(tracker) { handle in
      guard handle.hasFile, anew < 2 else { return CaffeineError.argument.rawValue }
      return handle.post(.load(anew: anew == 1, Done(done, user)))
    }
  }

  @_cdecl("caffeine_tracker_save") @implementation
  public func caffeine_tracker_save(
    _ tracker: OpaquePointer?, _ done: caffeine_done?, _ user: UnsafeMutableRawPointer?
  ) -> Int32 {
    Trackers.with(tracker) { handle in
      guard handle.hasFile else { return CaffeineError.argument.rawValue }
      return handle.post(.save(Done(done, user)))
    }
  }

  // MARK: - Health

  @_cdecl("caffeine_tracker_authorize") @implementation
  public func caffeine_tracker_authorize(
    _ tracker: OpaquePointer?, _ done: caffeine_done?, _ user: UnsafeMutableRawPointer?
  ) -> Int32 {
    Trackers.with(tracker) { handle in
      guard handle.inbox != nil else { return CaffeineError.argument.rawValue }
      return handle.post(.authorize(Done(done, user)))
    }
  }

  @_cdecl("caffeine_tracker_refresh") @implementation
  public func caffeine_tracker_refresh(
    _ tracker: OpaquePointer?, _ refreshed: caffeine_refreshed?, _ user: UnsafeMutableRawPointer?
  ) -> Int32 {
    Trackers.with(tracker) { handle in
      guard handle.inbox != nil else { return CaffeineError.argument.rawValue }
      return handle.post(.refresh(Refreshed(refreshed, user)))
    }
  }

  @_cdecl("caffeine_tracker_share") @implementation
  public func caffeine_tracker_share(
    _ tracker: OpaquePointer?, _ done: caffeine_done?, _ user: UnsafeMutableRawPointer?
  ) -> Int32 {
    Trackers.with(tracker) { handle in
      guard handle.inbox != nil else { return CaffeineError.argument.rawValue }
      return handle.post(.share(Done(done, user)))
    }
  }

  extension Drink {
    /// A whole drink of C's, under the ledger's own bookkeeping; nil: it is none.
    init?(_ drink: UnsafePointer<caffeine_drink>?) {
      guard let drink, isWhole(drink) else { return nil }
      // The same layout: LayoutTests compares every offset.
      self = UnsafeRawPointer(drink).load(as: Drink.self)
      withUnsafeMutableBytes(of: &self) { $0.storeBytes(of: 0, as: UInt32.self) }
    }
  }
#endif
