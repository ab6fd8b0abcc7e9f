import Testing

@testable import CaffeineEngine

/// A store of drinks on a journal: what changed is written, and what is damaged is told.
struct JournalFileTests {
  let world = StoreWorld()

  private func file(_ flash: FaultyFlash, _ tracker: CaffeineTracker) async -> JournalFile<
    FaultyFlash
  > {
    await JournalFile(on: flash, of: tracker)
  }

  /// A device that holds so many drinks.
  private func flash(holding count: UInt64) async throws -> FaultyFlash {
    let flash = FaultyFlash()
    let tracker = try await world.tracker()
    let store = world.store(await file(flash, tracker), tracker)
    #expect(try await store.load() == .nothing)
    for low in 0..<count {
      try await tracker.record(world.cup(low + 1), now: world.clock.now)
      #expect(try await store.save() == .written)
    }
    return flash
  }

  private func ids(_ flash: FaultyFlash) async throws -> [UInt64] {
    let tracker = try await world.tracker()
    let file = await file(flash, tracker)
    _ = try await world.store(file, tracker).load()
    return await tracker.drinks.map(\.id.low)
  }

  @Test func `each save writes a slot for each change, and none where nothing changed`()
    async throws
  {
    let flash = FaultyFlash()
    let tracker = try await world.tracker()
    let store = world.store(await file(flash, tracker), tracker)
    #expect(try await store.load() == .nothing)
    #expect(flash.programs == 0, "loading writes nothing")
    try await tracker.record(world.cup(1), now: world.clock.now)
    #expect(try await store.save() == .written)
    for low in 2...12 as ClosedRange<UInt64> {
      let before = flash.programs
      try await tracker.record(world.cup(low), now: world.clock.now)
      #expect(try await store.save() == .written)
      #expect(flash.programs == before + 1)
      #expect(try await store.save() == .unchanged)
      #expect(flash.programs == before + 1)
    }
    #expect(try await ids(flash) == Array(1...12))
  }

  @Test func `what a tracker holds is loaded by the next one, all of it`() async throws {
    let flash = FaultyFlash()
    let tracker = try await world.tracker()
    let store = world.store(await file(flash, tracker), tracker)
    _ = try await store.load()
    try await tracker.addPeer(1)
    for low in 1...40 as ClosedRange<UInt64> {
      try await tracker.record(world.cup(low), now: world.clock.now)
      if low % 3 == 0 { try await tracker.remove(world.cup(low).id) }
      if low % 5 == 0 { try await store.save() }
    }
    try await tracker.setProfile(profile(600, 20_000), from: Timestamp(1_780_000_000))
    try await store.save()
    let other = try await world.tracker()
    #expect(try await world.store(await file(flash, other), other).load() == .loaded)
    #expect(await other.save() == (await tracker.save()))
  }

  @Test func `what cannot be mounted is set aside, and only by the first save`() async throws {
    let flash = try await flash(holding: 3)
    for index in flash.bytes.indices { flash.bytes[index] ^= 1 }
    let damaged = flash.bytes
    let tracker = try await world.tracker()
    let store = world.store(await file(flash, tracker), tracker)
    #expect(try await store.load() == .setAside)
    #expect(await tracker.drinks.isEmpty)
    #expect(flash.bytes == damaged && flash.aside.isEmpty)
    try await tracker.record(world.cup(9), now: world.clock.now)
    #expect(try await store.save() == .written)
    #expect(flash.aside == [damaged])
    #expect(try await ids(flash) == [9])
  }

  @Test func `a damaged record is told, and costs itself alone`() async throws {
    let flash = try await flash(holding: 5)
    // The header and the two ends of the empty journal, then one slot a drink.
    flash.bytes[(3 + 2) * 64 + 20] ^= 4
    let tracker = try await world.tracker()
    let file = await file(flash, tracker)
    #expect(try await world.store(file, tracker).load() == .loaded)
    #expect(await tracker.drinks.map(\.id.low) == [1, 2, 4, 5])
    #expect(file.report.damaged == 1 && file.report.missing == 1)
  }

  @Test func `the report is that of the reading, whatever is saved`() async throws {
    let flash = try await flash(holding: 3)
    // Where the log begins is lost, as are all copies of that: nothing can be mounted.
    for block in 0..<24 { flash.bytes[block * 1_024 + 60] ^= 1 }
    for slot in 1...2 { flash.bytes[slot * 64 + 60] ^= 1 }
    let tracker = try await world.tracker()
    let file = await file(flash, tracker)
    let store = world.store(file, tracker)
    #expect(try await store.load() == .setAside)
    let found = file.report
    try await tracker.record(world.cup(1), now: world.clock.now)
    #expect(try await store.save() == .written)
    #expect(file.report == found)
  }

  @Test func `a journal whose every drink is damaged is not taken for one that kept nothing`()
    async throws
  {
    let flash = try await flash(holding: 3)
    for slot in 3..<6 { flash.bytes[slot * 64 + 20] ^= 4 }
    let tracker = try await world.tracker()
    let file = await file(flash, tracker)
    #expect(try await world.store(file, tracker).load() == .loaded)
    #expect(await tracker.drinks.isEmpty)
    #expect(file.report.damaged == 3)
  }

  @Test func `any failing operation is told, and the next save keeps all`() async throws {
    for failing in 0..<40 {
      let flash = try await flash(holding: 2)
      let tracker = try await world.tracker()
      let store = world.store(await file(flash, tracker), tracker)
      #expect(try await store.load() == .loaded)
      var low: UInt64 = 3
      flash.failAll(after: failing)
      while true {
        try await tracker.record(world.cup(low), now: world.clock.now)
        do { try await store.save() } catch {
          #expect(error == .failed)
          break
        }
        low += 1
      }
      // What was acknowledged is there, though the device failed at the next thing.
      flash.failAll(after: .max)
      #expect(try await ids(flash).starts(with: 1..<low), "failing \(failing)")
      #expect(try await store.save() == .written)
      #expect(try await ids(flash) == Array(1...low), "failing \(failing)")
    }
  }

  @Test func `a device that cannot be read is not taken for empty`() async throws {
    let flash = try await flash(holding: 2)
    let tracker = try await world.tracker()
    let store = world.store(await file(flash, tracker), tracker)
    flash.failAll(after: 0)
    await #expect(throws: DrinkStoreError.failed) { try await store.load() }
    await #expect(throws: DrinkStoreError.notLoaded) { try await store.save() }
    flash.failAll(after: .max)
    #expect(try await store.load() == .loaded)
    #expect(await tracker.drinks.count == 2)
  }

  @Test func `another wearer's journal is refused until it is given up`() async throws {
    let flash = try await flash(holding: 2)
    let before = flash.bytes
    let tracker = try await world.tracker(wearer: 8)
    let store = world.store(await file(flash, tracker), tracker)
    await #expect(throws: DrinkStoreError.wearer) { try await store.load() }
    #expect(flash.bytes == before)
    await store.startAnew()
    #expect(try await store.save() == .written)
    #expect(flash.aside == [before])
  }

  @Test func `a file is kept and set aside by its name`() async throws {
    let folder = try TemporaryFolder()
    let geometry = FlashGeometry.file(drinks: 32)
    var ids: [UInt64] = []
    func keep(_ low: UInt64) async throws -> DrinkLoading {
      let tracker = try await world.tracker(wearer: 5)
      let flash = try FileFlash(path: folder.path("drinks"), geometry, wearer: 5)
      let store = world.store(await JournalFile(on: flash, of: tracker), tracker)
      let loading = try await store.load()
      try await tracker.record(world.cup(low), now: world.clock.now)
      #expect(try await store.save() == .written)
      ids = await tracker.drinks.map(\.id.low)
      // The store's tasks may hold it for a moment yet.
      flash.close()
      #expect(flash.sync() == .failed)
      return loading
    }
    #expect(try await keep(1) == .nothing)
    #expect(try await keep(2) == .loaded)
    let damaged = [UInt8](repeating: 3, count: geometry.byteCount)
    try folder.put(damaged, "drinks")
    #expect(try await keep(3) == .setAside)
    #expect(try folder.names == ["drinks", "drinks.damaged-1780272000"])
    #expect(try folder.content("drinks.damaged-1780272000") == damaged)
    #expect(try await keep(4) == .loaded)
    #expect(ids == [3, 4])
  }
}
