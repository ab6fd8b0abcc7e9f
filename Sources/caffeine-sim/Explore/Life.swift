import CaffeineEngine
import CaffeineExecutor
import Synchronization

/// The wrist from a start to the next power cut: what lies in its memory, and its ways out.
final class Life: Sendable {
  let tracker: CaffeineTracker
  let disk: SimulatedDisk
  let store: DrinkStore<SimulatedDisk, DayClock>
  let controller: HealthStoreController<PhoneRoute, DayClock>
  let model: DayModel<SimulatedDisk, PhoneRoute, DayClock>
  let refresh: BackgroundRefresh<DayClock>
  private let power: Power
  private let route: PhoneRoute
  private let link: PhoneLink
  private let tasks = Mutex<[Task<Void, Never>]>([])

  static let configuration = Configuration(deviceID: 7)
  static let zone = ZoneOffsets(utcOffset: 0)

  /// A wrist that is off yet, and whose disk is empty.
  @MainActor init(_ seed: UInt64, _ phone: SimulatedPhone, _ clock: DayClock) throws {
    power = Power()
    tracker = try CaffeineTracker(configuration: Life.configuration, capacity: 256)
    disk = SimulatedDisk(seed, clock)
    store = DrinkStore(file: disk, tracker: tracker, clock: clock)
    link = PhoneLink(power)
    let callbacks = seed % 2 == 0 ? CallbackHealthStore(link: link.link) : nil
    route = PhoneRoute(phone: phone, power: power, callbacks: callbacks)
    controller = HealthStoreController(
      store: route, tracker: tracker, clock: clock, peer: 0, pageLimit: 4
    ) { [store] in (try? await store.save()) != nil }
    model = DayModel(
      tracker: tracker, store: store, health: controller, clock: clock, zone: { _ in Life.zone })
    refresh = BackgroundRefresh(tracker: tracker, clock: clock)
  }

  /// Answers requests, follows the tracker in every way there is, and loads, all day long.
  func begin(_ day: ExploredDay, _ draw: Draw) {
    var tasks = (0..<2).map { number in
      Task {
        for await snapshot in tracker.snapshots() {
          day.witness.sees(snapshot, self, reader: number)
        }
      }
    }
    if let inbox = route.callbacks?.inbox {
      tasks.append(Task { await link.serve(route.phone, inbox, draw) })
    }
    tasks.append(Task { await self.keepReloading(day) })
    tasks.append(Task { await self.model.follow() })
    tasks.append(Task { await self.model.load() })
    self.tasks.withLock { $0 = tasks }
  }

  private func keepReloading(_ day: ExploredDay) async {
    var timeline = AmountTimeline(step: 3600, capacity: 4)
    var budget = Witness.reloadBudget
    await tracker.keepReloading(
      &timeline, within: &budget, clock: day.clock, zone: { _ in Life.zone }
    ) { timeline in
      day.witness.reloads(timeline.changeCount, self)
      await Task.yield()
    }
  }

  /// The power is gone: nothing leaves any more, and whoever waits is let go.
  func end() {
    power.cut()
    link.close()
    for task in tasks.withLock({ $0 }) { task.cancel() }
  }

  /// Returns once all that it began has ended.
  func ended() async {
    for task in tasks.withLock({ $0 }) { await task.value }
  }
}

/// The power of a wrist, on until it is cut.
final class Power: Sendable {
  private let state = Atomic(true)

  var isOn: Bool { state.load(ordering: .relaxed) }

  func cut() { state.store(false, ordering: .relaxed) }
}
