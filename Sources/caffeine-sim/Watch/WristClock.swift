import CaffeineEngine
import CaffeineFoundation

/// The wall clock of a wearer: an offset from UTC and, where it is known, its next change.
struct WristClock: Equatable {
  /// Local time less UTC until the change (min).
  let offset: Int
  /// When the clock is next changed (s); `.max`: not known.
  let change: Int64
  /// Local time less UTC from the change on (min).
  let offsetAfter: Int

  init(offset: Int, change: Int64 = .max, offsetAfter: Int? = nil) {
    self.offset = offset
    self.change = change
    self.offsetAfter = offsetAfter ?? offset
  }

  /// Local time less UTC at a time (min).
  func offset(at time: Int64) -> Int { time < change ? offset : offsetAfter }

  /// What the clock shows at a time.
  func local(_ time: Int64) -> LocalDateTime {
    LocalDateTime(at: time, offsetMinutes: Int16(truncatingIfNeeded: offset(at: time)))
  }

  /// The next time later than `time` at which the clock shows a minute of the day, as the engine
  /// finds the next bedtime.
  func next(minute: Int, after time: Int64) -> Int64 {
    let clock = CaffeineEngine.WallClock(
      offset: Int32(truncatingIfNeeded: offset), change: change,
      offsetAfter: Int32(truncatingIfNeeded: offsetAfter))
    return clock?.next(minute: UInt32(truncatingIfNeeded: minute), after: time) ?? .max
  }

  /// The first time at or after `earliest` at which the clock shows this date and minute; nil if that
  /// was before.
  func time(_ date: CivilDate, minute: Int, notBefore earliest: Int64) -> Int64? {
    let midnight = 86_400 * Int64(date.daysSinceEpoch) - 60 * Int64(max(offset, offsetAfter))
    var time = next(minute: minute, after: max(earliest, midnight) - 1)
    while local(time).date < date { time = next(minute: minute, after: time) }
    if local(time).date == date { return time }
    // Where the clock goes back, it may be the second time that it shows this.
    let again = 86_400 * Int64(date.daysSinceEpoch) + 60 * Int64(minute - offsetAfter)
    return again >= max(earliest, change) ? again : nil
  }

  /// The clock and the day's name: `Sat 07:10 +02:00`.
  func text(_ time: Int64) -> String {
    "\(WristClock.weekday(local(time).date)) \(local(time).clockText) "
      + WristClock.text(offset: offset(at: time))
  }

  /// An offset as `+02:00`.
  static func text(offset: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(offset < 0 ? "-" : "+")\(two(abs(offset) / 60)):\(two(abs(offset) % 60))"
  }

  /// The first three letters of a day's name.
  static func weekday(_ date: CivilDate) -> String {
    // 1970-01-01 was a Thursday.
    let names = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"]
    return names[((Int(date.daysSinceEpoch) % 7) + 7) % 7]
  }
}

/// A time as a script writes it: `14:00` or `2026-08-08T14:00`.
struct WrittenTime: Equatable {
  let date: CivilDate?
  let minute: Int

  /// Reads a time of day, perhaps with its date; nil for anything else.
  init?(_ text: Substring) {
    let parts = text.split(separator: "T", omittingEmptySubsequences: false).map(String.init)
    guard parts.count <= 2, let minute = Quantity.timeOfDay(parts[parts.count - 1]) else {
      return nil
    }
    if parts.count == 2 {
      guard let date = Quantity.date(parts[0]) else { return nil }
      self.date = date
    } else {
      date = nil
    }
    self.minute = minute
  }

  /// Whether a clock that shows this was meant.
  func matches(_ local: LocalDateTime) -> Bool {
    (date ?? local.date) == local.date && minute == Int(local.secondOfDay) / 60
  }

  /// As it is written.
  var text: String {
    let clock = LocalDateTime(
      date: CivilDate(clampingDays: 0), secondOfDay: 60 * minute
    ).clockText
    return date.map { "\($0)T\(clock)" } ?? clock
  }
}
