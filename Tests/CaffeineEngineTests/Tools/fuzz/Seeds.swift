// The inputs to begin with: lively ledgers, saved, and a drink's record.

import Glibc

/// Writes the seeds and ends the program where the environment names a folder for them.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  guard let folder = getenv("FUZZ_SEEDS") else { return 0 }
  for seed in 0..<24 as Range<UInt64> {
    for option in [0, 1, 2, 6, 13] as [UInt8] {
      let memory = Memory(Room(option: option))
      fill(memory.ledger, seed: seed)
      let saved = memory.saved()
      write(option, saved, to: "\(String(cString: folder))/ledger-\(option)-\(seed)")
      saved.free()
      memory.free()
    }
  }
  var drink = Drink(
    id: DrinkID(high: 1, low: 2), time: Timestamp(1_780_272_000), dose: .milligrams(96),
    revision: 1)
  let record = UnsafeMutableRawPointer.allocate(byteCount: Drink.recordSize, alignment: 1)
  withUnsafePointer(to: &drink) { $0.encode(to: record) }
  write(0, Saved(start: record, size: Drink.recordSize), to: "\(String(cString: folder))/drink")
  exit(0)
}

/// Records, removes and changes profiles at random: folds, sips in progress, doubt, plans, aliases.
private func fill(_ ledger: Ledger, seed: UInt64) {
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
private struct Random {
  var state: UInt64

  mutating func below(_ limit: Int) -> Int {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
  }
}

private func write(_ option: UInt8, _ saved: Saved, to path: String) {
  guard let file = fopen(path, "wb") else {
    perror(path)
    exit(1)
  }
  fputc(Int32(option), file)
  fwrite(saved.start, 1, saved.size, file)
  fclose(file)
}
