@testable import CaffeineEngine

/// Trackers, disks and a clock for tests of what is kept.
struct StoreWorld {
  let clock = ManualClock(Timestamp(1_780_272_000))

  func cup(_ low: UInt64) -> Drink {
    Drink(
      id: DrinkID(high: 7, low: low), time: Timestamp(1_780_000_000 + 60 * Int64(low)),
      dose: .milligrams(40), revision: 1)
  }

  func tracker(holding count: UInt64 = 0, capacity: Int = 32, wearer: UInt32 = 0)
    async throws -> CaffeineTracker
  {
    var configuration = Configuration(deviceID: 1)
    configuration.wearer = wearer
    let tracker = try CaffeineTracker(configuration: configuration, capacity: capacity)
    for low in 0..<count { try await tracker.record(cup(low + 1), now: clock.now) }
    return tracker
  }

  func store<File: DrinkFile>(
    _ file: File, _ tracker: CaffeineTracker
  ) -> DrinkStore<File, ManualClock> {
    DrinkStore(file: file, tracker: tracker, clock: clock)
  }

  /// The saved form of a tracker with so many drinks.
  func saved(_ count: UInt64) async throws -> [UInt8] {
    await (try tracker(holding: count)).save()
  }

  /// How many drinks a file gives to a new tracker; nil: it was damaged.
  func loadedCount<File: DrinkFile>(_ file: File) async throws -> Int? {
    let tracker = try await tracker()
    guard try await store(file, tracker).load() != .setAside else { return nil }
    return await tracker.drinks.count
  }
}
