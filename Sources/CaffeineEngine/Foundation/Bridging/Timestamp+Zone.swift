import CaffeineEngine
import Foundation

extension Timestamp {
  /// The next time that a wall clock shows so many minutes past an hour: a bedtime, say.
  ///
  ///     let bedtime = Timestamp.next(hour: 23, minute: 0, in: .current)
  ///
  /// Every date has each time of day once. Where the clocks go back and show it twice, that is
  /// the first: after it, the next date's comes. Where they go forward over it, that is the
  /// instant at which they do. A date that the zone left out whole has none.
  /// - Parameters:
  ///   - hour: 0 to 23; anything else traps.
  ///   - minute: 0 to 59; anything else traps.
  ///   - zone: Whose wall clock.
  ///   - after: The result is later than this, never the same second.
  /// - Returns: ``forever`` if the year 9999 ends before; the year 1 is the earliest.
  public static func next(
    hour: Int, minute: Int, in zone: TimeZone, after: Timestamp = .now
  ) -> Timestamp {
    ZoneRule(zone).next(hour: hour, minute: minute, after: after)
  }
}

extension ZoneRule {
  /// The next time that the wall clock shows so many minutes past an hour.
  ///
  /// As ``Timestamp/next(hour:minute:in:after:)``, for rules that come from a file or an option.
  public func next(hour: Int, minute: Int, after: Timestamp) -> Timestamp {
    precondition((0..<24).contains(hour), "hour is not 0 to 23")
    precondition((0..<60).contains(minute), "minute is not 0 to 59")
    let local = LocalDateTime(
      at: after.seconds, offsetMinutes: offset(at: after.seconds))
    // Today's may be past, tomorrow may be left out.
    for days in Int64(0)...2 {
      let date = CivilDate(clampingDays: Int64(local.date.daysSinceEpoch) + days)
      let wall = LocalDateTime(date: date, secondOfDay: 3_600 * hour + 60 * minute)
      let reading = reading(of: wall)
      if reading.instant > after.seconds, !leavesOutDay(at: reading) {
        return Timestamp(reading.instant)
      }
    }
    return .forever
  }

  /// Whether the time was skipped with its whole date, as the date line moved past the zone.
  private func leavesOutDay(at reading: LocalReading) -> Bool {
    reading.occurrence == .afterGap
      && Int(reading.offsetMinutes) - Int(offset(at: reading.instant - 1)) >= 1_440
  }
}

extension LocalDate {
  /// The date of a time by the wall clock of a zone.
  ///
  /// For a drink that is listed the ledger goes by the offset stored with it instead, so that its
  /// day never moves.
  /// - Parameters:
  ///   - time: Any time; beyond the years 1 to 9999 the nearest date of them counts.
  ///   - zone: Whose wall clock.
  ///   - dayStart: Minute of the day at which a new date begins (min), as in ``Configuration``.
  public init(of time: Timestamp, in zone: TimeZone, dayStart: UInt32 = 0) {
    let local = LocalDateTime(
      at: time.adding(-60 * Int64(dayStart)).seconds, offsetMinutes: zone.utcOffset(at: time))
    self.init(days: Int64(local.date.daysSinceEpoch))
  }
}
