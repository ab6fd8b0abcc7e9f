// Lively ledgers to begin with.

import Glibc

/// Records, removes and changes profiles at random: folds, sips in progress, doubt, plans, aliases.
func fill(_ ledger: Ledger, seed: UInt64) {
  var random = Random(state: seed)
  var time: Int64 = 1_780_272_000
  for _ in 0..<random.below(60) {
    time += Int64(random.below(20_000))
    let flags = [[], [], .estimated, .unknownDose][random.below(4)] as Flags
    let dose = flags == .unknownDose ? 0 : UInt32(random.below(300_000))
    var drink = Drink(
      time: Timestamp(time), dose: Amount(micrograms: dose),
      duration: [0, 0, 600, 43_200][random.below(4)], flags: flags,
      utcOffset: [0, 120, -600][random.below(3)])
    switch random.below(12) {
    case 2:
      drink.flags.insert(.planned)
      _ = try? ledger.record(drink, now: drink.time)
    case 3:
      drink.flags.insert(.timeUnset)
      drink.time = Timestamp(Int64(random.below(100_000)))
      _ = try? ledger.record(drink, now: drink.time)
    case 0:
      if let drink = ledger.drink(at: random.below(max(ledger.count, 1))) {
        _ = try? ledger.remove(drink.id)
      }
    case 1:
      let profile = Profile(
        absorptionHalfLife: [0, 420, 7_200][random.below(3)],
        eliminationHalfLife: UInt32(1_800 + random.below(40_000)))
      try? ledger.setProfile(profile, from: random.below(3) == 0 ? nil : Timestamp(time))
    default: _ = try? ledger.record(drink, now: drink.time)
    }
  }
  while ledger.header.pointee.aliasCount < Int32(ledger.header.pointee.configuration.aliases) {
    let count = Int(ledger.header.pointee.aliasCount)
    let id = DrinkID(high: 7, low: UInt64(count + 1))
    ledger.aliases[count] = Alias(alias: DrinkID(high: 8, low: UInt64(random.below(1_000))), id: id)
    ledger.header.pointee.aliasCount += 1
  }
}

/// SplitMix64.
struct Random {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}

func write(_ option: UInt8, _ saved: Saved, to path: String) {
  guard let file = fopen(path, "wb") else {
    perror(path)
    exit(1)
  }
  fputc(Int32(option), file)
  fwrite(saved.start, 1, saved.size, file)
  fclose(file)
}

/// Records, edits, plans and removes drinks, logs one without a date, and sets two profiles.
func change(_ ledger: Ledger) {
  let last = ledger.drink(at: ledger.count - 1)?.end.seconds ?? ledger.foldTime?.seconds ?? 0
  for later in [60, 3_600] as [Int64] {
    let time = Timestamp(last &+ later)
    _ = try? ledger.record(
      Drink(time: time, dose: .milligrams(96), duration: 600, flags: .estimated), now: time)
  }
  for flags in [.planned, [.timeUnset, .estimated]] as [Flags] {
    _ = try? ledger.record(
      Drink(time: Timestamp(86_400), dose: .milligrams(64), flags: flags), now: Timestamp(last))
  }
  // It comes to a date, and counts.
  for index in [0, ledger.count - 1] {
    guard var drink = ledger.drink(at: index), !drink.flags.isDisjoint(with: .uncounted) else {
      continue
    }
    drink.flags.subtract(.uncounted)
    drink.revision = 0
    drink.time = Timestamp(last &+ 90)
    _ = try? ledger.edit(drink, now: drink.time)
  }
  if let drink = ledger.drink(at: 0) {
    var newer = drink
    newer.revision = 0
    newer.duration = 900
    _ = try? ledger.edit(newer, now: Timestamp(last))
    _ = try? ledger.remove(drink.id)
  }
  try? ledger.setProfile(
    Profile(absorptionHalfLife: 0, eliminationHalfLife: 9_000), from: Timestamp(last &+ 30))
  try? ledger.setProfile(Profile(absorptionHalfLife: 600, eliminationHalfLife: 36_000), from: nil)
  _ = try? ledger.amounts(at: Timestamp(last &+ 7_200))
}

/// Ends the run, so that libFuzzer keeps the input.
func demand(_ holds: Bool, _ promise: String) {
  if !holds { fatalError("\(promise)") }
}
