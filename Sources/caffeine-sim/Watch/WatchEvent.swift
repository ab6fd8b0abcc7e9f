import CaffeineEngine

/// What can happen to a watch, or to its wearer's phone.
enum WatchEvent: Equatable {
  /// The battery is in: seconds of uptime begin, the clock is not set.
  case boot(WristClock)
  /// The clock is set right.
  case clock
  /// Another wall clock, after a flight.
  case zone(WristClock)
  /// A button, through the inbox.
  case press(NamedDrink)
  case plan(WrittenTime, NamedDrink)
  case confirm(WrittenTime, at: WrittenTime?)
  /// The phone logs a drink.
  case drink(NamedDrink, at: WrittenTime?)
  case edit(WrittenTime, NamedDrink, onPhone: Bool)
  case remove(WrittenTime, onPhone: Bool)
  case sync(Link)
  case save
  /// The memory is lost; what was saved is loaded.
  case reset
  /// May I have this?
  case ask(NamedDrink, bedtime: Int)
  /// The wearer looks at the face.
  case look

  /// How well the two hear each other.
  enum Link: Equatable {
    case good
    /// Every page arrives twice.
    case twice
    /// The phone's answer to the watch is lost.
    case unanswered
  }
}

/// A drink by a name of the catalogue, or by its dose.
struct NamedDrink: Equatable {
  let name: String
  /// The preset, 0 for a dose alone; 128, the host's own, for one of unknown dose.
  let preset: UInt8
  let dose: Amount?

  /// Reads `espresso`, `green tea`, `80 mg` or `unknown`; nil for anything else.
  init?(_ words: some Collection<Substring>) {
    let text = words.joined(separator: " ")
    if let preset = NamedDrink.presets.first(where: { $0.name == text })?.preset {
      self.init(name: text, preset: preset.rawValue, dose: preset.dose)
    } else if text == "unknown" {
      self.init(name: "drink", preset: 128, dose: nil)
    } else {
      guard text.hasSuffix("mg"), let dose = Quantity.milligrams(text) else { return nil }
      self.init(name: "drink", preset: 0, dose: .micrograms(dose))
    }
  }

  private init(name: String, preset: UInt8, dose: Amount?) {
    self.name = name
    self.preset = preset
    self.dose = dose
  }

  /// The drink that a ledger lists.
  init(_ drink: Drink) {
    let name = NamedDrink.presets.first { $0.preset.rawValue == drink.kind }?.name
    self.init(
      name: name ?? "drink", preset: drink.kind,
      dose: drink.flags.contains(.unknownDose) ? nil : drink.dose)
  }

  /// As a ledger takes it.
  func drink(at time: Timestamp, utcOffset: Int) -> Drink {
    let offset = Int16(truncatingIfNeeded: utcOffset)
    return preset == 0
      ? Drink(time: time, dose: dose ?? .zero, utcOffset: offset)
      : Drink(Preset(rawValue: preset), time: time, utcOffset: offset)
  }

  /// Name and dose: `espresso, 64 mg`.
  var text: String { "\(name), \(dose.map(Words.milligrams) ?? "dose unknown")" }

  /// The catalogue's names.
  static let presets: [(name: String, preset: Preset)] = [
    ("coffee", .smallCoffee), ("medium coffee", .mediumCoffee), ("large coffee", .largeCoffee),
    ("espresso", .espresso), ("double espresso", .doubleEspresso),
    ("quadruple espresso", .quadrupleEspresso), ("black tea", .blackTea),
    ("green tea", .greenTea), ("soft drink", .softDrink), ("energy drink", .energyDrink),
    ("chocolate", .chocolate), ("decaf", .decaf), ("cola", .cola), ("energy can", .energyCan),
    ("large energy can", .largeEnergyCan), ("tablet", .tablet), ("large tablet", .largeTablet),
  ]
}
