import Testing

@testable import CaffeineEngine
@testable import caffeine_sim

/// What appending makes of changes that no slot says by itself, and of another ledger.
@Suite struct AppendTests {
  // Found by a million power cuts: what is folded at the fold time itself leaves that where it is.
  @Test func `a fold and a removal in one append are kept, whatever the fold time`() throws {
    let bench = try JournalBench(capacity: 2)
    let start = morning(60)
    func drink(_ minutes: Int64) throws -> DrinkID {
      let time = minutes == 0 ? start : start.adding(60 * minutes)
      return try bench.ledger.record(Drink(time: time, dose: .milligrams(80)), now: time).id
    }
    _ = try drink(0)
    _ = try drink(0)
    let third = try drink(5)
    try bench.journal.append(bench.ledger)
    let foldTime = bench.ledger.header.pointee.front.time
    _ = try drink(10)
    #expect(bench.ledger.header.pointee.front.time == foldTime)
    _ = try bench.ledger.remove(third)
    try bench.journal.append(bench.ledger)
    #expect(try bench.isKept())
  }

  @Test func `a drink without a date that folds and is removed again is kept so`() throws {
    let bench = try JournalBench(capacity: 3)
    try bench.append(drinks: 3)
    let undated = Drink(time: Timestamp(60), dose: .milligrams(80), flags: .timeUnset)
    let id = try bench.ledger.record(undated, now: Timestamp(60)).id
    _ = try bench.ledger.remove(id)
    try bench.journal.append(bench.ledger)
    #expect(try bench.isKept())
  }

  @Test func `another ledger than the mounted one is refused, and nothing is written`() throws {
    let bench = try JournalBench()
    try bench.append(drinks: 3)
    let bytes = bench.flash.bytes
    let later = Configuration(deviceID: 1, wearer: 9)
    for configuration in [Configuration.test, later] {
      let other = try LedgerMemory(capacity: 8, configuration: configuration)
      let count: Int64 = configuration.wearer == 9 ? 6 : 1
      for number in 0..<count { try other.record(.cup(60 * number)) }
      #expect(throws: CaffeineError.argument) { try bench.journal.append(other.ledger) }
    }
    #expect(bench.flash.bytes == bytes)
    try bench.append(drinks: 1)
    #expect(try bench.isKept())
  }
}
