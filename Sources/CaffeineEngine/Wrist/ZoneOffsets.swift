/// How a place's clocks stand to UTC now, and how from their next change on.
///
/// All that a watch without zone tables needs to tell the wall clock's time for months; a phone works
/// it out and sends it.
public struct ZoneOffsets: Equatable, Sendable {
  /// Local time less UTC until the change (min), −1 080 to 1 080.
  public var utcOffset: Int16
  /// When the clocks are next changed; ``Timestamp/forever``: never.
  public var nextChange: Timestamp
  /// Local time less UTC from the change on (min); as before where there is none.
  public var offsetAfter: Int16

  /// Describes clocks that show `utcOffset` until a change, if there is to be one.
  public init(utcOffset: Int16, nextChange: Timestamp = .forever, offsetAfter: Int16? = nil) {
    self.utcOffset = utcOffset
    self.nextChange = nextChange
    self.offsetAfter = offsetAfter ?? utcOffset
  }

  /// Local time less UTC at a time (min).
  public func offset(at time: Timestamp) -> Int32 {
    Int32(time < nextChange ? utcOffset : offsetAfter)
  }
}
