import Testing

@testable import CaffeineEngine

struct AdoptTests {
  private func adopt(
    _ memory: LedgerMemory, _ configuration: Configuration = .test, bytes: Int? = nil
  ) throws -> Ledger {
    try Ledger(
      adopting: memory.memory, byteCount: bytes ?? memory.byteCount, configuration: configuration)
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a ledger that outlived a reset goes on`(seed: UInt64) throws {
    let memory = try SaveTests.lively(seed: seed)
    memory.ledger.hostWords = (1, 2, 3, 4)
    let copy = try LedgerMemory(copying: memory)
    let other = Configuration(
      profile: profile(0, 1_800), deviceID: 9, dailyLimit: .milligrams(100), dayStart: 240)
    let ledger = try adopt(copy, other)
    #expect(ledger.hostWords == (0, 0, 0, 0))
    #expect(copy.drinks == memory.drinks)
    #expect(ledger.profile(at: Timestamp(.max)) == memory.ledger.profile(at: Timestamp(.max)))
    let time = Drink.morning + 2_000_000
    #expect(try copy.amounts(at: time) == memory.amounts(at: time))
    // The ids go on under the device that is there now.
    #expect(try copy.record(.cup(2_000_000))[0].id.high == 9)
  }

  /// Flips each bit of some bytes; returns how many flips were taken for a ledger.
  private func flips(_ memory: LedgerMemory, in range: Range<Int>) throws -> Int {
    var accepted = 0
    for bit in range.lowerBound * 8..<range.upperBound * 8 {
      let copy = try LedgerMemory(copying: memory)
      let address = (copy.memory + bit / 8).assumingMemoryBound(to: UInt8.self)
      address.pointee ^= 1 << (bit % 8)
      let before = copy.bytes
      do {
        let ledger = try adopt(copy)
        accepted += 1
        _ = try? ledger.highest(from: Timestamp(.min), until: .forever)
        _ = try? ledger.record(.cup(3_000_000), now: morning(3_000_000))
      } catch {
        #expect([.corrupt, .wearer, .memory].contains(error as? CaffeineError))
        let isUnchanged = copy.bytes == before
        #expect(isUnchanged, "bit \(bit)")
      }
    }
    return accepted
  }

  @Test func `no flipped bit leads a walk astray`() throws {
    let memory = try SaveTests.full()
    #expect(try flips(memory, in: 0..<memory.byteCount) > 0)
  }

  @Test func `a flipped bit in what makes the amounts is refused`() throws {
    let memory = try LedgerMemory(capacity: 3)
    try memory.record(.cup(0), .cup(60, lasting: 600), .cup(120, micrograms: 50_000), .cup(900))
    #expect(try flips(memory, in: Header.lastOffset..<Header.lastOffset + 88) == 0)
    let drinks = Ledger.drinksOffset
    for index in 0..<3 {
      // Time, dose and duration.
      #expect(try flips(memory, in: drinks + index * 48 + 24..<drinks + index * 48 + 40) == 0)
    }
    // The order of the ends.
    #expect(try flips(memory, in: drinks + 4 * 48..<drinks + 4 * 48 + 3 * 2) == 0)
  }

  @Test func `a flipped bit in what comes of plans and undated drinks is refused`() throws {
    let memory = try LedgerMemory(capacity: 3)
    var undated = Drink.cup(flags: .timeUnset)
    undated.time = Timestamp(5_000)
    try memory.record(.cup(0), .cup(90_000, flags: .planned), undated)
    let offset = try #require(MemoryLayout<Header>.offset(of: \.dueFrom))
    #expect(try flips(memory, in: offset..<offset + 12) == 0)
  }

  @Test func `a flipped bit in a folded date is refused`() throws {
    let memory = try LedgerMemory(capacity: 1)
    try memory.record(.cup(0), .cup(60))
    let days = Ledger.drinksOffset - 15 * 16, place = days + 10 * 16
    #expect(memory.ledger.foldedDays[10].date == 20_605)
    #expect(try flips(memory, in: place..<place + 4) == 0)
    // The empty places, but for the first: a drink of 1970-01-01 would lie there.
    #expect(try flips(memory, in: days + 16..<place) == 0)
    #expect(try flips(memory, in: place + 16..<Ledger.drinksOffset) == 0)
  }

  @Test func `removals are checked as in a saved ledger`() throws {
    let memory = try LedgerMemory(capacity: 4)
    try memory.record(.cup(0, id: 1), .cup(60, id: 2), .cup(120, id: 3))
    _ = try memory.ledger.remove(.test(1))
    _ = try memory.ledger.remove(.test(2))
    _ = try adopt(memory)
    func refuses(_ change: (LedgerMemory) -> Void) throws {
      let copy = try LedgerMemory(copying: memory)
      change(copy)
      copy.refuses(.corrupt) { _ in _ = try adopt(copy) }
    }
    try refuses { $0.ledger.tombstones[0].id = .test(2) }
    try refuses { $0.ledger.tombstones[1].id = .test(3) }
    try refuses { $0.ledger.tombstones[0].source = 256 }
    try refuses { $0.ledger.tombstones[1].reserved = 1 }
    try refuses { $0.ledger.tombstones[1].stamp = 48 }
    try refuses { $0.ledger.drinks[0].stamp = 48 }
    try refuses { $0.ledger.header.pointee.tombstoneCount = 17 }
    try refuses { $0.ledger.header.pointee.aliasCount = 1 }
    try refuses { $0.ledger.header.pointee.aliasCount = -1 }
  }

  @Test func `a ledger's room for aliases is its own`() throws {
    let memory = try LedgerMemory(
      capacity: 2, configuration: Configuration(deviceID: testDevice, aliases: 2))
    try memory.record(.cup(0))
    memory.addAlias(DrinkID(high: 1, low: 1), of: memory.drinks[0].id)
    let ledger = try adopt(memory)
    #expect(ledger.header.pointee.configuration.aliases == 2)
    #expect(ledger.aliases[0].alias == DrinkID(high: 1, low: 1))
    memory.refuses(.memory) { _ in _ = try adopt(memory, bytes: memory.byteCount - 32) }
    memory.ledger.header.pointee.configuration.aliases = 65_536
    memory.refuses(.corrupt) { _ in _ = try adopt(memory) }
  }

  @Test func `no ledger, another wearer's and too little memory are refused`() throws {
    let memory = try SaveTests.full()
    memory.refuses(.wearer) { _ in
      _ = try adopt(memory, Configuration(deviceID: testDevice, wearer: 1))
    }
    memory.refuses(.memory) { _ in _ = try adopt(memory, bytes: memory.byteCount - 1) }
    memory.refuses(.memory) { _ in _ = try adopt(memory, bytes: 0) }
    memory.refuses(.argument) { _ in _ = try adopt(memory, Configuration(cup: .zero)) }
    memory.refuses(.argument) { _ in
      _ = try adopt(memory, Configuration(sleepThreshold: .zero))
    }
    memory.refuses(.range) { _ in _ = try adopt(memory, Configuration(dayStart: 1_440)) }
    memory.memory.storeBytes(of: 0, as: UInt32.self)
    memory.refuses(.corrupt) { _ in _ = try adopt(memory) }
  }
}
