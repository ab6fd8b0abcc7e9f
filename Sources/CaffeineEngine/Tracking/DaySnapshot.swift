#if !os(none)

  /// What a day's overview asks, each section a question or a few.
  public enum DaySection: UInt8, CaseIterable, Sendable {
    /// Gut and body now.
    case amounts
    /// The totals of the present day.
    case today
    /// The largest amount of the hours ahead.
    case highest
    /// From when on the amount stays below the threshold.
    case settled
    /// The hours ahead, entry by entry.
    case timeline
    /// The totals of seven days, the present one last.
    case week
    /// What changed in a health store, taken in first.
    case health

    /// All sections, the one that is seen first, the rest as usual.
    public static func order(startingAt first: DaySection) -> [DaySection] {
      [first] + allCases.filter { $0 != first }
    }
  }

  /// The instant and the place of a day's overview.
  public struct DayQuestion: Equatable, Sendable {
    /// The present time: all sections are of this instant.
    public var now: Timestamp
    /// What the wall clock shows, now and from its next change on.
    public var zone: ZoneOffsets
    /// What `settled` asks not to be above, not zero.
    public var threshold: Amount
    /// From one entry of the timeline to the next (s), not 0.
    public var step: UInt32
    /// Entries of the timeline, 24 h of 5 min each if left out; `highest` looks as far ahead.
    public var entries: Int

    /// Describes an overview.
    public init(
      now: Timestamp, zone: ZoneOffsets, threshold: Amount = .milligrams(36), step: UInt32 = 300,
      entries: Int = 288
    ) {
      self.now = now
      self.zone = zone
      self.threshold = threshold
      self.step = step
      self.entries = entries
    }
  }

  /// A day's overview, as far as it was asked: a section is nil until then.
  ///
  /// All answers are of one instant and of one state of the ledger. An error is a section's answer too:
  /// `settled` is `never` where the amount stays above the threshold.
  public struct DaySnapshot: Equatable, Sendable {
    /// What was asked.
    public let question: DayQuestion
    /// The tracker's count of changes of which it tells.
    public internal(set) var changeCount: UInt64 = 0
    /// Gut and body now.
    public internal(set) var amounts: Result<Amounts, CaffeineError>?
    /// The totals of the present day.
    public internal(set) var today: Result<Day, CaffeineError>?
    /// The largest amount of the hours ahead.
    public internal(set) var highest: Result<Peak, CaffeineError>?
    /// From when on the amount stays below the threshold.
    public internal(set) var settled: Result<Moment, CaffeineError>?
    /// The hours ahead.
    public internal(set) var timeline: Result<AmountTimeline, CaffeineError>?
    /// Seven days, the present one last.
    public internal(set) var week: Result<[Day], CaffeineError>?
    /// What became of the health store's changes; those that were taken in are in the answers.
    public internal(set) var health: Result<HealthReport, HealthStoreError>?
  }

  extension CaffeineTracker {
    /// Adds sections to an overview, in one turn.
    ///
    /// If the ledger has changed since, what was answered before is asked again, so that no snapshot speaks
    /// of two states.
    /// - Complexity: the questions', at most those of every section.
    func answer(_ sections: ArraySlice<DaySection>, in snapshot: consuming DaySnapshot)
      -> DaySnapshot
    {
      let hasChanged = snapshot.changeCount != changeCount
      snapshot.changeCount = changeCount
      for section in DaySection.allCases {
        guard sections.contains(section) || hasChanged && snapshot.has(section) else { continue }
        answer(section, in: &snapshot)
      }
      return snapshot
    }

    private func answer(_ section: DaySection, in snapshot: inout DaySnapshot) {
      let question = snapshot.question, now = question.now
      let offset = question.zone.offset(at: now)
      switch section {
      case .amounts:
        snapshot.amounts = outcome { () throws(CaffeineError) in try ledger.amounts(at: now) }
      case .today:
        snapshot.today = outcome { () throws(CaffeineError) in
          try ledger.today(now: now, utcOffset: offset)
        }
      case .highest:
        snapshot.highest = outcome { () throws(CaffeineError) in
          try ledger.highest(from: now, until: question.end)
        }
      case .settled:
        snapshot.settled = outcome { () throws(CaffeineError) in
          try ledger.belowFrom(now, until: .forever, threshold: question.threshold)
        }
      case .timeline:
        snapshot.timeline = outcome { () throws(CaffeineError) in
          var timeline = AmountTimeline(step: question.step, capacity: question.entries)
          try rebuild(&timeline, from: now, zone: question.zone)
          return timeline
        }
      case .week:
        snapshot.week = outcome { () throws(CaffeineError) in try week(now: now, offset) }
      case .health: break
      }
    }

    private func week(now: Timestamp, _ offset: Int32) throws(CaffeineError) -> [Day] {
      let today = try ledger.today(now: now, utcOffset: offset)
      var days: [Day] = []
      days.reserveCapacity(7)
      for back in 1...6 as ClosedRange<Int64> {
        days.insert(try ledger.day(LocalDate(days: today.date.days &- back)), at: 0)
      }
      return days + [today]
    }

    private func outcome<Answer>(
      _ ask: () throws(CaffeineError) -> Answer
    ) -> Result<Answer, CaffeineError> {
      do throws(CaffeineError) {
        return .success(try ask())
      } catch {
        return .failure(error)
      }
    }
  }

  extension DayQuestion {
    /// The end of the hours ahead.
    fileprivate var end: Timestamp {
      let (length, overflow) = Int64(clamping: entries).multipliedReportingOverflow(by: Int64(step))
      return overflow ? .forever : now.adding(length)
    }
  }

  extension DaySnapshot {
    /// Whether a section was answered.
    func has(_ section: DaySection) -> Bool {
      switch section {
      case .amounts: amounts != nil
      case .today: today != nil
      case .highest: highest != nil
      case .settled: settled != nil
      case .timeline: timeline != nil
      case .week: week != nil
      case .health: health != nil
      }
    }
  }
#endif
