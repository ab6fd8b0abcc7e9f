import Foundation
import Testing

@testable import CaffeineEngine

struct CompartmentsTests {
  private let one: UInt64 = 1 << 32

  private func advanced(
    _ state: Compartments, _ seconds: UInt64, _ profile: Profile
  ) -> Compartments {
    var state = state
    let rates = Rates(profile)
    withUnsafePointer(to: rates) { state.advance(Compartments.clamped(seconds), $0) }
    return state
  }

  /// A step's rounding: 2^-50 of the amounts and 2^-30 µg, as the engine promises (Q32.32).
  private func rounding(_ amount: UInt64) -> UInt64 { amount >> 50 + 4 }

  private func randomProfile(_ generator: inout SeededGenerator) -> Profile {
    let elimination = generator.pick(1_800...720_000) as UInt32
    switch generator.pick(0...4) {
    case 0: return profile(0, elimination)
    case 1: return profile(generator.pick(30...86_400), generator.pick(1_800...86_400))
    case 2:
      let equal = generator.pick(1_800...86_400) as UInt32
      return profile(equal, equal)
    case 3:
      let near = generator.pick(1_802...86_398) as UInt32
      return profile(near, near - 2 + generator.pick(0...4))
    default: return profile(generator.pick(30...3_600), elimination)
    }
  }

  @Test func `Coffee Tracker's numbers come out without absorption`() throws {
    let memory = try LedgerMemory(
      configuration: Configuration(profile: profile(0, 18_000), deviceID: 1))
    try memory.record(.cup(micrograms: 100_000))
    #expect(try memory.body(at: Drink.morning + 3_600) == 87_055)
    #expect(try memory.body(at: Drink.morning + 18_000) == 50_000)
    #expect(try memory.body(at: Drink.morning + 86_400) == 3_590)
    // The sample in the seeds was wrong in each of these.
    #expect(try memory.body(at: Drink.morning - 3_600) == 0)
    #expect(try memory.body(at: Drink.morning + 86_399) == 3_590)
    #expect(try memory.body(at: Drink.morning + 86_401) == 3_590)
  }

  @Test func `every step is within its promise of the exact model`() {
    for seed in 0..<400 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let profile = randomProfile(&generator)
      let gut = UInt64(generator.pick(0...10_000_000) as UInt32)
      let body = UInt64(generator.pick(0...10_000_000) as UInt32)
      let seconds = generator.one(of: [1, 2, 60, 3_599, 43_200, 86_401, 900_000]) as UInt64
      let isEmptyGut = profile.absorptionHalfLife == 0
      let start = Compartments(gut: isEmptyGut ? 0 : gut * one, body: body * one, rate: 0)
      let end = advanced(start, seconds, profile)
      let exact = DoubleModel(profile: profile).advance(
        DoubleModel.Amounts(gut: isEmptyGut ? 0 : Double(gut), body: Double(body)), from: 0,
        to: Int64(seconds))
      // The reciprocals are cut to 2^-64 a second; 2^-49 is the step's and `Double`'s rounding.
      let allowed = Double(gut + body) * (0x1p-48 + Double(seconds) * 0x1p-63) + 0x1p-29
      let gutError = abs(Double(end.gut) / 0x1p32 - exact.gut)
      let bodyError = abs(Double(end.body) / 0x1p32 - exact.body)
      guard
        holds(
          max(gutError, bodyError) <= allowed, seed: seed,
          "\(profile), \(seconds) s: \(gutError), \(bodyError)")
      else { return }
    }
  }

  @Test func `input runs in evenly and is within its promise of the exact model`() {
    for seed in 0..<300 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let profile = randomProfile(&generator)
      let duration = generator.pick(1...43_200) as UInt32
      let drink = Drink(
        time: Timestamp(0), dose: Amount(micrograms: generator.pick(1...10_000_000)),
        duration: duration)
      let rate = withUnsafePointer(to: drink) { $0.rate }
      let seconds = generator.pick(1...duration)
      let end = advanced(Compartments(gut: 0, body: 0, rate: rate), UInt64(seconds), profile)
      let exact = DoubleModel(profile: profile).amounts(of: drink, at: Int64(seconds))
      // The rate is cut by up to 2^-32 µg/s, in 12 h 2^-16 µg; `Double` loses 1e-12 of the dose.
      let allowed = 0x1p-16 + Double(drink.dose.micrograms) * 1e-11
      let gutError = abs(Double(end.gut) / 0x1p32 - exact.gut)
      let bodyError = abs(Double(end.body) / 0x1p32 - exact.body)
      guard
        holds(
          max(gutError, bodyError) <= allowed, seed: seed,
          "\(profile), \(seconds) of \(duration) s: \(gutError), \(bodyError)")
      else { return }
    }
  }

  @Test func `equal half-lives are continuous with their neighbours`() {
    // For 1 s in a half-life of 1 800 s the second difference is about 1/te^2 of the dose.
    let curvature = 1e-6
    for half in [1_800, 1_801, 2_500, 18_000, 43_200, 86_399] as [UInt32] {
      for seconds in [1, 60, 600, 1_800, 18_000, 90_000] as [UInt64] {
        let start = Compartments(gut: 10_000_000 * one, body: 0, rate: 0)
        let values = (-1...1).map { step -> Double in
          let absorption = UInt32(Int64(half) + Int64(step))
          return Double(advanced(start, seconds, profile(absorption, max(half, 1_800))).body)
            / 0x1p32
        }
        let bend = abs(values[0] - 2 * values[1] + values[2])
        #expect(bend <= curvature * 1e7, "\(half), \(seconds): \(values)")
      }
    }
  }

  @Test func `absorption slower than elimination keeps the gut as the store`() {
    let start = Compartments(gut: 100_000 * one, body: 0, rate: 0)
    let end = advanced(start, 86_400, profile(86_400, 1_800))
    #expect(end.gut.roundedMicrograms == 50_000)
    // Bateman's quasi-steady state: gut · te / (ta - te).
    #expect(end.body.roundedMicrograms == 1_064)
  }

  @Test func `no mass is ever created`() {
    for seed in 0..<400 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let profile = randomProfile(&generator)
      let gut = profile.absorptionHalfLife == 0 ? 0 : generator.next() >> generator.pick(2...60)
      var state = Compartments(gut: gut, body: generator.next() >> generator.pick(2...60), rate: 0)
      state.rate = generator.chance(50) ? generator.next() >> generator.pick(24...60) : 0
      for _ in 0..<8 {
        let seconds = generator.pick(1...5_000) as UInt64
        let next = advanced(state, seconds, profile)
        let most = state.sum + state.rate * seconds
        guard
          holds(next.sum <= most + rounding(most), seed: seed, "\(profile), \(seconds) s"),
          holds(next.sum >> 63 == 0, seed: seed, "below zero")
        else { return }
        state = next
      }
    }
  }

  @Test func `the gut only empties, and without it the body does`() {
    for seed in 0..<200 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let profile = randomProfile(&generator)
      let amount = UInt64(generator.pick(1...10_000_000) as UInt32) * one
      let full = Compartments(gut: amount, body: 0, rate: 0)
      let body = Compartments(gut: 0, body: amount, rate: 0)
      var lastGut = amount, lastBody = amount, seconds: UInt64 = 0
      for _ in 0..<10 {
        seconds += generator.pick(1...20_000)
        let bodyLeft = advanced(body, seconds, profile).body
        guard holds(bodyLeft <= lastBody + rounding(amount), seed: seed, "body, \(seconds) s")
        else { return }
        lastBody = bodyLeft
        guard profile.absorptionHalfLife != 0 else { continue }
        let gutLeft = advanced(full, seconds, profile).gut
        guard holds(gutLeft <= lastGut + rounding(amount), seed: seed, "gut, \(seconds) s")
        else { return }
        lastGut = gutLeft
      }
    }
  }

  @Test func `any length of time is answered`() {
    let start = Compartments(gut: one, body: one, rate: 0)
    for seconds in [1 << 26, 1 << 32, 1 << 63, UInt64.max] {
      #expect(advanced(start, seconds, profile(86_400, 720_000)).sum == 0)
    }
    #expect(advanced(start, 0, .adult).sum == 2 * one)
  }
}
