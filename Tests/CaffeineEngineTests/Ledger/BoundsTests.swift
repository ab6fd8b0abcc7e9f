import Testing

@testable import CaffeineEngine

struct BoundsTests {
  @Test(arguments: 1...16)
  func `a full ledger writes neither past its memory nor over its aliases`(capacity: Int) throws {
    let aliases = 1
    let byteCount = Ledger.byteCount(capacity: capacity, aliases: aliases)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount + 64, alignment: 8)
    defer { memory.deallocate() }
    memory.initializeMemory(as: UInt8.self, repeating: 0xA5, count: byteCount + 64)
    let configuration = Configuration(deviceID: testDevice, aliases: UInt32(aliases))
    let ledger = try Ledger(in: memory, byteCount: byteCount, configuration: configuration)
    #expect(ledger.capacity == capacity)
    let plan = Drink.cup(90_000, id: 1, flags: .planned)
    _ = try ledger.record(plan, now: morning())
    let alias = DrinkID(high: 7, low: 7)
    try ledger.alias(alias, of: plan.id)
    for second in 1...Int64(3 * capacity) where capacity > 1 {
      _ = try ledger.record(.cup(second), now: morning(second))
      #expect(ledger.aliases.pointee.alias == alias && ledger.aliases.pointee.id == plan.id)
    }
    let after = UnsafeRawBufferPointer(start: memory + byteCount, count: 64)
    #expect(after.allSatisfy { $0 == 0xA5 })
  }
}
