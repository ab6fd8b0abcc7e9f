import CaffeineFoundation

/// The clock by which a day is told: a zone's rules, the date, and why this zone.
struct WallClock: Sendable {
  let zone: ZoneRule
  let date: CivilDate
  /// Why this zone, for people: `as the log's times say`.
  let reason: String

  /// Offset from UTC at a time (min).
  func offset(at time: Int64) -> Int16 { zone.offset(at: time) }

  /// Date and time of day at a time.
  func local(_ time: Int64) -> LocalDateTime {
    LocalDateTime(at: time, offsetMinutes: offset(at: time))
  }

  /// The time at which the clock shows a minute of the day, `days` after the date.
  func time(minute: Int, days: Int64 = 0) -> Int64 {
    let day = CivilDate(clampingDays: Int64(date.daysSinceEpoch) + days)
    return zone.reading(of: LocalDateTime(date: day, secondOfDay: 60 * minute)).instant
  }

  /// A time as people say it: `14:05`, `02:10 the next day`, `2026-08-10 07:00`.
  ///
  /// Where the clock shows it twice, the second one carries its offset.
  func text(_ time: Int64) -> String {
    let local = self.local(time)
    let clock = shortText(time)
    switch local.date.daysSinceEpoch - date.daysSinceEpoch {
    case 0: return clock
    case 1: return "\(clock) the next day"
    case -1: return "\(clock) the day before"
    default: return "\(local.date) \(clock)"
    }
  }

  /// The time of day alone, cut to the minute.
  func shortText(_ time: Int64) -> String {
    let local = self.local(time)
    let minute = LocalDateTime(date: local.date, secondOfDay: Int(local.secondOfDay) / 60 * 60)
    let isSecond = zone.reading(of: local).instant != time
    return isSecond ? "\(minute.clockText) \(offsetText(time))" : minute.clockText
  }

  /// Date, time and offset in ISO 8601.
  func isoText(_ time: Int64) -> String {
    let local = self.local(time)
    return "\(local.date)T\(local.clockText)\(offsetText(time))"
  }

  /// The offset at a time as `+02:00`.
  func offsetText(_ time: Int64) -> String {
    let minutes = Int(offset(at: time))
    let size = abs(minutes)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(minutes < 0 ? "-" : "+")\(two(size / 60)):\(two(size % 60))"
  }

  /// The day's name.
  var weekday: String {
    // 1970-01-01 was a Thursday.
    let names = [
      "Thursday", "Friday", "Saturday", "Sunday", "Monday", "Tuesday", "Wednesday",
    ]
    return names[((Int(date.daysSinceEpoch) % 7) + 7) % 7]
  }
}
