#if !os(none)

  /// How often a day what shows a timeline may be told to reload it.
  ///
  /// ```
  ///            1 spend                        2 spend, the last of the period
  ///   ready ───────────▶ resting      ready ─────────────────▶ spent
  ///     ▲   3 the gap      │            ▲     4 the renewal      │
  ///     └──────────────────┘            └────────────────────────┘
  /// ```
  /// 1, 2 `spend`: a reload was made. 3, 4 `verdict`: asked when that time has come. Nothing is lost by
  /// waiting: who waits asks again, and then reloads what there is by then.
  public struct ReloadBudget: Equatable, Sendable {
    /// Whether a reload may be made.
    public enum Verdict: Equatable, Sendable {
      /// Now.
      case reload
      /// Not before a time; ask again then.
      case wait(until: Timestamp)
    }

    /// Reloads that a period has.
    public let limit: UInt32
    /// From a period's first reload to the next period (s).
    public let period: Int64
    /// From one reload to the next at least (s): changes that come in between share one.
    public let gap: Int64
    /// Reloads that the running period has left.
    public private(set) var left: UInt32
    private var renewal = Timestamp(.min)
    private var rested = Timestamp(.min)

    /// Describes a budget of which nothing is spent.
    ///
    /// - Parameters:
    ///   - limit: Reloads a period; 0: none ever.
    ///   - period: From a period's first reload to the next period (s), a day if left out, 1 or more.
    ///   - gap: From one reload to the next at least (s), 0 or more.
    public init(limit: UInt32 = 50, period: Int64 = 86_400, gap: Int64 = 1) {
      self.limit = limit
      self.period = max(period, 1)
      self.gap = max(gap, 0)
      left = limit
    }

    /// Whether a reload may be made now.
    ///
    /// A clock that was set back renews nothing, but no wait is longer than a period or a gap.
    public mutating func verdict(now: Timestamp) -> Verdict {
      if now >= renewal { left = limit }
      renewal = min(renewal, now.adding(period))
      rested = min(rested, now.adding(gap))
      // Without a limit there is no first reload to count the period from.
      if left == 0 { return .wait(until: limit == 0 ? now.adding(period) : renewal) }
      return rested > now ? .wait(until: rested) : .reload
    }

    /// Counts a reload.
    public mutating func spend(now: Timestamp) {
      if now >= renewal {
        left = limit
        renewal = now.adding(period)
      }
      if left > 0 { left &-= 1 }
      rested = now.adding(gap)
    }
  }
#endif
