import Testing

@testable import CaffeineFoundation

struct CivilDateTests {
  @Test func `every day of the years 1 to 9999 is its parts and back`() {
    var previous = CivilDate.earliest
    #expect(previous.description == "0001-01-01")
    for days in stride(from: Int64(previous.daysSinceEpoch), through: 2_932_896, by: 13) {
      let date = CivilDate(clampingDays: days)
      let rebuilt = CivilDate(year: date.year, month: date.month, day: date.day)
      if rebuilt != date { Issue.record("day \(days) becomes \(date)") }
      previous = date
    }
    #expect(CivilDate.latest.description == "9999-12-31")
  }

  @Test func `dates that are in no calendar are nil`() {
    #expect(CivilDate(year: 2026, month: 2, day: 30) == nil)
    #expect(CivilDate(year: 2026, month: 13, day: 1) == nil)
    #expect(CivilDate(year: 2100, month: 2, day: 29) == nil)
    #expect(CivilDate(year: 2000, month: 2, day: 29)?.daysSinceEpoch == 11_016)
    #expect(CivilDate(year: 0, month: 1, day: 1) == nil)
    #expect(CivilDate(year: Int.max, month: Int.min, day: 1) == nil)
  }

  @Test func `the clock reads whole days before 1970 too`() {
    let local = LocalDateTime(at: -1, offsetMinutes: 0)
    #expect(local.date.description == "1969-12-31")
    #expect(local.clockText == "23:59:59")
    #expect(LocalDateTime(at: Int64.max, offsetMinutes: 1080).date == .latest)
    #expect(LocalDateTime(at: Int64.min, offsetMinutes: -1080).date == .earliest)
  }
}
