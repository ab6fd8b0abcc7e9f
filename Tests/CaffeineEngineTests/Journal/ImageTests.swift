import Testing

@testable import CaffeineEngine
@testable import caffeine_sim

/// Journals that another program wrote from the format's description, of this version and of others.
@Suite struct ImageTests {
  private static func image(_ version: String, _ mount: String = "writable") throws -> JournalImage
  {
    try #require(
      JournalImage.all().first { $0.version == version && $0.mount == mount })
  }

  /// The versions in all headers and last slots.
  private func versions(_ flash: FlashEmulator, from block: UInt32 = 0) -> Set<UInt32> {
    let kinds = [JournalSlot.Kind.block, JournalSlot.Kind.end]
    let start = Int(block * flash.geometry.eraseBlock)
    let slots = kinds.flatMap { flash.slots(of: $0) }.filter { $0 >= start }
    return Set(slots.map { flash.word($0 + 56) >> 16 & 0x7FFF })
  }

  /// A restart.
  private func mounted(
    _ flash: FlashEmulator
  ) throws -> (Journal<FlashEmulator>, LedgerMemory, JournalReport) {
    let memory = try JournalImage.memory()
    var journal = Journal(on: flash)
    let report = try journal.mount(memory.ledger)
    return (journal, memory, report)
  }

  @Test func `there is one of each version and of each way to mount`() throws {
    let images = try JournalImage.all().map { "\($0.version) \($0.mount)" }
    #expect(
      images
        == ["1.0 writable", "0.1 writable", "1.1 writable", "1.1 read-only", "2.0 version"])
  }

  @Test(arguments: try JournalImage.all())
  func `each mounts with what it is said to hold, or is refused, and nothing is written`(
    image: JournalImage
  ) throws {
    let flash = image.flash()
    let memory = try JournalImage.memory()
    if image.mount == "version" {
      memory.refuses(.version) { ledger in
        var journal = Journal(on: flash)
        try journal.mount(ledger)
      }
      var journal = Journal(on: flash)
      #expect(throws: CaffeineError.version) { try journal.inspect() }
    } else {
      var journal = Journal(on: flash)
      let report = try journal.mount(memory.ledger)
      #expect(memory.lines == image.contents)
      #expect(report.damaged == 0 && report.missing == 0)
      #expect(report.unknown == (image.mount == "read-only" ? 1 : 0))
    }
    #expect(flash.bytes == image.bytes && flash.writes == 0)
  }

  @Test(arguments: try JournalImage.all().filter { $0.mount == "read-only" })
  func `a kind that must be known lets nothing be written`(image: JournalImage) throws {
    let flash = image.flash()
    var (journal, memory, _) = try mounted(flash)
    memory.refuses(.version) { _ = try journal.append($0) }
    memory.refuses(.version) { try journal.wipe($0) }
    #expect(try journal.compactStep(memory.ledger) == false)
    try memory.record(.cup(100_000))
    #expect(throws: CaffeineError.version) { try journal.append(memory.ledger) }
    #expect(try journal.compactStep(memory.ledger) == false)
    #expect(flash.bytes == image.bytes && flash.writes == 0)
  }

  @Test(arguments: try JournalImage.all().filter { $0.mount == "writable" })
  func `others are gone on with, and of this version from the next checkpoint on`(
    image: JournalImage
  ) throws {
    let flash = image.flash()
    var (journal, memory, _) = try mounted(flash)
    try memory.record(.cup(100_000))
    let written = try journal.append(memory.ledger)
    // A slot, or a block's header and a slot, and nothing that was there was touched.
    #expect((1...2).contains(written) && flash.writes <= written + 1)
    #expect(zip(flash.bytes, image.bytes).count { $0 != $1 } <= written * 64)
    #expect(try mounted(flash).1.saved() == memory.saved())

    try memory.ledger.setProfile(profile(500, 10_000), from: morning(200_000))
    try journal.append(memory.ledger)
    let base = journal.state.header.base, ours = JournalFormat.extra >> 16
    #expect(versions(flash, from: base) == [ours])
    var (other, again, report) = try mounted(flash)
    #expect(try again.saved() == memory.saved())
    #expect(report.damaged + report.missing + report.unknown == 0)

    // Once around the ring nothing of before is left.
    for number in 0..<200 as Range<Int64> {
      try again.record(.cup(110_000 + 600 * number))
      try other.append(again.ledger)
    }
    #expect(versions(flash) == [ours])
    #expect(try mounted(flash).1.saved() == again.saved())
    #expect(flash.breach == nil)
  }

  /// The history that the images tell of.
  private func live(on flash: FlashEmulator, _ memory: LedgerMemory) throws {
    let ledger = memory.ledger
    var journal = Journal(on: flash)
    try journal.format(wearer: 77)
    try journal.mount(ledger)
    func keep(_ drink: Drink) throws {
      try memory.record(drink)
      try journal.append(ledger)
    }
    func keep(_ id: UInt64, dose: UInt32) throws {
      var drink = try #require(memory.drinks.first { $0.id == .test(id) })
      drink.dose = .micrograms(dose)
      drink.revision = 0
      try memory.edit(drink)
      try journal.append(ledger)
    }
    try keep(.cup(25_200))
    try keep(.cup(28_800, micrograms: 80_000, lasting: 600, offset: 60))
    try keep(.cup(36_000, micrograms: 64_000))
    try keep(.cup(43_200, micrograms: 40_000, flags: .estimated, kind: 3, source: 1))
    try keep(2, dose: 120_000)
    _ = try ledger.remove(.test(3), source: 9)
    try journal.append(ledger)
    try keep(.cup(46_800, micrograms: 30_000))
    try keep(.cup(50_400, micrograms: 0, flags: .unknownDose))
    try memory.record(.cup(5_000 - Drink.morning, micrograms: 48_000, flags: .timeUnset))
    try memory.record(.cup(54_000, offset: -300))
    try ledger.alias(
      DrinkID(high: 0x1112_1314_1516_1718, low: 0x191A_1B1C_1D1E_1F20), of: .test(2))
    try ledger.setProfile(profile(600, 12_000), from: morning(86_400))
    try journal.append(ledger)
    try keep(.cup(90_000, micrograms: 32_000, flags: .planned))
    try keep(8, dose: 90_000)
  }

  @Test func `the same history gives the bytes of the image`() throws {
    let image = try Self.image("1.0")
    let flash = FlashEmulator(image.geometry)
    let memory = try JournalImage.memory()
    try live(on: flash, memory)
    let differing = stride(from: 0, to: image.bytes.count, by: 64).filter {
      flash.bytes[$0..<$0 + 64] != image.bytes[$0..<$0 + 64]
    }
    #expect(differing == [], "slots that differ")
    #expect(memory.lines == image.contents)
    #expect(try mounted(flash).1.saved() == memory.saved())
  }
}
