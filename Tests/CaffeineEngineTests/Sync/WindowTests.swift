import Testing

@testable import CaffeineEngine

struct WindowTests {
  /// Two ledgers that had the same twenty drinks; the first removed seventeen, and each has one of its own.
  private func apart() throws -> (LedgerMemory, LedgerMemory) {
    let one = try LedgerMemory.withPeer(capacity: 60),
      other = try LedgerMemory.withPeer(capacity: 60)
    for id in 1...20 as ClosedRange<UInt64> { try one.record(.cup(Int64(id), id: id)) }
    let (page, anchor) = try one.changes()
    try other.apply(page, anchor: anchor)
    for id in 1...17 as ClosedRange<UInt64> { _ = try one.ledger.remove(.test(id)) }
    try one.record(.cup(100, id: 30))
    try other.record(.cup(101, id: 40))
    try other.edit(.cup(18, micrograms: 5, id: 18))
    return (one, other)
  }

  @Test(arguments: [1, 3, 64])
  func `a window brings removals that no anchor reaches`(pageSize: Int) throws {
    let (one, other) = try apart()
    let asked = try other.ledger.received(from: 0)
    one.refuses(.anchor) { _ in _ = try one.changes(after: asked) }
    let (window, page) = try one.window(after: asked, pageSize: pageSize)
    #expect(page.map(\.id.low) == [18, 19, 20, 30])
    #expect(page.map { $0.flags.contains(.known) } == [true, true, true, false])
    #expect(try other.replace(window, with: page).counts == [1, 0, 17, 2, 1, 0])
    #expect(other.ids == [18, 19, 20, 30, 40])
    #expect(try other.ledger.received(from: 0) == window.anchor)
    #expect(try one.changes(after: window.anchor).page.isEmpty)
    // A window twice, or late, changes nothing.
    other.refuses(.anchor) { _ in try other.replace(window, with: page) }
    // Seventeen removals are too many to remember there too: the other way it goes likewise.
    other.refuses(.anchor) { _ in _ = try other.changes() }
    let (back, drinks) = try other.window(after: one.ledger.received(from: 0))
    #expect(try one.replace(back, with: drinks).counts == [1, 1, 0, 3, 0, 0])
    #expect(one.drinks == other.drinks)
  }

  @Test func `known drinks that were removed here do not rise`() throws {
    let (one, other) = try apart()
    for id in 18...20 as ClosedRange<UInt64> { _ = try other.ledger.remove(.test(id)) }
    for id in 41...60 as ClosedRange<UInt64> {
      try other.record(.cup(200, id: id))
      _ = try other.ledger.remove(.test(id))
    }
    let (window, page) = try one.window(after: other.ledger.received(from: 0))
    #expect(try other.replace(window, with: page).counts == [1, 0, 17, 0, 3, 0])
    #expect(other.ids == [30, 40])
  }

  @Test func `a known drink does not rise above the lesser removal of an older version`() throws {
    let memory = try LedgerMemory.withPeer()
    try memory.apply([.removal(1, revision: 1)])
    var window = Window(from: Timestamp(0), after: 8)
    window.anchor = 16
    let known = Drink.cup(id: 1, revision: 2, flags: .known)
    #expect(try memory.replace(window, with: [known]).counts == [0, 0, 0, 0, 1, 0])
    #expect(memory.drinks.isEmpty)
  }

  @Test func `a window in parts counts once it reaches to the end`() throws {
    let (one, other) = try apart()
    let asked = try other.ledger.received(from: 0)
    for (from, until) in [(0, morning(19)), (morning(19).seconds, .forever)] as [(Int64, Timestamp)]
    {
      #expect(try other.ledger.received(from: 0) == asked)
      let (window, page) = try one.window(from: from, until: until, after: asked)
      try other.replace(window, with: page)
    }
    #expect(other.ids == [18, 19, 20, 30, 40])
    #expect(try other.ledger.received(from: 0) > asked)
  }

  @Test func `a window that is none is refused`() throws {
    let memory = try LedgerMemory.withPeer()
    try memory.record(.cup(0, id: 1))
    let drink = Drink.cup(10, id: 2, revision: 1)
    func refuse(_ error: CaffeineError, _ window: Window, _ page: [Drink]) {
      memory.refuses(error) { _ in try memory.replace(window, with: page) }
    }
    refuse(.argument, Window(from: morning(11), after: 0), [drink])
    refuse(.argument, Window(from: morning(0), until: morning(10), after: 0), [drink])
    refuse(.argument, Window(from: morning(11), until: morning(10), after: 0), [])
    refuse(.argument, Window(from: Timestamp(0), after: 0), [.removal(1)])
    refuse(
      .argument, Window(from: Timestamp(0), after: 0), [.cup(id: 2, revision: 1, flags: .timeUnset)]
    )
    refuse(.argument, Window(from: Timestamp(0), after: 0), [drink, drink])
    refuse(.anchor, Window(from: Timestamp(0), after: 8), [drink])
  }

  @Test func `a peer that lost its past gets it back`() throws {
    let one = try LedgerMemory.withPeer(), other = try LedgerMemory.withPeer()
    try one.record(.cup(1, id: 1))
    let saved = try one.saved()
    try one.record(.cup(2, id: 2))
    let (page, anchor) = try one.changes()
    try other.apply(page, anchor: anchor)
    let older = try LedgerMemory(capacity: 32)
    try older.load(saved)
    older.refuses(.anchor) { _ in _ = try older.changes(after: anchor) }
    let (window, drinks) = try older.window(after: anchor)
    #expect(try other.replace(window, with: drinks).counts == [0, 0, 0, 1, 0, 0])
    try older.apply(other.changes().page)
    #expect(older.drinks == one.drinks && other.drinks == one.drinks)
  }
}
