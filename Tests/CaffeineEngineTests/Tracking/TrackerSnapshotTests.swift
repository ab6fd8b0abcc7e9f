import Testing

@testable import CaffeineEngine

@Suite(.timeLimit(.minutes(20))) struct TrackerSnapshotTests {
  @Test func `what changes something is told, and nothing else`() async throws {
    let tracker = try CaffeineTracker.hourly(capacity: 2)
    var trace: [String] = []
    var iterator = tracker.snapshots().makeAsyncIterator()
    func note(_ event: String, _ call: () async throws -> Void) async {
      let before = await tracker.changeCount
      do { try await call() } catch { trace.append("\(event): \(error)") }
      guard await tracker.changeCount != before else { return trace.append("\(event): -") }
      let snapshot = await iterator.next()
      trace.append("\(event): \(snapshot?.drinks.map(\.id.low) ?? [])")
    }
    trace.append("at once: \(await iterator.next()?.drinks.count ?? -1)")
    await note("record") { try await tracker.record(.cup(id: 1), now: morning()) }
    await note("again") { try await tracker.record(.cup(id: 1, revision: 1), now: morning()) }
    await note("future") { try await tracker.record(.cup(999, id: 2), now: morning()) }
    await note("edit") {
      try await tracker.edit(.cup(micrograms: 1, id: 1), now: morning())
    }
    await note("plan") {
      try await tracker.record(.cup(9_000, id: 5, flags: .planned), now: morning())
    }
    await note("confirm") { try await tracker.confirm(.test(5), at: morning(), now: morning()) }
    await note("fold") { try await tracker.record(.cup(60, id: 6), now: morning(60)) }
    await note("remove") { try await tracker.remove(.test(6)) }
    await note("gone") { try await tracker.remove(.test(6)) }
    await note("profile") { try await tracker.setProfile(.adult, from: nil) }
    await note("bad profile") { try await tracker.setProfile(profile(1, 1), from: nil) }
    await note("clock") { _ = try await tracker.clockChanged(from: morning(), to: morning(9)) }
    await note("peer") { try await tracker.addPeer(0) }
    let page = [Drink.cup(120, id: 7, revision: 1)]
    await note("page") { try await tracker.apply(page, from: 0, after: 0, anchor: 1) }
    await note("twice") { try await tracker.apply(page, from: 0, after: 0, anchor: 1) }
    await note("ack") { try await tracker.acknowledge(0, by: 0) }
    await note("window") {
      var window = Window(from: morning(61), until: .forever, after: 1)
      window.anchor = 2
      try await tracker.replace(window, with: [.cup(180, id: 8, revision: 1)], from: 0)
    }
    await note("erase") { await tracker.eraseAll() }
    #expect(
      trace == [
        "at once: 0", "record: [1]", "again: -", "future: future", "future: -", "edit: [1]",
        "plan: [1, 5]", "confirm: [1, 5]", "fold: [5, 6]", "remove: [5]", "gone: unknownID",
        "gone: -", "profile: [5]", "bad profile: range", "bad profile: -", "clock: -", "peer: -",
        "page: [5, 7]", "twice: -", "ack: -", "window: [5, 8]", "erase: []",
      ])
  }

  @Test func `dating, an alias's double and a loaded ledger are told`() async throws {
    let configuration = Configuration(deviceID: testDevice, aliases: 2)
    let tracker = try CaffeineTracker(configuration: configuration, capacity: 4)
    try await tracker.record(.cup(id: 1), now: morning())
    try await tracker.record(.cup(id: 2), now: morning())
    try await tracker.alias(.test(9), of: .test(1))
    #expect(await tracker.changeCount == 2)
    try await tracker.alias(.test(2), of: .test(1))
    #expect(await tracker.changeCount == 3)
    var undated = Drink.cup(id: 3, flags: .timeUnset)
    undated.time = Timestamp(30)
    try await tracker.record(undated, now: morning())
    #expect(try await tracker.clockChanged(from: Timestamp(60), to: morning(60)) == 1)
    #expect(await tracker.changeCount == 5)
    let other = try CaffeineTracker(configuration: configuration, capacity: 4)
    try await other.load(await tracker.save())
    #expect(await other.changeCount == 1)
  }

  @Test func `who waits is woken by the next change`() async throws {
    let tracker = try CaffeineTracker.hourly()
    let reader = Task {
      var seen: [[UInt64]] = []
      for await snapshot in tracker.snapshots() {
        seen.append(snapshot.drinks.map(\.id.low))
        if seen.count == 4 { break }
      }
      return seen
    }
    for id in 1...3 as ClosedRange<UInt64> {
      await tracker.waiters(1)
      try await tracker.record(.cup(id: id), now: morning())
    }
    #expect(await reader.value == [[], [1], [1, 2], [1, 2, 3]])
    #expect(await tracker.changes.waiterCount == 0)
  }

  @Test func `the newest wins for who is slow`() async throws {
    let tracker = try CaffeineTracker.hourly()
    var slow = tracker.snapshots().makeAsyncIterator()
    var quick = tracker.snapshots().makeAsyncIterator()
    _ = await slow.next()
    for id in 1...5 as ClosedRange<UInt64> {
      try await tracker.record(.cup(id: id), now: morning())
      #expect(await quick.next()?.changeCount == id)
    }
    let snapshot = await slow.next()
    #expect(snapshot?.changeCount == 5)
    #expect(snapshot?.drinks.map(\.id.low) == [1, 2, 3, 4, 5])
    // What it missed is not told later: it waits like the other one.
    let waiting = Task { [slow, quick] in
      var slow = slow, quick = quick
      async let other = quick.next()?.changeCount
      return (await slow.next()?.changeCount, await other)
    }
    await tracker.waiters(2)
    try await tracker.record(.cup(id: 6), now: morning())
    #expect(await waiting.value == (6, 6))
  }

  @Test func `a consumer that goes leaves nothing behind`() async throws {
    let tracker = try CaffeineTracker.hourly()
    func reader() -> Task<Int, Never> {
      Task {
        var count = 0
        for await _ in tracker.snapshots() { count += 1 }
        return count
      }
    }
    let leaves = reader(), stays = reader()
    await tracker.waiters(2)
    leaves.cancel()
    #expect(await leaves.value == 1)
    await tracker.waiters(1)
    try await tracker.record(.cup(id: 1), now: morning())
    await tracker.waiters(1)
    stays.cancel()
    #expect(await stays.value == 2)
    #expect(await tracker.changes.waiterCount == 0)
  }

  @Test func `who is cancelled before it asks is told nothing`() async throws {
    let tracker = try CaffeineTracker.hourly()
    let reader = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var iterator = tracker.snapshots().makeAsyncIterator()
      return await iterator.next() == nil
    }
    #expect(await reader.value)
    #expect(await tracker.changes.waiterCount == 0)
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>)
  func `no snapshot is older than one already seen`(seed: UInt64) async throws {
    let tracker = try CaffeineTracker.hourly(capacity: 100)
    let readers = (0..<4).map { _ -> Task<[UInt64], Never> in
      Task {
        var counts: [UInt64] = []
        for await snapshot in tracker.snapshots() {
          // Each change is one drink here.
          guard UInt64(snapshot.drinks.count) == snapshot.changeCount else { return [.max, 0] }
          counts.append(snapshot.changeCount)
          if snapshot.changeCount == 100 { break }
        }
        return counts
      }
    }
    var generator = SeededGenerator(seed: seed)
    let leaver = Int(generator.pick(0...3)), leaving = generator.pick(1...50)
    await withTaskGroup(of: Void.self) { group in
      for writer in 0..<4 as Range<UInt64> {
        group.addTask {
          for index in 0..<25 as Range<UInt64> {
            let id = writer * 25 + index + 1
            _ = try? await tracker.record(.cup(id: id), now: morning())
            if id == leaving { readers[leaver].cancel() }
          }
        }
      }
    }
    for (index, reader) in readers.enumerated() {
      let counts = await reader.value
      holds(zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 }, seed: seed, "\(counts)")
      holds(index == leaver || counts.last == 100, seed: seed, "\(counts)")
    }
    #expect(await tracker.changes.waiterCount == 0)
  }
}
