import Testing

@testable import CaffeineEngine

struct RevisionTests {
  @Test func `revision 0 is 1 for a new drink and then the next one`() throws {
    let memory = try LedgerMemory()
    #expect(try memory.record(.cup(id: 1))[0] == Receipt(.test(1), 1, .added))
    #expect(try memory.edit(.cup(id: 1)) == Receipt(.test(1), 2, .edited))
    #expect(try memory.record(.cup(5, id: 1))[0] == Receipt(.test(1), 3, .edited))
    #expect(try memory.ledger.remove(.test(1)) == Receipt(.test(1), 4, .removed))
    #expect(try memory.record(.cup(id: 1))[0] == Receipt(.test(1), 5, .added))
  }

  @Test func `a greater revision wins, an equal version is no change, a less one is stale`() throws
  {
    let memory = try LedgerMemory()
    try memory.record(.cup(id: 1, revision: 5))
    let before = memory.bytes
    #expect(try memory.record(.cup(id: 1, revision: 5))[0] == Receipt(.test(1), 5, .unchanged))
    #expect(memory.bytes == before)
    memory.refuses(.stale, .cup(micrograms: 1, id: 1, revision: 4))
    memory.refuses(.stale) { _ = try $0.edit(.cup(id: 1, revision: 4), now: morning()) }
    memory.refuses(.stale) { _ = try $0.remove(.test(1), revision: 4) }
    #expect(try memory.record(.cup(id: 1, revision: 9))[0] == Receipt(.test(1), 9, .edited))
  }

  @Test func `a tie goes to the greater source, whatever the content`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(9, id: 1, revision: 5, source: 2))
    memory.refuses(.stale, .cup(10, id: 1, revision: 5, source: 1))
    #expect(try memory.record(.cup(1, id: 1, revision: 5, source: 3))[0].change == .edited)
    #expect(memory.drinks == [.cup(1, id: 1, revision: 5, source: 3)])
    // The revision comes before the source.
    memory.refuses(.stale, .cup(1, id: 1, revision: 4, source: 255))
  }

  /// Pairs of contents, the lesser first, of one revision and source.
  ///
  /// Contents compare as encoded, little-endian: 0x0100 is less than 0x0001.
  private static let contents: [(Drink, Drink)] = [
    (.cup(0, id: 1, revision: 5), .cup(1, id: 1, revision: 5)),
    (.cup(micrograms: 256, id: 1, revision: 5), .cup(micrograms: 1, id: 1, revision: 5)),
    (.cup(micrograms: 1, id: 1, revision: 5), .cup(micrograms: 2, id: 1, revision: 5)),
    (.cup(lasting: 256, id: 1, revision: 5), .cup(lasting: 1, id: 1, revision: 5)),
    (.cup(id: 1, revision: 5), .cup(id: 1, revision: 5, flags: .estimated)),
    (.cup(id: 1, revision: 5, offset: 60), .cup(id: 1, revision: 5, offset: -60)),
    (.cup(id: 1, revision: 5, kind: 7), .cup(id: 1, revision: 5, kind: 200)),
    // The first difference decides: time, dose, duration, flags, offset, kind.
    (.cup(micrograms: 1, lasting: 9, id: 1, revision: 5), .cup(micrograms: 2, id: 1, revision: 5)),
    (.cup(lasting: 1, id: 1, revision: 5, kind: 9), .cup(lasting: 2, id: 1, revision: 5)),
  ]

  @Test(arguments: contents.indices)
  func `a tie of revision and source goes to the greater content`(index: Int) throws {
    let (less, greater) = RevisionTests.contents[index]
    let memory = try LedgerMemory(), other = try LedgerMemory()
    try memory.record(less)
    #expect(try memory.record(greater)[0].change == .edited)
    try other.record(greater)
    other.refuses(.stale, less)
    #expect(memory.contents == other.contents)
  }

  @Test func `a removal outranks a drink of the same revision and source`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(id: 1, revision: 5, source: 2))
    memory.refuses(.stale) { _ = try $0.remove(.test(1), revision: 5, source: 1) }
    #expect(try memory.ledger.remove(.test(1), revision: 5, source: 2).change == .removed)
    memory.refuses(.stale, .cup(40, id: 1, revision: 5, source: 2))
    memory.refuses(.stale, .cup(40, id: 1, revision: 4, source: 9))
    #expect(try memory.record(.cup(id: 1, revision: 5, source: 3))[0].change == .added)
  }

  @Test func `the largest revision has no next one`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(id: 1, revision: .max))
    memory.refuses(.range, .cup(1, id: 1))
    memory.refuses(.range) { _ = try $0.edit(.cup(1, id: 1), now: morning(1)) }
    memory.refuses(.range) { _ = try $0.remove(.test(1)) }
    #expect(try memory.ledger.remove(.test(1), revision: .max).revision == .max)
    memory.refuses(.range, .cup(1, id: 1))
    #expect(try memory.record(.cup(id: 1, revision: .max, source: 1))[0].change == .added)
  }

  @Test func `unknown drinks are neither edited nor removed`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(id: 1))
    memory.refuses(.unknownID) { _ = try $0.edit(.cup(id: 2), now: morning()) }
    memory.refuses(.unknownID) { _ = try $0.edit(.cup(id: 2, revision: 7), now: morning()) }
    memory.refuses(.unknownID) { _ = try $0.remove(.test(2)) }
    memory.refuses(.unknownID) { _ = try $0.remove(.test(2), revision: 7) }
    _ = try memory.ledger.remove(.test(1))
    memory.refuses(.unknownID) { _ = try $0.edit(.cup(id: 1), now: morning()) }
    memory.refuses(.unknownID) { _ = try $0.remove(.test(1)) }
  }

  @Test func `versions of one drink end alike in every order`() throws {
    for seed in 0..<150 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      enum Version { case drink(Drink), removal(UInt32, UInt8) }
      var versions: [Version] = []
      for _ in 0..<(generator.pick(2...6) as Int) {
        let revision = generator.pick(1...3) as UInt32, source = generator.pick(0...2) as UInt8
        if generator.chance(25), !versions.isEmpty {
          versions.append(.removal(revision, source))
        } else {
          versions.append(
            .drink(
              .cup(
                generator.pick(0...2), micrograms: generator.one(of: [1, 256, 257]), id: 1,
                revision: revision, source: source)))
        }
      }
      // A removal of a drink not seen yet has nothing to remove, so a first version stands by.
      let first = Drink.cup(id: 1, revision: 1)
      func end(_ order: [Version]) throws -> [UInt8] {
        let memory = try LedgerMemory()
        try memory.record(first)
        for version in order {
          switch version {
          case .drink(let drink): _ = try? memory.record(drink)
          case .removal(let revision, let source):
            _ = try? memory.ledger.remove(.test(1), revision: revision, source: source)
          }
        }
        return memory.contents
      }
      let expected = try end(versions)
      for _ in 0..<3 {
        guard
          holds(
            try end(versions.shuffled(using: &generator)) == expected, seed: seed, "\(versions)")
        else { return }
      }
    }
  }
}

struct TombstoneTests {
  @Test func `sixteen removals are kept and the seventeenth lets the oldest go`() throws {
    let memory = try LedgerMemory(capacity: 20)
    for id in 1...17 as ClosedRange<UInt64> { try memory.record(.cup(id: id, revision: 3)) }
    for id in 1...16 as ClosedRange<UInt64> { _ = try memory.ledger.remove(.test(id)) }
    for id in 1...16 as ClosedRange<UInt64> {
      memory.refuses(.stale, .cup(id: id, revision: 3))
    }
    _ = try memory.ledger.remove(.test(17))
    for id in 2...17 as ClosedRange<UInt64> {
      memory.refuses(.stale, .cup(id: id, revision: 3))
    }
    #expect(try memory.record(.cup(id: 1, revision: 3))[0].change == .added)
  }

  @Test func `a drink that returns takes its tombstone away`() throws {
    let memory = try LedgerMemory(), other = try LedgerMemory()
    try memory.record(.cup(id: 1), .cup(id: 2))
    _ = try memory.ledger.remove(.test(1))
    try memory.record(.cup(id: 1, revision: 7))
    try other.record(.cup(id: 2), .cup(id: 1, revision: 7))
    #expect(memory.contents == other.contents)
  }

  @Test func `removing again with a greater revision raises the removal`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(id: 1))
    _ = try memory.ledger.remove(.test(1), revision: 3)
    let before = memory.bytes
    #expect(try memory.ledger.remove(.test(1), revision: 3) == Receipt(.test(1), 3, .unchanged))
    #expect(memory.bytes == before)
    memory.refuses(.stale) { _ = try $0.remove(.test(1), revision: 2) }
    #expect(try memory.ledger.remove(.test(1), revision: 8) == Receipt(.test(1), 8, .removed))
    memory.refuses(.stale, .cup(id: 1, revision: 7))
    #expect(try memory.record(.cup(id: 1))[0].revision == 9)
  }
}
