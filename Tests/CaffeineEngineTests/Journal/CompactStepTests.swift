import Testing

@testable import CaffeineEngine
@testable import caffeine_sim

/// Steps ahead come to rest, on every device on which the power is cut.
@Suite struct CompactStepTests {
  /// How many drinks the ledger holds.
  enum Fill: CaseIterable {
    case one, few, asManyAsFit

    func capacity(_ geometry: FlashGeometry) -> Int {
      switch self {
      case .one: 1
      case .few: min(7, geometry.entryCapacity)
      case .asManyAsFit: geometry.entryCapacity
      }
    }
  }

  /// The most calls until there is nothing to do: an erase, the beginning, each thing that is alive, going on
  /// to the next kind of them six times, the last slots, and another erase.
  private func bound(_ ledger: Ledger) -> Int {
    // Parts of the state and of the folded dates, profile changes, removals.
    let others = 3 + 5 + Int(ProfileChange.capacity + Tombstone.capacity)
    return ledger.count + others + 10
  }

  /// Takes steps until there is nothing to do; then a further one writes nothing.
  private func rest(
    _ journal: inout Journal<FlashEmulator>, _ ledger: Ledger, _ place: String
  ) throws -> Bool {
    var calls = 1
    while calls <= bound(ledger), try journal.compactStep(ledger) { calls += 1 }
    let flash = journal.device, writes = flash.writes
    let isAtRest = try calls <= bound(ledger) && !journal.compactStep(ledger)
    #expect(isAtRest && flash.writes == writes, "\(place): \(calls) calls")
    return isAtRest && flash.writes == writes
  }

  /// As many drinks as a ledger holds, and then one more at a time until two checkpoints were written.
  private func live(_ geometry: FlashGeometry, _ fill: Fill) throws -> Bool {
    let bench = try JournalBench(geometry, capacity: fill.capacity(geometry))
    let place = "\(geometry.name), \(fill)"
    for _ in 1..<bench.capacity { try bench.drink() }
    var checkpoints = 0, base = bench.journal.state.header.baseSequence, left = 5_000
    while checkpoints < 2, left > 0 {
      left -= 1
      try bench.append(drinks: 1)
      guard try rest(&bench.journal, bench.ledger, place) else { return false }
      // After a restart too: four times a block.
      if left % max(4, Int(geometry.slots) / 4) == 0 {
        try bench.restart()
        guard try rest(&bench.journal, bench.ledger, place) else { return false }
      }
      if bench.journal.state.header.baseSequence != base { checkpoints += 1 }
      base = bench.journal.state.header.baseSequence
    }
    #expect(try checkpoints == 2 && bench.isKept(), "\(place)")
    return bench.flash.breach == nil
  }

  /// With the least and the greatest unit, which change a byte of each header; the largest blocks, which take
  /// half of the time, with one.
  private static let geometries = CutGeometry.all.filter {
    $0.programUnit == 1 && $0.erasedByte == 0xFF
      || [1, 32].contains($0.programUnit) && $0.eraseBlock < 1 << 17
  }

  @Test(arguments: Fill.allCases)
  func `after each append steps come to rest`(fill: Fill) throws {
    for geometry in Self.geometries {
      guard try live(geometry, fill) else { return }
    }
  }
}
