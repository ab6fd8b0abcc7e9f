import Testing

@testable import CaffeineEngine
@testable import caffeine_sim

/// Single bits that flip in a journal of two hundred records.
@Suite struct BitFlipTests {
  private static let geometry = FlashGeometry(
    programUnit: 4, eraseBlock: 4_096, blockCount: 16)

  @Test func `every flipped bit makes a slot one that is not whole, and not blank either`() throws {
    let bench = try JournalBench(Self.geometry, capacity: 220)
    try bench.append(drinks: 200)
    var isFound = true
    for start in bench.flash.slots() {
      var slot = bench.flash.bytes[start..<start + 64].withUnsafeBytes {
        $0.loadUnaligned(as: JournalSlot.self)
      }
      for bit in 0..<512 {
        withUnsafeMutableBytes(of: &slot) { $0[bit / 8] ^= 1 << (bit % 8) }
        let isWhole = JournalSlot.isWhole(&slot) || JournalSlot.isBlank(&slot, 0xFF)
        isFound = isFound && !isWhole
        withUnsafeMutableBytes(of: &slot) { $0[bit / 8] ^= 1 << (bit % 8) }
      }
    }
    #expect(isFound)
  }

  @Test(arguments: [220, 20])
  func `a flipped bit costs at most its record, is told, and the others are as they were`(
    capacity: Int
  ) throws {
    var random = SeededGenerator(seed: 19)
    let bench = try JournalBench(Self.geometry, capacity: capacity)
    try bench.append(drinks: 200)
    let whole = Set(bench.memory.drinks.map(\.id.low))
    let slots = bench.flash.slots()
    #expect(slots.count > 200)
    for slot in slots {
      let byte = slot + random.pick(0...63), bit = random.pick(0...7)
      bench.flash.flip(byte, bit)
      let (memory, report) = try bench.mounted()
      bench.flash.flip(byte, bit)
      let left = Set(memory.drinks.map(\.id.low))
      // A folding ledger without one keeps an older one open instead.
      let cost = whole.subtracting(left).count
      let isDrink = bench.flash.bytes[slot] == RecordKind.drink.rawValue
      let isTold = report.damaged == 1 && report.missing <= 1
      guard holds(cost <= (isDrink ? 1 : 0) && isTold, seed: 19, "\(slot): \(cost), \(report)")
      else { return }
      for drink in memory.drinks where whole.contains(drink.id.low) {
        let index = try #require(bench.ledger.index(of: drink.id))
        guard holds(bench.ledger.drink(at: index) == drink, seed: 19, "\(slot): a neighbour")
        else { return }
      }
    }
  }

  /// A ledger with all that a slot can say, in a checkpoint and in the log after it.
  private func bench() throws -> JournalBench {
    var configuration = Configuration.test
    configuration.aliases = 4
    let bench = try JournalBench(Self.geometry, capacity: 6, configuration: configuration)
    let ledger = bench.ledger
    try ledger.addPeer(0)
    try bench.append(drinks: 30)
    for place in 1...5 as ClosedRange<Int64> {
      try ledger.setProfile(
        profile(420, 18_000 + UInt32(place)), from: morning((30 + place) * 3_600))
    }
    for place in 2...4 {
      let id = try #require(ledger.drink(at: place)).id
      try ledger.alias(DrinkID(high: 9, low: UInt64(place)), of: id)
    }
    try ledger.record(
      Drink(time: Timestamp(60), dose: .milligrams(30), flags: .timeUnset), now: Timestamp(60))
    try ledger.remove(#require(ledger.drink(at: 2)).id)
    try bench.journal.append(ledger)
    try ledger.remove(bench.drink())
    try bench.journal.append(ledger)
    try bench.drink()
    try bench.journal.append(ledger)
    return bench
  }

  @Test func `a flipped bit costs no more than what its slot says, whatever that is`() throws {
    let bench = try bench()
    let whole = bench.ledger, saved = try bench.memory.saved()
    let last = try #require(bench.flash.slots(of: JournalSlot.Kind.end).max())
    let base = last / 4_096 * 4_096
    var kinds: Set<UInt8> = []
    for slot in bench.flash.slots() where slot >= base {
      let kind = bench.flash.bytes[slot]
      // Of one slot of each kind a bit of each byte; of the others one.
      let bytes = kinds.insert(kind).inserted ? Array(0..<64) : [20]
      for bit in bytes.map({ 8 * $0 + $0 % 7 }) {
        bench.flash.flip(slot + bit / 8, bit % 8)
        let (memory, report) = try bench.mounted()
        bench.flash.flip(slot + bit / 8, bit % 8)
        let place = "kind \(kind) at \(slot), bit \(bit)"
        #expect(report.damaged == 1 && report.missing <= 1, "\(place)")
        let left = memory.ledger
        switch kind {
        case RecordKind.drink.rawValue:
          // A folding ledger without one keeps an older one open instead.
          let lost = Set(bench.memory.drinks.map(\.id)).subtracting(memory.drinks.map(\.id))
          #expect(lost.count <= 1, "\(place)")
        case RecordKind.removal.rawValue:
          #expect(Set(memory.drinks.map(\.id)).isSuperset(of: bench.memory.drinks.map(\.id)))
        case RecordKind.change.rawValue:
          #expect(memory.drinks == bench.memory.drinks, "\(place)")
          #expect(
            left.header.pointee.changeCount == whole.header.pointee.changeCount - 1, "\(place)")
        case RecordKind.alias.rawValue:
          #expect(memory.drinks == bench.memory.drinks, "\(place)")
        default:
          #expect(try memory.saved() == saved, "\(place)")
        }
        // What is left can be saved, and lives on.
        let other = try LedgerMemory(capacity: 6, configuration: bench.configuration)
        try other.load(memory.saved())
      }
    }
    #expect(
      kinds
        == Set(RecordKind.state.rawValue...RecordKind.alias.rawValue)
        .union([JournalSlot.Kind.block, JournalSlot.Kind.end]))
    #expect(try bench.isKept())
  }
}
