#if !os(none)

  import CCaffeine
  import CaffeineEngine

  // A host's functions with the pointer that each is handed. Sent to the workers and called there;
  // what the pointer leads to is the host's affair.

  /// Hears a status.
  struct Done: @unchecked Sendable {
    let function: caffeine_done
    let user: UnsafeMutableRawPointer?

    init?(_ function: caffeine_done?, _ user: UnsafeMutableRawPointer?) {
      guard let function else { return nil }
      self.function = function
      self.user = user
    }

    func call(_ status: Int32) { function(user, status) }
  }

  /// Hears what became of a drink.
  struct Recorded: @unchecked Sendable {
    let function: caffeine_recorded
    let user: UnsafeMutableRawPointer?

    init?(_ function: caffeine_recorded?, _ user: UnsafeMutableRawPointer?) {
      guard let function else { return nil }
      self.function = function
      self.user = user
    }

    func call(_ result: Result<Receipt, CaffeineError>, oldestOpen: Timestamp) {
      var receipt = caffeine_receipt()
      receipt.struct_size = UInt32(MemoryLayout<caffeine_receipt>.size)
      switch result {
      case .success(let kept):
        receipt.change = Int32(kept.change.rawValue)
        receipt.revision = kept.revision
        withUnsafeMutableBytes(of: &receipt.id) { $0.storeBytes(of: kept.id, as: DrinkID.self) }
        function(user, CAFFEINE_OK, &receipt)
      case .failure(let error):
        if error == .tooOld { receipt.oldest_open_s = oldestOpen.seconds }
        function(user, error.rawValue, &receipt)
      }
    }
  }

  /// Is shown the engine.
  struct Viewer: @unchecked Sendable {
    let function: caffeine_view
    let user: UnsafeMutableRawPointer?

    init?(_ function: caffeine_view?, _ user: UnsafeMutableRawPointer?) {
      guard let function else { return nil }
      self.function = function
      self.user = user
    }

    func call(_ engine: UnsafeMutableRawPointer) {
      function(user, CAFFEINE_OK, OpaquePointer(engine))
    }
  }

  /// Hears what a health store told.
  struct Refreshed: @unchecked Sendable {
    let function: caffeine_refreshed
    let user: UnsafeMutableRawPointer?

    init?(_ function: caffeine_refreshed?, _ user: UnsafeMutableRawPointer?) {
      guard let function else { return nil }
      self.function = function
      self.user = user
    }

    func call(_ status: Int32, _ told: HealthReport = HealthReport()) {
      var report = caffeine_health_report()
      report.struct_size = UInt32(MemoryLayout<caffeine_health_report>.size)
      report.is_replaced = told.isReplaced ? 1 : 0
      report.added = told.added
      report.edited = told.edited
      report.removed = told.removed
      report.unchanged = told.unchanged
      report.stale = told.stale
      report.too_old = told.tooOld
      report.skipped = told.skipped
      function(user, status, &report)
    }
  }

  extension HealthStoreError {
    /// As C has it.
    var status: Int32 {
      switch self {
      case .denied: CAFFEINE_E_DENIED
      case .unavailable: CAFFEINE_E_UNAVAILABLE
      case .timedOut: CAFFEINE_E_TIMED_OUT
      case .anchorTooOld: CAFFEINE_E_ANCHOR
      case .failed, .notKept: CAFFEINE_E_DEVICE
      case .cancelled: CAFFEINE_E_CANCELLED
      case .refused: CAFFEINE_E_FULL
      }
    }
  }

  extension DrinkStoreError {
    /// As C has it.
    var status: Int32 {
      switch self {
      case .denied: CAFFEINE_E_DENIED
      case .noSpace, .capacity: CAFFEINE_E_FULL
      case .tooLarge: CAFFEINE_E_RANGE
      case .failed: CAFFEINE_E_DEVICE
      case .notLoaded: CAFFEINE_E_NEVER
      case .notEmpty: CAFFEINE_E_ARGUMENT
      case .version: CAFFEINE_E_VERSION
      case .wearer: CAFFEINE_E_WEARER
      case .geometry: CAFFEINE_E_GEOMETRY
      }
    }
  }
#endif
