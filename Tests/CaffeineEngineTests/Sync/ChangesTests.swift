import Testing

@testable import CaffeineEngine

struct ChangesTests {
  @Test func `a peer has a number from 0 to 3, and none else is answered`() throws {
    let memory = try LedgerMemory()
    for peer in 0...3 {
      memory.refuses(.peer) { _ = try $0.received(from: peer) }
      try memory.ledger.addPeer(peer)
      let before = memory.bytes
      try memory.ledger.addPeer(peer)
      #expect(memory.bytes == before)
      #expect(try memory.ledger.received(from: peer) == 0)
    }
    for peer in [-1, 4, 5, .max] {
      memory.refuses(.peer) { try $0.addPeer(peer) }
      memory.refuses(.peer) { _ in _ = try memory.changes(for: peer) }
      memory.refuses(.peer) { try $0.acknowledge(0, by: peer) }
      memory.refuses(.peer) { _ in
        try memory.apply([.cup(id: 1, revision: 1)], from: peer, after: 0)
      }
      memory.refuses(.peer) { _ in _ = try memory.window(for: peer) }
      memory.refuses(.peer) { _ in
        try memory.replace(Window(from: Timestamp(0), after: 0), with: [], from: peer)
      }
    }
    memory.refuses(.peer) { try $0.addPeer(0, links: 16) }
  }

  @Test(arguments: [1, 2, 3, 5, 64])
  func `changes come in their order, page after page`(size: Int) throws {
    let memory = try LedgerMemory.withPeer()
    try memory.record(.cup(50, id: 1), .cup(40, id: 2), .cup(30, id: 3), .cup(20, id: 4))
    try memory.edit(.cup(60, id: 2))
    _ = try memory.ledger.remove(.test(3))
    try memory.record(.cup(1, id: 5, flags: .timeUnset))
    var anchor: UInt64 = 0, told: [Drink] = []
    while true {
      let (page, next) = try memory.changes(after: anchor, count: size)
      #expect(page.count <= size)
      // The same question has the same answer.
      let again = try memory.changes(after: anchor, count: size)
      #expect(again.page == page && again.anchor == next)
      guard !page.isEmpty else { break }
      told += page
      anchor = next
    }
    let expected: [Drink] = [
      .cup(50, id: 1, revision: 1), .cup(20, id: 4, revision: 1), .cup(60, id: 2, revision: 2),
      .removal(3),
    ]
    #expect(told == expected)
    #expect(try memory.changes(count: 0).page.isEmpty)
  }

  @Test func `a peer is told neither what it sent nor what it hears from those it is linked to`()
    throws
  {
    let memory = try LedgerMemory()
    for (peer, links) in [(0, 0b10), (1, 0b01), (2, 0)] as [(Int, UInt32)] {
      try memory.ledger.addPeer(peer, links: links)
    }
    try memory.record(.cup(1, id: 9))
    for peer in 0..<3 {
      try memory.apply([.cup(id: UInt64(peer) + 1, revision: 1)], from: peer)
    }
    func told(_ peer: Int) throws -> [UInt64] { try memory.changes(for: peer).page.map(\.id.low) }
    #expect(try told(0) == [9, 3])
    #expect(try told(1) == [9, 3])
    #expect(try told(2) == [9, 1, 2])
    // What a removal takes out here, all are told.
    try memory.apply([.removal(1)], from: 0)
    #expect(try told(1) == [9, 3, 1])
  }

  @Test func `an anchor from elsewhere is refused`() throws {
    let memory = try LedgerMemory.withPeer()
    try memory.record(.cup(id: 1))
    for anchor in [16, 1 << 32, 1 << 32 | 8, .max] as [UInt64] {
      memory.refuses(.anchor) { _ in _ = try memory.changes(after: anchor) }
      memory.refuses(.argument) { try $0.acknowledge(anchor, by: 0) }
    }
    // An older save: what was told since, this ledger forgot.
    let saved = try memory.saved()
    try memory.record(.cup(1, id: 2))
    let (_, anchor) = try memory.changes()
    let older = try LedgerMemory(capacity: 32)
    try older.load(saved)
    older.refuses(.anchor) { _ in _ = try older.changes(after: anchor) }
  }

  @Test func `erasing all leaves no anchor and no id with two meanings`() throws {
    let memory = try LedgerMemory.withPeer()
    try memory.record(.cup(), .cup(1))
    let (_, anchor) = try memory.changes()
    memory.ledger.eraseAll()
    memory.refuses(.peer) { _ in _ = try memory.changes(after: anchor) }
    try memory.ledger.addPeer(0)
    try memory.record(.cup(2))
    // It would never hear that what it has is gone here; as a new one it begins anew.
    memory.refuses(.anchor) { _ in _ = try memory.changes(after: anchor) }
    #expect(try memory.changes().page.map(\.id) == [.test(3)])
  }

  @Test func `sixteen removals are kept, the seventeenth makes older anchors too old`() throws {
    let memory = try LedgerMemory.withPeer(capacity: 40)
    for id in 1...20 as ClosedRange<UInt64> { try memory.record(.cup(Int64(id), id: id)) }
    let (_, anchor) = try memory.changes()
    for id in 1...16 as ClosedRange<UInt64> { _ = try memory.ledger.remove(.test(id)) }
    #expect(try memory.changes(after: anchor).page == (1...16).map { .removal($0) })
    let (first, next) = try memory.changes(after: anchor, count: 1)
    #expect(first == [.removal(1)])
    _ = try memory.ledger.remove(.test(17))
    memory.refuses(.anchor) { _ in _ = try memory.changes(after: anchor) }
    memory.refuses(.anchor) { _ in _ = try memory.changes() }
    #expect(try memory.changes(after: next).page == (2...17).map { .removal($0) })
    // A new peer never had what is lost, nor one that has it all.
    try memory.ledger.addPeer(1)
    #expect(try memory.changes(for: 1).page.count == 19)
    // One that had changes once and begins anew may have what was removed since.
    try memory.ledger.acknowledge(next, by: 0)
    memory.refuses(.anchor) { _ in _ = try memory.changes() }
  }

  @Test func `a folded drink that a peer has not heard of makes its anchor too old`() throws {
    let memory = try LedgerMemory.withPeer(capacity: 2)
    try memory.record(.cup(0, id: 1), .cup(10, id: 2))
    let (_, anchor) = try memory.changes(count: 1)
    try memory.record(.cup(20, id: 3))
    #expect(try memory.changes(after: anchor).page.map(\.id.low) == [2, 3])
    try memory.record(.cup(30, id: 4))
    memory.refuses(.anchor) { _ in _ = try memory.changes(after: anchor) }
  }
}
