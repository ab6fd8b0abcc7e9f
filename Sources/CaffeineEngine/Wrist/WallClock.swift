/// A wall clock as a watch without zone tables knows it: an offset, and perhaps its next change.
package struct WallClock {
  /// Local time less UTC until the change (min).
  let offset: Int32
  /// When the clock is next changed (s); `.max`: never.
  let change: Int64
  /// Local time less UTC from the change on (min).
  let offsetAfter: Int32

  /// Describes a clock.
  ///
  /// - Returns: Nil for an offset beyond 1 080 minutes.
  package init?(offset: Int32, change: Int64, offsetAfter: Int32) {
    let most: Int32 = 1_080
    guard UInt32(bitPattern: offset &+ most) <= UInt32(bitPattern: 2 &* most),
      UInt32(bitPattern: offsetAfter &+ most) <= UInt32(bitPattern: 2 &* most)
    else { return nil }
    self.offset = offset
    self.change = change
    self.offsetAfter = offsetAfter
  }

  /// The next time that the clock shows a minute of the day, later than `now`.
  ///
  /// Every date has each once: where the clock goes back and shows it twice, the first; where it goes
  /// forward over it, the instant at which it does.
  /// - Parameters:
  ///   - minute: Minute of the day (min), 0 to 1 439.
  ///   - now: A time (s), up to the year 10 600.
  /// - Returns: `.max` where `now` is later than that.
  /// - Complexity: O(1), no 64-bit division.
  @inline(__always)
  package func next(minute: UInt32, after now: Int64) -> Int64 {
    let today = LocalDate.days(of: now, offset: now < change ? offset : offsetAfter, dayStart: 0)
    // Where the clock was put back past midnight, yesterday's may be still to come; where it was put
    // forward by up to 36 hours, those of today and tomorrow may have been left out.
    var time =
      Int64(today &- 1) &* 86_400 &+ Int64(60 &* (Int32(truncatingIfNeeded: minute) &- offset))
    var days: UInt32 = 0
    repeat {
      var shown = time
      if time >= change {
        shown = time &+ Int64(60 &* (offset &- offsetAfter))
        if shown < change { shown = change }
      }
      if shown > now { return shown }
      time = time &+ 86_400
      days = days &+ 1
    } while days < 5
    return .max
  }
}
