import CaffeineFoundation

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct LogTestGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &self) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
}

/// Reads text under Berlin's rules, as most tests do.
func readLog(
  _ text: String, zone: String = "Europe/Berlin", strict: Bool = false, unit: LogUnit? = nil
) throws -> DrinkLog {
  try DrinkLogReader(
    fileName: "day.csv", zone: .named(zone), isStrict: strict, unit: unit
  ).read(text)
}

/// Reads rows under the header `time,caffeine_mg,name`.
func readRows(_ rows: String..., zone: String = "Europe/Berlin") throws -> DrinkLog {
  try readLog("time,caffeine_mg,name\n" + rows.joined(separator: "\n") + "\n", zone: zone)
}

/// Reads one dose between quotes or not, under a header of its own.
func readDose(
  _ cell: String, header: String = "caffeine_mg", separator: String = ","
) throws -> DrinkLog {
  try readLog("time\(separator)\(header)\n2026-08-06 07:30\(separator)\(cell)\n")
}

/// The error that reading ends in, or nil.
func readingError(_ text: String, strict: Bool = false, unit: LogUnit? = nil) -> LogError? {
  do {
    _ = try readLog(text, strict: strict, unit: unit)
    return nil
  } catch {
    return error as? LogError
  }
}

/// Seconds since the Unix epoch of a time in UTC.
func utc(
  _ year: Int, _ month: Int, _ day: Int, _ hour: Int = 0, _ minute: Int = 0, _ second: Int = 0
) -> Int64 {
  let days = CivilDate(year: year, month: month, day: day)?.daysSinceEpoch ?? 0
  return Int64(days) * 86_400 + Int64(hour * 3600 + minute * 60 + second)
}

/// The drinks with their lines taken away, for comparing logs of different files.
func withoutLines(_ drinks: [LoggedDrink]) -> [LoggedDrink] {
  drinks.map { drink in
    var drink = drink
    drink.line = 0
    return drink
  }
}
