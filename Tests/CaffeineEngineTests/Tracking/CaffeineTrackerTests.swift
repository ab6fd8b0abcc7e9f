import CaffeineEngine
import Testing

struct CaffeineTrackerTests {
  private let start = Timestamp(1_780_272_000)

  private func cup(_ seconds: Int64, id: UInt64 = 0, micrograms: UInt32 = 96_000) -> Drink {
    Drink(
      id: DrinkID(high: id == 0 ? 0 : 7, low: id), time: start.adding(seconds),
      dose: Amount(micrograms: micrograms))
  }

  @Test func `a day through the actor is this trace`() async throws {
    let tracker = try CaffeineTracker(
      configuration: Configuration(
        profile: Profile(absorptionHalfLife: 0, eliminationHalfLife: 3_600)),
      capacity: 2)
    var trace: [String] = []
    func note(_ event: String, _ call: () async throws -> Any) async {
      do {
        trace.append("\(event): \(try await call())")
      } catch {
        trace.append("\(event): \(error)")
      }
    }
    func receipt(_ receipt: Receipt) -> String {
      "\(receipt.id.high)-\(receipt.id.low) r\(receipt.revision) \(receipt.change)"
    }
    let start = start
    func at(_ seconds: Int64) -> Timestamp { start.adding(seconds) }
    await note("first") { receipt(try await tracker.record(cup(0), now: start)) }
    await note("second") { receipt(try await tracker.record(cup(3_600), now: at(3_600))) }
    await note("ahead") { receipt(try await tracker.record(cup(9_999), now: at(3_600))) }
    await note("amount") { try await tracker.amounts(at: at(3_600)).body.micrograms }
    let half = DrinkID(high: 1, low: 2)
    await note("edit") {
      var drink = cup(3_600, micrograms: 48_000)
      drink.id = half
      return receipt(try await tracker.edit(drink, now: at(3_600)))
    }
    await note("timeline") {
      try await tracker.timeline(from: start, step: 3_600, count: 3).map(\.micrograms)
    }
    await note("highest") {
      try await tracker.highest(from: start, until: .forever).time.seconds - start.seconds
    }
    await note("below") {
      try await tracker.belowFrom(start, until: .forever, threshold: .milligrams(24)).time.seconds
        - start.seconds
    }
    await note("largest") {
      try await tracker.largestDose(now: at(3_600), bedtime: at(7_200), threshold: .milligrams(96))
        .dose.micrograms
    }
    await note("latest") {
      try await tracker.latestTime(
        for: .milligrams(96), now: at(3_600), bedtime: at(10_800), threshold: .milligrams(72)
      ).time.seconds - start.seconds
    }
    await note("too late") {
      try await tracker.latestTime(
        for: .milligrams(96), now: at(3_600), bedtime: at(3_600), threshold: .milligrams(99))
    }
    await note("today") {
      try await tracker.today(now: at(3_600), utcOffset: 0).total.micrograms
    }
    await note("day") { try await tracker.day(LocalDate(days: 20_604)).drinks }
    await note("area") { try await tracker.area(from: start, until: at(0)).microgramSeconds }
    await note("concentration") {
      try await tracker.concentration(at: start, bodyMass: 96_000, volumeOfDistribution: 1_000)
        .nanogramsPerMilliliter
    }
    await note("third") { receipt(try await tracker.record(cup(7_200), now: at(7_200))) }
    await note("fold") { await tracker.foldTime?.seconds == start.seconds }
    await note("before") { try await tracker.amounts(at: at(-1)) }
    await note("profile") {
      try await tracker.setProfile(
        Profile(absorptionHalfLife: 1, eliminationHalfLife: 1), from: nil)
    }
    await note("remove") { receipt(try await tracker.remove(half)) }
    await note("again") { receipt(try await tracker.remove(half)) }
    await note("drinks") { await tracker.drinks.map(\.id.low) }
    #expect(
      trace == [
        "first: 1-1 r1 added", "second: 1-2 r1 added", "ahead: future", "amount: 144000",
        "edit: 1-2 r2 edited", "timeline: [96000, 96000, 48000]", "highest: 0", "below: 10800",
        "largest: 96000", "latest: 7200", "too late: never", "today: 144000", "day: 0", "area: 0",
        "concentration: 1000", "third: 1-3 r1 added", "fold: true", "before: tooOld",
        "profile: range", "remove: 1-2 r3 removed", "again: unknownID", "drinks: [3]",
      ])
  }

  @Test func `a capacity out of range and a bad configuration are errors`() {
    for capacity in [0, -1, 65_536, .max, .min] {
      #expect(throws: CaffeineError.memory) { try CaffeineTracker(capacity: capacity) }
    }
    #expect(throws: CaffeineError.argument) {
      try CaffeineTracker(configuration: Configuration(cup: .zero), capacity: 1)
    }
    #expect(throws: CaffeineError.range) {
      try CaffeineTracker(configuration: Configuration(dayStart: 1_440), capacity: 1)
    }
  }

  @Test func `errors come typed out of the actor`() async throws {
    let tracker = try CaffeineTracker(capacity: 1)
    let start = start
    do throws(CaffeineError) {
      try await tracker.record(cup(121), now: start)
      Issue.record("not refused")
    } catch {
      #expect(error == .future)
    }
    do throws(CaffeineError) {
      _ = try await tracker.timeline(from: start, step: 1, count: -1)
      Issue.record("not refused")
    } catch {
      #expect(error == .argument)
    }
    do throws(CaffeineError) {
      _ = try await tracker.timeline(from: start, step: 0, count: 1)
      Issue.record("not refused")
    } catch {
      #expect(error == .argument)
    }
    for count in [(1 << 20) + 1, Int(UInt32.max), .max] {
      do throws(CaffeineError) {
        _ = try await tracker.timeline(from: start, step: 1, count: count)
        Issue.record("not refused")
      } catch {
        #expect(error == .range)
      }
    }
    #expect(try await tracker.timeline(from: start, step: 1, count: 0).isEmpty)
  }

  @Test func `many tasks recording at once end as one task does`() async throws {
    let drinks = (1...200 as ClosedRange<UInt64>).map { id in
      cup(Int64(id * 7_919 % 1_000), id: id, micrograms: UInt32(id) * 500)
    }
    let alone = try CaffeineTracker(capacity: 200)
    for drink in drinks { try await alone.record(drink, now: drink.time) }
    let times = (0..<50).map { start.adding(Int64($0) * 97) }
    var expected: [Amounts] = []
    for time in times { expected.append(try await alone.amounts(at: time)) }
    for round in 0..<5 {
      let shared = try CaffeineTracker(capacity: 200)
      let writers = 8
      try await withThrowingTaskGroup(of: Void.self) { group in
        for writer in 0..<writers {
          group.addTask {
            for (index, drink) in drinks.enumerated() where (index + round) % writers == writer {
              try await shared.record(drink, now: drink.time)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(await shared.drinks == alone.drinks)
      var amounts: [Amounts] = []
      for time in times { amounts.append(try await shared.amounts(at: time)) }
      #expect(amounts == expected)
    }
  }

  @Test func `a tracker without a device id is given one`() async throws {
    let tracker = try CaffeineTracker(capacity: 4)
    #expect(try await tracker.record(cup(0), now: start).id == DrinkID(high: 1, low: 1))
    let named = try CaffeineTracker(configuration: Configuration(deviceID: 9), capacity: 4)
    #expect(try await named.record(cup(0), now: start).id == DrinkID(high: 9, low: 1))
  }

  @Test func `a tracker's drinks outlive it`() async throws {
    let tracker = try CaffeineTracker(capacity: 4)
    for second in [0, 60, 120, 180, 240] as [Int64] {
      try await tracker.record(.cup(second), now: morning(second))
    }
    let bytes = await tracker.save()
    let other = try CaffeineTracker(capacity: 9)
    try await other.load(bytes)
    #expect(await other.drinks == tracker.drinks)
    #expect(try await other.amounts(at: morning(900)) == tracker.amounts(at: morning(900)))
    await #expect(throws: CaffeineError.argument) { try await other.load(bytes) }
    let third = try CaffeineTracker(capacity: 9)
    await #expect(throws: CaffeineError.corrupt) { try await third.load([]) }
  }
}
