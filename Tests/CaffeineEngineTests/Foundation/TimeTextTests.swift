import Testing

@testable import CaffeineFoundation

struct TimeTextTests {
  private func read(_ text: String) throws(TimeFault) -> WrittenTime {
    try TimeText.read(Array(text.utf8)[...])
  }

  private func fault(_ text: String) -> String? {
    do throws(TimeFault) {
      _ = try read(text)
      return nil
    } catch {
      return error.what
    }
  }

  @Test(arguments: [
    "2026-08-06T07:30", "2026-08-06 07:30:00", "2026-08-06t07:30:00.999", "2026-8-6 7:30",
    "2026-08-06T07:30:00,5", "2026/08/06 07:30", "2026-08-06  07:30", "2026-08-06 7:30 AM",
    "2026-08-06\u{a0}7:30\u{202f}am", "2026-08-06 7:30:00a.m.", "2026.08.06 07:30",
  ])
  func `half past seven is written in many ways`(text: String) throws {
    let written = try read(text)
    #expect(written.date.description == "2026-08-06")
    #expect(written.secondOfDay == 27_000)
    #expect(written.zone == .local)
  }

  @Test(arguments: [
    ("Z", WrittenTime.Zone.utc), ("z", .utc), (" UTC", .utc), ("-00:00", .utc),
    ("+02:00", .offset(120)), ("+0200", .offset(120)), ("+02", .offset(120)),
    (" +1000", .offset(600)), ("-03:30", .offset(-210)), ("\u{2212}05", .offset(-300)),
    ("+00:00", .offset(0)), ("+18:00", .offset(1080)), ("-1800", .offset(-1080)),
  ])
  func `an offset may follow`(text: String, zone: WrittenTime.Zone) throws {
    #expect(try read("2026-08-06T07:30:15\(text)").zone == zone)
  }

  @Test func `twelve hours twice make a day`() throws {
    #expect(try read("2026-08-06 12:00 AM").secondOfDay == 0)
    #expect(try read("2026-08-06 12:35 am").secondOfDay == 2100)
    #expect(try read("2026-08-06 12:00 PM").secondOfDay == 43_200)
    #expect(try read("2026-08-06 11:05 PM").secondOfDay == 83_100)
    #expect(try read("2026-08-06 7 pm").secondOfDay == 68_400)
    let health = try read("2024-09-21 7:57:00\u{202f}am +1000")
    #expect(health.secondOfDay == 28_620)
    #expect(health.zone == .offset(600))
  }

  @Test func `a date alone has no time`() throws {
    #expect(try read("2012-9-10") == WrittenTime(date: CivilDate(clampingDays: 15_593)))
    #expect(try read("2026-08-06 ").secondOfDay == nil)
  }

  @Test(arguments: [
    ("2026-13-01 08:00", "month 13"), ("2026-00-01", "month 0"),
    ("2026-02-30 08:00", "day 30 in month 2 of 2026"), ("2025-02-29", "day 29 in month 2 of 2025"),
    ("2026-02-00", "day 0 in month 2 of 2026"), ("2026-08-06 24:00", "hour 24"),
    ("2026-08-06 07:60", "minute 60"), ("2026-08-06 07:30:60", "second 60"),
    ("0000-01-01 08:00", "year 0"), ("9999-01-01 08:00", "year 9999"),
    ("1968-12-31 08:00", "year 1968"), ("2201-01-01 08:00", "year 2201"),
    ("2026-08-06 13:00 PM", "hour 13 with am or pm"),
    ("2026-08-06 0:30 am", "hour 0 with am or pm"), ("2026-08-06 07", "hour 7 without minutes"),
    ("2026-08-06T", "no time after the T"), ("2026-08-06 07:30+19:00", "an offset beyond 18 hours"),
    ("2026-08-06 07:30+18:01", "an offset beyond 18 hours"),
    ("2026-08-06 07:30+2", "not an offset from UTC"), ("08/06/2026", "not a date"),
    ("06.08.2026", "not a date"), ("26-08-06", "not a date"), ("2026-08-067", "not a date"),
    ("2026-08/06", "not a date"), ("20260806", "not a date"), ("noon", "not a date"),
    ("", "not a date"), ("2026-08-06x07:30", "not a date and time"),
    ("2026-08-06 07:30 CET", "not a date and time"), ("2026-08-06 7:3", "not a time of day"),
    ("2026-08-06 07:30:1", "not a time of day"), ("2026-08-06 07:30:00.", "not a time of day"),
    ("2026-08-06 07:30:00Z!", "not a date and time"), ("2026-08-06 -1:00", "not a time of day"),
  ])
  func `what is wrong with a time is named`(text: String, expected: String) {
    #expect(fault(text) == expected)
  }
}
