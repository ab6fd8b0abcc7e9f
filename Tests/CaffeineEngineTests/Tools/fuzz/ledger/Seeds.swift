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
