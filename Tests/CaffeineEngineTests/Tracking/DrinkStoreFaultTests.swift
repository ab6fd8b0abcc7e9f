import Testing

@testable import CaffeineEngine

/// What can go wrong while drinks are kept: no content is lost, and each caller hears of it.
///
/// The time limit is for what waits for what never comes.
@Suite(.timeLimit(.minutes(20)))
struct DrinkStoreFaultTests {
  let world = StoreWorld()
  let replacing = DrinkFileStep.replacing.map { "\($0)" }

  @Test func `a step that fails leaves the old content or the new, and the next save writes`()
    async throws
  {
    let errors: [DrinkStoreError] = [.denied, .noSpace, .failed]
    for step in DrinkFileStep.replacing.indices {
      for error in errors {
        for fault in [ModelDisk.Fault.refuse(error), .doAndRefuse(error)] {
          let disk = ModelDisk(try await world.saved(1))
          let tracker = try await world.tracker()
          let store = world.store(disk, tracker)
          _ = try await store.load()
          try await tracker.record(world.cup(2), now: world.clock.now)
          await disk.plan(fault, after: step)
          await #expect(throws: error) { try await store.save() }
          let count = try await world.loadedCount(disk)
          #expect(count == 1 || count == 2, "step \(step), \(fault)")
          #expect(try await store.save() == .written)
          #expect(try await world.loadedCount(disk) == 2)
        }
      }
    }
  }

  @Test func `after a failed write even the content before it is written`() {
    var state = KeptState()
    state.open(.loaded, holding: [1])
    #expect(state.begin([1]) == .skip)
    #expect(state.begin([2]) == .write)
    #expect(state.begin([1]) == .write)
    state.kept([1])
    #expect(state.begin([1]) == .skip)
  }

  @Test func `a step that fails while a file is set aside loses neither`() async throws {
    let steps = DrinkFileStep.settingAside.count + DrinkFileStep.replacing.count
    for step in 0..<steps {
      for fault in [ModelDisk.Fault.refuse(.failed), .doAndRefuse(.failed)] {
        let disk = ModelDisk([1, 2, 3])
        let tracker = try await world.tracker()
        let store = world.store(disk, tracker)
        #expect(try await store.load() == .setAside)
        try await tracker.record(world.cup(1), now: world.clock.now)
        await disk.plan(fault, after: step)
        await #expect(throws: DrinkStoreError.failed) { try await store.save() }
        #expect(try await store.save() == .written)
        #expect(try await world.loadedCount(disk) == 1)
        var asides: [[UInt8]] = []
        for name in await disk.allNames where name.hasPrefix("aside") {
          await disk.content(name).map { asides.append($0) }
        }
        #expect(asides.contains([1, 2, 3]), "step \(step), \(fault)")
      }
    }
  }

  @Test func `a power cut while a file is set aside never leaves none`() async throws {
    let steps = DrinkFileStep.settingAside.count + DrinkFileStep.replacing.count
    for step in 0..<steps {
      for seed in 1...20 as ClosedRange<UInt64> {
        var generator = SeededGenerator(seed: seed)
        let disk = ModelDisk([1, 2, 3])
        let tracker = try await world.tracker()
        let store = world.store(disk, tracker)
        #expect(try await store.load() == .setAside)
        try await tracker.record(world.cup(1), now: world.clock.now)
        await disk.cutPower(after: step)
        await #expect(throws: DrinkStoreError.failed) { try await store.save() }
        await disk.restart(&generator)
        let next = world.store(disk, try await world.tracker())
        #expect(try await next.load() != .nothing, "step \(step), seed \(seed)")
      }
    }
  }

  @Test func `power cut between any two steps leaves the old content or the new`() async throws {
    for seed in 1...400 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let disk = ModelDisk()
      var kept = 0
      for round in 1...4 {
        let tracker = try await world.tracker()
        let store = world.store(disk, tracker)
        let loading = try await store.load()
        let count = await tracker.drinks.count
        guard holds(loading != .setAside, seed: seed, "round \(round)"),
          holds(count == kept || count == kept + 1, seed: seed, "round \(round): \(count)")
        else { break }
        kept = count
        try await tracker.record(world.cup(UInt64(kept) + 1), now: world.clock.now)
        await disk.cutPower(after: generator.pick(0...5))
        if (try? await store.save()) != nil { kept += 1 }
        let wasSaved = kept > count
        await disk.restart(&generator)
        let now = try await world.loadedCount(disk)
        guard holds(!wasSaved || now == kept, seed: seed, "saved, and then lost") else { break }
      }
    }
  }

  @Test func `power cut while a file is set aside loses it never`() async throws {
    for seed in 1...200 as ClosedRange<UInt64> {
      var generator = SeededGenerator(seed: seed)
      let disk = ModelDisk([1, 2, 3])
      let tracker = try await world.tracker(holding: 0)
      let store = world.store(disk, tracker)
      _ = try await store.load()
      await disk.cutPower(after: generator.pick(0...8))
      _ = try? await store.save()
      await disk.restart(&generator)
      var contents: [[UInt8]] = []
      for name in await disk.allNames { await disk.content(name).map { contents.append($0) } }
      holds(contents.contains([1, 2, 3]), seed: seed, "\(contents)")
    }
  }

  @Test func `saves during a save share the next one and are all told`() async throws {
    let disk = ModelDisk()
    let tracker = try await world.tracker(holding: 0)
    let store = world.store(disk, tracker)
    _ = try await store.load()
    try await tracker.record(world.cup(1), now: world.clock.now)
    await disk.plan(.gate, after: 1)
    async let first = store.save()
    await disk.stepAtGate()
    let results = try await withThrowingTaskGroup(of: DrinkSaving.self) { group in
      for low in 2...9 as ClosedRange<UInt64> {
        try await tracker.record(world.cup(low), now: world.clock.now)
        group.addTask { try await store.save() }
      }
      await disk.open()
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try await first == .written)
    // Who calls after the second write finds all of it there.
    #expect(results.count == 8)
    #expect(await disk.trace == ["read"] + replacing + replacing)
    #expect(try await world.loadedCount(disk) == 9)
  }

  @Test func `cancelling a caller does not cancel the write`() async throws {
    let disk = ModelDisk()
    let tracker = try await world.tracker(holding: 0)
    let store = world.store(disk, tracker)
    _ = try await store.load()
    try await tracker.record(world.cup(1), now: world.clock.now)
    await disk.plan(.gate)
    let caller = Task { try await store.save() }
    await disk.stepAtGate()
    caller.cancel()
    await disk.open()
    #expect(try await caller.value == .written)
    #expect(try await world.loadedCount(disk) == 1)
  }

  @Test func `loads at once read the file once`() async throws {
    let disk = ModelDisk(try await world.saved(2))
    let store = world.store(disk, try await world.tracker())
    async let first = store.load()
    async let second = store.load()
    #expect(try await first == .loaded)
    #expect(try await second == .loaded)
    #expect(try await store.load() == .loaded)
    #expect(await disk.trace == ["read"])
  }

  @Test func `giving up a file waits for a load that begins meanwhile`() async throws {
    let disk = ModelDisk(try await world.saved(2))
    let store = world.store(disk, try await world.tracker())
    await disk.setReading(.failure(.failed))
    await disk.gateReading()
    let first = Task { try await store.load() }
    await disk.stepAtGate()
    let held = HeldExecutor()
    let givingUp = Task(executorPreference: held, priority: .low) { await store.startAnew() }
    // Its beginning, and its turn of the store.
    for _ in 0..<2 { await held.runLast() }
    await disk.setReading(.success(()))
    await disk.open()
    await held.holdsJob()
    // The first load has failed, and before it hears of that a second one begins, which is urgent.
    await disk.gateReading()
    let second = Task(executorPreference: held, priority: .high) { try await store.load() }
    for _ in 0..<2 { await held.runLast() }
    await disk.stepAtGate()
    while held.isHolding { await held.runLast() }
    let saving = await withCheckedContinuation { continuation in
      // Behind all that came before; awaiting it would make it urgent.
      Task(priority: .background) {
        continuation.resume(returning: try? await store.save())
      }
    }
    #expect(saving == nil, "not loaded yet")
    await disk.open()
    held.release()
    #expect(try await second.value == .loaded)
    await givingUp.value
    await #expect(throws: DrinkStoreError.failed) { try await first.value }
  }
}
