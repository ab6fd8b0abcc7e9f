import CaffeineEngine
import Foundation

/// An object with both half-lives, `absorption_half_life_s` and `elimination_half_life_s`.
///
/// The ledger checks their ranges.
extension Profile: Codable {
  private enum Key: String, CodingKey {
    case absorptionHalfLife = "absorption_half_life_s"
    case eliminationHalfLife = "elimination_half_life_s"
  }

  /// Reads a profile from an object.
  ///
  /// - Throws: `DecodingError` unless both are there, 0 to 4 294 967 295: half a profile is none.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    self.init(
      absorptionHalfLife: try object.decode(UInt32.self, forKey: .absorptionHalfLife),
      eliminationHalfLife: try object.decode(UInt32.self, forKey: .eliminationHalfLife))
  }

  /// Writes both half-lives.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(absorptionHalfLife, forKey: .absorptionHalfLife)
    try object.encode(eliminationHalfLife, forKey: .eliminationHalfLife)
  }
}

/// An object whose keys may all be missing, which means the default.
///
/// | key               | value                                                      |
/// |-------------------|------------------------------------------------------------|
/// | `profile`         | an object with both half-lives                             |
/// | `device_id`       | 16 hexadecimal digits, as the ledger's ids begin            |
/// | `clock_floor_s`   | seconds since the Unix epoch                               |
/// | `daily_limit_ug`  | 0 to 4 294 967 295                                         |
/// | `single_limit_ug` | 0 to 4 294 967 295                                         |
/// | `cup_ug`          | 0 to 4 294 967 295                                         |
/// | `day_start_min`   | 0 to 4 294 967 295                                         |
/// | `wearer`          | 0 to 4 294 967 295                                         |
/// | `sleep_threshold_ug` | 0 to 4 294 967 295                                      |
/// | `aliases`         | 0 to 4 294 967 295                                         |
///
/// The ranges are the types'; a ledger checks what it is set up with. The device id is text since
/// many readers of JSON hold numbers to 53 bits only.
extension Configuration: Codable {
  private enum Key: String, CodingKey {
    case profile
    case deviceID = "device_id"
    case clockFloor = "clock_floor_s"
    case dailyLimit = "daily_limit_ug"
    case singleLimit = "single_limit_ug"
    case cup = "cup_ug"
    case dayStart = "day_start_min"
    case wearer
    case sleepThreshold = "sleep_threshold_ug"
    case aliases
  }

  /// Reads a configuration from an object.
  ///
  /// - Throws: `DecodingError` where a value is of another kind or outside its type.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    self.init()
    profile = try object.decodeIfPresent(Profile.self, forKey: .profile) ?? profile
    if let text = try object.decodeIfPresent(String.self, forKey: .deviceID) {
      guard let number = hexadecimalNumber(text) else {
        throw DecodingError.dataCorruptedError(
          forKey: .deviceID, in: object, debugDescription: "These are not 16 hexadecimal digits.")
      }
      deviceID = number
    }
    clockFloor = try object.decodeIfPresent(Timestamp.self, forKey: .clockFloor) ?? clockFloor
    dailyLimit = try object.decodeIfPresent(Amount.self, forKey: .dailyLimit) ?? dailyLimit
    singleLimit = try object.decodeIfPresent(Amount.self, forKey: .singleLimit) ?? singleLimit
    cup = try object.decodeIfPresent(Amount.self, forKey: .cup) ?? cup
    dayStart = try object.decodeIfPresent(UInt32.self, forKey: .dayStart) ?? dayStart
    wearer = try object.decodeIfPresent(UInt32.self, forKey: .wearer) ?? wearer
    sleepThreshold =
      try object.decodeIfPresent(Amount.self, forKey: .sleepThreshold) ?? sleepThreshold
    aliases = try object.decodeIfPresent(UInt32.self, forKey: .aliases) ?? aliases
  }

  /// Writes all keys, also where a value is the default: defaults may change, what is stored not.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(profile, forKey: .profile)
    try object.encode(hexadecimalText(deviceID), forKey: .deviceID)
    try object.encode(clockFloor, forKey: .clockFloor)
    try object.encode(dailyLimit, forKey: .dailyLimit)
    try object.encode(singleLimit, forKey: .singleLimit)
    try object.encode(cup, forKey: .cup)
    try object.encode(dayStart, forKey: .dayStart)
    try object.encode(wearer, forKey: .wearer)
    try object.encode(sleepThreshold, forKey: .sleepThreshold)
    try object.encode(aliases, forKey: .aliases)
  }
}

/// The number that sixteen hexadecimal digits spell; nil for any other text.
private func hexadecimalNumber(_ text: String) -> UInt64? {
  // UInt64 alone takes a sign for a digit's place.
  guard text.count == 16, text.allSatisfy(\.isHexDigit) else { return nil }
  return UInt64(text, radix: 16)
}

/// Sixteen hexadecimal digits in capitals.
private func hexadecimalText(_ number: UInt64) -> String {
  let digits = String(number, radix: 16, uppercase: true)
  return String(repeating: "0", count: 16 - digits.count) + digits
}
