import CaffeineEngine
import CaffeineExecutor
import Synchronization

/// One day under one schedule; who does what, what fails and who runs first are drawn by the seed.
///
/// Many things fall due at the same instants, half hours, so that there is something to draw.
struct ExploredDay: Sendable {
  let witness: Witness
  let tracker: CaffeineTracker
  let phone: SimulatedPhone
  let link: PhoneLink
  let route: PhoneRoute
  let controller: HealthStoreController<PhoneRoute, DayClock>
  let disk: SimulatedDisk
  let store: DrinkStore<SimulatedDisk, DayClock>
  let clock: DayClock

  /// What became of a day.
  struct Outcome: Sendable {
    var jobs: UInt64 = 0
    /// What is wrong; nil on a clean day.
    var breach: Witness.Breach?
  }

  /// The first instant (s since the epoch), a midnight.
  static let start: Int64 = 1_780_012_800
  /// How many jobs a day may take: it takes some thousand.
  static let mostJobs = 200_000

  /// Lives a day.
  static func live(_ seed: UInt64) -> Outcome {
    let holder = Mutex<Witness?>(nil)
    let jobs = Mutex(0)
    let configuration = CooperativeExecutor.Configuration(
      seed: seed, start: .seconds(start)
    ) {
      jobs.withLock { $0 += 1 }
      holder.withLock { $0 }?.check()
    }
    var outcome = Outcome()
    var isStuck = false
    do {
      outcome.jobs = try CooperativeExecutor.run(configuration) { clock in
        guard let day = ExploredDay(seed, DayClock(clock: clock)) else { return }
        holder.withLock { $0 = day.witness }
        await day.run(seed)
      }.jobs
    } catch {
      isStuck = true
    }
    guard let witness = holder.withLock({ $0 }) else { return outcome }
    if isStuck { witness.report("the day never ended: somebody waits for what never comes") }
    outcome.breach = witness.breach
    return outcome
  }

  private init?(_ seed: UInt64, _ clock: DayClock) {
    let configuration = Configuration(deviceID: 7)
    guard let tracker = try? CaffeineTracker(configuration: configuration, capacity: 256) else {
      return nil
    }
    self.clock = clock
    self.tracker = tracker
    phone = SimulatedPhone(~seed, clock)
    link = PhoneLink()
    let callbacks = seed % 2 == 0 ? CallbackHealthStore(link: link.link) : nil
    route = PhoneRoute(phone: phone, callbacks: callbacks)
    controller = HealthStoreController(
      store: route, tracker: tracker, clock: clock, peer: 0, pageLimit: 4)
    disk = SimulatedDisk(seed &* 3, clock)
    store = DrinkStore(file: disk, tracker: tracker, clock: clock)
    witness = Witness(tracker, phone, disk, clock)
  }

  private func run(_ seed: UInt64) async {
    var draw = Draw(seed)
    let answering = Task { [draw] in
      guard let inbox = route.callbacks?.inbox else { return }
      await link.serve(phone, inbox, draw)
    }
    let readers = (0..<2).map { number in
      Task { for await snapshot in tracker.snapshots() { witness.sees(snapshot, reader: number) } }
    }
    if (try? await store.load()) != .nothing { witness.report("an empty disk is not found empty") }
    await withTaskGroup(of: Void.self) { group in
      for number in Witness.firstWrist...(Witness.firstWrist + 4 + draw.below(8)) {
        add(WristDrink(number: number, &draw), to: &group)
      }
      for number in Witness.firstShared...(Witness.firstShared + draw.below(3)) {
        add(WristDrink(number: number, &draw), to: &group)
      }
      for number in Witness.firstPhone...(Witness.firstPhone + 2 + draw.below(6)) {
        add(PhoneDrink(number: number, &draw), to: &group)
      }
      for _ in 0...(2 + draw.below(4)) { addSync(&draw, to: &group) }
      for _ in 0...draw.below(3) { addKeeping(&draw, to: &group) }
      if draw.below(4) == 0 {
        let time = Self.halfHour(&draw)
        group.addTask {
          _ = await clock.sleep(until: time)
          await phone.forget()
          witness.note("the phone forgets old changes")
        }
      }
    }
    await settle()
    // Whoever waits for a change has heard of the last one by now.
    _ = await clock.sleep(until: clock.now.adding(1))
    witness.checkReaders(await tracker.changeCount)
    for reader in readers { reader.cancel() }
    for reader in readers { await reader.value }
    link.close()
    await answering.value
  }

  /// A half hour of the day.
  static func halfHour(_ draw: inout Draw) -> Timestamp {
    Timestamp(start + 1800 * Int64(1 + draw.below(16)))
  }

  // MARK: The end of the day

  /// Syncs until both sides agree, now that the phone answers.
  private func settle() async {
    await phone.recover()
    await disk.recover()
    // What the phone still has in hand it ends first.
    _ = await clock.sleep(until: clock.now.adding(3600))
    witness.note("the day ends")
    for _ in 0..<2 {
      do {
        let owed = witness.owed()
        _ = try await controller.refresh()
        _ = try await controller.save()
        witness.saved(owed)
      } catch {
        witness.report("the last sync failed: \(error)")
      }
    }
    do {
      let owed = witness.owed()
      _ = try await store.save()
      witness.kept(owed)
    } catch {
      witness.report("the last save failed: \(error)")
    }
    witness.checkAgreement()
  }
}
