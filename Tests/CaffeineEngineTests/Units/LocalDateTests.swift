import Testing

@testable import CaffeineEngine

struct LocalDateTests {
  private func days(_ time: Int64, offset: Int32 = 0, dayStart: Int32 = 0) -> Int64 {
    Int64(LocalDate.days(of: time, offset: offset, dayStart: dayStart))
  }

  @Test func `dates floor, also before 1970`() {
    #expect(days(0) == 0)
    #expect(days(86_399) == 0)
    #expect(days(86_400) == 1)
    #expect(days(-1) == -1)
    #expect(days(-86_400) == -1)
    #expect(days(-86_401) == -2)
  }

  @Test func `an offset east makes it later, a day start earlier`() {
    #expect(days(86_399, offset: 1) == 1)
    #expect(days(0, offset: -1) == -1)
    #expect(days(86_400 + 4 * 3_600 - 1, dayStart: 240) == 0)
    #expect(days(86_400 + 4 * 3_600, dayStart: 240) == 1)
  }

  @Test func `the division without a divider equals the division`() {
    var generator = SeededGenerator(seed: 11)
    for _ in 0..<2_000 {
      let time = generator.pick(-100_000_000_000...100_000_000_000) as Int64
      let offset = generator.pick(-1_080...1_080) as Int32
      let dayStart = generator.pick(0...1_439) as Int32
      let local = time + 60 * Int64(offset) - 60 * Int64(dayStart)
      let expected = Int64((Double(local) / 86_400).rounded(.down))
      guard holds(days(time, offset: offset, dayStart: dayStart) == expected, seed: 11, "\(time)")
      else { return }
    }
  }

  @Test func `the ends of time have a date and do not trap`() {
    #expect(days(.min, offset: -1_080, dayStart: 1_439) < days(-100_000_000_000))
    #expect(days(.max, offset: 1_080) > days(100_000_000_000))
  }
}
