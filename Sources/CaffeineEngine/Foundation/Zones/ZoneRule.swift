import Foundation

/// Says which offset from UTC a place's clocks show at any instant.
///
/// Files often hold local times; a rule turns them into instants, and tells for an instant the
/// offset that is stored beside the drink and fixes the day it belongs to.
///
/// Offsets are whole minutes from −1080 to 1080. The few zones whose clocks once stood between
/// minutes (Monrovia, −00:44:30 until 1972) are rounded down, both ways alike.
public struct ZoneRule: Sendable {
  /// The largest offset from UTC that a rule gives, either way (min).
  public static let offsetLimitMinutes = 1080

  /// How to call the rule in an output: `Europe/Berlin`, `+02:00`.
  public let name: String

  /// Whether the rule is the machine's own, which an output should say.
  public let isMachine: Bool

  private let source: Source

  private enum Source: Sendable {
    case fixed(Int16)
    case rules(TimeZone)
  }

  private init(name: String, isMachine: Bool, source: Source) {
    self.name = name
    self.isMachine = isMachine
    self.source = source
  }

  /// The rules of a zone that Foundation knows, with its summer times.
  public init(_ zone: TimeZone) {
    self.init(name: zone.identifier, isMachine: false, source: .rules(zone))
  }

  /// The rules of an IANA zone, from the system's tables.
  ///
  /// - Throws: `unknownZone` if the system knows no zone of that name.
  public static func named(_ name: String) throws(LogError) -> ZoneRule {
    guard let zone = TimeZone(identifier: name) else {
      let near = TimeZone.knownTimeZoneIdentifiers.first { $0.lowercased() == name.lowercased() }
      throw LogError(
        .unknownZone, what: "no time zone is called \(quoted(name))",
        whatToDo: "write it as \(near ?? "Europe/Berlin")")
    }
    return ZoneRule(name: name, isMachine: false, source: .rules(zone))
  }

  /// Clocks that always show the same offset from UTC.
  ///
  /// - Parameter minutes: The offset (min), −1080 to 1080.
  /// - Throws: `badOffset` beyond that.
  public static func fixed(minutes: Int) throws(LogError) -> ZoneRule {
    guard (-offsetLimitMinutes...offsetLimitMinutes).contains(minutes) else {
      throw LogError(
        .badOffset, what: "an offset of \(minutes) minutes from UTC",
        whatToDo: "give -1080 to 1080")
    }
    let offset = Int16(truncatingIfNeeded: minutes)
    return ZoneRule(name: offsetText(offset), isMachine: false, source: .fixed(offset))
  }

  /// Clocks that show UTC.
  public static let utc = ZoneRule(name: "UTC", isMachine: false, source: .fixed(0))

  /// The rules of the zone that this machine is set to at the time of the call.
  public static var machine: ZoneRule {
    let zone = TimeZone.current
    return ZoneRule(name: zone.identifier, isMachine: true, source: .rules(zone))
  }

  /// The offset from UTC that the clocks show at an instant.
  ///
  /// - Parameter instant: Seconds since the Unix epoch, UTC; beyond the years 1 to 9999 the
  ///   nearest of them counts.
  /// - Returns: Minutes, −1080 to 1080, rounded down.
  public func offset(at instant: Int64) -> Int16 {
    switch source {
    case .fixed(let minutes):
      return minutes
    case .rules(let zone):
      let held = min(max(instant, -62_135_596_800), 253_402_300_799)
      let seconds = zone.secondsFromGMT(for: Date(timeIntervalSince1970: Double(held)))
      let minutes = seconds / 60 - (seconds % 60 < 0 ? 1 : 0)
      let limit = ZoneRule.offsetLimitMinutes
      return Int16(truncatingIfNeeded: min(max(minutes, -limit), limit))
    }
  }
}

extension ZoneRule: CustomStringConvertible {
  /// The name, and whether it is the machine's.
  public var description: String { isMachine ? "\(name) (this machine's zone)" : name }
}
