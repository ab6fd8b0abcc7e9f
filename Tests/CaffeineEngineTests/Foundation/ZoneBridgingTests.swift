import CaffeineEngine
import Foundation
import Testing

@testable import CaffeineFoundation

private func zone(_ name: String) throws -> TimeZone {
  try #require(TimeZone(identifier: name))
}

struct ZoneOffsetsTests {
  @Test func `a drink's offset is the zone's at its time`() throws {
    let berlin = try zone("Europe/Berlin")
    #expect(berlin.utcOffset(at: Timestamp(utc(2026, 3, 29, 0, 59, 59))) == 60)
    #expect(berlin.utcOffset(at: Timestamp(utc(2026, 3, 29, 1))) == 120)
    #expect(try zone("America/New_York").utcOffset(at: Timestamp(utc(2026, 7, 1))) == -240)
    #expect(try zone("Asia/Kathmandu").utcOffset(at: Timestamp(utc(2026, 7, 1))) == 345)
    #expect(try zone("Australia/Adelaide").utcOffset(at: Timestamp(utc(2026, 1, 1))) == 630)
    #expect(try zone("Africa/Monrovia").utcOffset(at: Timestamp(0)) == -45)
    for time in [Timestamp(.min), Timestamp(-1), .forever] {
      #expect(abs(Int(berlin.utcOffset(at: time))) <= 1_080)
    }
  }

  @Test(arguments: [
    ("Europe/Berlin", utc(2026, 8, 6), Int16(120), utc(2026, 10, 25, 1), Int16(60)),
    ("America/New_York", utc(2026, 1, 1), -300, utc(2026, 3, 8, 7), -240),
    ("Australia/Adelaide", utc(2015, 4, 1), 630, utc(2015, 4, 4, 16, 30), 570),
    ("Pacific/Apia", utc(2011, 12, 1), -600, utc(2011, 12, 30, 10), 840),
    ("America/Sao_Paulo", utc(2018, 10, 1), -180, utc(2018, 11, 4, 3), -120),
    ("Asia/Kathmandu", utc(1980, 1, 1), 330, utc(1985, 12, 31, 18, 30), 345),
    ("Africa/Monrovia", 0, -45, utc(1972, 1, 7, 0, 44, 30), 0),
  ])
  func `a watch is told the next change`(
    name: String, time: Int64, offset: Int16, change: Int64, after: Int16
  ) throws {
    let offsets = try zone(name).offsets(at: Timestamp(time))
    #expect(
      offsets
        == ZoneOffsets(utcOffset: offset, nextChange: Timestamp(change), offsetAfter: after))
    // In its second the change has come.
    #expect(try zone(name).offsets(at: Timestamp(change)).utcOffset == after)
    #expect(try zone(name).offsets(at: Timestamp(change - 1)).nextChange.seconds == change)
  }

  @Test func `a zone without a change to come says so`() throws {
    #expect(
      try zone("Asia/Kathmandu").offsets(at: Timestamp(utc(2026, 1, 1)))
        == ZoneOffsets(utcOffset: 345))
    #expect(ZoneRule.utc.offsets(at: Timestamp(0)) == ZoneOffsets(utcOffset: 0))
    #expect(ZoneOffsets(utcOffset: 60).nextChange == .forever)
    #expect(ZoneOffsets(utcOffset: 60).offsetAfter == 60)
  }

  @Test func `the ends of time have offsets and no trap`() throws {
    let berlin = try zone("Europe/Berlin")
    #expect(berlin.offsets(at: Timestamp(.min)) == berlin.offsets(at: Timestamp(0)))
    #expect(berlin.offsets(at: .forever).nextChange == .forever)
    let last = Timestamp(Drink.endOfTime - 1)
    #expect(berlin.offsets(at: last) == ZoneOffsets(utcOffset: 60))
  }

  /// The system names transitions of names and flags alone too; these are passed over.
  @Test func `no change of any zone is missed`() throws {
    let end = utc(2040, 1, 1)
    for name in TimeZone.knownTimeZoneIdentifiers {
      let zone = try zone(name)
      var time = Timestamp(0)
      var found: [Int64] = []
      while true {
        time = zone.offsets(at: time).nextChange
        if time.seconds >= end { break }
        found.append(time.seconds)
      }
      var known: [Int64] = []
      var date = Date(timeIntervalSince1970: 0)
      while let next = zone.nextDaylightSavingTimeTransition(after: date),
        let time = Timestamp(next), time.seconds < end
      {
        let offset = zone.utcOffset(at: time)
        if offset != zone.utcOffset(at: time.adding(-1)) { known.append(time.seconds) }
        date = next
      }
      if found != known { Issue.record("\(name): \(found) is not \(known)") }
    }
  }
}

struct NextWallClockTests {
  private func next(
    _ hour: Int, _ minute: Int, _ name: String, after: Int64
  ) throws -> Int64 {
    Timestamp.next(
      hour: hour, minute: minute, in: try zone(name), after: Timestamp(after)
    ).seconds
  }

  @Test func `bedtime is today's while it is to come, else tomorrow's`() throws {
    let evening = utc(2026, 8, 6, 21)
    #expect(try next(23, 0, "Europe/Berlin", after: utc(2026, 8, 6, 10)) == evening)
    #expect(try next(23, 0, "Europe/Berlin", after: evening - 1) == evening)
    #expect(try next(23, 0, "Europe/Berlin", after: evening) == evening + 86_400)
    #expect(try next(0, 0, "Asia/Kathmandu", after: utc(2026, 1, 1)) == utc(2026, 1, 1, 18, 15))
    #expect(
      try next(23, 0, "America/New_York", after: utc(2026, 3, 8, 5)) == utc(2026, 3, 9, 3))
    #expect(Timestamp.next(hour: 12, minute: 0, in: .current) > .now.adding(-2))
  }

  @Test func `a time that occurs twice comes once, at the first`() throws {
    let berlin = utc(2026, 10, 25, 0, 30)
    #expect(try next(2, 30, "Europe/Berlin", after: utc(2026, 10, 24, 20)) == berlin)
    #expect(try next(2, 30, "Europe/Berlin", after: berlin) == utc(2026, 10, 26, 1, 30))
    #expect(
      try next(2, 30, "Europe/Berlin", after: utc(2026, 10, 25, 1)) == utc(2026, 10, 26, 1, 30))
    let adelaide = utc(2015, 4, 4, 16)
    #expect(try next(2, 30, "Australia/Adelaide", after: utc(2015, 4, 4)) == adelaide)
    #expect(
      try next(2, 30, "Australia/Adelaide", after: adelaide) == utc(2015, 4, 5, 17))
  }

  @Test func `a time that the clocks skip is the end of the gap`() throws {
    let berlin = utc(2026, 3, 29, 1)
    #expect(try next(2, 30, "Europe/Berlin", after: utc(2026, 3, 28, 22)) == berlin)
    #expect(try next(2, 30, "Europe/Berlin", after: berlin) == utc(2026, 3, 30, 0, 30))
    #expect(
      try next(2, 15, "America/New_York", after: utc(2026, 3, 8, 0)) == utc(2026, 3, 8, 7))
  }

  @Test func `a midnight that the clocks skip is one o'clock`() throws {
    let saoPaulo = utc(2018, 11, 4, 3)
    #expect(try next(0, 0, "America/Sao_Paulo", after: utc(2018, 11, 4)) == saoPaulo)
    #expect(try next(0, 30, "America/Sao_Paulo", after: utc(2018, 11, 4)) == saoPaulo)
    #expect(try next(1, 0, "America/Sao_Paulo", after: utc(2018, 11, 4)) == saoPaulo)
    #expect(try next(0, 0, "America/Sao_Paulo", after: saoPaulo) == utc(2018, 11, 5, 2))
    let beirut = utc(2022, 3, 26, 22)
    #expect(try next(0, 0, "Asia/Beirut", after: utc(2022, 3, 26, 12)) == beirut)
    #expect(try next(0, 0, "Asia/Beirut", after: beirut) == utc(2022, 3, 27, 21))
  }

  @Test func `a date that a zone left out has no bedtime`() throws {
    // Friday 2011-12-30 did not come to Samoa: Thursday ended at 10:00 UTC.
    let saturday = utc(2011, 12, 30, 10)
    #expect(try next(23, 0, "Pacific/Apia", after: utc(2011, 12, 30, 9, 30)) == saturday + 82_800)
    #expect(try next(12, 0, "Pacific/Apia", after: utc(2011, 12, 30, 9, 30)) == saturday + 43_200)
    #expect(try next(0, 0, "Pacific/Apia", after: utc(2011, 12, 30, 9, 30)) == saturday)
    #expect(try next(23, 0, "Pacific/Apia", after: utc(2011, 12, 29, 12)) == saturday - 3_600)
  }

  @Test(arguments: [
    "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "America/Sao_Paulo", "UTC",
    "Pacific/Apia", "Asia/Gaza", "Africa/Casablanca", "Pacific/Kwajalein",
  ])
  func `the next one is later, within two days or so, and reads right`(name: String) throws {
    let rule = ZoneRule(try zone(name))
    let seed: UInt64 = 0xBED
    var generator = LogTestGenerator(seed: seed)
    for _ in 0..<2_000 {
      let after = Int64.random(in: 0..<Drink.endOfTime, using: &generator)
      let hour = generator.below(24), minute = generator.below(60)
      let next = rule.next(hour: hour, minute: minute, after: Timestamp(after)).seconds
      let local = LocalDateTime(at: next, offsetMinutes: rule.offset(at: next))
      let reads = Int(local.secondOfDay) == 3_600 * hour + 60 * minute
      let isGapEnd = rule.offset(at: next) > rule.offset(at: next - 1)
      if next <= after || next > after + 50 * 3_600 || !(reads || isGapEnd) {
        Issue.record("seed \(seed): \(name) \(hour):\(minute) after \(after) is \(next)")
      }
    }
  }

  @Test func `the ends of time have a next time or none, and no trap`() throws {
    #expect(try next(23, 0, "Europe/Berlin", after: .max) == .max)
    #expect(try next(23, 0, "Europe/Berlin", after: utc(9999, 12, 31, 23)) == .max)
    #expect(try next(0, 0, "UTC", after: .min) == utc(1, 1, 1))
  }

  @Test func `an hour or a minute that no clock shows traps`() async {
    await #expect(processExitsWith: .failure) {
      _ = ZoneRule.utc.next(hour: 24, minute: 0, after: Timestamp(0))
    }
    await #expect(processExitsWith: .failure) {
      _ = ZoneRule.utc.next(hour: 0, minute: -1, after: Timestamp(0))
    }
  }
}

struct LocalDateBridgingTests {
  @Test func `the date is the wall clock's`() throws {
    let day = Int64(try #require(CivilDate(year: 2026, month: 8, day: 6)).daysSinceEpoch)
    let berlin = try zone("Europe/Berlin")
    let midnight = Timestamp(utc(2026, 8, 5, 22))
    #expect(LocalDate(of: midnight, in: berlin).days == day)
    #expect(LocalDate(of: midnight.adding(-1), in: berlin).days == day - 1)
    #expect(LocalDate(of: midnight, in: berlin, dayStart: 240).days == day - 1)
    #expect(LocalDate(of: midnight.adding(4 * 3_600), in: berlin, dayStart: 240).days == day)
    #expect(LocalDate(of: Timestamp(-1), in: .gmt).days == -1)
  }

  @Test func `Samoa went from the 29th to the 31st`() throws {
    let samoa = try zone("Pacific/Apia")
    let change = Timestamp(utc(2011, 12, 30, 10))
    let last = LocalDate(of: change.adding(-1), in: samoa).days
    #expect(last == utc(2011, 12, 29) / 86_400)
    #expect(LocalDate(of: change, in: samoa).days == last + 2)
  }

  @Test func `the ends of time have dates and no trap`() throws {
    let berlin = try zone("Europe/Berlin")
    #expect(LocalDate(of: Timestamp(.min), in: berlin, dayStart: .max).days == -719_162)
    #expect(LocalDate(of: .forever, in: berlin).days == 2_932_896)
  }
}
