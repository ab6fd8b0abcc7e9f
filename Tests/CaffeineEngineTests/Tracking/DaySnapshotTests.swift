import Testing

@testable import CaffeineEngine

@Suite(.timeLimit(.minutes(20))) struct DaySnapshotTests {
  private let tracker: CaffeineTracker
  private let question = DayQuestion(
    now: morning(86_400), zone: ZoneOffsets(utcOffset: 120), threshold: .milligrams(24), step: 900,
    entries: 96)

  init() throws {
    tracker = try CaffeineTracker.hourly()
  }

  /// Coffee on the day before, and one now.
  private func drink() async throws {
    try await tracker.record(.cup(micrograms: 50_000, id: 1), now: question.now)
    try await tracker.record(.cup(86_400, id: 2), now: question.now)
  }

  private func sections(_ snapshot: DaySnapshot) -> Set<DaySection> {
    Set(DaySection.allCases.filter { snapshot.has($0) })
  }

  /// Whether each section is what the tracker tells when it is asked by itself.
  private func isRight(_ snapshot: DaySnapshot) async throws -> Bool {
    let now = question.now
    let today = try await tracker.today(now: now, utcOffset: 120)
    var week: [Day] = []
    for back in -6...0 as ClosedRange<Int64> {
      week.append(try await tracker.day(LocalDate(days: today.date.days + back)))
    }
    var timeline = AmountTimeline(step: 900, capacity: 96)
    try await tracker.rebuild(&timeline, from: now, zone: question.zone)
    let highest = try await tracker.highest(from: now, until: now.adding(86_400))
    let settled = try await tracker.belowFrom(
      now, until: .forever, threshold: question.threshold)
    let amounts = try await tracker.amounts(at: now)
    return await tracker.changeCount == snapshot.changeCount
      && (snapshot.amounts ?? .success(amounts)) == .success(amounts)
      && (snapshot.today ?? .success(today)) == .success(today)
      && (snapshot.highest ?? .success(highest)) == .success(highest)
      && (snapshot.settled ?? .success(settled)) == .success(settled)
      && (snapshot.timeline ?? .success(timeline)) == .success(timeline)
      && (snapshot.week ?? .success(week)) == .success(week)
  }

  @Test(arguments: DaySection.allCases)
  func `it begins with the section that is seen, and adds one a step`(
    first: DaySection
  ) async throws {
    try await drink()
    let order = DaySection.order(startingAt: first)
    #expect(order.first == first)
    #expect(Set(order) == Set(DaySection.allCases))
    var count = 0
    for await snapshot in tracker.daySnapshots(
      of: question, in: order, refresh: { .success(HealthReport()) })
    {
      count += 1
      #expect(sections(snapshot) == Set(order.prefix(count)))
      #expect(try await isRight(snapshot))
    }
    #expect(count == 7)
  }

  @Test func `a day's overview is this one`() async throws {
    try await drink()
    let steps = tracker.daySnapshots(of: question, sectionsAtOnce: 6)
    var iterator = steps.makeAsyncIterator()
    let snapshot = try #require(await iterator.next())
    #expect(await iterator.next() == nil)
    #expect(await iterator.next() == nil)
    #expect(snapshot.changeCount == 2)
    #expect(try snapshot.amounts?.get().body == .milligrams(96))
    #expect(try snapshot.today?.get().total == .milligrams(96))
    #expect(try snapshot.highest?.get().time == question.now)
    // A second after two half-lives, for the little that is left of the day before.
    #expect(try snapshot.settled?.get().time == question.now.adding(7_201))
    #expect(try snapshot.week?.get().map(\.total.micrograms) == [0, 0, 0, 0, 0, 50_000, 96_000])
    // 22 h to midnight, of four entries each.
    #expect(try snapshot.timeline?.get().firstIndex { $0.total == .zero } == 88)
    #expect(snapshot.health == nil)
  }

  @Test func `an error is an answer`() async throws {
    let tracker = try CaffeineTracker(
      configuration: Configuration(clockFloor: morning()), capacity: 1)
    let question = DayQuestion(
      now: morning(-1), zone: ZoneOffsets(utcOffset: 1_081), threshold: .zero, step: 1, entries: -1)
    var iterator = tracker.daySnapshots(
      of: question, sectionsAtOnce: .max, refresh: { .failure(.denied) }
    ).makeAsyncIterator()
    let snapshot = try #require(await iterator.next())
    #expect(snapshot.today == .failure(.range))
    #expect(snapshot.week == .failure(.range))
    #expect(snapshot.highest == .failure(.argument))
    #expect(snapshot.settled == .failure(.range))
    #expect(snapshot.timeline == .failure(.range))
    #expect(snapshot.health == .failure(.denied))
    #expect(try snapshot.amounts?.get().body == .zero)
  }

  @Test(arguments: 1...6) func `cancelled between two steps, it ends`(steps: Int) async throws {
    let task = Task { [tracker, question] in
      var iterator = tracker.daySnapshots(of: question).makeAsyncIterator()
      for _ in 0..<steps {
        guard await iterator.next() != nil else { return false }
      }
      withUnsafeCurrentTask { $0?.cancel() }
      guard await iterator.next() == nil else { return false }
      return await iterator.next() == nil
    }
    #expect(await task.value)
  }

  @Test(arguments: DaySection.allCases, [1, 3])
  func `cancelled within a step, it drops the half value`(
    first: DaySection, sectionsAtOnce: Int
  ) async throws {
    let order = [first] + DaySection.allCases.filter { $0 != first && $0 != .health } + [.health]
    let started = AsyncStream<Void>.makeStream(), clock = ManualClock(morning())
    let task = Task { [tracker, question] in
      var values = 0
      for await _ in tracker.daySnapshots(
        of: question, in: order, sectionsAtOnce: sectionsAtOnce,
        refresh: {
          started.continuation.finish()
          let isOver = await clock.sleep(until: .forever)
          return isOver ? .success(HealthReport()) : .failure(.cancelled)
        })
      {
        values += 1
      }
      return values
    }
    for await _ in started.stream {}
    await clock.sleepers(1)
    task.cancel()
    let before = order.firstIndex(of: .health) ?? 0
    #expect(await task.value == before / sectionsAtOnce)
    #expect(clock.sleeperCount == 0)
  }

  @Test(arguments: 1...6) func `what changes between two steps is in every section`(
    change: Int
  ) async throws {
    try await drink()
    var step = 0, counts: [UInt64] = []
    for await snapshot in tracker.daySnapshots(of: question) {
      #expect(try await isRight(snapshot))
      counts.append(snapshot.changeCount)
      step += 1
      if step == change { try await tracker.remove(.test(2)) }
    }
    #expect(counts == (1...6).map { $0 <= change ? 2 : 3 })
  }

  @Test(arguments: 0...6, [1, 2, 7])
  func `what the health store brings is in every section`(
    position: Int, sectionsAtOnce: Int
  ) async throws {
    try await drink()
    var order = DaySection.allCases.filter { $0 != .health }
    order.insert(.health, at: position)
    let tracker = tracker, now = question.now
    var report = HealthReport()
    report.added = 1
    let answer = Result<HealthReport, HealthStoreError>.success(report)
    var last: DaySnapshot?
    for await snapshot in tracker.daySnapshots(
      of: question, in: order, sectionsAtOnce: sectionsAtOnce,
      refresh: {
        _ = try? await tracker.record(.cup(86_401, id: 9), now: now)
        return answer
      })
    {
      #expect(try await isRight(snapshot))
      #expect(snapshot.changeCount == (snapshot.health == nil ? 2 : 3))
      last = snapshot
    }
    #expect(last?.health == answer)
    #expect(try last?.today?.get().drinks == 2)
  }

  @Test func `a section is asked once, and what is left out never`() async throws {
    var trace: [Set<DaySection>] = []
    for await snapshot in tracker.daySnapshots(
      of: question, in: [.week, .health, .week, .amounts, .week], sectionsAtOnce: -1)
    {
      trace.append(sections(snapshot))
    }
    #expect(trace == [[.week], [.week, .amounts]])
    for await _ in tracker.daySnapshots(of: question, in: []) { Issue.record("nothing was asked") }
  }
}
