/// A point in time: whole seconds since 1970-01-01 00:00 UTC, without leap seconds.
@frozen
public struct Timestamp: Equatable, Comparable, Sendable {
  /// Seconds since the Unix epoch (s), any value.
  public var seconds: Int64

  /// Creates a point in time from seconds since the Unix epoch (s).
  @inlinable
  public init(_ seconds: Int64) {
    self.seconds = seconds
  }

  /// Later than every other time: "for ever" where a question has an end.
  @inlinable
  public static var forever: Timestamp { Timestamp(.max) }

  /// Moves by a number of seconds (s), stopping at the ends of the range.
  @inlinable
  public func adding(_ seconds: Int64) -> Timestamp {
    let (sum, overflow) = self.seconds.addingReportingOverflow(seconds)
    return Timestamp(overflow ? (seconds < 0 ? .min : .max) : sum)
  }

  /// Orders points in time.
  @inlinable
  public static func < (a: Timestamp, b: Timestamp) -> Bool {
    a.seconds < b.seconds
  }
}
