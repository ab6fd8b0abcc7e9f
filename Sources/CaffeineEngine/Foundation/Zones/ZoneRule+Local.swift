/// The instant that a wall clock's time names, and how surely.
public struct LocalReading: Sendable, Equatable {
  /// How often the wall clock showed the time.
  public enum Occurrence: Sendable, Equatable {
    /// Once, as nearly every time of the year.
    case once
    /// Twice, as the clocks went back: the instant is the first.
    case firstOfTwo
    /// Never, as the clocks went forward over it: the instant is the end of the gap.
    case afterGap
  }

  /// Seconds since the Unix epoch, UTC.
  public let instant: Int64

  /// The offset from UTC in force at the instant (min).
  public let offsetMinutes: Int16

  /// How often the wall clock showed the time.
  public let occurrence: Occurrence
}

extension ZoneRule {
  /// Finds the instant at which the wall clock shows a local time.
  ///
  /// A time that occurs twice means the first; one that the clocks skip means the instant at
  /// which they were put forward.
  /// - Complexity: At most six look-ups of an offset, and 18 more for a skipped time.
  public func reading(of local: LocalDateTime) -> LocalReading {
    let wall = local.secondsSinceLocalEpoch
    // A day either side: no zone changes its clocks twice within two days.
    let before = offset(at: wall - 86_400)
    let offsets = [before, offset(at: wall), offset(at: wall + 86_400)]
    var found: [Int64] = []
    for candidate in offsets {
      let instant = wall - 60 * Int64(candidate)
      if !found.contains(instant), offset(at: instant) == candidate { found.append(instant) }
    }
    guard let first = found.min() else { return readingAfterGap(wall: wall, offsets: offsets) }
    return LocalReading(
      instant: first, offsetMinutes: offset(at: first),
      occurrence: found.count > 1 ? .firstOfTwo : .once)
  }

  private func readingAfterGap(wall: Int64, offsets: [Int16]) -> LocalReading {
    let instants = offsets.map { wall - 60 * Int64($0) }
    var early = instants.min() ?? wall
    var late = instants.max() ?? wall
    let old = offset(at: early)
    // The clocks change after `early` and not after `late`.
    while late - early > 1 {
      let middle = early + (late - early) / 2
      if offset(at: middle) == old { early = middle } else { late = middle }
    }
    return LocalReading(instant: late, offsetMinutes: offset(at: late), occurrence: .afterGap)
  }
}
