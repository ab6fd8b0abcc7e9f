/// What a ledger is told once, when it is set up.
///
/// Laid out like the beginning of the C interface's `caffeine_config`, so that it crosses without
/// being copied field by field.
@frozen
public struct Configuration: Equatable, Sendable {
  /// In C the structure's size.
  @usableFromInline var size: UInt32 = 0
  /// The half-lives in force from the start.
  public var profile: Profile
  /// The most per day; zero: no limit.
  ///
  /// - Source: EFSA 2015, doi 10.2903/j.efsa.2015.4102: 400 mg, in pregnancy 200 mg.
  public var dailyLimit: Amount
  /// The most at once; zero: no limit.
  ///
  /// - Source: EFSA 2015: 200 mg.
  public var singleLimit: Amount
  /// What one cup holds when totals are told in cups.
  public var cup: Amount
  /// The minute at which a local day begins (min), 0 to 1 439.
  public var dayStart: UInt32
  /// Whose drinks these are, a number of the host's: data of another one are not taken over.
  public var wearer: UInt32
  /// Gut + body at bedtime up to which sleep is not likely to suffer, not zero.
  ///
  /// - Source: 36 mg: Gardiner 2023, doi 10.1016/j.smrv.2023.101764.
  public var sleepThreshold: Amount
  /// How many aliases of drinks there is room for: 32 bytes each.
  public var aliases: UInt32
  /// The first eight bytes of the ids that the ledger assigns; 0: it assigns none.
  public var deviceID: UInt64
  /// A `now` before this is a clock that was never set; 0: no check.
  public var clockFloor: Timestamp

  /// Creates a configuration; what is left out has the default value.
  @inlinable
  public init(
    profile: Profile = .adult, deviceID: UInt64 = 0, clockFloor: Timestamp = Timestamp(0),
    dailyLimit: Amount = .milligrams(400), singleLimit: Amount = .milligrams(200),
    cup: Amount = .milligrams(96), dayStart: UInt32 = 0, wearer: UInt32 = 0,
    sleepThreshold: Amount = .milligrams(36), aliases: UInt32 = 0
  ) {
    self.profile = profile
    self.deviceID = deviceID
    self.clockFloor = clockFloor
    self.dailyLimit = dailyLimit
    self.singleLimit = singleLimit
    self.cup = cup
    self.dayStart = dayStart
    self.wearer = wearer
    self.sleepThreshold = sleepThreshold
    self.aliases = aliases
  }
}
