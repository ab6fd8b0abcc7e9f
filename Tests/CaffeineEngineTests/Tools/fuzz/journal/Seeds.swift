// The inputs to begin with: journals of lively ledgers.

import Glibc

/// Writes the seeds and ends the program where the environment names a folder for them.
@_cdecl("LLVMFuzzerInitialize")
public func initialize(
  _ count: UnsafeMutablePointer<CInt>?,
  _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?>?
) -> CInt {
  guard let folder = getenv("FUZZ_SEEDS") else { return 0 }
  for seed in 0..<24 as Range<UInt64> {
    for option in 0..<4 as Range<UInt8> {
      let room = option | [4, 8, 20, 24][Int(seed % 4)]
      let memory = Memory(Room(option: room >> 2))
      let flash = Chip(option: room, [], 0)
      var journal = Journal(on: flash)
      demand((try? journal.format()) != nil, "no journal was begun")
      demand((try? journal.mount(memory.ledger)) != nil, "an empty journal is not mounted")
      for part in 0..<seed / 4 + 1 {
        fill(memory.ledger, seed: seed + part)
        _ = try? journal.append(memory.ledger)
        change(memory.ledger)
        _ = try? journal.append(memory.ledger)
      }
      write(room, flash.contents, to: "\(String(cString: folder))/journal-\(room)-\(seed)")
      flash.free()
      memory.free()
    }
  }
  exit(0)
}
