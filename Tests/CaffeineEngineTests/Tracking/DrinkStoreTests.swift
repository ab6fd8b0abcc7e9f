import Testing

@testable import CaffeineEngine

/// What a store of drinks keeps, and what it leaves alone.
struct DrinkStoreTests {
  let world = StoreWorld()
  let replacing = DrinkFileStep.replacing.map { "\($0)" }

  @Test func `what is saved is loaded by the next tracker`() async throws {
    let disk = ModelDisk()
    let tracker = try await world.tracker()
    let store = world.store(disk, tracker)
    #expect(try await store.load() == .nothing)
    try await tracker.record(world.cup(1), now: world.clock.now)
    #expect(try await store.save() == .written)
    let other = try await world.tracker()
    #expect(try await world.store(disk, other).load() == .loaded)
    #expect(await other.drinks.map(\.id.low) == [1])
    #expect(await disk.trace == ["read"] + replacing + ["read"])
  }

  @Test func `unchanged content writes nothing`() async throws {
    let disk = ModelDisk(try await world.saved(2))
    let tracker = try await world.tracker()
    let store = world.store(disk, tracker)
    #expect(try await store.load() == .loaded)
    #expect(try await store.save() == .unchanged)
    try await tracker.record(world.cup(3), now: world.clock.now)
    #expect(try await store.save() == .written)
    #expect(try await store.save() == .unchanged)
    // What the ledger has already does not change it either.
    try await tracker.record(world.cup(3), now: world.clock.now)
    #expect(try await store.save() == .unchanged)
    #expect(await disk.trace == ["read"] + replacing)
  }

  @Test func `any damaged byte and any lost end is reported, and lost never`() async throws {
    let sound = try await world.saved(2)
    var damaged: [[UInt8]] = sound.indices.map { Array(sound[..<$0]) }
    for index in sound.indices {
      var bytes = sound
      bytes[index] ^= 1
      damaged.append(bytes)
    }
    for bytes in damaged {
      let disk = ModelDisk(bytes)
      let tracker = try await world.tracker()
      let store = world.store(disk, tracker)
      let loading = try? await store.load()
      guard loading == .setAside else {
        // A checksum may hold for another wearer or version only if that is what it says.
        Issue.record("\(String(describing: loading)) with \(bytes.count) bytes")
        continue
      }
      #expect(await tracker.drinks.isEmpty)
      #expect(await disk.content() == bytes, "nothing is saved yet")
      #expect(try await store.save() == .written)
      #expect(await disk.content("aside-1780272000") == bytes)
      #expect(try await world.loadedCount(disk) == 0)
    }
  }

  @Test func `a file set aside never takes the place of an earlier one`() async throws {
    let disk = ModelDisk()
    for content: [UInt8] in [[1], [2], [3]] {
      await disk.put(content)
      let store = world.store(disk, try await world.tracker(holding: 0))
      #expect(try await store.load() == .setAside)
      try await store.save()
    }
    #expect(
      await disk.allNames == [
        "aside-1780272000", "aside-1780272000+", "aside-1780272000++", "drinks",
      ]
    )
    #expect(await disk.content("aside-1780272000") == [1])
    #expect(await disk.content("aside-1780272000+") == [2])
  }

  @Test(arguments: [DrinkStoreError.denied, .failed, .tooLarge])
  func `a file that cannot be read is not written over`(error: DrinkStoreError) async throws {
    let disk = ModelDisk(try await world.saved(2))
    let tracker = try await world.tracker()
    let store = world.store(disk, tracker)
    await disk.setReading(.failure(error))
    await #expect(throws: error) { try await store.load() }
    await #expect(throws: DrinkStoreError.notLoaded) { try await store.save() }
    #expect(await disk.trace == ["read"])
    await disk.setReading(.success(()))
    #expect(try await store.load() == .loaded)
    try await tracker.record(world.cup(3), now: world.clock.now)
    try await store.save()
    #expect(try await world.loadedCount(disk) == 3)
  }

  @Test func `nothing is saved before the file is loaded`() async throws {
    let sound = try await world.saved(2)
    let disk = ModelDisk(sound)
    let store = world.store(disk, try await world.tracker(holding: 1))
    await #expect(throws: DrinkStoreError.notLoaded) { try await store.save() }
    await #expect(throws: DrinkStoreError.notEmpty) { try await store.load() }
    await #expect(throws: DrinkStoreError.notLoaded) { try await store.save() }
    #expect(await disk.content() == sound)
  }

  @Test func `a sound file that is not for this tracker is refused and kept`() async throws {
    let disk = ModelDisk(try await world.saved(3))
    let small = world.store(disk, try await world.tracker(capacity: 2))
    await #expect(throws: DrinkStoreError.capacity) { try await small.load() }
    let other = try await world.tracker(wearer: 9)
    let store = world.store(disk, other)
    await #expect(throws: DrinkStoreError.wearer) { try await store.load() }
    await #expect(throws: DrinkStoreError.notLoaded) { try await store.save() }
    #expect(await disk.allNames == ["drinks"])
    // Given up by name, it is kept under another.
    await store.startAnew()
    try await store.save()
    #expect(try await store.load() == .setAside)
    #expect(await disk.content("aside-1780272000") == (try await world.saved(3)))
    #expect(await disk.content() == (await other.save()))
  }

  @Test func `a sound file with more aliases than there is room for is refused and kept`()
    async throws
  {
    let roomy = Configuration(deviceID: 1, aliases: 1)
    let tracker = try CaffeineTracker(configuration: roomy, capacity: 4)
    let id = try await tracker.record(world.cup(1), now: world.clock.now).id
    try await tracker.alias(DrinkID(high: 9, low: 9), of: id)
    let sound = await tracker.save()
    let disk = ModelDisk(sound)
    let store = world.store(disk, try await world.tracker())
    await #expect(throws: DrinkStoreError.capacity) { try await store.load() }
    await #expect(throws: DrinkStoreError.notLoaded) { try await store.save() }
    #expect(await disk.allNames == ["drinks"])
    #expect(await disk.content() == sound)
    let right = try CaffeineTracker(configuration: roomy, capacity: 4)
    #expect(try await world.store(disk, right).load() == .loaded)
  }

  @Test func `what only a later version knows is kept beside what is saved over it`()
    async throws
  {
    let sound = records(of: try await world.saved(2))
    let head = Array(sound[0])
    // Of a kind unknown here; and a record known here with more in it.
    let unknown = [40, 12, 1, 1] + [UInt8](repeating: 5, count: 8)
    let longer = [head[0], head[1] + 4, 1, 1] + head[4...] + [1, 2, 3, 4]
    let files = [
      saved(sound.dropLast() + [unknown] + sound.suffix(1)), saved([longer] + sound[1...]),
    ]
    for bytes in files {
      let disk = ModelDisk(bytes)
      let tracker = try await world.tracker()
      let store = world.store(disk, tracker)
      #expect(try await store.load() == .loaded)
      #expect(await tracker.drinks.count == 2)
      #expect(try await store.save() == .unchanged)
      #expect(await disk.content() == bytes, "while nothing changes, nothing is lost")
      try await tracker.record(world.cup(3), now: world.clock.now)
      #expect(try await store.save() == .written)
      #expect(await disk.content("aside-1780272000") == bytes)
      #expect(try await world.loadedCount(disk) == 3)
      try await tracker.record(world.cup(4), now: world.clock.now)
      #expect(try await store.save() == .written)
      #expect(await disk.allNames == ["aside-1780272000", "drinks"])
    }
  }

  @Test func `what the tracker says decides about the file`() {
    #expect(KeptState.action(after: nil) == .take)
    #expect(KeptState.action(after: .corrupt) == .setAside)
    #expect(KeptState.action(after: .version) == .refuse(.version))
    #expect(KeptState.action(after: .wearer) == .refuse(.wearer))
    #expect(KeptState.action(after: .full) == .refuse(.capacity))
    #expect(KeptState.action(after: .argument) == .refuse(.notEmpty))
    #expect(KeptState.action(after: .busy) == .refuse(.failed))
  }
}
