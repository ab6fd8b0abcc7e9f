/// A date of the Gregorian calendar with no zone attached: what a wall calendar shows.
public struct CivilDate: Sendable, Hashable, Comparable {
  /// Days since 1970-01-01; negative before it.
  public let daysSinceEpoch: Int32

  /// The earliest date held, 0001-01-01.
  public static let earliest = CivilDate(clampingDays: -719_162)

  /// The latest date held, 9999-12-31.
  public static let latest = CivilDate(clampingDays: 2_932_896)

  /// Makes the date `days` after 1970-01-01, or the nearest of the years 1 to 9999.
  public init(clampingDays days: Int64) {
    daysSinceEpoch = Int32(truncatingIfNeeded: min(max(days, -719_162), 2_932_896))
  }

  /// Makes a date from its parts.
  ///
  /// - Returns: nil unless the year is 1 to 9999 and the date is in the calendar.
  /// - Source: Howard Hinnant, "chrono-Compatible Low-Level Date Algorithms", days_from_civil.
  public init?(year: Int, month: Int, day: Int) {
    guard (1...9999).contains(year), (1...12).contains(month) else { return nil }
    guard day >= 1, day <= CivilDate.dayCount(ofMonth: month, year: year) else { return nil }
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = shiftedYear / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    self.init(clampingDays: Int64(era * 146_097 + dayOfEra - 719_468))
  }

  /// The year, 1 to 9999.
  public var year: Int { parts.year }

  /// The month, 1 to 12.
  public var month: Int { parts.month }

  /// The day of the month, 1 to 31.
  public var day: Int { parts.day }

  /// Whether `left` is an earlier date than `right`.
  public static func < (left: CivilDate, right: CivilDate) -> Bool {
    left.daysSinceEpoch < right.daysSinceEpoch
  }

  /// The number of days in a month.
  ///
  /// - Parameters:
  ///   - month: 1 to 12; any other number has no days.
  ///   - year: The year, for February.
  public static func dayCount(ofMonth month: Int, year: Int) -> Int {
    switch month {
    case 2: (year % 4 == 0 && year % 100 != 0) || year % 400 == 0 ? 29 : 28
    case 4, 6, 9, 11: 30
    case 1...12: 31
    default: 0
    }
  }

  // civil_from_days of the same source.
  private var parts: (year: Int, month: Int, day: Int) {
    let shifted = Int(daysSinceEpoch) + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    let month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, dayOfYear - (153 * shiftedMonth + 2) / 5 + 1)
  }
}

extension CivilDate: CustomStringConvertible {
  /// The date as `YYYY-MM-DD`.
  public var description: String {
    let (year, month, day) = parts
    return "\(padded(year, to: 4))-\(padded(month, to: 2))-\(padded(day, to: 2))"
  }
}

/// Writes `number` with leading zeros up to `width` digits.
func padded(_ number: Int, to width: Int) -> String {
  let digits = String(number)
  return String(repeating: "0", count: max(0, width - digits.count)) + digits
}
