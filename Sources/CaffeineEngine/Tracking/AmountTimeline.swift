#if !os(none)

  /// Amounts and day totals at regular times ahead, for what draws them without asking again.
  ///
  /// Each entry is of its own instant: after local midnight the total is the new day's. The room is made
  /// once and used again by every ``CaffeineTracker/rebuild(_:from:zone:)``.
  ///
  ///     var timeline = AmountTimeline()
  ///     try await tracker.rebuild(&timeline, from: now, zone: zone)
  ///     for entry in timeline { face.draw(entry.amount, entry.total, at: entry.time) }
  public struct AmountTimeline: Equatable, Sendable {
    /// What is drawn at a time.
    public struct Entry: Equatable, Sendable {
      /// From when on it is drawn.
      public let time: Timestamp
      /// In the body then.
      public let amount: Amount
      /// The total of the day that it is then.
      public let total: Amount
    }

    /// From one entry to the next (s).
    public let step: UInt32
    /// The tracker's count of changes of which it tells; nil: nothing was told yet.
    public private(set) var changeCount: UInt64?
    /// How far to trust the amounts, all entries together.
    public private(set) var flags: Flags = []
    private var start = Timestamp(0)
    /// µg, an entry each; the totals likewise.
    private var amounts: [UInt32]
    private var totals: [UInt32]

    /// Makes room for a timeline that has no entries yet.
    ///
    /// - Parameters:
    ///   - step: From one entry to the next (s), not 0.
    ///   - capacity: Entries, 0 to 4 096, the nearest to it otherwise; 24 h of 5 min each if left out.
    /// - Complexity: two allocations, 8 bytes an entry; none later.
    public init(step: UInt32 = 300, capacity: Int = 288) {
      self.step = step
      amounts = [UInt32](repeating: 0, count: Swift.min(Swift.max(capacity, 0), 4_096))
      totals = amounts
    }
  }

  extension AmountTimeline: RandomAccessCollection {
    /// The first entry's.
    public var startIndex: Int { 0 }
    /// One past the last entry's; 0 before it was built.
    public var endIndex: Int { changeCount == nil ? 0 : amounts.count }

    /// An entry; the first is of the time from which the timeline was built.
    public subscript(index: Int) -> Entry {
      Entry(
        time: start.adding(Int64(index) &* Int64(step)),
        amount: Amount(micrograms: amounts[index]), total: Amount(micrograms: totals[index]))
    }
  }

  extension AmountTimeline {
    /// Tells everything anew; a refusal leaves it as it was.
    fileprivate mutating func rebuild(
      _ ledger: Ledger, from start: Timestamp, zone: ZoneOffsets, changeCount: UInt64
    ) throws(CaffeineError) {
      let step = step
      var told: UInt32 = 0
      let count = UInt32(truncatingIfNeeded: amounts.count)
      try tellTotals(ledger, from: start, zone, keeps: false)
      let status = amounts.withUnsafeMutableBufferPointer { buffer in
        guard let address = buffer.baseAddress else { return Status.done }
        return ledger.timeline(
          from: start.seconds, step: step, count: count, into: address, flags: &told)
      }
      try status.check()
      try tellTotals(ledger, from: start, zone, keeps: true)
      self.start = start
      self.changeCount = changeCount
      flags = Flags(rawValue: told)
    }

    /// Asks for the total of each day that an entry falls on, once.
    ///
    /// - Parameter keeps: Whether the totals are written down, or only asked for as they may be refused.
    private mutating func tellTotals(
      _ ledger: Ledger, from start: Timestamp, _ zone: ZoneOffsets, keeps: Bool
    ) throws(CaffeineError) {
      var day = try ledger.today(now: start, utcOffset: zone.offset(at: start))
      for index in amounts.indices {
        let time = start.adding(Int64(index) &* Int64(step))
        let offset = zone.offset(at: time)
        if ledger.localDate(of: time, utcOffset: offset) != day.date {
          day = try ledger.today(now: time, utcOffset: offset)
        }
        if keeps { totals[index] = day.total.micrograms }
      }
    }
  }

  extension CaffeineTracker {
    /// Builds a timeline anew, in the room that it has.
    ///
    /// - Parameters:
    ///   - timeline: What is built; a variable of the caller's, no actor's property.
    ///   - start: The first entry's time.
    ///   - zone: What the wall clock shows, now and from its next change on.
    /// - Throws: `range` (an offset over 1 080 min, the last entry's time), `argument` (step 0), `clock`,
    ///   `tooOld` or `notKept`; the timeline is as it was.
    /// - Complexity: O(drinks + entries) and O(drinks) for each date that an entry falls on; no allocation
    ///   unless a copy of the timeline is kept.
    public func rebuild(
      _ timeline: inout AmountTimeline, from start: Timestamp, zone: ZoneOffsets
    ) throws(CaffeineError) {
      try timeline.rebuild(ledger, from: start, zone: zone, changeCount: changeCount)
    }
  }
#endif
