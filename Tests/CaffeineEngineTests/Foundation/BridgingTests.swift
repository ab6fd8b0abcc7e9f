import CaffeineEngine
import Foundation
import Testing

@testable import CaffeineFoundation

struct TimestampBridgingTests {
  private func whole(_ secondsSince1970: Double) -> Int64? {
    Timestamp(Date(timeIntervalSince1970: secondsSince1970))?.seconds
  }

  @Test(arguments: [
    0, 1, -1, 978_307_200, 1_785_998_400, 7_258_118_399, 1 << 32, -(1 << 32), 1 << 53,
  ])
  func `a second is a date and back`(seconds: Int64) {
    #expect(Timestamp(Date(Timestamp(seconds))) == Timestamp(seconds))
  }

  @Test func `a fraction of a second is cut, towards the past`() {
    #expect(whole(1.999) == 1)
    #expect(whole(-0.001) == -1)
    #expect(whole(-1) == -1)
    #expect(whole(-1.5) == -2)
  }

  @Test func `a date a hair before a second is in the second before`() {
    let date = Date(timeIntervalSinceReferenceDate: -1e-9)
    #expect(date.timeIntervalSince1970 == 978_307_200)
    #expect(Timestamp(date)?.seconds == 978_307_199)
  }

  @Test func `a date that no timestamp can hold is nil`() {
    for seconds in [Double.nan, .infinity, -.infinity, 1e300, -1e300, 9.3e18, -9.3e18] {
      #expect(whole(seconds) == nil)
    }
    // Within 64 bits since 2001, but not since 1970.
    #expect(Timestamp(Date(timeIntervalSinceReferenceDate: 0x1p63.nextDown)) == nil)
    #expect(Timestamp(Date.distantPast) != nil)
    #expect(Timestamp(Date.distantFuture) != nil)
  }

  @Test func `the ends of time become dates without a trap`() {
    #expect(Date(Timestamp.forever) > .distantFuture)
    #expect(Date(Timestamp(.min)) < .distantPast)
    #expect(Timestamp(Date(Timestamp.forever)) == nil)
  }

  @Test func `now is now`() {
    let before = Date().timeIntervalSince1970.rounded(.down)
    let now = Timestamp.now
    #expect(Double(now.seconds) >= before)
    #expect(Double(now.seconds) <= Date().timeIntervalSince1970)
  }

  @Test func `durations move a time by whole seconds and stop at the ends`() {
    let noon = Timestamp(43_200)
    #expect(noon.adding(.seconds(90)).seconds == 43_290)
    #expect(noon.adding(.milliseconds(1_999)).seconds == 43_201)
    #expect(noon.adding(.milliseconds(-1)).seconds == 43_199)
    #expect(noon.adding(.seconds(-1)).seconds == 43_199)
    #expect(noon.adding(.seconds(1e20)) == .forever)
    #expect(noon.adding(.seconds(-1e20)) == Timestamp(.min).adding(43_200))
    #expect(Timestamp.forever.adding(.seconds(1)) == .forever)
  }

  @Test func `the time between any two times is a duration`() {
    #expect(Timestamp(60).duration(to: Timestamp(0)) == .seconds(-60))
    let all = Timestamp(.min).duration(to: .forever)
    #expect(all == .seconds(Int64.max) + .seconds(Int64.max) + .seconds(1))
    #expect(all.wholeSeconds == .max)
    #expect(Timestamp.forever.duration(to: Timestamp(.min)).wholeSeconds == .min)
    let latte = Drink(time: Timestamp(0), dose: .zero, duration: 1_800)
    #expect(latte.drinkingTime == .seconds(1_800))
  }
}

struct DrinkIDBridgingTests {
  @Test func `an id and a UUID have the same sixteen bytes in order`() throws {
    let uuid = try #require(UUID(uuidString: "00112233-4455-6677-8899-AABBCCDDEEFF"))
    let id = DrinkID(uuid)
    #expect(id.high == 0x0011_2233_4455_6677)
    #expect(id.low == 0x8899_AABB_CCDD_EEFF)
    #expect(UUID(id) == uuid)
    let ofUUID = withUnsafeBytes(of: uuid.uuid) { Array($0) }
    #expect(withUnsafeBytes(of: id) { Array($0) } == ofUUID)
  }

  @Test func `random UUIDs come back, and no UUID means no id`() {
    for _ in 0..<100 {
      let uuid = UUID()
      #expect(UUID(DrinkID(uuid)) == uuid)
    }
    #expect(UUID(DrinkID.unassigned).uuidString == "00000000-0000-0000-0000-000000000000")
    #expect(DrinkID(UUID(DrinkID.unassigned)).isUnassigned)
    let last = DrinkID(high: .max, low: .max)
    #expect(DrinkID(UUID(last)) == last)
  }
}

struct AmountBridgingTests {
  private func micrograms(_ value: Double, _ unit: UnitMass) -> UInt32? {
    Amount(Measurement(value: value, unit: unit))?.micrograms
  }

  @Test func `grams, milligrams and micrograms are the same amount`() {
    #expect(micrograms(0.095, .grams) == 95_000)
    #expect(micrograms(95, .milligrams) == 95_000)
    #expect(micrograms(95_000, .micrograms) == 95_000)
    #expect(micrograms(1, .kilograms) == 1_000_000_000)
    #expect(micrograms(95_000_000, .nanograms) == 95_000)
  }

  @Test func `half a microgram is rounded up as it reads in decimal`() {
    #expect(micrograms(0.0635, .milligrams) == 64)
    #expect(micrograms(1.0005, .milligrams) == 1_001)
    #expect(micrograms(0.5, .micrograms) == 1)
    #expect(micrograms(0.499_999, .micrograms) == 0)
    let seed: UInt64 = 0xD0_5E
    var generator = LogTestGenerator(seed: seed)
    for _ in 0..<2_000 {
      let whole = UInt32.random(in: 0..<10_000_000, using: &generator)
      for (unit, digits) in [(UnitMass.grams, 6), (.milligrams, 3), (.micrograms, 0)] {
        let half = Double("\(whole).5e-\(digits)") ?? .nan
        let less = Double("\(whole).4999e-\(digits)") ?? .nan
        if micrograms(half, unit) != whole + 1 || micrograms(less, unit) != whole {
          Issue.record("seed \(seed): \(whole).5 µg in \(unit.symbol)")
        }
      }
    }
  }

  @Test func `what is no amount is nil`() {
    for value in [Double.nan, .infinity, -.infinity, -1, -1e-300, -.greatestFiniteMagnitude] {
      #expect(micrograms(value, .micrograms) == nil)
      #expect(micrograms(value, .grams) == nil)
    }
    #expect(micrograms(.greatestFiniteMagnitude, .kilograms) == nil)
    #expect(micrograms(4_294_967_296, .micrograms) == nil)
    #expect(micrograms(4_294_967_295.5, .micrograms) == nil)
    #expect(micrograms(4_294_967_295, .micrograms) == .max)
    #expect(micrograms(4_294.967_295, .grams) == .max)
    #expect(micrograms(-0.0, .grams) == 0)
  }

  @Test func `a measurement reads as people write it, and comes back`() {
    #expect(Amount.micrograms(95_100).measurement().value == 95.1)
    #expect(Amount.micrograms(95_100).measurement().unit == UnitMass.milligrams)
    #expect(Amount.micrograms(95_100).measurement(in: .grams).value == 0.0951)
    for value in [0, 1, 63, 95_000, 10_000_000, UInt32.max - 1, .max] {
      for unit in [UnitMass.grams, .milligrams, .micrograms, .ounces] {
        let amount = Amount(micrograms: value)
        #expect(Amount(amount.measurement(in: unit)) == amount)
      }
    }
  }
}
