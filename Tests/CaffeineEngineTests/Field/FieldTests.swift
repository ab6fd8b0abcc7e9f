import CaffeineFoundation
import Foundation
import Testing

@testable import CaffeineEngine

/// What users of other apps reported, by project and number: what was put in, and the right answer.
struct FieldTests {
  private static let mg96 = Amount.milligrams(96)

  private func zone(_ name: String) throws -> TimeZone {
    try #require(TimeZone(identifier: name))
  }

  /// A coffee at a time, under the offset that a zone has then.
  private func coffee(
    _ time: Int64, _ zone: TimeZone? = nil, id: UInt64 = 0, flags: Flags = [],
    dose: Amount = mg96, lasting duration: UInt32 = 0
  ) -> Drink {
    Drink(
      id: DrinkID(high: id == 0 ? 0 : testDevice, low: id), time: Timestamp(time), dose: dose,
      duration: duration, flags: flags, utcOffset: zone?.utcOffset(at: Timestamp(time)) ?? 0)
  }

  private func drinks(_ memory: LedgerMemory, _ date: LocalDate) throws -> UInt32 {
    try memory.ledger.day(date).drinks
  }

  private func date(_ year: Int, _ month: Int, _ day: Int) -> LocalDate {
    LocalDate(days: utc(year, month, day) / 86_400)
  }

  @Test func `SparkyFitness 2550: a coffee at 08.30 counts from 08.30, not from noon`() throws {
    let memory = try LedgerMemory()
    let time = utc(2026, 6, 1, 8, 30)
    try memory.record(coffee(time))
    #expect(memory.drinks.first?.time.seconds == time)
    #expect(try memory.amounts(at: time - 1).gut == .zero)
    #expect(try memory.amounts(at: time).gut == FieldTests.mg96)
  }

  @Test func `SparkyFitness 2523: level and total change with the drink, and at once`() throws {
    let memory = try LedgerMemory()
    let now = Timestamp(utc(2026, 6, 1, 8, 30))
    let before = try memory.ledger.face(now: now, utcOffset: 0, digit: .milligrams(1))
    try memory.record(coffee(now.seconds))
    let after = try memory.ledger.face(now: now, utcOffset: 0, digit: .milligrams(1))
    #expect(before.gut == .zero && before.today == .zero && before.drinks == 0)
    #expect(after.gut == FieldTests.mg96 && after.today == FieldTests.mg96 && after.drinks == 1)
  }

  @Test func `SparkyFitness 2379: a past day is asked as of then, with the days before it`() throws
  {
    let memory = try LedgerMemory()
    let zone = try zone("Europe/Berlin")
    // Three days around the night in which the clock goes back.
    let evening = utc(2026, 10, 24, 20)
    try memory.record(coffee(evening, zone), coffee(evening + 25 * 3_600, zone))
    let asOf = try memory.body(at: evening + 6 * 3_600)
    #expect(asOf > 0)
    try memory.record(coffee(evening + 50 * 3_600, zone))
    #expect(try memory.body(at: evening + 6 * 3_600) == asOf)
    for day in 24...26 { #expect(try drinks(memory, date(2026, 10, day)) == 1) }
  }

  @Test func `SparkyFitness 2505, HiCoffee 47: a drink over two hours is spread`() throws {
    let memory = try LedgerMemory()
    let time = utc(2026, 6, 1, 14)
    try memory.record(coffee(time, lasting: 7_200))
    #expect(try memory.amounts(at: time).gut == .zero)
    let half = try memory.amounts(at: time + 3_600), whole = try memory.amounts(at: time + 7_200)
    #expect(half.gut.micrograms + half.body.micrograms < 48_000)
    #expect(whole.gut.micrograms + whole.body.micrograms > 48_000)
  }

  @Test func `HiCoffee 18: a limit of 1200 mg is kept whole`() throws {
    let memory = try LedgerMemory(
      configuration: Configuration(deviceID: testDevice, dailyLimit: .milligrams(1_200)))
    for hour in 8...17 { try memory.record(coffee(utc(2026, 6, 1, hour), dose: .milligrams(100))) }
    #expect(try memory.ledger.day(date(2026, 6, 1)).status == .near)
    for hour in 18...20 { try memory.record(coffee(utc(2026, 6, 1, hour), dose: .milligrams(100))) }
    #expect(try memory.ledger.day(date(2026, 6, 1)).status == .over)
  }

  @Test func `HiCoffee 40: three coffees at one second are three`() throws {
    let memory = try LedgerMemory()
    let time = utc(2026, 6, 1, 8)
    try memory.record(coffee(time), coffee(time), coffee(time))
    #expect(try memory.amounts(at: time).gut == .milligrams(288))
    #expect(try memory.ledger.day(date(2026, 6, 1)).total == .milligrams(288))
  }

  @Test func `HiCoffee 1: bedtime is any minute of the day, also after midnight`() throws {
    let zone = try zone("Europe/Berlin")
    let now = Timestamp(utc(2026, 6, 1, 20))
    let bedtime = Timestamp.next(hour: 1, minute: 7, in: zone, after: now)
    #expect(bedtime == Timestamp(utc(2026, 6, 1, 23, 7)))
    let memory = try LedgerMemory()
    try memory.record(coffee(now.seconds))
    #expect(
      try memory.ledger.mayHave(.milligrams(64), now: now, bedtime: bedtime, utcOffset: 120)
        .reasons.contains(.sleep))
  }

  @Test func `Beanconqueror 330: an edit and a removal reach the other store by id`() throws {
    let watch = try LedgerMemory(), phone = try LedgerMemory()
    try watch.ledger.addPeer(0)
    try phone.ledger.addPeer(0)
    var anchor: UInt64 = 0
    func sync() throws {
      let page = UnsafeMutablePointer<Drink>.allocate(capacity: 4)
      defer { page.deallocate() }
      let before = anchor
      let count = try watch.ledger.changes(for: 0, after: &anchor, into: page, count: 4)
      _ = try phone.ledger.apply(page, count: count, from: 0, after: before, anchor: anchor)
      try watch.ledger.acknowledge(anchor, by: 0)
    }
    var drink = coffee(utc(2026, 6, 1, 8), id: 1)
    try watch.record(drink)
    try sync()
    drink.dose = .milligrams(64)
    try watch.edit(drink)
    try sync()
    #expect(phone.drinks.map(\.dose) == [.milligrams(64)])
    _ = try watch.ledger.remove(drink.id)
    try sync()
    #expect(phone.drinks.isEmpty)
  }

  @Test func `Beanconqueror 258: a decaf is what little it holds, logged once for each cup`() throws
  {
    let memory = try LedgerMemory()
    for hour in [8, 9] {
      try memory.record(Drink(.decaf, time: Timestamp(utc(2026, 6, 1, hour))))
    }
    let day = try memory.ledger.day(date(2026, 6, 1))
    #expect(day.total == .milligrams(6) && day.drinks == 2)
  }

  @Test func `Beanconqueror 831: a shot made for somebody else is taken back`() throws {
    let memory = try LedgerMemory()
    let time = utc(2026, 6, 1, 8)
    try memory.record(coffee(time, id: 1), coffee(time, id: 2))
    _ = try memory.ledger.remove(.test(2))
    #expect(try memory.ledger.day(date(2026, 6, 1)).drinks == 1)
    #expect(try memory.amounts(at: time).gut == FieldTests.mg96)
  }

  @Test func `train-libre 189: what another store has again is counted once`() throws {
    let memory = try LedgerMemory(
      configuration: Configuration(deviceID: testDevice, aliases: 2))
    try memory.ledger.addPeer(1)
    let drink = coffee(utc(2026, 6, 1, 8), id: 1)
    try memory.record(drink)
    try memory.ledger.alias(DrinkID(high: 7, low: 7), of: drink.id)
    var back = drink
    back.id = DrinkID(high: 7, low: 7)
    back.revision = 1
    let result = try memory.ledger.apply(&back, count: 1, from: 1, after: 0, anchor: 1)
    #expect(result.unchanged == 1)
    #expect(try memory.ledger.day(date(2026, 6, 1)).total == FieldTests.mg96)
  }

  @Test func `water-drink-water 39: no negative drink, and a cap on a single one`() throws {
    let memory = try LedgerMemory()
    // A dose is unsigned: what is below zero elsewhere is far above the cap here.
    for dose in [UInt32(bitPattern: -96_000), 10_000_001] {
      memory.refuses(.range, coffee(utc(2026, 6, 1, 8), dose: .micrograms(dose)))
    }
    memory.refuses(.suspicious, coffee(utc(2026, 6, 1, 8), dose: .milligrams(1_201)))
  }

  @Test func `OpenNutriTracker 207: tomorrow's cup is a plan, in neither now nor today`() throws {
    let memory = try LedgerMemory()
    let now = Timestamp(utc(2026, 6, 1, 8)), later = utc(2026, 6, 1, 14)
    memory.refuses(.future) { _ = try $0.record(self.coffee(later), now: now) }
    _ = try memory.ledger.record(coffee(later, flags: .planned), now: now)
    #expect(try memory.body(at: later + 3_600) == 0)
    #expect(try memory.ledger.today(now: now, utcOffset: 0).total == .zero)
    #expect(try memory.ledger.highest(from: now, until: .forever).body > .zero)
  }

  @Test func `deja-vu 696: today ends at midnight: other days are not in it`() throws {
    let memory = try LedgerMemory()
    let today = utc(2026, 6, 15, 9)
    for time in [today, today - 86_400, today + 6 * 86_400, today + 365 * 86_400] {
      _ = try memory.ledger.record(
        coffee(time, flags: time > today ? .planned : []), now: Timestamp(today))
    }
    #expect(try memory.ledger.today(now: Timestamp(today), utcOffset: 0).drinks == 1)
  }

  @Test func `cgm-remote-monitor 321: a time ahead by accident is refused`() throws {
    let memory = try LedgerMemory()
    let now = Timestamp(utc(2026, 6, 1, 8))
    memory.refuses(.future) { _ = try $0.record(self.coffee(now.seconds + 121), now: now) }
    _ = try memory.ledger.record(coffee(now.seconds + 120), now: now)
  }

  @Test func `toggl2redmine 50: an entry ahead does not move the anchor past later ones`() throws {
    let memory = try LedgerMemory()
    try memory.ledger.addPeer(0)
    let now = utc(2026, 6, 1, 8)
    let page = UnsafeMutablePointer<Drink>.allocate(capacity: 4)
    defer { page.deallocate() }
    var anchor: UInt64 = 0
    _ = try memory.ledger.record(
      coffee(now + 86_400, id: 1, flags: .planned), now: Timestamp(now))
    #expect(try memory.ledger.changes(for: 0, after: &anchor, into: page, count: 4) == 1)
    try memory.record(coffee(now, id: 2))
    #expect(try memory.ledger.changes(for: 0, after: &anchor, into: page, count: 4) == 1)
    #expect(page[0].id == .test(2))
  }

  @Test func `journal-android 114: half past midnight is its own day`() throws {
    let memory = try LedgerMemory()
    let zone = try zone("Europe/Paris")
    try memory.record(coffee(utc(2026, 6, 1, 21), zone), coffee(utc(2026, 6, 1, 22, 30), zone))
    #expect(try drinks(memory, date(2026, 6, 1)) == 1)
    #expect(try drinks(memory, date(2026, 6, 2)) == 1)
  }

  @Test func `raycast 6451: 00.35 at UTC+10 is today, not yesterday`() throws {
    let memory = try LedgerMemory()
    let now = utc(2026, 6, 1, 14, 35)
    try memory.record(coffee(now, try zone("Australia/Brisbane")))
    #expect(try drinks(memory, date(2026, 6, 2)) == 1)
    #expect(try memory.ledger.today(now: Timestamp(now), utcOffset: 600).drinks == 1)
  }

  @Test func `obsidian-mood-tracker 53: 01.37 at +02.00 on June 3rd is June 3rd`() throws {
    let memory = try LedgerMemory()
    try memory.record(coffee(utc(2024, 6, 2, 23, 37), try zone("Europe/Berlin")))
    #expect(try drinks(memory, date(2024, 6, 3)) == 1)
    #expect(try drinks(memory, date(2024, 6, 2)) == 0)
  }

  @Test func `BangleApps 4301: from CEST to BST no hour is lost, and none counted twice`() throws {
    let memory = try LedgerMemory()
    let flight = utc(2026, 7, 1, 13, 20)
    // 15:20 in Berlin and 14:20 in London are one instant.
    try memory.record(
      coffee(flight, try zone("Europe/Berlin"), id: 1),
      coffee(flight + 1_800, try zone("Europe/London"), id: 2))
    #expect(memory.drinks.map(\.utcOffset) == [120, 60])
    #expect(memory.drinks.map(\.time.seconds) == [flight, flight + 1_800])
    #expect(try memory.amounts(at: flight + 1_800).gut > FieldTests.mg96)
  }

  @Test func `Solstice 67: the clock goes forward and the watch follows at once`() throws {
    let zone = try zone("Europe/Berlin")
    let change = utc(2026, 3, 29, 1)
    let memory = try LedgerMemory()
    try memory.record(coffee(change - 3_600, zone))
    for (time, offset) in [(change - 1, 60), (change, 120)] as [(Int64, Int16)] {
      #expect(zone.utcOffset(at: Timestamp(time)) == offset)
      let face = try memory.ledger.face(
        now: Timestamp(time), utcOffset: Int32(offset), digit: .milligrams(1))
      #expect(face.drinks == 1)
    }
    // Midnight is an hour nearer than 24 h after the last.
    let bedtime = Timestamp.next(hour: 0, minute: 0, in: zone, after: Timestamp(change))
    #expect(bedtime == Timestamp(utc(2026, 3, 29, 22)))
  }

  @Test func `sunday 5, noop 1435: tomorrow is a calendar day of 23, 24 or 25 hours`() throws {
    let zone = try zone("Europe/Berlin")
    for (midnight, hours) in [
      (utc(2026, 3, 28, 23), 23), (utc(2026, 6, 1, 22), 24), (utc(2026, 10, 24, 22), 25),
    ] as [(Int64, Int64)] {
      let next = Timestamp.next(hour: 0, minute: 0, in: zone, after: Timestamp(midnight))
      #expect(next.seconds - midnight == hours * 3_600)
      let memory = try LedgerMemory()
      try memory.record(coffee(midnight, zone), coffee(next.seconds - 1, zone))
      try memory.record(coffee(next.seconds, zone))
      let first = LocalDate(of: Timestamp(midnight), in: zone)
      #expect(try drinks(memory, first) == 2)
      #expect(try drinks(memory, LocalDate(days: first.days + 1)) == 1)
    }
  }

  @Test func `Timepiece 31: Adelaide's half hours on 2015-04-05`() throws {
    let zone = try zone("Australia/Adelaide")
    // 03:00 at +10:30 becomes 02:00 at +09:30.
    let change = utc(2015, 4, 4, 16, 30)
    #expect(zone.utcOffset(at: Timestamp(change - 1)) == 630)
    #expect(zone.utcOffset(at: Timestamp(change)) == 570)
    let twice = Timestamp.next(hour: 2, minute: 30, in: zone, after: Timestamp(change - 5_400))
    #expect(twice.seconds == change - 1_800)
    let memory = try LedgerMemory()
    try memory.record(coffee(change - 1, zone), coffee(change, zone))
    #expect(try drinks(memory, date(2015, 4, 5)) == 2)
  }

  @Test func `noop 1002: half past one in Tokyo stays on its day, seen from London too`() throws {
    let memory = try LedgerMemory()
    let tokyo = try zone("Asia/Tokyo"), london = try zone("Europe/London")
    let night = utc(2026, 6, 1, 16, 30), winter = utc(2026, 5, 20, 23, 30)
    try memory.record(coffee(winter, london), coffee(night, tokyo))
    // Each under the offset of its own instant.
    #expect(try drinks(memory, date(2026, 6, 2)) == 1)
    #expect(try drinks(memory, date(2026, 5, 21)) == 1)
    #expect(london.utcOffset(at: Timestamp(utc(2026, 1, 1))) == 0)
  }

  @Test func `BeeSwift 282: six past days stay as they were when the wearer flies`() throws {
    let memory = try LedgerMemory()
    let eastern = try zone("America/New_York"), central = try zone("America/Chicago")
    for day in 1...6 { try memory.record(coffee(utc(2026, 6, day, 4, 15), eastern)) }
    let before = try (1...6).map { try drinks(memory, date(2026, 6, $0)) }
    #expect(before == [1, 1, 1, 1, 1, 1])
    try memory.record(coffee(utc(2026, 6, 7, 4, 15), central))
    #expect(try (1...6).map { try drinks(memory, date(2026, 6, $0)) } == [1, 1, 1, 1, 1, 2])
  }
}
