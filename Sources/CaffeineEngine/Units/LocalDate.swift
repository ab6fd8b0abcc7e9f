/// A calendar date where the drink was taken: days since 1970-01-01.
@frozen
public struct LocalDate: Equatable, Comparable, Sendable {
  /// Days since 1970-01-01; 0 is that day.
  public var days: Int64

  /// Creates a date from days since 1970-01-01.
  @inlinable
  public init(days: Int64) {
    self.days = days
  }

  /// Orders dates.
  @inlinable
  public static func < (a: LocalDate, b: LocalDate) -> Bool {
    a.days < b.days
  }
}

extension LocalDate {
  /// The local date of a point in time: floor((time + 60·offset − 60·dayStart) / 86 400).
  ///
  /// - Parameters:
  ///   - time: Seconds since the epoch (s); before the year -6 700 or past 10 600 it counts as these.
  ///   - offset: Local minus UTC (min).
  ///   - dayStart: Minute of the day at which a new date begins (min).
  /// - Returns: Days since 1970-01-01.
  /// - Complexity: O(1), no 64-bit division.
  @inline(never)
  static func days(of time: Int64, offset: Int32, dayStart: Int32) -> Int32 {
    let far: Int64 = 1 << 38 - 1 << 20
    let clamped = time < -far ? -far : time > far ? far : time
    let local = clamped &+ Int64(60 &* (offset &- dayStart))
    // 86 400 = 2^7 · 675: the shift floors, and what remains fits 32 bits.
    let units = Int32(truncatingIfNeeded: local &>> 7)
    let quotient = units / 675
    return quotient &* 675 > units ? quotient &- 1 : quotient
  }
}
