import CaffeineEngine
import Foundation

extension ZoneRule {
  /// The offset in force at a time and the next one to come.
  ///
  /// Changes by less than a minute (Monrovia's are 30 s off) count if the offset rounded down
  /// to minutes changes; names and summer time flags that change alone do not.
  /// - Parameter time: From 1970 to 2200; what lies outside counts as the nearer end.
  /// - Returns: `nextChange` is ``Timestamp/forever`` if none comes before 2200.
  /// - Complexity: One look-up of an offset for every three days until the change, 18 more to
  ///   find it: some 80 for a zone with summer time, up to 28 000 (2 ms) for one without.
  public func offsets(at time: Timestamp) -> ZoneOffsets {
    let step: Int64 = 3 * 86_400
    var early = min(max(time.seconds, 0), Drink.endOfTime)
    let old = offset(at: early)
    while early < Drink.endOfTime {
      // The shortest summer time since 1970 is Recife's of 2000: a week less an hour
      // (`ZoneBridgingTests` compares all zones with the system's transitions).
      var late = min(early + step, Drink.endOfTime)
      guard offset(at: late) != old else {
        early = late
        continue
      }
      while late - early > 1 {
        let middle = early + (late - early) / 2
        if offset(at: middle) == old { early = middle } else { late = middle }
      }
      return ZoneOffsets(
        utcOffset: old, nextChange: Timestamp(late), offsetAfter: offset(at: late))
    }
    return ZoneOffsets(utcOffset: old)
  }
}

extension TimeZone {
  /// The offset that a drink at a time is stored with: local time less UTC (min).
  ///
  /// - Returns: −1 080 to 1 080. Old offsets with seconds are rounded down to the minute.
  public func utcOffset(at time: Timestamp) -> Int16 {
    ZoneRule(self).offset(at: time.seconds)
  }

  /// The offset in force at a time and the next one to come: ``ZoneRule/offsets(at:)``.
  public func offsets(at time: Timestamp) -> ZoneOffsets {
    ZoneRule(self).offsets(at: time)
  }
}

// A phone sends them in JSON with the keys `offset_min`, `next_change_s` and `offset_after_min`; the last
// two are left out where no change is to come.
extension ZoneOffsets: Codable {
  private enum Key: String, CodingKey {
    case utcOffset = "offset_min"
    case nextChange = "next_change_s"
    case offsetAfter = "offset_after_min"
  }

  /// Reads the offsets from an object; without `next_change_s` there is no change to come.
  ///
  /// - Throws: `DecodingError` for a number out of range, or a change to an unknown offset.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    let utcOffset = try object.decode(Int16.self, forKey: .utcOffset)
    guard let change = try object.decodeIfPresent(Timestamp.self, forKey: .nextChange) else {
      self.init(utcOffset: utcOffset)
      return
    }
    self.init(
      utcOffset: utcOffset, nextChange: change,
      offsetAfter: try object.decode(Int16.self, forKey: .offsetAfter))
  }

  /// Writes the offsets as an object; a change that never comes is left out.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(utcOffset, forKey: .utcOffset)
    guard nextChange < .forever else { return }
    try object.encode(nextChange, forKey: .nextChange)
    try object.encode(offsetAfter, forKey: .offsetAfter)
  }
}
