@testable import CaffeineEngine

typealias TestDayModel = DayModel<ModelDisk, FakeHealthStore, ManualClock>

/// A model with a disk, a health store and a clock of the test's.
@MainActor
struct DayWorld {
  let clock = ManualClock(Timestamp(1_780_272_000))
  let disk: ModelDisk
  let phone: FakeHealthStore
  let tracker: CaffeineTracker
  let model: TestDayModel

  /// - Parameters:
  ///   - kept: What the disk holds; nil: nothing yet.
  ///   - stored: How many drinks the health store has.
  init(kept: [UInt8]? = nil, stored: Int = 0, hasPhone: Bool = true) throws {
    disk = ModelDisk(kept)
    phone = FakeHealthStore(drinks: (0..<stored).map { DayWorld.cup(UInt64($0) + 100) })
    tracker = try CaffeineTracker(configuration: Configuration(deviceID: 1), capacity: 2_048)
    let store = DrinkStore(file: disk, tracker: tracker, clock: clock)
    let health = HealthStoreController(store: phone, tracker: tracker, clock: clock, peer: 0) {
      (try? await store.save()) != nil
    }
    model = DayModel(
      tracker: tracker, store: store,
      health: hasPhone ? health : nil, clock: clock, zone: { _ in ZoneOffsets(utcOffset: 0) })
  }

  /// A drink of the health store's.
  nonisolated static func cup(_ low: UInt64) -> Drink {
    Drink(
      id: DrinkID(high: 7, low: low), time: Timestamp(1_780_000_000 + 60 * Int64(low)),
      dose: .milligrams(1), revision: 1, source: 7)
  }

  /// A drink that is tapped now.
  func tapped(_ milligrams: UInt32 = 64) -> Drink {
    Drink(time: clock.now, dose: .milligrams(milligrams))
  }

  var shownIDs: [UInt64]? { model.content?.drinks.map(\.id.low) }
}
