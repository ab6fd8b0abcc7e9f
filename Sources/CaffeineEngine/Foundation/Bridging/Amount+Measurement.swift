import CaffeineEngine
import Foundation

extension Amount {
  /// The amount that a measured mass comes to, to the nearest microgram, halves up.
  ///
  /// - Parameter mass: In any unit of mass: g, mg and µg, and whatever else Foundation converts.
  /// - Returns: nil for less than nothing, for no number, and from 4 294.967 295 5 g on.
  /// - Accuracy: as the decimal number reads: 0.0635 mg are 64 µg (`BridgingTests`).
  public init?(_ mass: Measurement<UnitMass>) {
    let micrograms = mass.converted(to: .micrograms).value
    // False also for what is no number.
    guard micrograms >= 0 else { return nil }
    // Foundation converts by way of kilograms and makes 63.499 999 999 999 986 of that.
    let mended = micrograms + 8 * micrograms.ulp
    guard let whole = UInt32(exactly: (mended + 0.5).rounded(.down)) else { return nil }
    self.init(micrograms: whole)
  }

  /// The amount as a mass that Foundation formats and converts.
  ///
  /// - Parameter unit: The unit it is given in; milligrams, as doses are usually told.
  /// - Accuracy: in g, mg and µg the nearest number there is; ``init(_:)`` gives the amount back.
  public func measurement(in unit: UnitMass = .milligrams) -> Measurement<UnitMass> {
    let value = Double(micrograms)
    switch unit {
    case UnitMass.micrograms: return Measurement(value: value, unit: unit)
    case UnitMass.milligrams: return Measurement(value: value / 1_000, unit: unit)
    case UnitMass.grams: return Measurement(value: value / 1_000_000, unit: unit)
    default: return Measurement(value: value, unit: UnitMass.micrograms).converted(to: unit)
    }
  }
}
