import Testing

@testable import CaffeineEngine

struct AmountTimelineTests {
  /// 20:00 UTC on the day of the tests.
  private let evening = morning(20 * 3_600)

  @Test func `after midnight the total is the new day's`() async throws {
    let tracker = try CaffeineTracker.hourly()
    try await tracker.record(.cup(9 * 3_600, micrograms: 60_000), now: evening)
    try await tracker.record(.cup(20 * 3_600, micrograms: 80_000), now: evening)
    var timeline = AmountTimeline(step: 3_600, capacity: 24)
    #expect(timeline.isEmpty)
    try await tracker.rebuild(&timeline, from: evening, zone: ZoneOffsets(utcOffset: 0))
    #expect(timeline.count == 24)
    #expect(timeline.changeCount == 2)
    #expect(timeline[0].time == evening)
    #expect(timeline[23].time == evening.adding(23 * 3_600))
    // 60 mg eleven half-lives old are 29 µg.
    #expect(timeline.prefix(3).map(\.amount.micrograms) == [80_029, 40_015, 20_007])
    #expect(timeline.prefix(5).map(\.total) == [140, 140, 140, 140, 0].map(Amount.milligrams))
    #expect(timeline.dropFirst(4).allSatisfy { $0.total == .zero })
  }

  @Test(
    arguments: [
      (after: 60, midnight: 3), (after: -60, midnight: 5), (after: 0, midnight: 4),
      (after: 300, midnight: 2),
    ] as [(Int16, Int)])
  func `midnight comes when the changed clock shows it`(after: Int16, midnight: Int) async throws {
    let tracker = try CaffeineTracker.hourly()
    try await tracker.record(.cup(9 * 3_600), now: evening)
    var timeline = AmountTimeline(step: 3_600, capacity: 24)
    // The clocks change at 22:00 UTC; forward by five hours that is past midnight at once.
    let zone = ZoneOffsets(
      utcOffset: 0, nextChange: evening.adding(7_200), offsetAfter: after)
    try await tracker.rebuild(&timeline, from: evening, zone: zone)
    #expect(timeline.firstIndex { $0.total == .zero } == midnight)
  }

  @Test(arguments: 1...40 as ClosedRange<UInt64>)
  func `each entry is what the tracker tells of that instant`(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed)
    let tracker = try CaffeineTracker(
      configuration: Configuration(
        deviceID: testDevice, dayStart: generator.one(of: [0, 0, 240, 1_439])),
      capacity: 8)
    for _ in 0..<12 {
      let drink = Drink.cup(
        generator.pick(0...86_400 * 2), micrograms: generator.pick(0...200_000),
        lasting: generator.pick(0...7_200), offset: generator.pick(-1_080...1_080))
      _ = try? await tracker.record(drink, now: morning(86_400 * 3))
    }
    let fold = await tracker.foldTime ?? morning()
    let start = max(fold, morning(generator.pick(0...86_400 * 3)))
    let zone = ZoneOffsets(
      utcOffset: generator.pick(-1_080...1_080),
      nextChange: generator.chance(50) ? start.adding(generator.pick(-999...90_000)) : .forever,
      offsetAfter: generator.pick(-1_080...1_080))
    var timeline = AmountTimeline(step: generator.pick(1...900), capacity: 288)
    try await tracker.rebuild(&timeline, from: start, zone: zone)
    for entry in timeline {
      let amounts = try await tracker.amounts(at: entry.time)
      let today = try await tracker.today(now: entry.time, utcOffset: zone.offset(at: entry.time))
      guard
        holds(entry.amount == amounts.body, seed: seed, "\(entry), \(amounts.body)"),
        holds(entry.total == today.total, seed: seed, "\(entry), \(today.total)"),
        holds(
          entry.time.seconds - start.seconds < 288 * Int64(timeline.step), seed: seed, "\(entry)")
      else { return }
    }
  }

  @Test func `a refusal leaves the timeline as it was`() async throws {
    let tracker = try CaffeineTracker(
      configuration: Configuration(clockFloor: Timestamp(1)), capacity: 1)
    let utc = ZoneOffsets(utcOffset: 0)
    try await tracker.record(.cup(), now: morning())
    var timeline = AmountTimeline(step: .max, capacity: 3)
    try await tracker.rebuild(&timeline, from: morning(), zone: utc)
    for second in [86_400 * 20, 86_400 * 20 + 1] as [Int64] {
      try await tracker.record(.cup(second), now: morning(second))
    }
    let before = timeline
    let refusals: [(Timestamp, ZoneOffsets, CaffeineError)] = [
      (morning(-1), utc, .notKept), (morning(86_400 * 20 - 1), utc, .tooOld),
      (Timestamp(.max - 10), utc, .range), (Timestamp(0), utc, .clock),
      (morning(86_400 * 21), ZoneOffsets(utcOffset: 1_081), .range),
      (
        morning(86_400 * 21),
        ZoneOffsets(utcOffset: 0, nextChange: morning(86_400 * 22), offsetAfter: -1_081), .range
      ),
    ]
    for (start, zone, error) in refusals {
      await #expect(throws: error) {
        try await tracker.rebuild(&timeline, from: start, zone: zone)
      }
      #expect(timeline == before)
    }
    var stopped = AmountTimeline(step: 0)
    await #expect(throws: CaffeineError.argument) {
      try await tracker.rebuild(&stopped, from: morning(86_400 * 21), zone: utc)
    }
    #expect(stopped.isEmpty)
  }

  @Test func `the room has bounds`() async throws {
    let tracker = try CaffeineTracker.hourly()
    for (capacity, count) in [(.min, 0), (-1, 0), (0, 0), (1, 1), (.max, 4_096)] as [(Int, Int)] {
      var timeline = AmountTimeline(capacity: capacity)
      try await tracker.rebuild(&timeline, from: evening, zone: ZoneOffsets(utcOffset: 0))
      #expect(timeline.count == count)
    }
  }
}
