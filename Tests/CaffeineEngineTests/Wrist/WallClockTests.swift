import Testing

@testable import CaffeineEngine

struct WallClockTests {
  private func next(
    _ hour: Int, _ minute: Int, _ clock: WallClock, after now: Int64
  ) -> Int64 {
    clock.next(minute: UInt32(hour * 60 + minute), after: now)
  }

  private func clock(_ offset: Int32, _ change: Int64 = .max, _ after: Int32 = 0) throws
    -> WallClock
  {
    try #require(WallClock(offset: offset, change: change, offsetAfter: after))
  }

  @Test func `the next bedtime is today's, else tomorrow's`() throws {
    let utc = try clock(0)
    let bedtime = Drink.morning + 23 * 3_600
    #expect(next(23, 0, utc, after: Drink.morning) == bedtime)
    #expect(next(23, 0, utc, after: bedtime - 1) == bedtime)
    #expect(next(23, 0, utc, after: bedtime) == bedtime + 86_400)
    // HiCoffee#1: any minute of the day will do, also one after midnight.
    #expect(next(0, 30, utc, after: bedtime) == Drink.morning + 86_400 + 1_800)
    let kathmandu = try clock(345)
    #expect(next(0, 0, kathmandu, after: Drink.morning) == Drink.morning + 86_400 - 345 * 60)
    let west = try clock(-720)
    #expect(next(23, 0, west, after: Drink.morning) == Drink.morning - 3_600 + 12 * 3_600)
  }

  /// Berlin: 2026-10-25 01:00 UTC the clock goes back from 03:00 to 02:00.
  @Test func `a time that occurs twice is the first, once a date`() throws {
    let change: Int64 = 1_792_890_000
    let berlin = try clock(120, change, 60)
    let first = change - 1_800
    #expect(next(2, 30, berlin, after: change - 7_200) == first)
    #expect(next(2, 30, berlin, after: first) == first + 25 * 3_600)
    #expect(next(2, 30, berlin, after: change) == first + 25 * 3_600)
    // PR#1435 of noop: a day may have 25 hours.
    let evening = change - 4 * 3_600
    #expect(next(23, 0, berlin, after: evening) == evening + 25 * 3_600)
  }

  /// Berlin: 2027-03-28 01:00 UTC the clock goes forward from 02:00 to 03:00.
  @Test func `a time that does not occur is the instant of the change`() throws {
    let change: Int64 = 1_806_195_600
    let berlin = try clock(60, change, 120)
    #expect(next(2, 30, berlin, after: change - 3_600) == change)
    #expect(next(2, 30, berlin, after: change) == change - 1_800 + 86_400)
    #expect(next(3, 0, berlin, after: change - 3_600) == change)
    #expect(next(1, 59, berlin, after: change - 3_600) == change - 60)
  }

  @Test func `any time and any offset has an answer later than it`() throws {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<20_000 {
      let now = generator.pick(0...7_258_118_399) as Int64
      let change = now + generator.pick(-200_000...200_000)
      let clock = try clock(
        Int32(generator.pick(-1_080...1_080) as Int), change,
        Int32(generator.pick(-1_080...1_080) as Int))
      let time = clock.next(minute: generator.pick(0...1_439), after: now)
      #expect(time > now)
      #expect(time <= now + 4 * 86_400)
    }
    for now in [Int64.min, -1 << 40] { #expect(next(0, 0, try clock(0), after: now) > now) }
    for now in [Int64.max, 1 << 40] { #expect(next(0, 0, try clock(0), after: now) == .max) }
    #expect(WallClock(offset: 1_081, change: 0, offsetAfter: 0) == nil)
    #expect(WallClock(offset: 0, change: 0, offsetAfter: .min) == nil)
  }
}
