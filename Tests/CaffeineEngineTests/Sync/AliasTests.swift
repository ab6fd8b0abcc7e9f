import Testing

@testable import CaffeineEngine

struct AliasTests {
  private let alias = DrinkID(high: 99, low: 1)

  private func entry(_ seconds: Int64 = 0, revision: UInt32 = 1) -> Drink {
    var drink = Drink.cup(seconds, id: 1, revision: revision)
    drink.id = alias
    return drink
  }

  @Test func `what is saved and then queried back is one drink`() throws {
    for isQueriedFirst in [false, true] {
      let memory = try LedgerMemory.withPeer(aliases: 1)
      try memory.record(.cup(id: 1))
      if isQueriedFirst {
        #expect(try memory.apply([entry()]).counts[0] == 1)
        #expect(memory.drinks.count == 2)
      }
      try memory.ledger.alias(alias, of: .test(1))
      #expect(try memory.apply([entry()]).counts == [0, 0, 0, 1, 0, 0])
      #expect(memory.drinks == [.cup(id: 1, revision: 1)])
      // A newer version under the alias is the drink's, and so is its removal.
      #expect(try memory.apply([entry(9, revision: 2)]).counts == [0, 1, 0, 0, 0, 0])
      #expect(memory.drinks == [.cup(9, id: 1, revision: 2)])
      var removal = entry(revision: 3)
      removal.flags = .removed
      #expect(try memory.apply([removal]).counts == [0, 0, 1, 0, 0, 0])
      #expect(try memory.apply([entry()]).counts == [0, 0, 0, 0, 1, 0])
      #expect(memory.drinks.isEmpty)
    }
  }

  @Test func `an alias names one drink, and its place is free once that is forgotten`() throws {
    let memory = try LedgerMemory.withPeer(aliases: 1)
    try memory.record(.cup(0, id: 1), .cup(1, id: 2))
    memory.refuses(.argument) { try $0.alias(.unassigned, of: .test(1)) }
    memory.refuses(.argument) { try $0.alias(.test(1), of: .test(1)) }
    memory.refuses(.unknownID) { try $0.alias(alias, of: .test(3)) }
    try memory.ledger.alias(alias, of: .test(1))
    try memory.ledger.alias(alias, of: .test(1))
    memory.refuses(.full) { try $0.alias(DrinkID(high: 99, low: 2), of: .test(2)) }
    // The removal is remembered, and with it the alias.
    _ = try memory.ledger.remove(.test(1))
    memory.refuses(.full) { try $0.alias(DrinkID(high: 99, low: 2), of: .test(2)) }
    for id in 10...25 as ClosedRange<UInt64> {
      try memory.record(.cup(2, id: id))
      _ = try memory.ledger.remove(.test(id))
    }
    try memory.ledger.alias(DrinkID(high: 99, low: 2), of: .test(2))
    let none = try LedgerMemory.withPeer()
    try none.record(.cup(id: 1))
    none.refuses(.full) { try $0.alias(alias, of: .test(1)) }
  }
}
