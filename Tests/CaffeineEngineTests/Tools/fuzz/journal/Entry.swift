// What libFuzzer calls, and what has to hold for every input. Compiled as one module with the core.
//
//     0  options: bits 0 and 1 choose the geometry, bits 2 to 5 the ledger's room
//     1  what the flash holds; the rest of it is erased

import Glibc

/// Tries an input as it is, then with its checksums mended.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard let data, size > 0 else { return 0 }
  let room = Room(option: data[0] >> 2)
  let flash = Chip(option: data[0], data + 1, size - 1)
  defer { flash.free() }
  tryJournal(flash, room, isForged: false)
  let mended = Chip(option: data[0], data + 1, size - 1)
  defer { mended.free() }
  mended.mend()
  tryJournal(mended, room, isForged: true)
  return 0
}

/// Mounts what may be a journal, and goes on with it.
///
/// A forged one has slots that no power cut and no flipped bit leaves, sequences from afar say: it
/// brings down nothing, but what is appended to it may be passed over.
private func tryJournal(_ flash: Chip, _ room: Room, isForged: Bool) {
  let memory = Memory(room)
  defer { memory.free() }
  let before = memory.copy()
  defer { before.deallocate() }
  var journal = Journal(on: flash)
  if (try? journal.inspect()) == nil {
    demand(flash.writes == 0, "inspecting wrote")
  }
  flash.bytesRead = 0
  do {
    try journal.mount(memory.ledger)
  } catch {
    demand(flash.writes == 0, "mounting wrote")
    demand(flash.bytesRead <= flash.mostRead, "mounting read more than it says")
    demand(memory.isEqual(to: before), "a refused mount changed the memory")
    return
  }
  demand(flash.writes == 0, "mounting wrote")
  demand(flash.bytesRead <= flash.mostRead, "mounting read more than it says")
  demand(memory.isAdopted, "what was mounted is not adopted")
  compare(flash, memory, room, isForged)
  for _ in 0..<2 {
    change(memory.ledger)
    // There may be no room: then what was kept is still there.
    guard (try? journal.append(memory.ledger)) != nil else { return }
    for _ in 0..<4 { _ = try? journal.compactStep(memory.ledger) }
    compare(flash, memory, room, isForged)
  }
}

/// What is mounted next has to be what is kept now.
private func compare(_ flash: Chip, _ memory: Memory, _ room: Room, _ isForged: Bool) {
  let other = Memory(room)
  defer { other.free() }
  var journal = Journal(on: flash)
  let isMounted = (try? journal.mount(other.ledger)) != nil
  if isForged { return }
  demand(isMounted, "what was appended is not mounted")
  let (a, b) = (memory.saved(), other.saved())
  defer {
    a.free()
    b.free()
  }
  demand(a.isEqual(to: b), "what is mounted is not what was appended")
}
