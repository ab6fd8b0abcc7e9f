import CaffeineEngine
import Foundation

/// 2001-01-01 00:00 UTC, from which Foundation counts, in seconds since the Unix epoch.
private let referenceDate: Int64 = 978_307_200

extension Timestamp {
  /// The whole second that a date falls into; a fraction of a second is cut, towards the past.
  ///
  /// - Returns: nil for a date that is not a number, infinite, or beyond 64 bits of seconds.
  /// - Accuracy: exact, also for dates a hair before a whole second.
  public init?(_ date: Date) {
    // Date holds this number; the one since 1970 is rounded, perhaps up to the next second.
    guard let whole = Int64(exactly: date.timeIntervalSinceReferenceDate.rounded(.down))
    else { return nil }
    let (seconds, overflow) = whole.addingReportingOverflow(referenceDate)
    guard !overflow else { return nil }
    self.init(seconds)
  }

  /// The present second by the machine's clock.
  public static var now: Timestamp { Timestamp(Date()) ?? Timestamp(0) }
}

extension Date {
  /// The date at which a second begins.
  ///
  /// - Accuracy: exact within 2^53 s (285 million years) of 1970; farther out the nearest that a
  ///   `Date` holds, so that ``Timestamp/forever`` does not come back.
  public init(_ timestamp: Timestamp) {
    self.init(timeIntervalSince1970: Double(timestamp.seconds))
  }
}

// MARK: - Durations

extension Timestamp {
  /// Moves by a duration, to the second that the result falls into, stopping at the ends.
  ///
  /// A fraction of a second is cut, towards the past, as of a date.
  public func adding(_ duration: Duration) -> Timestamp {
    adding(duration.wholeSeconds)
  }

  /// How long it is from here until another time; negative if that is earlier.
  ///
  /// - Accuracy: exact for any two times.
  public func duration(to other: Timestamp) -> Duration {
    .seconds(other.seconds) - .seconds(seconds)
  }
}

extension Drink {
  /// How long drinking took, as the standard library counts time; 0: all at once.
  public var drinkingTime: Duration { .seconds(duration) }
}

extension Duration {
  /// The duration in whole seconds (s), rounded down and held within 64 bits.
  var wholeSeconds: Int64 {
    // `components` traps beyond 64 bits of seconds.
    if self >= .seconds(Int64.max) { return .max }
    if self <= .seconds(Int64.min) { return .min }
    let (seconds, attoseconds) = components
    return attoseconds < 0 ? seconds - 1 : seconds
  }
}
