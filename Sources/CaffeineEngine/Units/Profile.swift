/// How fast a person absorbs and eliminates caffeine: two half-lives, in whole seconds (s).
@frozen
public struct Profile: Equatable, Sendable {
  /// Half-life of the gut amount (s): 0 for straight into the body, or 30 s to 24 h.
  public var absorptionHalfLife: UInt32
  /// Half-life of the body amount (s), 30 min to 200 h.
  public var eliminationHalfLife: UInt32

  /// Creates a profile from two half-lives (s); the ledger checks their ranges.
  @inlinable
  public init(absorptionHalfLife: UInt32, eliminationHalfLife: UInt32) {
    self.absorptionHalfLife = absorptionHalfLife
    self.eliminationHalfLife = eliminationHalfLife
  }

  /// A healthy adult: absorption 7 min, elimination 5 h.
  ///
  /// - Source: IOM 2001, ch. 2: mean 5 h (1.5 to 9.5 h), 99 % absorbed within 45 min.
  @inlinable
  public static var adult: Profile {
    Profile(absorptionHalfLife: 420, eliminationHalfLife: 18_000)
  }

  /// Whether the model accepts both half-lives.
  @inlinable @inline(never)
  public var isValid: Bool {
    let ta = absorptionHalfLife, te = eliminationHalfLife
    return (ta == 0 || (30...86_400).contains(ta)) && (1_800...720_000).contains(te)
  }
}
