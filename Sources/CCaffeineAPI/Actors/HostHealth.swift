// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

#if !os(none)

  import CCaffeine
  import CaffeineEngine

  /// A host's health store: translates the requests of a link for it.
  final class HostHealthStore: @unchecked Sendable {
    let peer: Int
    let assignsIDs: Bool
    let pageLimit: Int
    let timeLimit: Int64
    private let user: UnsafeMutableRawPointer?
    private let request:
      @convention(c) (UnsafeMutableRawPointer?, UnsafePointer<caffeine_health_request>?) -> Void
    private let cancel: (@convention(c) (UnsafeMutableRawPointer?, UInt64) -> Void)?

    init(_ store: UnsafePointer<caffeine_health_store>) throws(CaffeineError) {
      guard isWhole(store), let request = store.pointee.request, store.pointee.assigns_ids < 2
      else {
        throw .argument
      }
      guard store.pointee.peer < 4 else { throw .peer }
      guard store.pointee.page_limit <= 65_535 else { throw .range }
      peer = Int(store.pointee.peer)
      assignsIDs = store.pointee.assigns_ids == 1
      pageLimit = store.pointee.page_limit == 0 ? 64 : Int(store.pointee.page_limit)
      timeLimit = store.pointee.time_limit_s == 0 ? 30 : Int64(store.pointee.time_limit_s)
      user = store.pointee.user
      self.request = request
      cancel = store.pointee.cancel
    }

    /// A link to this store, which must outlive it.
    var link: HealthLink {
      HealthLink(
        user: Unmanaged.passUnretained(self).toOpaque(),
        request: { user, request in
          guard let user else { return }
          Unmanaged<HostHealthStore>.fromOpaque(user).takeUnretainedValue()
            .pass(request.assumingMemoryBound(to: HealthRequest.self).pointee)
        },
        cancel: { user, number in
          guard let user else { return }
          let store = Unmanaged<HostHealthStore>.fromOpaque(user).takeUnretainedValue()
          store.cancel?(store.user, number)
        })
    }

    private func pass(_ request: HealthRequest) {
      var passed = caffeine_health_request()
      passed.struct_size = UInt32(MemoryLayout<caffeine_health_request>.size)
      passed.kind = request.kind.rawValue
      passed.number = request.number
      passed.anchor = request.anchor
      passed.from_s = request.from.seconds
      passed.until_s = request.until.seconds
      passed.limit = request.limit
      passed.count = request.count
      passed.ids = request.ids.map { UnsafeRawPointer($0).assumingMemoryBound(to: UInt8.self) }
      guard let drinks = request.drinks else {
        self.request(user, &passed)
        return
      }
      let count = Int(request.count)
      let page = UnsafeMutablePointer<caffeine_drink>.allocate(capacity: count)
      defer { page.deallocate() }
      // The same layout: LayoutTests compares every offset.
      UnsafeMutableRawPointer(page).copyMemory(
        from: drinks, byteCount: count * MemoryLayout<caffeine_drink>.stride)
      for index in 0..<count {
        page[index].struct_size = UInt32(MemoryLayout<caffeine_drink>.size)
      }
      passed.drinks = UnsafePointer(page)
      self.request(user, &passed)
    }
  }

  @_cdecl("caffeine_health_reply") @implementation
  public func caffeine_health_reply(
    _ tracker: OpaquePointer?, _ answer: UnsafePointer<caffeine_health_answer>?
  ) -> Int32 {
    guard let answer, isWhole(answer) else { return CaffeineError.argument.rawValue }
    return Trackers.with(tracker) { handle in
      guard let inbox = handle.inbox else { return CaffeineError.argument.rawValue }
      do throws(CaffeineError) {
        let reply = try HealthReply(answer.pointee)
        return inbox.reply(to: answer.pointee.number, reply) ? CAFFEINE_OK : CAFFEINE_E_FULL
      } catch {
        return error.rawValue
      }
    }
  }

  extension HealthReply {
    fileprivate init(_ answer: caffeine_health_answer) throws(CaffeineError) {
      guard let kind = HealthRequest.Kind(rawValue: answer.kind) else { throw .argument }
      guard answer.status == 0 else {
        self = .failed(HealthStoreError(status: answer.status))
        return
      }
      switch kind {
      case .authorize, .delete: self = .done
      case .save: self = answer.ids == nil ? .done : .ids(try answer.storedIDs())
      case .page:
        self = .page(
          HealthPage(
            added: try answer.storedDrinks(), removed: try answer.storedIDs(),
            anchor: answer.anchor,
            isLast: answer.is_last != 0))
      case .window:
        self = .window(
          HealthWindow(
            drinks: try answer.storedDrinks(), until: Timestamp(answer.until_s),
            anchor: answer.anchor
          ))
      }
    }
  }

  extension HealthStoreError {
    /// What a host's status says.
    fileprivate init(status: Int32) {
      switch status {
      case CAFFEINE_E_DENIED: self = .denied
      case CAFFEINE_E_UNAVAILABLE: self = .unavailable
      case CAFFEINE_E_ANCHOR: self = .anchorTooOld
      default: self = .failed
      }
    }
  }

  extension caffeine_health_answer {
    fileprivate func storedDrinks() throws(CaffeineError) -> [Drink] {
      let count = Int(drink_count), step = Int(element_size)
      guard count > 0 else { return [] }
      guard count <= 65_535 else { throw .range }
      guard let page = UnsafeRawPointer(self.drinks), step >= MemoryLayout<caffeine_drink>.size,
        step % MemoryLayout<caffeine_drink>.alignment == 0
      else { throw .argument }
      var drinks: [Drink] = []
      drinks.reserveCapacity(count)
      for index in 0..<count {
        let element = (page + index * step).assumingMemoryBound(to: caffeine_drink.self)
        guard let drink = Drink(element) else { throw .argument }
        drinks.append(drink)
      }
      return drinks
    }

    fileprivate func storedIDs() throws(CaffeineError) -> [DrinkID] {
      let count = Int(id_count)
      guard count > 0 else { return [] }
      guard count <= 65_535 else { throw .range }
      guard let bytes = self.ids else { throw .argument }
      return (0..<count).map { DrinkID(bytes + $0 * MemoryLayout<DrinkID>.size) }
    }
  }
#endif
