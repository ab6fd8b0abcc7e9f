import Testing

@testable import CaffeineFoundation

struct ZoneRuleTests {
  private func local(_ text: String) throws -> LocalDateTime {
    let written = try TimeText.read(Array(text.utf8)[...])
    return LocalDateTime(date: written.date, secondOfDay: written.secondOfDay ?? 0)
  }

  @Test func `a skipped time in Berlin means the end of the gap`() throws {
    let berlin = try ZoneRule.named("Europe/Berlin")
    for minute in ["02:00", "02:30", "02:59:59"] {
      let reading = try berlin.reading(of: local("2026-03-29 \(minute)"))
      #expect(reading.instant == utc(2026, 3, 29, 1))
      #expect(reading.offsetMinutes == 120)
      #expect(reading.occurrence == .afterGap)
    }
    #expect(try berlin.reading(of: local("2026-03-29 01:59:59")).occurrence == .once)
    #expect(try berlin.reading(of: local("2026-03-29 03:00")).occurrence == .once)
  }

  @Test func `a time that occurs twice in Berlin means the first`() throws {
    let berlin = try ZoneRule.named("Europe/Berlin")
    let reading = try berlin.reading(of: local("2026-10-25 02:30"))
    #expect(reading.instant == utc(2026, 10, 25, 0, 30))
    #expect(reading.offsetMinutes == 120)
    #expect(reading.occurrence == .firstOfTwo)
    #expect(try berlin.reading(of: local("2026-10-25 03:00")).occurrence == .once)
    #expect(try berlin.reading(of: local("2026-10-25 01:59")).occurrence == .once)
  }

  @Test func `half hours of offset and of summer time are right`() throws {
    let adelaide = try ZoneRule.named("Australia/Adelaide")
    let twice = try adelaide.reading(of: local("2015-04-05 02:15"))
    #expect(twice.instant == utc(2015, 4, 4, 15, 45))
    #expect(twice.offsetMinutes == 630)
    #expect(twice.occurrence == .firstOfTwo)

    let lordHowe = try ZoneRule.named("Australia/Lord_Howe")
    let skipped = try lordHowe.reading(of: local("2026-10-04 02:15"))
    #expect(skipped.instant == utc(2026, 10, 3, 15, 30))
    #expect(skipped.offsetMinutes == 660)
    #expect(skipped.occurrence == .afterGap)
    let again = try lordHowe.reading(of: local("2026-04-05 01:45"))
    #expect(again.instant == utc(2026, 4, 4, 14, 45))
    #expect(again.occurrence == .firstOfTwo)
    #expect(try lordHowe.reading(of: local("2026-04-05 02:00")).occurrence == .once)
  }

  @Test func `a whole day that a zone skipped means the day after`() throws {
    let samoa = try ZoneRule.named("Pacific/Apia")
    let reading = try samoa.reading(of: local("2011-12-30 12:00"))
    #expect(reading.instant == utc(2011, 12, 30, 10))
    #expect(reading.offsetMinutes == 840)
    #expect(reading.occurrence == .afterGap)
  }

  @Test func `an offset between minutes is rounded down both ways`() throws {
    let monrovia = try ZoneRule.named("Africa/Monrovia")
    #expect(monrovia.offset(at: 0) == -45)
    #expect(try monrovia.reading(of: local("1970-01-01 12:00")).instant == 45_900)
  }

  @Test func `offsets at the ends of time do not trap`() throws {
    for zone in [try ZoneRule.named("Europe/Berlin"), .machine, .utc, try .fixed(minutes: -1080)] {
      for instant in [Int64.min, -1, 0, 7_258_118_399, Int64.max] {
        #expect(abs(Int(zone.offset(at: instant))) <= ZoneRule.offsetLimitMinutes)
      }
      for date in [CivilDate.earliest, .latest] {
        _ = zone.reading(of: LocalDateTime(date: date, secondOfDay: Int.max))
      }
    }
  }

  @Test func `a zone that does not exist is an error that says so`() {
    let error = #expect(throws: LogError.self) { try ZoneRule.named("Europe/Berln") }
    #expect(error?.reason == .unknownZone)
    #expect(error?.description.contains("no time zone is called \"Europe/Berln\"") == true)
    let near = #expect(throws: LogError.self) { try ZoneRule.named("europe/berlin") }
    #expect(near?.whatToDo == "write it as Europe/Berlin")
    #expect(throws: LogError.self) { try ZoneRule.named("") }
  }

  @Test func `fixed offsets reach eighteen hours and no further`() throws {
    #expect(try ZoneRule.fixed(minutes: 1080).name == "+18:00")
    #expect(try ZoneRule.fixed(minutes: -210).name == "-03:30")
    #expect(throws: LogError.self) { try ZoneRule.fixed(minutes: 1081) }
    #expect(throws: LogError.self) { try ZoneRule.fixed(minutes: Int.min) }
  }

  @Test func `the machine's zone says what it is`() {
    let machine = ZoneRule.machine
    #expect(machine.isMachine)
    #expect(!machine.name.isEmpty)
    #expect(machine.description == "\(machine.name) (this machine's zone)")
  }

  @Test(arguments: ["Europe/Berlin", "Australia/Lord_Howe", "America/St_Johns", "Asia/Tokyo"])
  func `the clock at an instant means that instant or the first of two`(name: String) throws {
    let zone = try ZoneRule.named(name)
    let seed: UInt64 = 0xC1_0C4
    var generator = LogTestGenerator(seed: seed)
    for _ in 0..<2000 {
      let instant = Int64.random(in: 0..<LoggedDrink.timeLimit, using: &generator)
      let offset = zone.offset(at: instant)
      let reading = zone.reading(of: LocalDateTime(at: instant, offsetMinutes: offset))
      let isSame = reading.instant == instant
      let isFirst = reading.occurrence == .firstOfTwo && reading.instant < instant
      if !isSame && !isFirst { Issue.record("seed \(seed): \(name) at \(instant): \(reading)") }
    }
  }
}
