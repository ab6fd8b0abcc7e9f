import Testing

@testable import CaffeineEngine

struct ExponentialTests {
  /// 2^-52, as the engine promises (Q0.64).
  private let powerError: UInt64 = 1 << 12
  /// 2^-47, as the engine promises: times x, which is below 2^-6, it is 2^-53 (Q0.64).
  private let quotientError: UInt64 = 1 << 17

  private func distance(_ a: UInt64, _ b: UInt64) -> UInt64 { a > b ? a - b : b - a }

  @Test func `powers of two are within 2^-52 of the exact value`() {
    for power in ExactExponentials.powers {
      let value = decay(octaves: power.octaves, fraction: power.fraction)
      #expect(
        distance(value, power.value) <= powerError,
        "octaves \(power.octaves), fraction \(power.fraction)")
    }
  }

  @Test func `nothing is left after 64 octaves`() {
    #expect(decay(octaves: 64, fraction: 0) == 0)
    #expect(decay(octaves: .max, fraction: .max) == 0)
  }

  @Test func `what a short time takes away is precise relative to itself`() {
    for quotient in ExactExponentials.quotients {
      #expect(
        distance(decayQuotient(quotient.x), quotient.value) <= quotientError, "x \(quotient.x)")
    }
  }

  @Test func `powers fall with the exponent`() {
    var generator = SeededGenerator(seed: 3)
    var points: [(UInt32, UInt64)] = (0..<500).map { _ in
      (generator.pick(0...20), generator.next())
    }
    // Around the table's steps too, where one entry gives way to the next.
    for index in 1..<64 as Range<UInt64> {
      points += [(0, index << 58 - 1), (0, index << 58), (0, index << 58 + 1)]
    }
    points.sort { $0 < $1 }
    var last = UInt64.max
    for (octaves, fraction) in points {
      let value = decay(octaves: octaves, fraction: fraction)
      #expect(value <= last || value - last <= 2 * powerError, "\(octaves), \(fraction)")
      last = value
    }
  }

  @Test func `the cut product is at most three units low`() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<2_000 {
      let a = generator.next() >> generator.pick(0...63)
      let b = generator.next() >> generator.pick(0...63)
      let exact = a.multipliedFullWidth(by: b)
      let cut = highProduct(a, b)
      guard holds(cut <= exact.high && exact.high - cut <= 3, seed: 4, "\(a) * \(b)") else {
        return
      }
    }
  }

  @Test func `the product with more bits is exact`() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<2_000 {
      let a = generator.next() >> generator.pick(0...63)
      let b = generator.next() >> generator.pick(0...63)
      let bits = UInt32(generator.pick(1...31))
      let exact = a.multipliedFullWidth(by: b)
      let expected = exact.high << bits | exact.low >> (64 - bits)
      guard holds(highProduct(a, b, bits) == expected, seed: 5, "\(a) * \(b), \(bits)") else {
        return
      }
    }
  }
}
