import Testing

@testable import CaffeineEngine
@testable import caffeine_sim

/// What went wrong for users of other stores, each tried here. The numbers in the comments are those stores'
/// own reports.
@Suite struct StorageScenarioTests {
  /// Cuts the power at a write from now on, and restarts.
  @discardableResult
  private func cut(
    _ bench: JournalBench, at number: Int = 0, _ tear: Tear, during call: () throws -> Void
  ) throws -> JournalReport {
    bench.flash.cut = (bench.flash.writes + number, tear)
    try? call()
    #expect(bench.flash.isOff)
    return try bench.restart()
  }

  // zephyr 84874, 80835, 26407, 17891: a counter of interrupted compactions wrapped.
  @Test(arguments: FlashGeometry.various)
  func `300 compactions cut in a row lose nothing, and the 301st ends`(geometry: FlashGeometry)
    throws
  {
    let bench = try JournalBench(geometry, capacity: 5)
    try bench.append(drinks: 20)
    let before = try bench.memory.saved()
    for number in 0..<300 {
      try bench.ledger.setProfile(profile(420, 20_000), from: nil)
      let rest = Tear.Rest.allCases[number % 4]
      try cut(bench, at: number % 5, Tear(whole: number % 64, rest: rest)) {
        try bench.journal.append(bench.ledger)
      }
      #expect(try bench.memory.saved() == before)
    }
    try bench.ledger.setProfile(profile(420, 20_000), from: nil)
    try bench.journal.append(bench.ledger)
    #expect(try bench.isKept())
    #expect(bench.flash.breach == nil)
  }

  // zephyr 88373, 87809: content that looked like a record's head was believed.
  @Test func `content that looks like a slot is never taken for one`() throws {
    let bench = try JournalBench()
    try bench.append(drinks: 1)
    // An id, a revision and a dose whose bytes are a slot's first 16.
    let head = bench.flash.bytes[0..<16].withUnsafeBytes { $0.load(as: (UInt64, UInt64).self) }
    let time = morning(900)
    let id = DrinkID(high: head.0, low: head.1)
    _ = try bench.ledger.record(
      Drink(id: id, time: time, dose: .milligrams(80), revision: 17), now: time)
    try bench.journal.append(bench.ledger)
    let report = try bench.restart()
    #expect(bench.ledger.index(of: id) != nil && bench.ledger.count == 2)
    #expect(report.damaged == 0 && report.missing == 0 && report.unknown == 0)
  }

  // zephyr 119632: after a restart the next write went over an old record.
  @Test func `the next slot after a restart is a free one`() throws {
    let bench = try JournalBench(capacity: 40)
    for number in 1...30 {
      try bench.append(drinks: 1)
      try bench.restart()
      #expect(bench.ledger.count == number)
    }
    #expect(bench.flash.breach == nil)
  }

  // zephyr 103029: a cut at a block's last record made every later mount fail.
  @Test(arguments: [Tear.Rest.before, .noise, .unreadable])
  func `a cut at the last slot of a block is left behind`(rest: Tear.Rest) throws {
    let bench = try JournalBench(FlashGeometry.various[1], capacity: 5)
    for _ in 0..<40 {
      try bench.append(drinks: 1)
      let before = try bench.memory.saved()
      try bench.drink()
      try cut(bench, Tear(whole: 20, rest: rest)) { try bench.journal.append(bench.ledger) }
      #expect(try bench.memory.saved() == before)
      try bench.append(drinks: 1)
      #expect(try bench.isKept())
    }
    #expect(bench.flash.breach == nil)
  }

  // zephyr 34722: a cut in the erase that ended a compaction lost the copy as well.
  @Test(arguments: Tear.Rest.allCases)
  func `a block half erased after a compaction was not needed any more`(rest: Tear.Rest) throws {
    let bench = try JournalBench(capacity: 5)
    var erases = 0
    while erases < 6 {
      try bench.drink()
      let before = bench.flash.erases.reduce(0, +), writes = bench.flash.writes
      try bench.journal.append(bench.ledger)
      guard bench.flash.erases.reduce(0, +) > before else { continue }
      erases += 1
      // The next block, torn where a step ahead would erase it.
      while bench.flash.writes < writes + 1_000, try bench.journal.compactStep(bench.ledger) {
        let saved = try bench.memory.saved()
        try bench.append(drinks: 1)
        bench.flash.cut = (bench.flash.writes, Tear(whole: 1_000, rest: rest))
        _ = try? bench.journal.compactStep(bench.ledger)
        let kept = try bench.memory.saved()
        try bench.restart()
        #expect(try bench.memory.saved() == kept && saved != kept)
        break
      }
    }
    #expect(try bench.isKept())
    #expect(bench.flash.breach == nil)
  }

  // zephyr 80835, 26407, 17891: plausible entries that are wrong made a mount that never ended.
  // Bounds for wild words: HostileFlashTests. Here every slot but the first is wrong at once.
  @Test func `a device full of damaged slots is read once and refused or empty`() throws {
    let bench = try JournalBench()
    try bench.append(drinks: 100)
    for slot in bench.flash.slots().dropFirst() { bench.flash.flip(slot + 30, 1) }
    let read = bench.flash.bytesRead
    #expect(try bench.refusal() == .corrupt)
    #expect(bench.flash.bytesRead - read <= 6 * FlashGeometry.small.byteCount)
  }

  // zephyr 16899, 22089: storage that was never erased. HostileFlashTests tries more of it.
  @Test func `flash with other data is refused, formatted and used`() throws {
    let flash = FlashEmulator(.small)
    flash.overwrite(0, (0..<FlashGeometry.small.byteCount).map { UInt8(truncatingIfNeeded: $0) })
    let memory = try LedgerMemory(capacity: 8)
    var journal = Journal(on: flash)
    #expect(throws: CaffeineError.unavailable) { try journal.mount(memory.ledger) }
    try journal.format()
    try journal.mount(memory.ledger)
    try memory.record(.cup())
    try journal.append(memory.ledger)
    #expect(flash.breach == nil)
  }

  // A factory's first power-on: formatting is cut short, and the next one asks whether there is a journal.
  @Test(arguments: FlashGeometry.various)
  func `new flash whose formatting was cut short has no journal yet`(
    geometry: FlashGeometry
  ) throws {
    var cut = 0, isDone = false
    while !isDone {
      let flash = FlashEmulator(geometry)
      let rests = Tear.Rest.allCases
      flash.cut = (cut / rests.count, Tear(whole: cut % 64, rest: rests[cut % rests.count]))
      var journal = Journal(on: flash)
      isDone = (try? journal.format()) != nil
      flash.restart()
      let memory = try LedgerMemory(capacity: 1)
      journal = Journal(on: flash)
      if let report = try? journal.mount(memory.ledger) {
        #expect(report.slots > 1, "cut \(cut): the last slot was written")
      } else {
        let error = try #require(throws: CaffeineError.self) { try journal.mount(memory.ledger) }
        // Of a block that is unreadable as a whole nobody can say that it held nothing.
        let isHidden = rests[cut % rests.count] == .unreadable
        #expect(error == .unavailable || isHidden && error == .device, "cut \(cut)")
        try journal.format()
        try journal.mount(memory.ledger)
      }
      cut += 1
    }
    #expect(cut > 4 * (Int(geometry.blockCount) + 2))
  }

  // zephyr 7671: what was left on the stack was written as padding.
  @Test(arguments: FlashGeometry.various)
  func `the same history gives the same bytes, with nothing undefined between`(
    geometry: FlashGeometry
  ) throws {
    let benches = try (0..<2).map { _ in try JournalBench(geometry, capacity: 5) }
    for bench in benches {
      try bench.append(drinks: 30)
      try bench.ledger.setProfile(profile(420, 9_000), from: nil)
      try bench.journal.append(bench.ledger)
      #expect(bench.flash.breach == nil)
    }
    #expect(benches[0].flash.bytes == benches[1].flash.bytes)
    // A removal has 32 bytes of 48.
    let id = try benches[0].drink()
    try benches[0].journal.append(benches[0].ledger)
    _ = try benches[0].ledger.remove(id)
    try benches[0].journal.append(benches[0].ledger)
    let slot = try #require(benches[0].flash.slots(of: RecordKind.removal.rawValue).last)
    #expect(benches[0].flash.bytes[slot + 36..<slot + 52].allSatisfy { $0 == 0 })
  }

  // zephyr 22063: flash that erases to 0x00.
  @Test func `flash that erases to zeros keeps a journal`() throws {
    let bench = try JournalBench(FlashGeometry.various[2], capacity: 5)
    try bench.append(drinks: 200)
    #expect(try bench.isKept())
    #expect(bench.flash.breach == nil)
  }

  // FlashDB 383, 67: one torn block header, and the whole store was formatted.
  @Test func `a block whose header is torn costs nothing that was kept`() throws {
    let bench = try JournalBench(FlashGeometry.various[1], capacity: 5)
    for whole in 0..<64 {
      try bench.append(drinks: 3)
      let before = try bench.memory.saved()
      try bench.ledger.setProfile(profile(420, 9_000 + UInt32(whole)), from: nil)
      // The erase, then the header.
      try cut(bench, at: 1, .prefix(whole)) { try bench.journal.append(bench.ledger) }
      #expect(try bench.memory.saved() == before)
    }
  }

  // FlashDB 148, 291, esp-matter 1009: full, and nothing could be read; or on and on after full.
  @Test func `a full device says so, all is readable, and removing makes room`() throws {
    // Half of 32 blocks of three slots, less 42 for other things, leaves 6 drinks.
    let geometry = FlashGeometry(programUnit: 4, eraseBlock: 256, blockCount: 32)
    let bench = try JournalBench(geometry, capacity: 12)
    var accepted = 0
    do {
      for _ in 0..<12 {
        try bench.append(drinks: 1)
        accepted += 1
      }
    } catch {
      #expect(error as? CaffeineError == .full)
    }
    #expect(accepted > 0 && accepted < 12)
    let kept = try bench.mounted().memory.drinks
    #expect(kept.count == accepted)
    let writes = bench.flash.writes
    for _ in 0..<100 {
      #expect(throws: CaffeineError.full) { try bench.journal.append(bench.ledger) }
    }
    #expect(bench.flash.writes == writes)
    #expect(try bench.mounted().memory.drinks == kept)
    while bench.ledger.count > accepted {
      _ = try bench.ledger.remove(#require(bench.ledger.drink(at: 0)).id)
    }
    try bench.journal.append(bench.ledger)
    #expect(try bench.isKept())
  }

  // FlashDB 301, 316: the next append went into the slot that was torn.
  @Test(arguments: FlashGeometry.various)
  func `a torn slot is not used again`(geometry: FlashGeometry) throws {
    let bench = try JournalBench(geometry, capacity: 5)
    for whole in 1..<64 {
      try bench.drink()
      try cut(bench, .prefix(whole)) { try bench.journal.append(bench.ledger) }
      try bench.append(drinks: 1)
      #expect(try bench.isKept())
    }
    #expect(bench.flash.breach == nil)
  }

  // FlashDB 242: after the ring went around the oldest record was not found.
  @Test(arguments: FlashGeometry.various)
  func `after the ring went around all are there in their order`(geometry: FlashGeometry) throws {
    let bench = try JournalBench(geometry, capacity: 30 > geometry.byteCount / 700 ? 5 : 30)
    while bench.flash.erases.min() ?? 0 < 2 { try bench.append(drinks: 50) }
    let drinks = try bench.mounted().memory.drinks
    #expect(drinks == bench.memory.drinks && drinks.count == bench.capacity)
    #expect(drinks.map(\.time) == drinks.map(\.time).sorted())
    // A block is erased at most one turn of the ring before another.
    #expect((bench.flash.erases.max() ?? 0) - (bench.flash.erases.min() ?? 0) <= 2)
  }

  // FlashDB 257, 16, 17: a clock set forward once, and every later append was refused.
  @Test func `a clock set back, or to 1970, stops no append`() throws {
    let bench = try JournalBench(capacity: 20)
    for seconds: Int64 in [Drink.morning, Drink.morning - 5_000_000, 60, 0, Drink.morning + 10] {
      let time = Timestamp(seconds)
      _ = try bench.ledger.record(Drink(time: time, dose: .milligrams(40)), now: time)
      try bench.journal.append(bench.ledger)
    }
    #expect(try bench.isKept())
    #expect(bench.ledger.count == 5)
  }

  // FlashDB 278: two records in one second.
  @Test func `two drinks in one second are both kept, in their order`() throws {
    let bench = try JournalBench()
    let ids = try bench.memory.record(.cup(60), .cup(60, micrograms: 40_000)).map(\.id)
    try bench.journal.append(bench.ledger)
    #expect(try bench.mounted().memory.drinks.map(\.id) == ids)
  }

  // FlashDB 340: one setting rewritten until the store called itself full of garbage.
  @Test func `one drink edited two thousand times never fills the device`() throws {
    let bench = try JournalBench(FlashGeometry.various[4])
    let id = try bench.drink()
    for dose in 1...2_000 {
      var drink = try #require(bench.ledger.drink(at: 0))
      drink.dose = .milligrams(UInt32(dose % 400 + 1))
      drink.revision = 0
      try bench.memory.edit(drink)
      try bench.journal.append(bench.ledger)
    }
    #expect(try bench.isKept())
    #expect(bench.ledger.index(of: id) != nil)
  }

  // littlefs 748: a card that erases and rewrites what lies around. A device that does is not one of
  // flash as `FlashDevice` has it; nearest: a cut leaves a whole other block erased.
  @Test func `a block that vanished is told, and the rest is read`() throws {
    let bench = try JournalBench(FlashGeometry.various[1], capacity: 100)
    try bench.append(drinks: 6)
    let first = try bench.mounted().report
    try bench.append(drinks: 6)
    let slots = bench.flash.slots(of: RecordKind.drink.rawValue)
    let block = slots[4] / 256 * 256
    bench.flash.overwrite(block, Array(repeating: 0xFF, count: 256))
    let (memory, report) = try bench.mounted()
    #expect(first.missing == 0 && report.missing > 0)
    #expect(memory.ledger.count >= 8)
  }

  // littlefs 936, 948: a device that reorders writes. CutHistory tries all of them; here whole pages.
  @Test(arguments: [WriteCache.blocks, .slots])
  func `writes that are reordered between syncs leave old or new`(cache: WriteCache) throws {
    let campaign = CutCampaign(cuts: 1, first: cache == .blocks ? 3 : 6)
    #expect(campaign.run().breach == nil)
  }

  // littlefs 843, 602, 236, 1022: a flipped bit was read as data. BitFlipTests tries every one.
  @Test func `a flipped bit in one drink is told, and its neighbours are fine`() throws {
    let bench = try JournalBench()
    try bench.append(drinks: 5)
    bench.flash.flip(bench.flash.slots(of: RecordKind.drink.rawValue)[2] + 30, 4)
    let (memory, report) = try bench.mounted()
    var others = bench.memory.drinks
    others.remove(at: 2)
    #expect(memory.drinks == others && report.damaged == 1 && report.missing == 1)
  }

  // littlefs 583, 1093, nitrokey 622: another geometry than formatted. HostileFlashTests tries each part.
  @Test func `more blocks than formatted are refused`() throws {
    let bench = try JournalBench()
    let larger = FlashEmulator(
      FlashGeometry(programUnit: 4, eraseBlock: 4_096, blockCount: 8))
    larger.overwrite(0, bench.flash.bytes)
    let memory = try LedgerMemory()
    var journal = Journal(on: larger)
    memory.refuses(.geometry) { _ = try journal.mount($0) }
  }

  // micropython 16115: an old reader fell back to an older copy. HostileFlashTests: refused, read-only.
  @Test func `a newer checkpoint is not passed over for an older one`() throws {
    let bench = try JournalBench(FlashGeometry.various[1], capacity: 5)
    try bench.append(drinks: 100)
    let ends = bench.flash.slots(of: JournalSlot.Kind.end)
    let newest = try #require(ends.max { bench.flash.word($0 + 52) < bench.flash.word($1 + 52) })
    bench.flash.rewrite(newest, at: 56, bench.flash.word(newest + 56) & ~(0x7F << 24) | 2 << 24)
    #expect(try bench.refusal() == .version)
  }

  // trezor 5312, zephyr 33140, embassy 4777: reading a torn unit fails.
  @Test(arguments: FlashGeometry.various)
  func `a torn unit that cannot be read is a torn tail`(geometry: FlashGeometry) throws {
    let bench = try JournalBench(geometry, capacity: 5)
    for whole in 0..<64 {
      let before = try bench.memory.saved()
      try bench.drink()
      let report = try cut(bench, .unreadable(whole)) { try bench.journal.append(bench.ledger) }
      #expect(try bench.memory.saved() == before && report.missing == 0)
      if whole % 3 == 0 { try bench.append(drinks: 1) }
    }
    #expect(try bench.isKept())
  }

  // esp-matter 1009: on and on after full is above. weechat 1083, nconf 184, eve 2630: a file that was
  // renamed before its data were there. A journal renames nothing; nearest: a device all zeros is refused.
  @Test func `a device that became all zeros is no new empty ledger`() throws {
    let bench = try JournalBench()
    try bench.append(drinks: 3)
    bench.flash.overwrite(0, Array(repeating: 0, count: FlashGeometry.small.byteCount))
    #expect(try bench.refusal() == .unavailable)
  }
}
