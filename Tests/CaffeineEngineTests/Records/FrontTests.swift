import Testing

@testable import CaffeineEngine

/// What the front and the folded days say has to fit the drinks that follow.
struct FrontTests {
  /// A saved ledger with a sip in progress at the fold of the second drink, and a third to come.
  private static func saved() throws -> [UInt8] {
    let memory = try LedgerMemory(capacity: 2)
    try memory.record(.cup(-600, lasting: 7_200), .cup(0), .cup(3_600))
    return try memory.saved()
  }

  /// Replaces bytes of the first record of a kind, and makes the checksums right.
  private func changed(_ kind: RecordKind, at offset: Int, _ bytes: [UInt8]) throws -> [UInt8] {
    var parts = records(of: try FrontTests.saved())
    let index = try #require(parts.firstIndex { $0[0] == kind.rawValue })
    parts[index].replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return CaffeineEngineTests.saved(parts)
  }

  /// Expects such a saved ledger to be refused.
  private func refuses(_ kind: RecordKind, at offset: Int, _ bytes: [UInt8]) throws {
    let other = try LedgerMemory(capacity: 4)
    let saved = try changed(kind, at: offset, bytes)
    other.refuses(.corrupt) { _ in try other.load(saved) }
  }

  @Test func `what pours in is what the drinks in progress say`() throws {
    let state = try #require(try records(of: FrontTests.saved()).first { $0[0] == 2 })
    #expect(state[28..<44].contains { $0 != 0 })
    for offset in 28..<44 {
      try refuses(.state, at: offset, [state[offset] ^ 1])
    }
  }

  @Test func `drinks begun lie before the fold, the others after it`() throws {
    for begun in [0, 2, 3] as [UInt8] { try refuses(.state, at: 76, [begun]) }
    // A day later both would have begun and ended.
    try refuses(.state, at: 4, littleEndian(UInt32(Drink.morning + 86_400)))
  }

  @Test func `a sum past 2^32 - 1 µg and a fold that never was are refused`() throws {
    try refuses(.state, at: 12, [UInt8](repeating: 0xFF, count: 8))
    try refuses(.state, at: 20, [UInt8](repeating: 0xFF, count: 8))
    try refuses(.state, at: 12, [0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x80])
    try refuses(.state, at: 4, [0, 0, 0, 0, 0, 0, 0, 0x80])
    try refuses(.state, at: 4, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    // Nothing is folded, but something is in the gut.
    var parts = records(of: try LedgerMemory(capacity: 4).saved())
    parts[1][12] = 1
    let other = try LedgerMemory(capacity: 4), saved = CaffeineEngineTests.saved(parts)
    other.refuses(.corrupt) { _ in try other.load(saved) }
  }

  @Test func `doubt is such as drinks leave`() throws {
    for offset in [52, 60] {
      try refuses(.state, at: offset, littleEndian(.max))
      try refuses(.state, at: offset, littleEndian(1 << 30))
      // An end of drinks of which none is in doubt, and one too long ago.
      try refuses(.state, at: offset, littleEndian(0) + littleEndian(5))
      try refuses(.state, at: offset, littleEndian(60) + littleEndian(1 << 31))
      try refuses(.state, at: offset, littleEndian(60) + littleEndian(43_201))
    }
  }

  @Test func `a removal's source is one byte`() throws {
    let memory = try LedgerMemory(capacity: 4)
    try memory.record(.cup(0))
    _ = try memory.ledger.remove(memory.drinks[0].id)
    var parts = records(of: try memory.saved())
    parts[2][25] = 1
    let other = try LedgerMemory(capacity: 4), saved = CaffeineEngineTests.saved(parts)
    other.refuses(.corrupt) { _ in try other.load(saved) }
  }

  @Test func `a date's counts have room for the drinks to come`() throws {
    try refuses(.day, at: 12, littleEndian(.max))
    try refuses(.day, at: 12, littleEndian(1 << 31))
    try refuses(.day, at: 16, littleEndian(2))
    let other = try LedgerMemory(capacity: 4)
    try other.load(changed(.day, at: 12, littleEndian(1 << 31 - 1)))
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `whatever folding leaves is taken over`(seed: UInt64) throws {
    let memory = try SaveTests.lively(seed: seed, capacity: 3)
    let other = try LedgerMemory(capacity: 3)
    try other.load(memory.saved())
    _ = try Ledger(
      adopting: other.memory, byteCount: other.byteCount, configuration: .test)
  }
}
