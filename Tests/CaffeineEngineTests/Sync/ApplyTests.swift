import Testing

@testable import CaffeineEngine

struct ApplyTests {
  @Test func `a page is taken in once, in its order, and never twice`() throws {
    let memory = try LedgerMemory.withPeer()
    try memory.record(.cup(5, id: 1), .cup(6, id: 2), .cup(7, id: 3, revision: 9))
    let page: [Drink] = [
      .cup(1, id: 4, revision: 1), .cup(2, id: 1, revision: 2), .removal(2),
      .cup(7, id: 3, revision: 9), .removal(5, revision: 7),
    ]
    #expect(try memory.apply(page, anchor: 40).counts == [1, 1, 2, 1, 0, 0])
    #expect(memory.ids == [4, 1, 3])
    #expect(try memory.ledger.received(from: 0) == 40)
    let after = memory.bytes
    // The reply comes twice, or late; one after it comes before it.
    #expect(try memory.apply(page, after: 0, anchor: 40).counts == [0, 0, 0, 5, 0, 0])
    #expect(try memory.apply([.cup(id: 9, revision: 1)], after: 0, anchor: 8).counts[3] == 1)
    #expect(memory.bytes == after)
    memory.refuses(.anchor) { _ in
      try memory.apply([.cup(id: 9, revision: 1)], after: 48, anchor: 56)
    }
    memory.refuses(.argument) { _ in try memory.apply([], after: 40, anchor: 39) }
    // A removal of what was never heard of is remembered.
    #expect(try memory.apply([.cup(id: 5, revision: 7)]).counts == [0, 0, 0, 0, 1, 0])
    #expect(try memory.apply([.cup(id: 5, revision: 8)]).counts == [1, 0, 0, 0, 0, 0])
    // No reply, then an empty one.
    #expect(try memory.apply([]).counts == [0, 0, 0, 0, 0, 0])
  }

  @Test func `a removal outranks a drink of the same revision and source`() throws {
    let memory = try LedgerMemory.withPeer()
    try memory.record(.cup(id: 1, revision: 3, source: 2))
    #expect(try memory.apply([.removal(1, revision: 3, source: 1)]).counts == [0, 0, 0, 0, 1, 0])
    #expect(try memory.apply([.removal(1, revision: 3, source: 2)]).counts == [0, 0, 1, 0, 0, 0])
    #expect(try memory.apply([.cup(id: 1, revision: 3, source: 2)]).counts == [0, 0, 0, 0, 1, 0])
    // Who sent the drink does not know: the removal is told again.
    #expect(try memory.changes().page == [.removal(1, revision: 3, source: 2)])
  }

  /// Entries that no ledger takes, and what they are refused with.
  private static let malformed: [(Drink, CaffeineError)] = {
    func entry(_ change: (inout Drink) -> Void) -> Drink {
      var drink = Drink.cup(id: 7, revision: 1)
      change(&drink)
      return drink
    }
    return [
      (entry { $0.id = .unassigned }, .argument), (entry { $0.revision = 0 }, .argument),
      (entry { $0.time = Timestamp(-1) }, .range),
      (entry { $0.time = Timestamp(Drink.endOfTime) }, .range),
      (entry { $0.dose = Amount(micrograms: 10_000_001) }, .range),
      (entry { $0.dose = Amount(micrograms: 1_200_001) }, .suspicious),
      (entry { $0.duration = 43_201 }, .range), (entry { $0.utcOffset = 1_081 }, .range),
      (entry { $0.utcOffset = -1_081 }, .range), (entry { $0.flags = .due }, .argument),
      (entry { $0.flags = Flags(rawValue: 1 << 7) }, .argument),
      (entry { $0.flags = .unknownDose }, .argument),
      (entry { $0.flags = [.planned, .timeUnset] }, .argument),
    ]
  }()

  @Test func `a malformed entry or an id twice leaves every byte as it was`() throws {
    let memory = try LedgerMemory.withPeer(aliases: 2)
    try memory.record(.cup(id: 1))
    try memory.ledger.alias(.test(100), of: .test(1))
    let good: [Drink] = [.cup(1, id: 2, revision: 1), .cup(2, id: 1, revision: 5)]
    for (entry, error) in ApplyTests.malformed {
      for place in 0...2 {
        var page = good
        page.insert(entry, at: place)
        memory.refuses(error) { _ in try memory.apply(page) }
      }
    }
    for other in [.cup(3, id: 1, revision: 6), .removal(1), .cup(3, id: 100, revision: 6)]
      as [Drink]
    {
      memory.refuses(.argument) { _ in try memory.apply(good + [other]) }
    }
    #expect(try memory.apply(good).counts == [1, 1, 0, 0, 0, 0])
  }

  @Test func `an overflow at the last entry leaves every byte as it was`() throws {
    // 429 times 10 g, and what is left to 2^32 - 1 µg.
    let memory = try LedgerMemory.withPeer(capacity: 440),
      spread = try LedgerMemory.withPeer(capacity: 440)
    for id in 1...428 as ClosedRange<UInt64> {
      try memory.record(.cup(0, micrograms: 10_000_000, id: id, flags: .meant))
      // Body sums fall, a day's total does not.
      try spread.record(.cup(Int64(id), micrograms: 10_000_000, id: id, flags: .meant))
    }
    let fitting: [Drink] = [
      .cup(0, micrograms: 10_000_000, id: 500, revision: 1, flags: .meant),
      .cup(0, micrograms: 4_967_295, id: 501, revision: 1, flags: .meant),
    ]
    for some in [memory, spread] {
      some.refuses(.range) { _ in
        try some.apply(fitting + [.cup(0, micrograms: 1, id: 502, revision: 1)])
      }
      #expect(try some.apply(fitting).counts == [2, 0, 0, 0, 0, 0])
    }
  }

  @Test func `what is folded is too old, and counted`() throws {
    let memory = try LedgerMemory.withPeer(capacity: 2)
    try memory.record(.cup(0, id: 1), .cup(10, id: 2), .cup(20, id: 3))
    let page: [Drink] = [
      .cup(0, id: 4, revision: 1), .cup(5, id: 5, revision: 1), .cup(30, id: 6, revision: 1),
    ]
    #expect(try memory.apply(page).counts == [1, 0, 0, 0, 0, 2])
    #expect(memory.ids == [3, 6])
  }

  @Test func `plans alone fill a ledger`() throws {
    let memory = try LedgerMemory.withPeer(capacity: 2)
    let page: [Drink] = (1...3).map { .cup(Int64($0), id: $0, revision: 1, flags: .planned) }
    #expect(throws: CaffeineError.full) { try memory.apply(page, anchor: 40) }
    #expect(memory.ids == [1, 2])
    #expect(try memory.ledger.received(from: 0) == 0)
    _ = try memory.ledger.remove(.test(1))
    #expect(try memory.apply(Array(page[1...]), anchor: 40).counts == [1, 0, 0, 1, 0, 0])
    #expect(try memory.ledger.received(from: 0) == 40)
  }

  @Test func `a plan for which a full ledger has no room yet is not passed over`() throws {
    let memory = try LedgerMemory.withPeer(capacity: 1)
    try memory.record(.cup(0, lasting: 3_600, id: 1))
    let plan = [Drink.cup(9_000, id: 2, revision: 1, flags: .planned)]
    #expect(throws: CaffeineError.full) { try memory.apply(plan, anchor: 8) }
    #expect(try memory.ledger.received(from: 0) == 0)
    // A drink from before the end of the sip would be folded with it.
    let late = [Drink.cup(600, id: 3, revision: 1)]
    #expect(try memory.apply(late, anchor: 8).counts == [0, 0, 0, 0, 0, 1])
    #expect(try memory.ledger.received(from: 0) == 8)
  }

  @Test func `a removal goes out again only where one from here was`() throws {
    let memory = try LedgerMemory.withPeer(capacity: 4)
    try memory.ledger.addPeer(1)
    func removal(_ id: UInt64, _ revision: UInt32) -> Drink {
      .cup(0, micrograms: 0, id: id, revision: revision, flags: .removed)
    }
    func told(_ peer: Int) throws -> [UInt64] {
      var page = [Drink](repeating: .cup(), count: 8), anchor: UInt64 = 0
      let count = try memory.ledger.changes(for: peer, after: &anchor, into: &page, count: 8)
      return page[..<count].map(\.id.low)
    }
    // Only heard of: not sent back, however often it changes.
    _ = try memory.apply([removal(7, 2)], anchor: 8)
    _ = try memory.ledger.apply([removal(7, 3)], count: 1, from: 0, after: 8, anchor: 16)
    #expect(try told(0) == [])
    #expect(try told(1) == [7])
    // Removed here first, with another removal in between: still told to all.
    try memory.record(.cup(0, id: 1))
    _ = try memory.ledger.remove(.test(1))
    _ = try memory.ledger.apply([removal(8, 2)], count: 1, from: 0, after: 16, anchor: 24)
    _ = try memory.ledger.apply([removal(1, 9)], count: 1, from: 0, after: 24, anchor: 32)
    #expect(try told(0) == [1])
  }

  @Test func `a drink without a date is no peer's to send`() throws {
    let memory = try LedgerMemory.withPeer(capacity: 4)
    memory.refuses(.argument) { _ in
      try memory.apply([.cup(0, id: 1, revision: 1, flags: .timeUnset)])
    }
  }

  @Test func `no window begins at or before the fold time`() throws {
    let memory = try LedgerMemory.withPeer(capacity: 1)
    try memory.record(.cup(0, id: 1), .cup(60, id: 2))
    var page = [Drink](repeating: .cup(), count: 2), index = 0
    for (from, error) in [(0, true), (1, false)] as [(Int64, Bool)] {
      var window = Window(from: morning(from), after: 0)
      func tell() throws -> Int {
        try memory.ledger.tell(&window, to: 0, from: &index, into: &page, count: 2)
      }
      if error {
        #expect(throws: CaffeineError.tooOld) { try tell() }
      } else {
        #expect(try tell() == 1)
      }
    }
  }
}
