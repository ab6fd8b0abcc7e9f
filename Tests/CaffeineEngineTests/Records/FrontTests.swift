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
    #expect(state[36..<44].contains { $0 != 0 } && state[44..<52].contains { $0 != 0 })
    for offset in 36..<52 {
      try refuses(.state, at: offset, [state[offset] ^ 1])
    }
  }

  @Test func `drinks begun lie before the fold, the others after it`() throws {
    // Before the first began, and when the last does.
    try refuses(.state, at: 12, littleEndian(UInt32(Drink.morning - 601)))
    try refuses(.state, at: 12, littleEndian(UInt32(Drink.morning - 1)))
    try refuses(.state, at: 12, littleEndian(UInt32(Drink.morning + 1)))
    try refuses(.state, at: 12, littleEndian(UInt32(Drink.morning + 3_600)))
    // A day later both would have begun and ended.
    try refuses(.state, at: 12, littleEndian(UInt32(Drink.morning + 86_400)))
  }

  @Test func `what ended before the fold was folded, unless it does not count`() throws {
    let memory = try LedgerMemory(capacity: 1)
    try memory.record(.cup(0), .cup(60))
    let parts = records(of: try memory.saved())
    let index = try #require(parts.firstIndex { $0[0] == RecordKind.drink.rawValue })
    func part(_ seconds: Int64, _ flags: Flags = []) -> [UInt8] {
      var parts = parts
      parts[index].replaceSubrange(
        28..<32, with: littleEndian(UInt32(Drink.morning + seconds)))
      parts[index].replaceSubrange(44..<48, with: littleEndian(flags.rawValue))
      return CaffeineEngineTests.saved(parts)
    }
    let other = try LedgerMemory(capacity: 1)
    other.refuses(.corrupt) { _ in try other.load(part(-1)) }
    // Two may end at one second, and the greater id stays.
    for bytes in [part(0), part(-1, .planned), part(0, .planned), part(-1, .timeUnset)] {
      let taken = try LedgerMemory(capacity: 1)
      try taken.load(bytes)
      #expect(try taken.saved() == bytes)
    }
  }

  @Test func `a sum past 2^32 - 1 µg and a fold that never was are refused`() throws {
    try refuses(.state, at: 20, [UInt8](repeating: 0xFF, count: 8))
    try refuses(.state, at: 28, [UInt8](repeating: 0xFF, count: 8))
    try refuses(.state, at: 20, [0, 0, 0, 0, 0, 0, 0, 0x80, 0, 0, 0, 0, 0, 0, 0, 0x80])
    try refuses(.state, at: 12, [0, 0, 0, 0, 0, 0, 0, 0x80])
    try refuses(.state, at: 12, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF])
    // Nothing is folded, but something is in the gut.
    var parts = records(of: try LedgerMemory(capacity: 4).saved())
    parts[1][20] = 1
    let other = try LedgerMemory(capacity: 4), saved = CaffeineEngineTests.saved(parts)
    other.refuses(.corrupt) { _ in try other.load(saved) }
  }

  @Test func `sips in progress of more than 2^32 - 1 µg are refused, whatever they add up to`()
    throws
  {
    let memory = try LedgerMemory(capacity: 1)
    try memory.record(.cup(0), .cup(60))
    var parts = records(of: try memory.saved())
    let index = try #require(parts.firstIndex { $0[0] == RecordKind.drink.rawValue })
    // 430 of 10 g each, begun with the fold and ten seconds long.
    var drink = parts[index], drinks: [[UInt8]] = []
    drink.replaceSubrange(28..<32, with: littleEndian(UInt32(Drink.morning)))
    drink.replaceSubrange(36..<40, with: littleEndian(10_000_000))
    drink.replaceSubrange(40..<44, with: littleEndian(10))
    drink.replaceSubrange(44..<48, with: littleEndian(Flags.meant.rawValue))
    for number in 0..<430 {
      drink.replaceSubrange(26..<28, with: [UInt8(number >> 8) + 1, UInt8(number & 0xFF)])
      drinks.append(drink)
    }
    parts.replaceSubrange(index...index, with: drinks)
    func put(_ value: UInt64, at offset: Int) {
      let halves = [UInt32(truncatingIfNeeded: value), UInt32(truncatingIfNeeded: value >> 32)]
      parts[1].replaceSubrange(offset..<offset + 8, with: halves.flatMap(littleEndian))
    }
    let rate = UInt64(430) * (1_000_000 << 32)
    put(rate, at: 36)
    put(rate &* 10, at: 44)
    let other = try LedgerMemory(capacity: 430)
    other.refuses(.corrupt) { _ in try other.load(CaffeineEngineTests.saved(parts)) }
    // 400 of them could be.
    parts.removeSubrange(index..<index + 30)
    put(400 * (1_000_000 << 32), at: 36)
    put(400 * (10_000_000 << 32), at: 44)
    try other.load(CaffeineEngineTests.saved(parts))
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

  @Test func `half-lives are such as a profile may have`() throws {
    for value in [29, 86_401, .max] as [UInt32] { try refuses(.state, at: 4, littleEndian(value)) }
    for value in [0, 1_799, 720_001, .max] as [UInt32] {
      try refuses(.state, at: 8, littleEndian(value))
    }
  }

  @Test func `a date's counts have room for the drinks to come`() throws {
    // The date's place is the eleventh.
    let days = try #require(try records(of: FrontTests.saved()).first { $0[0] == 3 })
    #expect(Array(days[164..<176]) == [20_605, 96_000, 1].flatMap(littleEndian))
    try refuses(.days, at: 172, littleEndian(.max))
    try refuses(.days, at: 172, littleEndian(1 << 31))
    try refuses(.days, at: 176, littleEndian(2))
    let other = try LedgerMemory(capacity: 4)
    try other.load(changed(.days, at: 172, littleEndian(1 << 31 - 1)))
  }

  @Test func `a date lies in its place, and a place without drinks is empty`() throws {
    for date in [20_604, 20_606, 0, .max] as [UInt32] {
      try refuses(.days, at: 164, littleEndian(date))
    }
    try LedgerMemory(capacity: 4).load(changed(.days, at: 164, littleEndian(20_620)))
    try LedgerMemory(capacity: 4).load(changed(.days, at: 164, littleEndian(20_590)))
    // A second date, in its place and in the next one.
    let day = [20_604, 5_000, 2, 1].flatMap(littleEndian)
    try LedgerMemory(capacity: 4).load(changed(.days, at: 148, day))
    try refuses(.days, at: 132, day)
    // No drinks.
    try refuses(.days, at: 172, littleEndian(0))
    for offset in [4, 8, 16, 19] { try refuses(.days, at: offset, [1]) }
  }

  @Test func `folded days are there once, and only if something is folded`() throws {
    let parts = records(of: try FrontTests.saved())
    #expect(parts.map { $0[0] } == [1, 2, 3, 6, 6, 8])
    func refuses(_ parts: [[UInt8]]) throws {
      let other = try LedgerMemory(capacity: 4), saved = CaffeineEngineTests.saved(parts)
      other.refuses(.corrupt) { _ in try other.load(saved) }
    }
    try refuses([parts[0], parts[1], parts[2], parts[2], parts[3], parts[4], parts[5]])
    try refuses([parts[0], parts[1], parts[3], parts[4], parts[5]])
    var nothing = parts[2]
    nothing.replaceSubrange(4..<244, with: [UInt8](repeating: 0, count: 240))
    try refuses([parts[0], parts[1], nothing, parts[3], parts[4], parts[5]])
    // Nothing is folded.
    let memory = try LedgerMemory(capacity: 4)
    try memory.record(.cup(60))
    let unfolded = records(of: try memory.saved())
    #expect(unfolded.map { $0[0] } == [1, 2, 6, 8])
    for days in [parts[2], nothing] {
      try refuses([unfolded[0], unfolded[1], days, unfolded[2], unfolded[3]])
    }
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
