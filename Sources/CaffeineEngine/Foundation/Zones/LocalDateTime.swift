/// A date and a time of day as a clock on the wall shows them, with no zone attached.
public struct LocalDateTime: Sendable, Hashable {
  /// The date on the calendar.
  public let date: CivilDate

  /// Seconds since the wall clock showed midnight, 0 to 86 399.
  public let secondOfDay: Int32

  /// Puts a date and a second of the day together; the second is held within the day.
  public init(date: CivilDate, secondOfDay: Int) {
    self.date = date
    self.secondOfDay = Int32(truncatingIfNeeded: min(max(secondOfDay, 0), 86_399))
  }

  /// Reads the wall clock at an instant.
  ///
  /// - Parameters:
  ///   - instant: Seconds since the Unix epoch, UTC; any value.
  ///   - offsetMinutes: The clock's offset from UTC (min).
  public init(at instant: Int64, offsetMinutes: Int16) {
    let (local, overflowed) = instant.addingReportingOverflow(60 * Int64(offsetMinutes))
    let seconds = overflowed ? instant : local
    let second = ((seconds % 86_400) + 86_400) % 86_400
    let days = seconds / 86_400 - (seconds % 86_400 < 0 ? 1 : 0)
    self.init(date: CivilDate(clampingDays: days), secondOfDay: Int(second))
  }

  /// Seconds since 1970-01-01 00:00 on the same wall clock.
  public var secondsSinceLocalEpoch: Int64 {
    Int64(date.daysSinceEpoch) * 86_400 + Int64(secondOfDay)
  }

  /// The time of day as `HH:MM`, with `:SS` only if the seconds are not zero.
  public var clockText: String {
    let second = Int(secondOfDay)
    let minutes = "\(padded(second / 3600, to: 2)):\(padded(second / 60 % 60, to: 2))"
    return second % 60 == 0 ? minutes : "\(minutes):\(padded(second % 60, to: 2))"
  }
}

/// Writes an offset from UTC as `+02:00`.
func offsetText(_ minutes: Int16) -> String {
  let magnitude = Int(minutes.magnitude)
  let sign = minutes < 0 ? "-" : "+"
  return "\(sign)\(padded(magnitude / 60, to: 2)):\(padded(magnitude % 60, to: 2))"
}
