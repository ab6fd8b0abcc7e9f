import Testing

@testable import CaffeineEngine

struct OrderTests {
  @Test func `drinks are listed by time, then by id`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(60, id: 2), .cup(0, id: 9), .cup(60, id: 1), .cup(30, id: 5))
    #expect(memory.ids == [9, 5, 1, 2])
    #expect(memory.drinks.allSatisfy { $0.stamp == 0 })
  }

  @Test func `two drinks may share a second and a dose`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(), .cup())
    #expect(memory.ledger.count == 2)
    #expect(try memory.day(Drink.morningDate).total == .milligrams(192))
  }

  @Test func `drinks are found by position, id and time`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0, id: 1), .cup(60, id: 2), .cup(60, id: 3))
    #expect(memory.ledger.index(of: .test(3)) == 2)
    #expect(memory.ledger.index(of: .test(4)) == nil)
    #expect(memory.ledger.drink(at: 1)?.id == .test(2))
    #expect(memory.ledger.drink(at: -1) == nil)
    #expect(memory.ledger.drink(at: 3) == nil)
    #expect(memory.ledger.firstIndex(from: Timestamp(.min)) == 0)
    #expect(memory.ledger.firstIndex(from: morning()) == 0)
    #expect(memory.ledger.firstIndex(from: morning(1)) == 1)
    #expect(memory.ledger.firstIndex(from: morning(61)) == 3)
    #expect(memory.ledger.firstIndex(from: .forever) == 3)
  }

  @Test func `an edit moves a drink to its new place`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0, id: 1), .cup(60, id: 2), .cup(120, id: 3))
    #expect(try memory.edit(.cup(90, id: 1)).change == .edited)
    #expect(memory.ids == [2, 1, 3])
  }

  @Test func `inserting and taking out are exact inverses`() throws {
    for seed in 0..<60 as Range<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let memory = try LedgerMemory()
      for id in 1...(generator.pick(1...10) as UInt64) {
        try memory.record(
          .cup(generator.pick(0...50), lasting: generator.pick(0...50), id: id))
      }
      let before = memory.bytes
      let drink = Drink.cup(generator.pick(0...50), lasting: generator.pick(0...50), id: 99)
      let index = withUnsafePointer(to: drink) { memory.ledger.insert($0) }
      memory.ledger.takeOut(index)
      guard holds(memory.bytes == before, seed: seed) else { return }
    }
  }
}
