import Testing

@testable import CaffeineEngine

/// What the records of removals, drinks and aliases say has to be such as recording leaves it.
struct ListedTests {
  /// A saved ledger in parts: three drinks, the latest two removals and an alias.
  private func parts() throws -> [[UInt8]] {
    let memory = try LedgerMemory(
      capacity: 6, configuration: Configuration(deviceID: testDevice, aliases: 2))
    try memory.record(
      .cup(0, id: 1), .cup(60, id: 2), .cup(120, id: 3), .cup(180, id: 4), .cup(240, id: 5))
    _ = try memory.ledger.remove(.test(2), source: 7)
    _ = try memory.ledger.remove(.test(4))
    memory.addAlias(DrinkID(high: 9, low: 9), of: .test(1))
    let parts = records(of: try memory.saved())
    #expect(parts.map { $0[0] } == [1, 2, 5, 5, 6, 6, 6, 7, 8])
    return parts
  }

  /// Loads what comes of other bytes in a record; returns the ledger.
  @discardableResult
  private func load(_ parts: [[UInt8]], aliases: UInt32 = 2) throws -> LedgerMemory {
    let other = try LedgerMemory(
      capacity: 6, configuration: Configuration(deviceID: testDevice, aliases: aliases))
    let bytes = saved(parts)
    try other.load(bytes)
    #expect(try other.saved() == bytes)
    _ = try Ledger(
      adopting: other.memory, byteCount: other.byteCount, configuration: .test)
    return other
  }

  private func refuses(
    _ parts: [[UInt8]], aliases: UInt32 = 2, _ error: CaffeineError = .corrupt,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let other = try LedgerMemory(
      capacity: 6, configuration: Configuration(deviceID: testDevice, aliases: aliases))
    other.refuses(error, sourceLocation: sourceLocation) { _ in try other.load(saved(parts)) }
  }

  private func changed(_ index: Int, at offset: Int, _ bytes: [UInt8]) throws -> [[UInt8]] {
    var parts = try parts()
    parts[index].replaceSubrange(offset..<offset + bytes.count, with: bytes)
    return parts
  }

  @Test func `a removal of a listed drink and two of one drink are refused`() throws {
    let parts = try parts()
    try load(parts)
    for drink in 4...6 { try refuses(changed(2, at: 12, Array(parts[drink][12..<28]))) }
    try refuses(changed(3, at: 12, Array(parts[2][12..<28])))
    try refuses(changed(2, at: 12, Array(parts[3][12..<28])))
  }

  @Test func `a removal's source is one byte, and its last field 0`() throws {
    #expect(try parts()[2][28] == 7)
    try load(changed(2, at: 28, [255]))
    for offset in (29...31) + [32, 35] { try refuses(changed(2, at: offset, [1])) }
  }

  @Test func `two drinks of one id are refused, and drinks out of their order`() throws {
    let parts = try parts()
    for (first, second) in [(4, 5), (5, 6), (4, 6), (6, 4)] {
      try refuses(changed(second, at: 12, Array(parts[first][12..<28])))
    }
    for index in 4...5 {
      var swapped = parts
      swapped.swapAt(index, index + 1)
      try refuses(swapped)
    }
    // The same second, and ids that come down.
    var level = try changed(5, at: 28, Array(parts[4][28..<36]))
    try load(level)
    level.swapAt(4, 5)
    try refuses(level)
  }

  @Test func `a drink that recording refuses is refused`() throws {
    // Revision, id, time, dose, duration, flags, offset.
    try refuses(changed(4, at: 8, [0, 0, 0, 0]))
    try refuses(changed(4, at: 12, [UInt8](repeating: 0, count: 16)))
    try refuses(changed(4, at: 35, [0x80]))
    try refuses(changed(4, at: 36, littleEndian(10_000_001)))
    try refuses(changed(4, at: 36, littleEndian(1_200_001)))
    try refuses(changed(4, at: 40, littleEndian(43_201)))
    try refuses(changed(4, at: 44, littleEndian(4)))
    try refuses(changed(4, at: 44, littleEndian(3)))
    try refuses(changed(4, at: 44, littleEndian(32)))
    try refuses(changed(4, at: 48, [0x39, 0x04]))
  }

  @Test func `no stamp is past the ledger's own`() throws {
    let parts = try parts()
    // Five drinks and two removals.
    #expect(Array(parts[1][76..<80]) == littleEndian(56))
    for index in 4...6 {
      try load(changed(index, at: 4, littleEndian(63)))
      try refuses(changed(index, at: 4, littleEndian(64)))
    }
    for index in 2...3 {
      try load(changed(index, at: 4, littleEndian(63)))
      try refuses(changed(index, at: 4, littleEndian(64)))
    }
    try refuses(changed(1, at: 76, littleEndian(48 - 8)))
  }

  @Test func `there are as many aliases as there is room for, and more are no damage`() throws {
    var parts = try parts()
    try refuses(parts, aliases: 0, .full)
    try load(parts, aliases: 1)
    var second = parts[7]
    second[4] = 0xEE
    parts.insert(second, at: 8)
    try refuses(parts, aliases: 1, .full)
    let other = try load(parts, aliases: 2)
    #expect(other.ledger.header.pointee.aliasCount == 2)
    #expect(other.ledger.aliases[0].alias == DrinkID(high: 9, low: 9))
    #expect(other.ledger.aliases[1].alias == DrinkID(high: 0xEE << 56 | 9, low: 9))
    #expect(other.ledger.aliases[1].id == .test(1))
    second[5] = 0xEE
    parts.insert(second, at: 9)
    try refuses(parts, aliases: 2, .full)
    try load(parts, aliases: 3)
    var damaged = saved(parts)
    damaged[damaged.count - 30] ^= 1
    let small = try LedgerMemory(
      capacity: 6, configuration: Configuration(deviceID: testDevice, aliases: 2))
    small.refuses(.corrupt) { _ in try small.load(damaged) }
  }

  @Test func `plans and undated drinks are what they were`() throws {
    let memory = try LedgerMemory(capacity: 6)
    var undated = Drink.cup(flags: .timeUnset)
    undated.time = Timestamp(5_000)
    try memory.record(.cup(0), .cup(90_000, flags: [.planned, .estimated]), undated)
    let later = Drink.morning + 90_000
    let answers = try [0, Drink.morning + 60, later - 1, later].map { try memory.amounts(at: $0) }
    #expect(answers[2].flags == .undated)
    #expect(answers[3].flags == [.undated, .due])
    let other = try LedgerMemory(capacity: 6)
    try other.load(memory.saved())
    #expect(other.drinks == memory.drinks)
    #expect(
      try [0, Drink.morning + 60, later - 1, later].map { try other.amounts(at: $0) } == answers)
    let isSame = other.bytes == memory.bytes
    #expect(isSame)
    // A plan may be confirmed, an undated drink get its date.
    for ledger in [memory, other] {
      var plan = ledger.drinks[2]
      plan.flags.remove(.planned)
      plan.revision = 0
      try ledger.edit(plan)
      var first = ledger.drinks[0]
      first.flags.remove(.timeUnset)
      first.time = morning(30)
      first.revision = 0
      try ledger.edit(first)
    }
    let goesOnAlike = other.bytes == memory.bytes
    #expect(goesOnAlike)
    #expect(try memory.amounts(at: later).flags == .estimated)
  }

  @Test func `an undated drink's time is uptime, below 2^31`() throws {
    let memory = try LedgerMemory(capacity: 6)
    var undated = Drink.cup(flags: .timeUnset)
    undated.time = Timestamp(1 << 31 - 1)
    try memory.record(undated)
    let parts = records(of: try memory.saved())
    try load(parts)
    var later = parts
    later[2].replaceSubrange(28..<32, with: littleEndian(1 << 31))
    try refuses(later)
  }
}
