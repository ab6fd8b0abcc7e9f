import Testing

@testable import CaffeineFoundation

struct RowIdentityTests {
  private let id = "00112233445566778899aabbccddeeff"

  private func read(_ rows: String...) throws -> DrinkLog {
    try readLog("time,caffeine_mg,id\n" + rows.joined(separator: "\n") + "\n")
  }

  @Test func `an id that is none is a bad row`() throws {
    let log = try read("2026-08-06 07:30,95,17", "2026-08-06 07:30,95,")
    #expect(log.badRows.map(\.reason) == [.badIdentifier])
    #expect(log.drinks.count == 1)
  }

  @Test func `an id of zeros counts as none`() throws {
    let zeros = String(repeating: "0", count: 32)
    let log = try read("2026-08-06 07:30,95,\(zeros)", "2026-08-06 07:30,95,\(zeros)")
    #expect(Set(log.drinks.map(\.id)).count == 2)
    #expect(!log.drinks.contains { $0.id.isZero })
  }

  @Test func `a row with its id again is left out, another row with that id is bad`() throws {
    let log = try read(
      "2026-08-06 07:30,95,\(id)", "2026-08-06T07:30:00,95.0,\(id.uppercased())",
      "2026-08-06 07:30,64,\(id)")
    #expect(log.drinks.map(\.line) == [2])
    #expect(log.notes.map(\.line) == [3])
    #expect(log.badRows.map(\.line) == [4])
    #expect(log.badRows.first?.what == "id \(id) belongs to line 2")
  }

  @Test func `a row copied without the derived id of its twin is another drink`() throws {
    let first = try read("2026-08-06 07:30,95,")
    let exported = DrinkLogWriter().text(for: first.drinks)
    let row = "2026-08-06T07:30,95"
    let log = try readLog(exported + row + "\n" + row + "\n")
    #expect(log.drinks.first?.id == first.drinks[0].id)
    #expect(Set(log.drinks.map(\.id)).count == 3)
  }

  @Test func `whatever a row says is part of its id`() throws {
    let header = "time,caffeine_mg,duration_min,name,kind\n"
    let rows = [
      "2026-08-06 07:30,95,0,Latte,coffee", "2026-08-07 07:30,95,0,Latte,coffee",
      "2026-08-06 07:31,95,0,Latte,coffee", "2026-08-06 07:30,96,0,Latte,coffee",
      "2026-08-06 07:30,,0,Latte,coffee", "2026-08-06 07:30,95,1,Latte,coffee",
      "2026-08-06 07:30,95,0,Mocha,coffee", "2026-08-06 07:30,95,0,Latte,cola",
      "2026-08-06 07:30Z,95,0,Latte,coffee", "2026-08-06 07:30+02:00,95,0,Latte,coffee",
      "2026-08-06,95,0,Latte,coffee",
    ]
    let drinks = try readLog(header + rows.joined(separator: "\n")).drinks
    #expect(drinks.count == rows.count)
    #expect(Set(drinks.map(\.id)).count == rows.count)
    // Alone or among others, first or last, a row has the same id.
    let reversed = try readLog(header + rows.reversed().joined(separator: "\n")).drinks
    #expect(reversed.reversed().map(\.id) == drinks.map(\.id))
  }
}
