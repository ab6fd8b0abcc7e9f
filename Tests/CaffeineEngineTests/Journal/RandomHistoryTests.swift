import Testing

@testable import CaffeineEngine
@testable import caffeine_sim

/// Everything that changes a ledger, appended change by change and mounted again.
@Suite struct RandomHistoryTests {
  @Test(arguments: 0..<12)
  func `whatever happens to a ledger, mounting gives the same bytes`(seed: Int) throws {
    let geometry = FlashGeometry.various[seed % FlashGeometry.various.count]
    let flash = FlashEmulator(geometry, seed: UInt64(seed))
    var wearer = try CutWearer(capacity: 5 + seed, seed: UInt64(seed))
    var journal = Journal(on: flash)
    try journal.format()
    let empty = try wearer.emptyLedger()
    try withExtendedLifetime(empty) { _ = try journal.mount(empty.ledger) }
    for step in 0..<150 {
      wearer.make(wearer.draw())
      do throws(CaffeineError) {
        try journal.append(wearer.ledger)
      } catch .full {
        wearer.makeRoom()
        continue
      }
      if wearer.pick(0...1) == 0 {
        for _ in 0..<4 { _ = try journal.compactStep(wearer.ledger) }
      }
      guard step % 3 == 0 else { continue }
      let mounted = try wearer.emptyLedger()
      var other = Journal(on: flash)
      let report = try other.mount(mounted.ledger)
      let isClean = report.damaged + report.missing + report.unknown == 0
      let isSame = mounted.saved == wearer.owned.saved
      guard holds(isClean && isSame, seed: UInt64(seed), "step \(step) on \(geometry.name)")
      else { return }
    }
    #expect(flash.breach == nil)
  }

  @Test func `sequences wrap around 2^32`() throws {
    // As if formatted four billion slots ago: all three slots of the empty journal moved up.
    let bench = try JournalBench(FlashGeometry.various[1], capacity: 5)
    let shift = UInt32.max - 40
    for slot in bench.flash.slots() {
      bench.flash.rewrite(slot, at: 52, bench.flash.word(slot + 52) &+ shift)
      if bench.flash.bytes[slot] == JournalSlot.Kind.end {
        bench.flash.rewrite(slot, at: 48, bench.flash.word(slot + 48) &+ shift)
      }
    }
    try bench.restart()
    for _ in 0..<40 {
      try bench.append(drinks: 5)
      #expect(try bench.isKept())
      let report = try bench.restart()
      #expect(report.missing == 0 && report.damaged == 0)
    }
    #expect(bench.flash.slots().contains { bench.flash.word($0 + 52) < 1_000 })
  }
}
