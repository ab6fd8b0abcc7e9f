/// What a profile's two half-lives mean to the stepping formulas, worked out once.
///
/// The step is written in the slower of the two decays, E, and in how much faster the other one
/// is, u = t·|1/ta - 1/te| octaves, so that equal half-lives (u = 0) are an ordinary case.
struct Rates {
  /// 1 / (the longer half-life), Q0.64 per second.
  var slowReciprocal: UInt64
  /// |1/ta - 1/te|, Q0.64 per second.
  var reciprocalDifference: UInt64
  /// te / |te - ta|, Q13.51, at most 2^13: beyond that it is not used while anything is left.
  var ratio: UInt64
  /// Absorption half-life ta (s), 0: straight into the body.
  var absorption: UInt32
  /// Elimination half-life te (s).
  var elimination: UInt32
}

extension Rates {
  /// Works out the constants of a valid profile, in place.
  ///
  /// - Complexity: three long divisions; called when a profile is set or a change is crossed.
  @inline(never)
  mutating func use(_ profile: Profile) {
    absorption = profile.absorptionHalfLife
    elimination = profile.eliminationHalfLife
    let ta = absorption, te = elimination
    let isFlipFlop = ta > te
    let difference = UInt64(isFlipFlop ? ta &- te : te &- ta)
    slowReciprocal = Rates.fraction(1, of: UInt64(isFlipFlop ? ta : te))
    // Equal half-lives have a difference of 0 and no use for the ratio.
    reciprocalDifference = ta == 0 ? 0 : Rates.fraction(difference, of: wideProduct(ta, te))
    ratio = Rates.fraction(UInt64(te), of: difference &<< 13)
  }

  /// a / b as Q0.64, cut; all ones where it would not be below 1. Both are below 2^63.
  ///
  /// Long division, a bit at a time: a library division would not give all 64 bits at once.
  @inline(never)
  private static func fraction(_ a: UInt64, of b: UInt64) -> UInt64 {
    guard a < b else { return .max }
    var rest = a, quotient: UInt64 = 0
    var bits = 64
    repeat {
      rest = rest &<< 1
      quotient = quotient &<< 1
      if rest >= b {
        rest = rest &- b
        quotient |= 1
      }
      bits &-= 1
    } while bits != 0
    return quotient
  }

  /// How long after its end a drink of unknown or estimated dose may still matter: 25 · (ta + te) (s).
  ///
  /// By then 10 g would be below 0.5 µg.
  @inline(__always)
  var doubtSpan: Int32 { Int32(bitPattern: 25 &* (absorption &+ elimination)) }

  /// The same for the slowest profile that is accepted.
  static var longestDoubtSpan: Int32 { 25 &* (86_400 &+ 720_000) }

  /// The half-lives themselves.
  @inline(__always)
  var profile: Profile {
    Profile(absorptionHalfLife: absorption, eliminationHalfLife: elimination)
  }
}
