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

  @Test func `a flipped bit in a part of the state costs that part, and no drink that is listed`()
    throws
  {
    // With two peers and folded drinks a checkpoint has all three parts, and the folded dates.
    let bench = try JournalBench(Self.geometry, capacity: 6)
    _ = try bench.ledger.addPeer(0)
    try bench.append(drinks: 30)
    try bench.ledger.setProfile(profile(420, 20_000), from: nil)
    try bench.journal.append(bench.ledger)
    let drinks = bench.memory.drinks
    let base = bench.flash.slots(of: JournalSlot.Kind.end).max { a, b in
      bench.flash.word(a + 52) < bench.flash.word(b + 52)
    }
    let first = try #require(base) / 4_096 * 4_096
    for slot in bench.flash.slots() where slot >= first && slot < first + 4_096 {
      bench.flash.flip(slot + 20, 3)
      let refusal = try bench.refusal()
      if refusal == nil {
        let (memory, report) = try bench.mounted()
        // After the last slot none tells that one is missing.
        #expect(report.damaged == 1 && report.missing <= 1)
        if bench.flash.bytes[slot] < RecordKind.drink.rawValue
          || bench.flash.bytes[slot] > RecordKind.drink.rawValue
        {
          #expect(memory.drinks == drinks)
        }
      } else {
        // Without the front of the chain nothing is said that could be wrong.
        #expect(refusal == .corrupt)
        #expect(bench.flash.bytes[slot] <= RecordKind.days.rawValue)
      }
      bench.flash.flip(slot + 20, 3)
    }
    #expect(try bench.isKept())
  }
}
