import Testing

@testable import CaffeineEngine

/// Flags of answers on which drinks of unknown or estimated dose bear.
struct DoubtTests {
  /// 25 · (420 + 18 000) s under the adult's profile.
  private let span: Int64 = 460_500

  private func unknown(_ seconds: Int64, lasting: UInt32 = 0, id: UInt64 = 0) -> Drink {
    .cup(seconds, micrograms: 0, lasting: lasting, id: id, flags: .unknownDose)
  }

  private func flags(_ memory: LedgerMemory, _ seconds: Int64) throws -> Flags {
    try memory.amounts(at: Drink.morning + seconds).flags
  }

  @Test func `a drink of unknown dose bounds from its start until 25 half-lives after its end`()
    throws
  {
    let memory = try LedgerMemory()
    try memory.record(unknown(100, lasting: 600))
    #expect(try flags(memory, 99) == [])
    #expect(try flags(memory, 100) == .lowerBound)
    #expect(try flags(memory, 700 + span) == .lowerBound)
    #expect(try flags(memory, 701 + span) == [])
  }

  @Test func `estimated doses flag the answers on which they bear`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(100, flags: .estimated), unknown(200))
    #expect(try flags(memory, 99) == [])
    #expect(try flags(memory, 100) == .estimated)
    #expect(try flags(memory, 200) == [.estimated, .lowerBound])
    #expect(try flags(memory, 100 + span) == [.estimated, .lowerBound])
    #expect(try flags(memory, 101 + span) == .lowerBound)
    #expect(try flags(memory, 201 + span) == [])
  }

  @Test func `the doubt of a folded drink stays`() throws {
    let memory = try LedgerMemory(capacity: 1)
    try memory.record(unknown(0), .cup(600))
    #expect(try flags(memory, 599) == .lowerBound)
    #expect(try flags(memory, span) == .lowerBound)
    #expect(try flags(memory, span + 1) == [])
  }

  @Test func `removing the drink or learning its dose ends the doubt`() throws {
    let memory = try LedgerMemory()
    try memory.record(unknown(0, id: 1), unknown(60, id: 2))
    _ = try memory.ledger.remove(.test(1))
    try memory.edit(.cup(60, id: 2))
    #expect(try flags(memory, 100) == [])
  }

  @Test func `every question about amounts is flagged`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0), unknown(1_000))
    let start = morning(), early = morning(999), late = morning(5_000)
    let some = Amount.milligrams(50)
    #expect(try memory.ledger.highest(from: start, until: early).flags == [])
    #expect(try memory.ledger.highest(from: start, until: late).flags == .lowerBound)
    #expect(try memory.ledger.area(from: start, until: late).flags == .lowerBound)
    #expect(try memory.ledger.area(from: start, until: early).flags == [])
    #expect(
      try memory.ledger.belowFrom(start, until: .forever, threshold: some).flags == .lowerBound)
    var entries: [UInt32] = [0, 0]
    #expect(try memory.ledger.timeline(from: start, step: 999, count: 2, into: &entries) == [])
    #expect(
      try memory.ledger.timeline(from: start, step: 1_000, count: 2, into: &entries) == .lowerBound)
    #expect(
      try memory.ledger.concentration(at: late, bodyMass: 70_000, volumeOfDistribution: 700).flags
        == .lowerBound)
  }

  @Test func `largest dose and latest time are at best`() throws {
    let memory = try LedgerMemory()
    try memory.record(unknown(0), .cup(60, micrograms: 1_000, flags: .estimated))
    let now = morning(100), bedtime = morning(36_000), some = Amount.milligrams(36)
    let largest = try memory.ledger.largestDose(now: now, bedtime: bedtime, threshold: some)
    #expect(largest.flags == [.atBest, .estimated])
    let latest = try memory.ledger.latestTime(
      for: .milligrams(50), now: now, bedtime: bedtime, threshold: some)
    #expect(latest.flags == [.atBest, .estimated])
    let next = try memory.ledger.largestDose(
      now: now, bedtime: morning(61 + span), threshold: some)
    #expect(next.flags == [])
  }

  @Test func `a corrected profile's own half-lives say how long doubt lasts`() throws {
    let memory = try LedgerMemory()
    try memory.ledger.setProfile(profile(0, 1_800), from: nil)
    try memory.record(unknown(0))
    #expect(try flags(memory, 25 * 1_800) == .lowerBound)
    #expect(try flags(memory, 25 * 1_800 + 1) == [])
  }

  @Test func `once older doubt has passed a new drink is in doubt for its own half-lives`() throws {
    let memory = try LedgerMemory()
    try memory.record(unknown(0))
    try memory.ledger.setProfile(profile(0, 1_800), from: morning(3_600))
    let later: Int64 = 2_000_000
    #expect(try flags(memory, later - 1) == [])
    try memory.record(unknown(later))
    #expect(try flags(memory, later + 25 * 1_800) == .lowerBound)
    #expect(try flags(memory, later + 25 * 1_800 + 1) == [])
  }
}
