import Testing

@testable import CaffeineEngine
@testable import caffeine_sim

/// Flash that holds something else: refusals that leave every byte, and a bound on what is read.
@Suite struct HostileFlashTests {
  /// Each header and each slot twice, the first byte of each, and twice each where reading fails.
  private func bound(_ geometry: FlashGeometry) -> Int { 6 * geometry.byteCount }

  /// Mounts, and expects a refusal with every byte as before and no more reads than the bound.
  private func expect(
    _ expected: [CaffeineError], on flash: FlashEmulator, capacity: Int = 8,
    configuration: Configuration = .test, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = flash.bytes, read = flash.bytesRead
    let memory = try LedgerMemory(capacity: capacity, configuration: configuration)
    let empty = try memory.saved()
    var journal = Journal(on: flash)
    do throws(CaffeineError) {
      try journal.mount(memory.ledger)
      Issue.record("mounted", sourceLocation: sourceLocation)
    } catch {
      #expect(expected.contains(error), sourceLocation: sourceLocation)
    }
    let isUntouched = try flash.bytes == before && memory.saved() == empty && flash.writes == 0
    #expect(isUntouched, sourceLocation: sourceLocation)
    #expect(flash.bytesRead - read <= bound(flash.geometry), sourceLocation: sourceLocation)
  }

  /// The bytes of a journal on flash of another description.
  private func copied(
    _ bench: JournalBench, _ geometry: FlashGeometry
  ) -> FlashEmulator {
    let flash = FlashEmulator(geometry)
    flash.overwrite(0, Array(bench.flash.bytes.prefix(geometry.byteCount)))
    return flash
  }

  @Test func `flash that was never erased, is all zeros or all ones holds no journal`() throws {
    for geometry in FlashGeometry.various {
      for byte: UInt8 in [0, 0xFF, 0xE3] {
        let flash = FlashEmulator(geometry)
        flash.overwrite(0, Array(repeating: byte, count: geometry.byteCount))
        try expect([.unavailable], on: flash)
      }
    }
  }

  @Test(arguments: 1...12) func `foreign bytes are refused within the bound`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let geometry = random.one(of: FlashGeometry.various)
    let flash = FlashEmulator(geometry)
    flash.overwrite(
      0, (0..<geometry.byteCount).map { _ in UInt8.random(in: 0...255, using: &random) })
    try expect([.unavailable], on: flash)
  }

  @Test(arguments: 1...40)
  func `slots with right checksums and wild words are read within the bound`(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let bench = try JournalBench(random.one(of: FlashGeometry.various), capacity: 6)
    try bench.append(drinks: 60)
    let slots = bench.flash.slots()
    for _ in 0..<random.pick(1...30) {
      let slot = random.one(of: slots), offset = 4 * random.pick(1...14)
      let word = random.chance(50) ? random.pick(0...UInt32.max) : random.pick(0...70)
      bench.flash.rewrite(slot, at: offset, word)
    }
    let read = bench.flash.bytesRead, writes = bench.flash.writes
    let memory = try LedgerMemory(capacity: 6)
    var journal = Journal(on: bench.flash)
    _ = try? journal.mount(memory.ledger)
    #expect(memory.guardHolds)
    #expect(bench.flash.bytesRead - read <= bound(bench.flash.geometry), "seed \(seed)")
    #expect(bench.flash.writes == writes)
  }

  @Test func `another geometry has its own refusal`() throws {
    let bench = try JournalBench()
    try bench.append(drinks: 4)
    for geometry in [
      FlashGeometry(programUnit: 8, eraseBlock: 4_096, blockCount: 4),
      FlashGeometry(programUnit: 4, eraseBlock: 2_048, blockCount: 8),
      FlashGeometry(programUnit: 4, eraseBlock: 4_096, blockCount: 3),
      FlashGeometry(programUnit: 4, eraseBlock: 4_096, blockCount: 4, erasedByte: 0),
    ] {
      try expect([.geometry], on: copied(bench, geometry))
    }
  }

  @Test func `impossible geometries are refused before anything is read`() throws {
    for geometry in [
      FlashGeometry(programUnit: 3, eraseBlock: 4_096, blockCount: 4),
      FlashGeometry(programUnit: 64, eraseBlock: 4_096, blockCount: 4),
      FlashGeometry(programUnit: 4, eraseBlock: 128, blockCount: 4),
      FlashGeometry(programUnit: 4, eraseBlock: 4_096, blockCount: 1),
      FlashGeometry(programUnit: 4, eraseBlock: 4_096, blockCount: 4, erasedByte: 0xE3),
    ] {
      let memory = try LedgerMemory()
      var journal = Journal(on: FlashEmulator(geometry))
      memory.refuses(.range) { _ = try journal.mount($0) }
      #expect(throws: CaffeineError.range) { try journal.format() }
    }
  }

  @Test func `another wearer's journal is refused`() throws {
    let bench = try JournalBench()
    try bench.append(drinks: 4)
    var other = Configuration.test
    other.wearer = 2
    try expect([.wearer], on: copied(bench, .small), configuration: other)
  }

  @Test func `a later major version is refused, of all slots whichever is met`() throws {
    let bench = try JournalBench()
    try bench.append(drinks: 4)
    for slot in bench.flash.slots(of: JournalSlot.Kind.block) {
      bench.flash.rewrite(slot, at: 56, bench.flash.word(slot + 56) | 2 << 24)
    }
    try expect([.version], on: copied(bench, .small))
  }

  @Test func `a kind that is not known is passed over, or forbids writing`() throws {
    for (kind, isReadOnly) in [(UInt32(0x8C), false), (0x4C, true)] {
      let bench = try JournalBench()
      try bench.append(drinks: 4)
      let slot = try #require(bench.flash.slots(of: RecordKind.drink.rawValue).last)
      bench.flash.rewrite(slot, at: 0, bench.flash.word(slot) & ~0xFF | kind)
      let report = try bench.restart()
      #expect(bench.ledger.count == 3)
      #expect((report.unknown == 1) == isReadOnly)
      try bench.drink()
      if isReadOnly {
        let writes = bench.flash.writes
        #expect(throws: CaffeineError.version) { try bench.journal.append(bench.ledger) }
        #expect(throws: CaffeineError.version) { try bench.journal.wipe(bench.ledger) }
        #expect(bench.flash.writes == writes)
      } else {
        try bench.journal.append(bench.ledger)
        #expect(try bench.isKept())
      }
    }
  }
}
