import CaffeineEngine

/// A tracker, a store and a clock for tests of what goes on between them.
struct HealthWorld {
  let now = Timestamp(1_780_272_000)
  let clock = ManualClock(Timestamp(1_780_272_000))
  let configuration = Configuration(
    profile: Profile(absorptionHalfLife: 0, eliminationHalfLife: 3_600), deviceID: 1, aliases: 8)

  /// A drink of the store's, so many seconds into a day long ago.
  func cup(
    _ low: UInt64, at seconds: Int64, revision: UInt32 = 1, micrograms: UInt32 = 1_000
  ) -> Drink {
    Drink(
      id: low == 0 ? .unassigned : DrinkID(high: 7, low: low),
      time: Timestamp(1_770_000_000 + seconds), dose: Amount(micrograms: micrograms),
      revision: low == 0 ? 0 : revision, source: low == 0 ? 0 : 7)
  }

  func controller<Store: HealthStore>(
    _ store: Store, _ tracker: CaffeineTracker, pageLimit: Int = 64
  ) -> HealthStoreController<Store, ManualClock> {
    HealthStoreController(
      store: store, tracker: tracker, clock: clock, peer: 0, pageLimit: pageLimit)
  }

  func pair(
    stored: Int = 0, pageLimit: Int = 64, assignsIDs: Bool = false
  ) async throws -> (
    FakeHealthStore, CaffeineTracker, HealthStoreController<FakeHealthStore, ManualClock>
  ) {
    let drinks = stored == 0 ? [] : (1...stored).map { cup(UInt64($0), at: 10 * Int64($0)) }
    let store = FakeHealthStore(assignsIDs: assignsIDs, drinks: drinks)
    let tracker = try CaffeineTracker(configuration: configuration, capacity: 64)
    try await tracker.addPeer(0)
    return (store, tracker, controller(store, tracker, pageLimit: pageLimit))
  }
}
