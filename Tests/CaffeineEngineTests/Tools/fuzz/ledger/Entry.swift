// What libFuzzer calls, and what has to hold for every input. Compiled as one module with the core.
//
//     0  options: bits 0 and 1 choose the capacity, bits 2 and 3 the room for aliases
//     1  a saved ledger, or a drink's record

import Glibc

/// Tries an input as it is, then with its sizes and checksums mended.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard let data, size > 0 else { return 0 }
  let room = Room(option: data[0])
  // The bytes as libFuzzer handed them over: a read past their end is seen, and 1 is no alignment.
  let input = Saved(start: data + 1, size: size - 1)
  tryLedger(input, room)
  tryDrink(input)
  input.withMended { mended in
    tryLedger(mended, room)
    tryDrink(mended)
  }
  return 0
}

// MARK: - A saved ledger

/// Loads what may be a saved ledger, and uses it.
private func tryLedger(_ input: Saved, _ room: Room) {
  let memory = Memory(room)
  defer { memory.free() }
  let before = memory.copy()
  defer { before.deallocate() }
  do {
    try memory.ledger.load(from: input.start, size: input.size)
  } catch {
    demand(memory.isEqual(to: before), "a refused load changed the memory")
    return
  }
  let again = memory.saved()
  defer { again.free() }
  // What a later version appended or added is not written again.
  demand(input.hasNewer || again.isEqual(to: input), "saved again, a ledger has other bytes")
  let loaded = memory.copy()
  defer { loaded.deallocate() }
  ask(memory.ledger)
  demand(memory.isEqual(to: loaded), "a question wrote")
  demand(memory.isAdopted, "what was loaded is not adopted")
  change(memory.ledger)
  let changed = memory.saved()
  defer { changed.free() }
  let other = Memory(room)
  defer { other.free() }
  let isTaken = (try? other.ledger.load(from: changed.start, size: changed.size)) != nil
  demand(isTaken, "what was saved is refused")
  demand(other.isEqual(to: memory.start), "what was loaded is not what was saved")
  demand(other.isAdopted, "what was changed is not adopted")
}

/// Asks every question, near and far.
private func ask(_ ledger: Ledger) {
  let fold = ledger.foldTime?.seconds ?? 0
  let first = ledger.drink(at: 0)?.time.seconds ?? fold
  let last = ledger.drink(at: ledger.count - 1)?.end.seconds ?? fold
  let week: Int64 = 604_800, always = Timestamp(.max)
  var entries = (UInt32(0), UInt32(0), UInt32(0), UInt32(0))
  for time in [.min, -1, fold, first, last, last &+ 3_600, last &+ week, .max] as [Int64] {
    let now = Timestamp(time)
    _ = try? ledger.amounts(at: now)
    _ = withUnsafeMutableBytes(of: &entries) { bytes in
      bytes.assumingMemoryBound(to: UInt32.self).baseAddress.map {
        try? ledger.timeline(from: now, step: 7_001, count: 4, into: $0)
      }
    }
    _ = try? ledger.concentration(at: now, bodyMass: 70_000, volumeOfDistribution: 700)
    _ = try? ledger.largestDose(
      now: now, bedtime: Timestamp(time &+ 28_800), threshold: .milligrams(36))
    _ = try? ledger.latestTime(
      for: .milligrams(96), now: now, bedtime: Timestamp(time &+ 28_800),
      threshold: .milligrams(36))
    _ = try? ledger.today(now: now, utcOffset: 120)
    _ = ledger.firstIndex(from: now)
    _ = ledger.profile(at: now)
  }
  for from in [.min, fold, first, last] as [Int64] {
    _ = try? ledger.highest(from: Timestamp(from), until: always)
    _ = try? ledger.belowFrom(Timestamp(from), until: always, threshold: .milligrams(36))
    _ = try? ledger.area(from: Timestamp(from), until: always)
  }
  for date in [.min, -2, first / 86_400, last / 86_400, .max] as [Int64] {
    _ = try? ledger.day(LocalDate(days: date))
  }
}

// MARK: - A drink's record

/// Reads what may be a drink's record.
private func tryDrink(_ input: Saved) {
  let untouched = Drink(time: Timestamp(-1), dose: .zero, duration: 77, kind: 9)
  var drink = untouched
  let status = withUnsafeMutablePointer(to: &drink) {
    $0.decode(from: input.start, size: input.size)
  }
  guard !status.isRefusal else {
    demand(drink == untouched, "a refused record changed the drink")
    return
  }
  let record = UnsafeMutableRawPointer.allocate(byteCount: Drink.recordSize, alignment: 1)
  defer { record.deallocate() }
  withUnsafePointer(to: &drink) { $0.encode(to: record) }
  let isNewer = input.start.load(fromByteOffset: 3, as: UInt8.self) > Record.minorVersion
  // Its stamp is left out, so the checksum is another one too.
  let content = Drink.recordSize - 12
  demand(
    isNewer
      || memcmp(record, input.start, 4) == 0
        && memcmp(record + 8, input.start + 8, content) == 0,
    "written again, a drink has other bytes")
}
