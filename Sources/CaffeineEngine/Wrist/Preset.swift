/// A drink of a catalogue: a number that never changes its meaning, and a dose; no text.
@frozen
public struct Preset: RawRepresentable, Equatable, Sendable {
  /// The number, as a drink's `kind`: 1 to 17 are these; 128 and up are the host's own.
  public var rawValue: UInt8

  /// Names a preset by its number, whether or not there is one.
  @inlinable
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Coffee, small: 96 mg.
  public static var smallCoffee: Preset { Preset(rawValue: 1) }
  /// Coffee, medium: 144 mg.
  public static var mediumCoffee: Preset { Preset(rawValue: 2) }
  /// Coffee, large: 192 mg.
  public static var largeCoffee: Preset { Preset(rawValue: 3) }
  /// Espresso, one shot: 64 mg.
  public static var espresso: Preset { Preset(rawValue: 4) }
  /// Espresso, two shots: 128 mg.
  public static var doubleEspresso: Preset { Preset(rawValue: 5) }
  /// Espresso, four shots: 256 mg.
  public static var quadrupleEspresso: Preset { Preset(rawValue: 6) }
  /// Black tea: 47 mg.
  public static var blackTea: Preset { Preset(rawValue: 7) }
  /// Green tea: 28 mg.
  public static var greenTea: Preset { Preset(rawValue: 8) }
  /// Soft drink: 22 mg.
  public static var softDrink: Preset { Preset(rawValue: 9) }
  /// Energy drink, a glass: 29 mg.
  public static var energyDrink: Preset { Preset(rawValue: 10) }
  /// Chocolate: 18 mg.
  public static var chocolate: Preset { Preset(rawValue: 11) }
  /// Coffee without caffeine, all but: 3 mg.
  public static var decaf: Preset { Preset(rawValue: 12) }
  /// Cola: 34 mg.
  public static var cola: Preset { Preset(rawValue: 13) }
  /// Energy drink, a can of 250 mL: 80 mg.
  public static var energyCan: Preset { Preset(rawValue: 14) }
  /// Energy drink, a can of 500 mL: 160 mg.
  public static var largeEnergyCan: Preset { Preset(rawValue: 15) }
  /// A tablet of 100 mg.
  public static var tablet: Preset { Preset(rawValue: 16) }
  /// A tablet, or two, of 200 mg together.
  public static var largeTablet: Preset { Preset(rawValue: 17) }

  /// Whether the catalogue has such a number.
  package var isListed: Bool { rawValue &- 1 < Preset.largeTablet.rawValue }

  /// What it holds; nil where the catalogue has no such number.
  ///
  /// - Source: the first eleven: Apple's Coffee Tracker (WWDC21); the others: usual labels.
  public var dose: Amount? {
    isListed ? Drink(self, time: Timestamp(0)).dose : nil
  }
}

extension Drink {
  /// A drink from the catalogue; of unknown dose where the catalogue has no such number.
  ///
  /// Flagged `estimated` but for tablets: measured cups vary 14-fold (Lelo 1986, PMID 3943270).
  public init(_ preset: Preset, time: Timestamp, utcOffset: Int16 = 0) {
    self.init(time: time, dose: .zero, utcOffset: utcOffset)
    withUnsafeMutablePointer(to: &self) { $0.take(preset) }
  }
}

extension UnsafeMutablePointer<Drink> {
  /// Takes kind, dose and flags from the catalogue: an unknown dose where it has no such number.
  @inline(never)
  package func take(_ preset: Preset) {
    let number = Int(truncatingIfNeeded: preset.rawValue)
    let dose = number < presetDoses.count ? presetDoses[unchecked: number] : 0
    pointee.kind = preset.rawValue
    pointee.dose = Amount(micrograms: UInt32(truncatingIfNeeded: dose) &* 1_000)
    // Measured cups vary, tablets do not.
    pointee.flags = number < Int(Preset.tablet.rawValue) ? .estimated : []
    if dose == 0 { pointee.flags = .unknownDose }
  }
}

/// Doses by number (mg).
#if hasFeature(Embedded)
  @section(".rodata.caffeine_presets")
#endif
private let presetDoses: InlineArray<18, UInt16> = [
  0, 96, 144, 192, 64, 128, 256, 47, 28, 22, 29, 18, 3, 34, 80, 160, 100, 200,
]
