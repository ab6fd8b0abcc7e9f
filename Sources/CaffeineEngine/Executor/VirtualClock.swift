#if !os(none)

  /// A clock whose time passes only when nothing is left to run.
  ///
  /// An instant has two phases: all its inputs, then all its readers. Time stands still while any
  /// job is queued or running. At rest the clock moves to the earliest sleeper and wakes all sleepers of
  /// that instant that are in its first phase; at rest again, the sleepers of the second phase; only
  /// then does time move on.
  /// ```
  ///   jobs run ──rest──▶ wake all .inputs of t ──rest──▶ wake all .readers of t ──rest──▶ t := next
  ///                 ▲ a sleeper armed for t meanwhile │ is woken at the next rest, inputs first
  ///                 └─────────────────────────────────┘
  /// ```
  /// Sleepers of one phase wake in ascending `order`, equal ones in the order they fell asleep. In
  /// lockstep mode they also run in that order.
  ///
  /// `Task.sleep` and `ContinuousClock` work too and take virtual time, in the phase `.inputs` with order 0.
  /// Their deadlines come in real time, so the few microseconds between call and arming would be missing
  /// from each sleep; the delay is therefore rounded up to a whole millisecond. A thread that loses its
  /// CPU for longer in between still shortens the sleep: do not build a replay on them. With the
  /// stock executor they sleep in real time.
  public struct VirtualClock: Clock, Sendable {
    /// A point in virtual time.
    public struct Instant: InstantProtocol, Sendable {
      /// Nanoseconds since the Unix epoch.
      public let nanoseconds: Int64

      /// An instant from nanoseconds since the Unix epoch.
      public init(nanoseconds: Int64) { self.nanoseconds = nanoseconds }

      /// An instant from a duration since the Unix epoch, saturated to the years 1677 to 2262.
      public init(sinceEpoch duration: Duration) { nanoseconds = duration.saturatedNanoseconds }

      /// The time since the Unix epoch.
      public var sinceEpoch: Duration { .nanoseconds(nanoseconds) }

      /// The instant `duration` later, saturated.
      public func advanced(by duration: Duration) -> Instant {
        Instant(nanoseconds: nanoseconds.addingSaturated(duration.saturatedNanoseconds))
      }

      /// The time from this instant to `other`, negative when `other` is earlier.
      public func duration(to other: Instant) -> Duration { other.sinceEpoch - sinceEpoch }

      /// Whether `left` is earlier than `right`.
      public static func < (left: Instant, right: Instant) -> Bool {
        left.nanoseconds < right.nanoseconds
      }
    }

    /// The two halves of an instant.
    public enum Phase: UInt8, Sendable, CaseIterable {
      /// For those who change something at the instant: woken first.
      case inputs
      /// For those who look at the result: woken when all inputs have run to rest.
      case readers
    }

    let keeper: any TimeKeeper

    /// The virtual time.
    ///
    /// - Complexity: O(1): one atomic load, no lock.
    public var now: Instant { Instant(nanoseconds: keeper.now) }

    /// One nanosecond.
    public var minimumResolution: Duration { .nanoseconds(1) }

    /// Sleeps until `deadline` as an input with order 0.
    ///
    /// - Parameters:
    ///   - deadline: When to wake.
    ///   - tolerance: Not used: virtual time is exact.
    /// - Throws: `CancellationError` when the task is cancelled before it is woken.
    public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
      try await sleep(until: deadline, phase: .inputs)
    }

    /// Sleeps for `duration` in a phase of its last instant.
    ///
    /// - Parameters:
    ///   - duration: How long to sleep.
    ///   - phase: The half of the instant in which to wake.
    ///   - order: Rank among the sleepers of the same phase: smaller wakes earlier.
    /// - Throws: `CancellationError` when the task is cancelled before it is woken.
    nonisolated(nonsending) public func sleep(
      for duration: Duration, phase: Phase, order: Int = 0
    ) async throws {
      try await sleep(until: now.advanced(by: duration), phase: phase, order: order)
    }

    /// Sleeps until a phase of `deadline`.
    ///
    /// A deadline that is not in the future still waits until everything now runnable has run, so an
    /// input can wait for the readers' half of its own instant.
    /// - Parameters:
    ///   - deadline: When to wake.
    ///   - phase: The half of the instant in which to wake.
    ///   - order: Rank among the sleepers of the same phase: smaller wakes earlier.
    /// - Throws: `CancellationError` when the task is cancelled before it is woken.
    /// - Complexity: O(log n) for n sleepers; no allocation once n sleepers have been seen.
    nonisolated(nonsending) public func sleep(
      until deadline: Instant, phase: Phase, order: Int = 0
    ) async throws {
      let keeper = keeper
      let ticket = keeper.reserve()
      let wasWoken = await withTaskCancellationHandler {
        await withUnsafeContinuation { continuation in
          keeper.arm(
            ticket, at: deadline.nanoseconds, phase: phase, order: order,
            wake: .continuation(continuation))
        }
      } onCancel: {
        keeper.cancel(ticket)
      }
      // The handler is gone by now, so nobody can cancel the ticket's next owner.
      keeper.release(ticket)
      guard wasWoken else { throw CancellationError() }
    }
  }

  /// What a clock needs from whoever owns its time.
  protocol TimeKeeper: AnyObject, Sendable {
    /// Virtual time (ns since the Unix epoch).
    var now: Int64 { get }
    /// Sets aside a place that can be cancelled even before it is armed.
    func reserve() -> SleepQueue.Ticket
    /// Puts the caller to sleep, or wakes it as cancelled when the ticket already is.
    func arm(
      _ ticket: SleepQueue.Ticket, at deadline: Int64, phase: VirtualClock.Phase, order: Int,
      wake: SleepQueue.Wake)
    /// Wakes the sleeper as cancelled; no effect when it was woken or is gone.
    func cancel(_ ticket: SleepQueue.Ticket)
    /// Gives the place back.
    func release(_ ticket: SleepQueue.Ticket)
    /// Counts one thing more that must end before time moves.
    func hold()
    /// Calls `resume`, which makes a job runnable, and counts one thing less.
    func release(_ resume: () -> Void)
  }

  extension Duration {
    /// The whole nanoseconds, saturated to 64 bits.
    var saturatedNanoseconds: Int64 {
      let (seconds, attoseconds) = components
      let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
      guard !overflow else { return seconds < 0 ? .min : .max }
      return whole.addingSaturated(attoseconds / 1_000_000_000)
    }
  }

  extension Int64 {
    /// The sum, saturated.
    func addingSaturated(_ other: Int64) -> Int64 {
      let (sum, overflow) = addingReportingOverflow(other)
      return overflow ? (other < 0 ? .min : .max) : sum
    }
  }
#endif
