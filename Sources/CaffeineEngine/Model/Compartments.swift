/// The state of the one-compartment oral model: gut, body, and what still pours in.
///
/// ```
/// gut'  = input - ka·gut          body' = ka·gut - ke·body          k = ln 2 / half-life
/// ```
/// - Source: Bateman's function with zero-order input; Gibaldi & Perrier, *Pharmacokinetics*,
///   2nd ed. 1982, ch. 1. One compartment suffices for caffeine: doi 10.1007/BF00613933.
struct Compartments {
  /// Amount in the gut (µg, Q32.32).
  var gut: UInt64
  /// Amount in the body (µg, Q32.32).
  var body: UInt64
  /// What all drinks in progress pour in together (µg/s, Q32.32).
  var rate: UInt64

  /// Beyond this many seconds (s) 64 half-lives of any profile have passed: nothing is left.
  static let longest: UInt32 = 1 &<< 26

  /// The seconds from one time to a later one, or `longest` if they are more (s).
  @inline(never)
  static func elapsed(from start: Int64, to time: Int64) -> UInt32 {
    clamped(UInt64(bitPattern: time &- start))
  }

  /// The same for a difference, inlined: for the amounts now, which have to be fast.
  @inline(__always)
  static func clamped(_ elapsed: UInt64) -> UInt32 {
    elapsed < UInt64(longest) ? elapsed.low : longest
  }

  /// Gut + body (µg, Q32.32).
  @inline(__always)
  var sum: UInt64 { gut &+ body }
}

extension Compartments {
  /// Advances by a number of seconds under constant rates and constant input.
  ///
  /// ```
  /// Ee, Ea = 2^(-t/te), 2^(-t/ta)            T = te/(te - ta) · (Ee - Ea)
  /// gut  ← gut·Ea + input·τa                 τ = (1 - E)·h/ln 2
  /// body ← body·Ee + gut·T + input·(τe - τa's share: T·ta/ln 2)
  /// ```
  /// With E the slower decay and M = 1 - 2^-u: |Ee - Ea| = E·M. While u < 1/64 the transfer is
  /// T = (t/ta)·((1 - 2^-u)/u)·E, which has no difference of near-equals; later the textbook's
  /// ratio is small enough to lose nothing.
  ///
  /// - Parameter t: Time to advance (s), up to `longest`; at most 12 h while `rate` is not 0.
  /// - Complexity: O(1): two 2^-x, no division, no allocation.
  /// - Accuracy: 2^-50 of the amounts, 2^-46 s of the input and 2^-30 µg a step; the reciprocals are
  ///   cut, which is like half-lives wrong by 2^-44 of themselves at most (`ReferenceTests`,
  ///   `check_tables.py`).
  @inline(never)
  mutating func advance(_ t: UInt32, _ rates: UnsafePointer<Rates>) {
    guard t != 0 else { return }
    let slow = Exponent(t, rates.pointee.slowReciprocal)
    let slowKept = decay(octaves: slow.octaves, fraction: slow.fraction)
    let isFlipFlop = rates.pointee.absorption > rates.pointee.elimination
    // Without absorption nothing ever is in the gut.
    var difference = slowKept, transfer: UInt64 = 0
    if rates.pointee.absorption != 0 {
      let faster = Exponent(t, rates.pointee.reciprocalDifference)
      if faster.octaves == 0 && faster.fraction &>> 58 == 0 {
        let kept = highProduct(slowKept, decayQuotient(faster.fraction))
        difference = highProduct(kept, faster.fraction)
        // t/ta is the slower one's octaves, and u on top where absorption is the faster.
        transfer = highProduct(kept, slow.fraction) &+ kept &* UInt64(slow.octaves)
        if !isFlipFlop { transfer = transfer &+ difference }
      } else {
        let lost = ~decay(octaves: faster.octaves, fraction: faster.fraction)
        difference = highProduct(slowKept, lost)
        transfer = highProduct(difference, rates.pointee.ratio) &<< 13
      }
    }
    let fastKept = slowKept &- difference
    let gutKept = isFlipFlop ? slowKept : fastKept
    let bodyKept = isFlipFlop ? fastKept : slowKept
    body = highProduct(body, bodyKept) &+ highProduct(gut, transfer)
    gut = highProduct(gut, gutKept)
    if rate != 0 { pour(gutKept, bodyKept, transfer, rates) }
  }

  /// What the input of a step adds.
  @inline(never)
  private mutating func pour(
    _ gutKept: UInt64, _ bodyKept: UInt64, _ transfer: UInt64, _ rates: UnsafePointer<Rates>
  ) {
    let inTransit = Compartments.time(transfer, rates.pointee.absorption)
    let inBody = Compartments.time(~bodyKept, rates.pointee.elimination)
    gut = gut &+ highProduct(rate, Compartments.time(~gutKept, rates.pointee.absorption), 16)
    body = body &+ highProduct(rate, inBody > inTransit ? inBody &- inTransit : 0, 16)
  }

  /// A fraction (Q0.64) of a half-life's time constant, which is no longer than the step (s, Q16.48).
  ///
  /// How long a unit of input would have to run, without any loss, to leave as much.
  @inline(never)
  private static func time(_ fraction: UInt64, _ halfLife: UInt32) -> UInt64 {
    highProduct(fraction, timeConstant(halfLife), 4)
  }

  /// A half-life's time constant, h / ln 2 (s, Q20.44).
  @inline(__always)
  static func timeConstant(_ halfLife: UInt32) -> UInt64 {
    UInt64(halfLife) &* 25_380_159_564_675
  }
}

/// What steps of one length make of the compartments while nothing pours in.
struct QuietStep {
  /// What is left of the gut and of the body, and what goes from gut to body (Q0.64).
  var gutKept: UInt64
  var bodyKept: UInt64
  var transfer: UInt64

  /// Takes the constants in force: what becomes of a whole gut, and of a whole body.
  /// - Complexity: Two steps of the model.
  @inline(never)
  init(_ t: UInt32, _ rates: UnsafePointer<Rates>) {
    var whole = Compartments(gut: .max, body: 0, rate: 0)
    whole.advance(t, rates)
    gutKept = whole.gut
    transfer = whole.body
    whole.gut = 0
    whole.body = .max
    whole.advance(t, rates)
    bodyKept = whole.body
  }
}

extension Compartments {
  /// Advances by a step without input.
  ///
  /// - Complexity: Three products: an eighth of a step of any length.
  /// - Accuracy: 2^-48 of the amounts and 2^-30 µg a step.
  @inline(__always)
  mutating func advance(_ step: QuietStep) {
    body = highProduct(body, step.bodyKept) &+ highProduct(gut, step.transfer)
    gut = highProduct(gut, step.gutKept)
  }
}

/// A number of half-lives: whole octaves and a fraction (Q0.64).
private struct Exponent {
  var octaves: UInt32
  var fraction: UInt64

  /// t (s) times a reciprocal (Q0.64 per second).
  @inline(__always)
  init(_ t: UInt32, _ reciprocal: UInt64) {
    let low = wideProduct(t, reciprocal.low)
    let high = wideProduct(t, reciprocal.high) &+ UInt64(low.high)
    octaves = high.high
    fraction = high &<< 32 | UInt64(low.low)
  }
}
