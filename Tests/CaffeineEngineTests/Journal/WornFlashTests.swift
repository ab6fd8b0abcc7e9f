import Testing

@testable import CaffeineEngine
@testable import caffeine_sim

/// Erases that fail, that are put off and that only seem to succeed, outside of `append`; and bits that flip
/// where nothing was written.
@Suite struct WornFlashTests {
  /// What a call throws; nil: nothing.
  private func refusal(_ call: () throws(CaffeineError) -> Void) -> CaffeineError? {
    do throws(CaffeineError) {
      try call()
      return nil
    } catch { return error }
  }

  /// The blocks on which a drink can be read.
  private func blocksWithDrinks(_ bench: JournalBench) -> Set<UInt32> {
    Set(
      bench.flash.slots(of: RecordKind.drink.rawValue).map {
        UInt32($0) / bench.flash.geometry.eraseBlock
      })
  }

  @Test(arguments: FlashGeometry.various, [false, true])
  func `a wipe erases all drinks but those on a block that no longer erases`(
    geometry: FlashGeometry, isSilent: Bool
  ) throws {
    let slots = Int(geometry.slots * geometry.blockCount)
    for worn in 0..<geometry.blockCount {
      let bench = try JournalBench(geometry, capacity: 5)
      try bench.append(drinks: min(slots, 300))
      let saved = try bench.memory.saved()
      bench.flash.worn = [worn]
      bench.flash.isWearSilent = isSilent
      let place = "\(geometry.name), block \(worn)"
      let error = refusal { () throws(CaffeineError) in try bench.journal.wipe(bench.ledger) }
      #expect(error == nil || error == .device, "\(place)")
      #expect(bench.ledger.count == 0 && bench.flash.breach == nil, "\(place)")
      try bench.restart()
      if geometry.blockCount == 2, try bench.memory.saved() == saved {
        #expect(error == .device, "\(place): no block to begin anew")
      } else {
        #expect(bench.ledger.count == 0, "\(place)")
        #expect(blocksWithDrinks(bench).isSubset(of: [worn]), "\(place)")
        #expect(error == .device || blocksWithDrinks(bench).isEmpty, "\(place): not told")
        // The block takes erases again: what the wipe left is gone, and so it stays.
        bench.flash.worn = []
        while try bench.journal.compactStep(bench.ledger) {}
        #expect(blocksWithDrinks(bench).isEmpty, "\(place): left behind")
        #expect(try bench.isKept(), "\(place)")
      }
    }
  }

  @Test func `a wipe that goes on erases nothing that it cannot read`() throws {
    let geometry = FlashGeometry(programUnit: 8, eraseBlock: 512, blockCount: 64)
    let bench = try JournalBench(geometry, capacity: 5)
    try bench.append(drinks: 100)
    let writes = bench.flash.writes
    // After the last slot of the empty checkpoint, while blocks are erased.
    bench.flash.cut = (writes + 20, Tear(whole: 0, rest: .before))
    #expect(throws: CaffeineError.device) { try bench.journal.wipe(bench.ledger) }
    try bench.restart()
    #expect(bench.ledger.count == 0 && bench.journal.state.isWiping)
    try bench.append(drinks: 20)
    bench.flash.failsReads = true
    #expect(throws: CaffeineError.device) { try bench.journal.compactStep(bench.ledger) }
    bench.flash.failsReads = false
    #expect(try bench.isKept())
  }

  @Test(arguments: [false, true])
  func `a device with a block that no longer erases is not formatted`(isSilent: Bool) throws {
    for worn in 0..<4 as Range<UInt32> {
      let bench = try JournalBench(capacity: 5)
      try bench.append(drinks: 300)
      bench.flash.worn = [worn]
      bench.flash.isWearSilent = isSilent
      #expect(throws: CaffeineError.device) { try bench.journal.format() }
    }
  }

  @Test func `every call says that an erase is put off, and later ends`() throws {
    for geometry in FlashGeometry.various {
      let bench = try JournalBench(geometry, capacity: 5)
      try bench.append(drinks: 40)
      bench.flash.refusesErases = true
      // A step ahead.
      var error: CaffeineError?
      for _ in 0..<2 * Int(geometry.slots) where error == nil {
        error = refusal { () throws(CaffeineError) in
          while try bench.journal.compactStep(bench.ledger) {}
        }
        if error == nil { try bench.append(drinks: 1) }
      }
      #expect(error == .busy, "\(geometry.name): a step")
      #expect(try bench.isKept())
      let saved = try bench.memory.saved()
      error = refusal { () throws(CaffeineError) in try bench.journal.wipe(bench.ledger) }
      #expect(error == .busy && bench.ledger.count == 0, "\(geometry.name): a wipe")
      #expect(try bench.mounted().memory.saved() == saved, "\(geometry.name): as it was")
      bench.flash.refusesErases = false
      try bench.journal.wipe(bench.ledger)
      #expect(blocksWithDrinks(bench) == [] && bench.ledger.count == 0)
      try bench.append(drinks: 3)
      bench.flash.refusesErases = true
      var other = Journal(on: bench.flash)
      error = refusal { () throws(CaffeineError) in try other.format() }
      #expect(error == .busy, "\(geometry.name): format")
      #expect(try bench.isKept())
      bench.flash.refusesErases = false
      try other.format()
      #expect(try bench.mounted().memory.drinks.isEmpty)
    }
  }

  @Test func `a bit that flips where nothing was written costs nothing`() throws {
    for geometry in FlashGeometry.various {
      let bench = try JournalBench(geometry, capacity: 5)
      try bench.append(drinks: 10)
      let saved = try bench.memory.saved()
      let written = Set(bench.flash.slots())
      for slot in stride(from: 0, to: min(geometry.byteCount, 8_192), by: 64)
      where !written.contains(slot) {
        let byte = slot + slot / 64 % 64, bit = slot / 64 % 8
        bench.flash.flip(byte, bit)
        let (memory, report) = try bench.mounted()
        #expect(try memory.saved() == saved && report.missing == 0, "\(geometry.name), \(slot)")
        bench.flash.flip(byte, bit)
      }
    }
  }
}
