// Goals, in order: the same bits on every machine; small code on cores without a 64-bit multiplier;
// few instructions. Q0.64 is a fraction of 2^64; Q32.32 is micrograms with 32 fraction bits.

/// The whole 64-bit product of two 32-bit numbers.
///
/// Cortex-M0+ has no long multiply, and its library routine costs 90 instructions: four 16-bit
/// products cost 20 and give the same bits.
@inline(__always)
func wideProduct(_ a: UInt32, _ b: UInt32) -> UInt64 {
  #if CAFFEINE_NO_LONG_MULTIPLY
    let aLow = a & 0xFFFF, aHigh = a &>> 16, bLow = b & 0xFFFF, bHigh = b &>> 16
    let low = aLow &* bLow, cross = aHigh &* bLow &+ (low &>> 16)
    let middle = aLow &* bHigh &+ (cross & 0xFFFF)
    let high = aHigh &* bHigh &+ (cross &>> 16) &+ (middle &>> 16)
    return UInt64(high) &<< 32 | UInt64(middle &<< 16 | low & 0xFFFF)
  #else
    return a.wide &* b.wide
  #endif
}

/// The high 32 bits of a 32-bit product.
@inline(__always)
func highProduct(_ a: UInt32, _ b: UInt32) -> UInt32 { wideProduct(a, b).high }

/// The high 64 bits of a 64-bit product, at most 3 units low.
///
/// The product of the two low halves is left out: it cannot reach the result but by a carry. Three
/// instructions where there is a long multiply, sixty where there is none.
#if CAFFEINE_NO_LONG_MULTIPLY
  @inline(never)
#else
  @inline(__always)
#endif
func highProduct(_ a: UInt64, _ b: UInt64) -> UInt64 {
  wideProduct(a.high, b.high) &+ UInt64(wideProduct(a.high, b.low).high)
    &+ UInt64(wideProduct(a.low, b.high).high)
}

/// The exact product of two 64-bit numbers over 2^(64 - bits), cut to 64 bits.
///
/// - Parameter bits: 1 to 31.
@inline(never)
func highProduct(_ a: UInt64, _ b: UInt64, _ bits: UInt32) -> UInt64 {
  let low = wideProduct(a.low, b.low)
  let cross = wideProduct(a.high, b.low) &+ UInt64(low.high)
  let middle = wideProduct(a.low, b.high) &+ UInt64(cross.low)
  let high = wideProduct(a.high, b.high) &+ UInt64(cross.high) &+ UInt64(middle.high)
  return UInt64(high.high &<< bits | high.low &>> (32 &- bits)) &<< 32
    | UInt64(high.low &<< bits | middle.low &>> (32 &- bits))
}

extension UInt64 {
  /// The upper half.
  @inline(__always)
  var high: UInt32 { UInt32(truncatingIfNeeded: self &>> 32) }

  /// The lower half.
  @inline(__always)
  var low: UInt32 { UInt32(truncatingIfNeeded: self) }

  /// The quotient, or the number itself where the divisor is 0: never a trap.
  @inline(__always)
  func divided(by divisor: UInt64) -> UInt64 {
    dividedReportingOverflow(by: divisor).partialValue
  }

  /// Rounds Q32.32 to whole micrograms, half up; gut and body never pass 2^32 - 1 µg.
  @inline(__always)
  var roundedMicrograms: UInt32 { (self &+ 1 &<< 31).high }
}

extension UInt32 {
  /// The same number in 64 bits, put together from halves as all machines have them that this runs on.
  ///
  /// From `UInt64(a)` the compiler makes calls where it sees many: 42 bytes more (`make size`).
  @inline(__always)
  var wide: UInt64 { unsafeBitCast((self, 0 as UInt32), to: UInt64.self) }
}
