#if !os(none)

  import _Concurrency

  /// By what the time of the next background refresh is chosen.
  public struct RefreshRule: Equatable, Sendable {
    /// What the last digit shown stands for, not zero.
    public var digit: Amount
    /// From one refresh to the next at least (s): what the system grants.
    public var shortest: Int64
    /// From one refresh to the next at most (s): how old news from elsewhere may get.
    public var longest: Int64

    /// Describes a rule.
    ///
    /// - Parameters:
    ///   - digit: What the last digit shown stands for, not zero; 10 mg if left out: each 1 mg would
    ///     ask for a refresh every few minutes.
    ///   - shortest: The shortest time between two refreshes (s), 1 or more; watchOS grants four an hour.
    ///   - longest: The longest (s), `shortest` or more.
    public init(
      digit: Amount = .milligrams(10), shortest: Int64 = 900, longest: Int64 = 21_600
    ) {
      self.digit = digit
      self.shortest = max(shortest, 1)
      self.longest = max(longest, self.shortest)
    }
  }

  /// What a snapshot taken now shows, for how long, and when to refresh again.
  public struct RefreshPlan: Equatable, Sendable {
    /// The next refresh, at least `shortest` and at most `longest` from now.
    public let next: Timestamp
    /// Of which state of the tracker it tells: ``CaffeineTracker/changeCount``.
    let changeCount: UInt64
    /// Local time less UTC (min).
    let utcOffset: Int32
    /// The first second at which something else is to be seen.
    let validUntil: Timestamp
  }

  extension CaffeineTracker {
    /// Chooses the time of the next background refresh from the curve.
    ///
    /// The first of these that is to come: a digit shown, the trend, the day's status or a flag changes;
    /// the amount stays at or below the sleep threshold from then on; the local day ends; the clocks are
    /// changed.
    /// - Parameters:
    ///   - now: The present time.
    ///   - zone: What the wall clock shows.
    ///   - rule: The shown digit and the bounds.
    /// - Throws: `argument` (a digit of nothing), `range` (an offset), `clock`, `tooOld` or `notKept`.
    /// - Complexity: As ``Ledger/face(now:utcOffset:digit:)`` and ``Ledger/belowFrom(_:until:threshold:)``.
    public func refreshPlan(
      now: Timestamp, zone: ZoneOffsets, rule: RefreshRule
    ) throws(CaffeineError) -> RefreshPlan {
      let offset = zone.offset(at: now)
      let face = try ledger.face(now: now, utcOffset: offset, digit: rule.digit)
      var valid = face.nextChange
      if zone.nextChange > now { valid = min(valid, zone.nextChange) }
      var next = valid
      if let settled = try settled(after: now), settled > now { next = min(next, settled) }
      if let day = nextDay(after: now, zone) { next = min(next, day) }
      next = max(min(next, now.adding(rule.longest)), now.adding(rule.shortest))
      return RefreshPlan(
        next: next, changeCount: changeCount, utcOffset: offset, validUntil: valid)
    }

    /// From when on sleep is not likely to suffer; nil: never.
    private func settled(after now: Timestamp) throws(CaffeineError) -> Timestamp? {
      let threshold = ledger.header.pointee.configuration.sleepThreshold
      do throws(CaffeineError) {
        return try ledger.belowFrom(now, until: .forever, threshold: threshold).time
      } catch {
        guard error == .never else { throw error }
        return nil
      }
    }

    /// When the next local day begins.
    private func nextDay(after now: Timestamp, _ zone: ZoneOffsets) -> Timestamp? {
      let clock = WallClock(
        offset: Int32(zone.utcOffset), change: zone.nextChange.seconds,
        offsetAfter: Int32(zone.offsetAfter))
      let start = ledger.header.pointee.configuration.dayStart
      return clock.map { Timestamp($0.next(minute: start, after: now.seconds)) }
    }
  }
#endif
