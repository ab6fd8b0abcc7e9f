#if !os(none)

  import Dispatch

  #if canImport(Glibc)
    import Glibc

    /// Serves the main queue of Dispatch, and with it the stock main actor, until told to stop.
    ///
    /// `dispatchMain` would never return. The two functions used here are those by which Foundation's
    /// run loop serves the main queue; in a fully static executable they are not found, and main-actor jobs
    /// then wait for ever.
    enum MainQueue {
      static func serve(until isDone: () -> Bool) {
        typealias Handle = @convention(c) () -> Int32
        typealias Drain = @convention(c) (UnsafeMutableRawPointer?) -> Void
        let handle = symbol("_dispatch_get_main_queue_handle_4CF", as: Handle.self)
        let drain = symbol("_dispatch_main_queue_callback_4CF", as: Drain.self)
        var descriptor = pollfd(fd: handle?() ?? -1, events: Int16(POLLIN), revents: 0)
        while !isDone() {
          InstalledExecutors.runStragglers()
          // The timeout serves the stragglers, who cannot signal the descriptor.
          poll(&descriptor, 1, 5)
          if descriptor.revents & Int16(POLLIN) != 0 {
            var count: UInt64 = 0
            read(descriptor.fd, &count, MemoryLayout<UInt64>.size)
          }
          drain?(nil)
        }
      }

      private static func symbol<Function>(_ name: String, as type: Function.Type) -> Function? {
        dlsym(nil, name).map { unsafeBitCast($0, to: type) }
      }
    }
  #elseif canImport(Darwin)
    import CoreFoundation

    /// Serves the main queue of Dispatch, and with it the stock main actor, until told to stop.
    enum MainQueue {
      static func serve(until isDone: () -> Bool) {
        while !isDone() { CFRunLoopRunInMode(.defaultMode, 0.01, true) }
      }
    }
  #endif
#endif
