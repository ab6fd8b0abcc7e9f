import Testing

@testable import CaffeineEngine

struct IdentityTests {
  @Test func `an assigned id is the device's with a counter from 1, big-endian`() throws {
    let memory = try LedgerMemory()
    let receipts = try memory.record(.cup(), .cup(60))
    #expect(receipts[0] == Receipt(.test(1), 1, .added))
    #expect(receipts[1] == Receipt(.test(2), 1, .added))
    let bytes = withUnsafeBytes(of: receipts[1].id) { Array($0) }
    #expect(
      bytes == [0xD0, 0xD1, 0xD2, 0xD3, 0xD4, 0xD5, 0xD6, 0xD7, 0, 0, 0, 0, 0, 0, 0, 2])
  }

  @Test func `ids that a drink or a removal bears are skipped`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(id: 1), .cup(id: 2), .cup(id: 4))
    _ = try memory.ledger.remove(.test(2))
    #expect(try memory.record(.cup())[0].id == .test(3))
    #expect(try memory.record(.cup())[0].id == .test(5))
    #expect(try memory.record(.cup())[0].id == .test(6))
  }

  @Test func `a record that fails uses up no id`() throws {
    let memory = try LedgerMemory()
    memory.refuses(.suspicious, .cup(micrograms: 1_200_001))
    memory.refuses(.range, .cup(lasting: 43_201))
    #expect(try memory.record(.cup())[0].id == .test(1))
  }

  @Test func `without a device id none is assigned`() throws {
    let memory = try LedgerMemory(configuration: Configuration())
    memory.refuses(.argument, .cup())
    try memory.record(.cup(id: 9))
    #expect(memory.ids == [9])
  }

  @Test func `an edit without an id is refused`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup())
    memory.refuses(.argument) { _ = try $0.edit(.cup(), now: morning()) }
  }

  @Test func `ids compare as bytes`() {
    #expect(DrinkID(high: 1, low: .max) < DrinkID(high: 2, low: 0))
    #expect(DrinkID(high: 0x0100, low: 0) > DrinkID(high: 0x00FF, low: 0))
    #expect(DrinkID(high: 1 << 63, low: 0) > DrinkID(high: 1, low: 0))
    #expect(DrinkID(high: 1, low: 0x0100) > DrinkID(high: 1, low: 0xFF))
    #expect(!(DrinkID.test(1) < .test(1)))
    #expect(DrinkID.unassigned.isUnassigned)
    #expect(!DrinkID.test(0).isUnassigned)
  }
}
