// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

#if !os(none)

  import CCaffeine
  import CaffeineEngine
  import CaffeineExecutor

  @_cdecl("caffeine_workers_install") @implementation
  public func caffeine_workers_install(
    _ abi: UInt32, _ config: UnsafePointer<caffeine_workers_config>?
  ) -> Int32 {
    guard abi == CAFFEINE_ABI else { return CaffeineError.abi.rawValue }
    var hooks = HostWorkers.Hooks()
    if let config {
      guard isWhole(config), (config.pointee.idle == nil) == (config.pointee.wake == nil) else {
        return CaffeineError.argument.rawValue
      }
      hooks.user = config.pointee.user
      hooks.idle = config.pointee.idle
      hooks.wake = config.pointee.wake
    }
    return Trackers.install(hooks)
  }

  @_cdecl("caffeine_run_worker") @implementation
  public func caffeine_run_worker(_ worker: UInt32) -> Int32 {
    guard worker < 2 else { return CaffeineError.range.rawValue }
    do throws(HostWorkers.Refusal) {
      try HostWorkers.serve(as: Int(worker))
      return CAFFEINE_OK
    } catch {
      switch error {
      case .taken: return CAFFEINE_E_BUSY
      case .notInstalled: return CAFFEINE_E_UNAVAILABLE
      }
    }
  }

  @_cdecl("caffeine_stop") @implementation
  public func caffeine_stop() -> Int32 {
    Trackers.stop()
  }
#endif
