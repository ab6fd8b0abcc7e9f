import CCaffeine
import Testing

@testable import CaffeineEngine

struct PresetTests {
  @Test func `the numbers and doses of presets are for good`() {
    let doses = [96, 144, 192, 64, 128, 256, 47, 28, 22, 29, 18, 3, 34, 80, 160, 100, 200]
    for (index, dose) in doses.enumerated() {
      #expect(Preset(rawValue: UInt8(index + 1)).dose == .milligrams(UInt32(dose)))
    }
    for number in [0, 18, 19, 127, 128, 255] as [UInt8] {
      #expect(Preset(rawValue: number).dose == nil)
    }
    #expect(Preset.espresso.rawValue == UInt8(CAFFEINE_PRESET_ESPRESSO))
    #expect(Preset.decaf.rawValue == UInt8(CAFFEINE_PRESET_DECAF))
    #expect(Preset.largeTablet.rawValue == UInt8(CAFFEINE_PRESET_TABLET_LARGE))
  }

  @Test func `a drink from the catalogue is an estimate, but for tablets`() throws {
    let espresso = Drink(.espresso, time: morning())
    #expect(espresso.dose == .milligrams(64))
    #expect(espresso.kind == 4)
    #expect(espresso.flags == .estimated)
    #expect(Drink(.tablet, time: morning()).flags == [])
    // Beanconqueror#258: decaf is not nothing, and not a coffee.
    #expect(Drink(.decaf, time: morning()).dose == .milligrams(3))
    let own = Drink(Preset(rawValue: 200), time: morning())
    #expect(own.flags == .unknownDose)
    #expect(own.dose == .zero)
    let memory = try LedgerMemory()
    try memory.record(espresso, own)
    #expect(try memory.amounts(at: Drink.morning).flags == [.estimated, .lowerBound])
  }
}
