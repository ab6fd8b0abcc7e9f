import Testing

@testable import CaffeineEngine

struct SaveTests {
  /// Room for six drinks and two aliases.
  static func empty() throws -> LedgerMemory {
    try LedgerMemory(capacity: 6, configuration: Configuration(deviceID: testDevice, aliases: 2))
  }

  /// A ledger with folds, removals, profile changes, sips in progress, doubt, plans, undated ones.
  static func lively(seed: UInt64, capacity: Int = 6) throws -> LedgerMemory {
    let memory = try LedgerMemory(capacity: capacity)
    try enliven(memory, seed: seed)
    return memory
  }

  /// See `lively`.
  private static func enliven(_ memory: LedgerMemory, seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    var time: Int64 = 0
    for _ in 0..<(generator.pick(0...40) as Int) {
      time += generator.pick(0...20_000)
      let flags: Flags = generator.one(of: [[], [], .estimated, .unknownDose])
      var drink = Drink.cup(
        time, micrograms: flags == .unknownDose ? 0 : generator.pick(0...300_000),
        lasting: generator.one(of: [0, 0, 600, 43_200]), flags: flags,
        offset: generator.one(of: [0, 120, -600]))
      // Those that are never folded leave room for others.
      let uncounted = memory.drinks.count { !$0.flags.isDisjoint(with: .uncounted) }
      switch generator.pick(0...9) as Int {
      case 2 where uncounted < 2:
        drink.flags.insert(.planned)
        _ = try? memory.ledger.record(drink, now: drink.time)
      case 3 where uncounted < 2:
        drink.flags.insert(.timeUnset)
        drink.time = Timestamp(generator.pick(0...1_000_000))
        _ = try? memory.ledger.record(drink, now: drink.time)
      case 0:
        if let drink = memory.drinks.randomElement(using: &generator) {
          _ = try? memory.ledger.remove(drink.id)
        }
      case 1:
        let other = profile(generator.one(of: [0, 420, 7_200]), generator.pick(1_800...40_000))
        try? memory.ledger.setProfile(other, from: generator.chance(30) ? nil : morning(time))
      default: _ = try? memory.ledger.record(drink, now: drink.time)
      }
    }
  }

  /// One of which every kind of record is needed.
  static func full() throws -> LedgerMemory {
    for seed in 0..<1_000 as Range<UInt64> {
      let memory = try empty()
      try enliven(memory, seed: seed)
      let kinds = Set(records(of: try memory.saved()).map { $0[0] })
      let flags = memory.drinks.map(\.flags)
      guard kinds == [1, 2, 3, 4, 5, 6, 8], flags.contains(where: { $0.contains(.planned) }),
        flags.contains(where: { $0.contains(.timeUnset) })
      else { continue }
      for low in 1...2 as ClosedRange<UInt64> {
        memory.addAlias(DrinkID(high: 0xA1A2_A3A4_A5A6_A7A8, low: low), of: memory.drinks[0].id)
      }
      return memory
    }
    throw CaffeineError.never
  }

  @Test(arguments: 0..<300 as Range<UInt64>)
  func `a ledger loaded is the ledger saved, byte for byte`(seed: UInt64) throws {
    let memory = try SaveTests.lively(seed: seed)
    let before = memory.bytes
    let bytes = try memory.saved()
    #expect(bytes.count == memory.ledger.saveSize)
    let twice = try memory.saved()
    #expect(twice == bytes)
    let isUntouched = memory.bytes == before
    #expect(isUntouched)
    let other = try LedgerMemory(capacity: 6)
    #expect(try other.load(bytes) == 0)
    let isSame = other.bytes == before
    #expect(isSame)
    let again = try other.saved()
    #expect(again == bytes)
  }

  @Test(arguments: 0..<40 as Range<UInt64>)
  func `a ledger with more room goes on as the one saved would have`(seed: UInt64) throws {
    let memory = try SaveTests.lively(seed: seed)
    let other = try LedgerMemory(capacity: 60)
    try other.load(memory.saved())
    #expect(other.drinks == memory.drinks)
    #expect(other.ledger.foldTime == memory.ledger.foldTime)
    let from = memory.ledger.foldTime?.seconds ?? Drink.morning
    for step in 0..<50 as Range<Int64> {
      #expect(try other.amounts(at: from + step * 4_001) == memory.amounts(at: from + step * 4_001))
    }
    for date in 0..<20 as Range<Int64> {
      let date = Drink.morningDate + date
      #expect((try? other.day(date)) == (try? memory.day(date)))
    }
    let next = Drink.cup(10_000_000)
    #expect(try other.record(next).map(\.id) == memory.record(next).map(\.id))
  }

  @Test func `every flipped bit is refused and nothing is changed`() throws {
    let bytes = try SaveTests.full().saved()
    #expect(bytes.count > 400)
    let other = try SaveTests.empty()
    for bit in 0..<bytes.count * 8 {
      var flipped = bytes
      flipped[bit / 8] ^= 1 << (bit % 8)
      other.refuses(.corrupt) { _ in try other.load(flipped) }
    }
  }

  @Test func `a part of a saved ledger is refused, and one with something after it`() throws {
    let bytes = try SaveTests.full().saved()
    let other = try SaveTests.empty()
    for length in 0..<bytes.count {
      let part = Array(bytes.prefix(length)) + [0]
      other.refuses(.corrupt) { ledger in
        try part.withUnsafeBytes { _ = try ledger.load(from: $0.baseAddress!, size: length) }
      }
    }
    other.refuses(.corrupt) { _ in try other.load(bytes + [0]) }
    other.refuses(.corrupt) { _ in try other.load(bytes + bytes) }
  }

  @Test func `records left out, doubled or out of order are refused`() throws {
    let parts = records(of: try SaveTests.full().saved())
    let other = try SaveTests.empty()
    #expect(Set(parts.map { $0[0] }) == [1, 2, 3, 4, 5, 6, 7, 8])
    #expect(throws: Never.self) { try SaveTests.empty().load(saved(parts)) }
    for index in parts.indices {
      var doubled = parts
      doubled.insert(parts[index], at: index)
      // There is room for the aliases that were saved, and for no more.
      let isAlias = parts[index][0] == RecordKind.alias.rawValue
      other.refuses(isAlias ? .full : .corrupt) { _ in try other.load(saved(doubled)) }
      if index > 0, parts[index][0] != parts[index - 1][0] {
        var swapped = parts
        swapped.swapAt(index, index - 1)
        other.refuses(.corrupt) { _ in try other.load(saved(swapped)) }
      }
    }
    for kind in [2, 3] as [UInt8] {
      let fewer = parts.filter { $0[0] != kind }
      other.refuses(.corrupt) { _ in try other.load(saved(fewer)) }
    }
  }

  @Test func `a record of another saved ledger among these is refused`() throws {
    let memory = try LedgerMemory(capacity: 6), second = try LedgerMemory(capacity: 6)
    try memory.record(.cup(0), .cup(60))
    try second.record(.cup(0), .cup(60, micrograms: 1))
    let parts = records(of: try memory.saved()), others = records(of: try second.saved())
    let empty = try LedgerMemory(capacity: 6)
    for index in parts.indices where parts[index] != others[index] {
      var mixed = parts
      mixed[index] = others[index]
      empty.refuses(.corrupt) { _ in try empty.load(mixed.flatMap { $0 }) }
    }
    #expect(zip(parts, others).count { $0 != $1 } == 2)
  }

  @Test func `what a later minor version adds is left out, what a major one writes is refused`()
    throws
  {
    let memory = try SaveTests.full()
    let parts = records(of: try memory.saved())
    // A record of a kind unknown here, and a drink with four bytes more.
    var newer = parts
    newer.insert([99, 10, 1, 1, 0xAA, 0xBB, 0, 0, 0, 0], at: 3)
    let drink = try #require(newer.firstIndex { $0[0] == RecordKind.drink.rawValue })
    newer[drink].insert(contentsOf: [1, 2, 3, 4], at: 52)
    newer[drink][1] += 4
    newer[drink][3] = 1
    let other = try SaveTests.empty()
    #expect(try other.load(saved(newer)) == 1)
    let isSame = other.bytes == memory.bytes
    #expect(isSame)

    let empty = try SaveTests.empty()
    newer[3][3] = 0
    empty.refuses(.corrupt) { _ in try empty.load(saved(newer)) }
    for index in parts.indices {
      var major = parts
      major[index][2] = 2
      empty.refuses(.version) { _ in try empty.load(saved(major)) }
      major[index][2] = 0
      empty.refuses(.corrupt) { _ in try empty.load(saved(major)) }
    }
  }

  @Test func `another wearer's data, a ledger in use and too little room are refused`() throws {
    let memory = try LedgerMemory(
      capacity: 6, configuration: Configuration(deviceID: testDevice, wearer: 5))
    try memory.record(.cup(0), .cup(60), .cup(120))
    let bytes = try memory.saved()
    let other = try LedgerMemory(capacity: 6)
    other.refuses(.wearer) { _ in try other.load(bytes) }
    let small = try LedgerMemory(
      capacity: 2, configuration: Configuration(deviceID: testDevice, wearer: 5))
    small.refuses(.full) { _ in try small.load(bytes) }
    memory.refuses(.argument) { _ in try memory.load(bytes) }
    var room = [UInt8](repeating: 0xA5, count: bytes.count - 1)
    #expect(throws: CaffeineError.memory) {
      try room.withUnsafeMutableBytes {
        _ = try memory.ledger.save(to: $0.baseAddress!, size: $0.count)
      }
    }
    #expect(room.allSatisfy { $0 == 0xA5 })
  }

  @Test func `bytes may lie anywhere`() throws {
    let memory = try SaveTests.full()
    let bytes = try memory.saved()
    for shift in 1..<8 {
      var shifted = [UInt8](repeating: 0, count: bytes.count + shift)
      try shifted.withUnsafeMutableBytes {
        _ = try memory.ledger.save(to: $0.baseAddress! + shift, size: bytes.count)
      }
      #expect(Array(shifted.dropFirst(shift)) == bytes)
      let other = try SaveTests.empty()
      try shifted.withUnsafeBytes {
        _ = try other.ledger.load(from: $0.baseAddress! + shift, size: bytes.count)
      }
    }
  }
}
