import Testing

@testable import CaffeineEngine

struct SimilarTests {
  @Test func `the same coffee logged twice by hand is found, and only that`() throws {
    let memory = try LedgerMemory()
    try memory.record(
      .cup(0, micrograms: 64_000, kind: 4), .cup(3_600, micrograms: 96_000, kind: 1),
      .cup(9_000, micrograms: 0, flags: .unknownDose))
    func similar(_ seconds: Int64, _ micrograms: UInt32, kind: UInt8 = 0, id: UInt64 = 77) -> Int? {
      memory.ledger.index(
        similarTo: .cup(seconds, micrograms: micrograms, id: id, kind: kind))
    }
    #expect(similar(600, 64_000) == 0)
    #expect(similar(-600, 64_000) == 0)
    #expect(similar(601, 64_000) == nil)
    #expect(similar(-601, 64_000) == nil)
    // An espresso whose dose was looked up elsewhere.
    #expect(similar(60, 63_000, kind: 4) == 0)
    #expect(similar(60, 63_000, kind: 1) == nil)
    #expect(similar(3_300, 96_000) == 1)
    // The drink itself is no other.
    let listed = memory.drinks[1]
    #expect(memory.ledger.index(similarTo: listed) == nil)
    // What is not known is like nothing.
    #expect(similar(8_900, 0) == nil)
    for time in [Int64.min, -1, .max] {
      let drink = Drink(time: Timestamp(time), dose: .micrograms(64_000))
      #expect(memory.ledger.index(similarTo: drink) == nil)
    }
  }

  @Test func `erasing all leaves the ledger as it was set up, but for its counts`() throws {
    for seed in 0..<20 as Range<UInt64> {
      let fresh = try LedgerMemory(capacity: 6), memory = try SaveTests.lively(seed: seed)
      fresh.ledger.hostWords = (1, 2, 3, 4)
      memory.ledger.hostWords = (1, 2, 3, 4)
      let header = memory.ledger.header
      fresh.ledger.header.pointee.idCounter = header.pointee.idCounter
      // Erasing is a change, and all that is gone.
      fresh.ledger.header.pointee.sync.stamp = header.pointee.sync.stamp + 8
      fresh.ledger.header.pointee.sync.lost = header.pointee.sync.stamp + 8
      memory.ledger.eraseAll()
      let isSame = memory.bytes == fresh.bytes
      #expect(isSame)
    }
  }

  @Test func `a tracker erases all`() async throws {
    let tracker = try CaffeineTracker(capacity: 4)
    try await tracker.record(.cup(0), now: morning())
    await tracker.eraseAll()
    #expect(await tracker.drinks.isEmpty)
    #expect(try await tracker.amounts(at: morning(60)).gut == .zero)
  }
}
