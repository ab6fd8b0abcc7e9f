import CaffeineEngine
import CaffeineExecutor
import Synchronization

/// One day under one schedule; who does what, what fails and who runs first are drawn by the seed.
///
/// Many things fall due at the same instants, half hours, so that there is something to draw.
struct ExploredDay: Sendable {
  let witness: Witness
  let phone: SimulatedPhone
  let clock: DayClock

  /// What became of a day.
  struct Outcome: Sendable {
    var jobs: UInt64 = 0
    /// A hash of the order in which they ran; the same whenever the seed is.
    var schedule: UInt64 = 0
    /// What is wrong; nil on a clean day.
    var breach: Witness.Breach?
  }

  /// The first instant (s since the epoch), a midnight.
  static let start: Int64 = 1_780_012_800

  /// Lives a day.
  static func live(_ seed: UInt64) -> Outcome {
    let holder = Mutex<Witness?>(nil), breach = Mutex<Witness.Breach?>(nil)
    let configuration = CooperativeExecutor.Configuration(
      seed: seed, start: .seconds(start)
    ) {
      holder.withLock { $0 }?.check()
    }
    var outcome = Outcome()
    do {
      let statistics = try CooperativeExecutor.run(configuration) { clock in
        let clock = DayClock(clock: clock)
        guard let witness = await Witness(seed, clock) else { return }
        holder.withLock { $0 = witness }
        await ExploredDay(witness: witness, phone: witness.phone, clock: clock).run(seed)
        holder.withLock { $0 = nil }
        breach.withLock { $0 = witness.breach }
        // All that the day leaves behind ends in it, or it would change the schedule of the next one.
        witness.forget()
        _ = await clock.sleep(until: clock.now.adding(60))
      }
      (outcome.jobs, outcome.schedule) = (statistics.jobs, statistics.scheduleHash)
    } catch {
      let witness = holder.withLock { $0 }
      witness?.report("the day never ended: somebody waits for what never comes")
      breach.withLock { $0 = witness?.breach }
    }
    outcome.breach = breach.withLock { $0 }
    return outcome
  }

  private func run(_ seed: UInt64) async {
    var draw = Draw(seed)
    let first = witness.life
    first.begin(self, draw)
    if (try? await first.store.load()) != .nothing {
      witness.report("an empty disk is not found empty")
    }
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
      for _ in 0...draw.below(3) { addViewing(&draw, to: &group) }
      for _ in 0..<draw.below(3) { addBackgroundRefresh(&draw, to: &group) }
      if draw.below(3) == 0 { addPowerCuts(&draw, to: &group) }
      if draw.below(4) == 0 { addForgetting(&draw, to: &group) }
    }
    await settle()
    witness.life.end()
    for life in witness.lives { await life.ended() }
  }

  /// A half hour of the day.
  static func halfHour(_ draw: inout Draw) -> Timestamp {
    Timestamp(start + 1800 * Int64(1 + draw.below(16)))
  }

  /// The wrist as it runs now, its file loaded.
  func started() async -> Life {
    while true {
      let life = witness.life
      if (try? await life.store.load()) == nil { witness.report("the disk cannot be loaded") }
      if life === witness.life { return life }
    }
  }

  // MARK: The end of the day

  /// Syncs until both sides agree, now that the phone answers.
  private func settle() async {
    await phone.recover()
    let life = await started()
    await life.disk.recover()
    // What the phone still has in hand it ends first.
    _ = await clock.sleep(until: clock.now.adding(3600))
    witness.note("the day ends")
    for _ in 0..<2 {
      do {
        let owed = witness.owed()
        _ = try await life.controller.refresh()
        _ = try await life.controller.save()
        witness.saved(owed, life)
      } catch {
        witness.report("the last sync failed: \(error)")
      }
    }
    do {
      let owed = witness.owed()
      _ = try await life.store.save()
      witness.kept(owed, life)
    } catch {
      witness.report("the last save failed: \(error)")
    }
    witness.checkAgreement()
    await life.model.load()
    // Whoever waits for a change, or may not reload yet, has heard of the last one by now.
    _ = await clock.sleep(until: clock.now.adding(Witness.reloadBudget.period + 60))
    witness.checkViews()
    await restart(from: life)
  }

  /// Starts from the disk once more: nothing is missing.
  private func restart(from life: Life) async {
    guard let next = try? await Life(1, phone, clock) else { return }
    await next.disk.take(over: await life.disk.content)
    let loading = try? await next.store.load()
    let drinks = await life.tracker.drinks
    guard loading == (drinks.isEmpty ? loading : .loaded), await next.tracker.drinks == drinks
    else { return witness.report("the next start does not find what the last one had") }
  }
}
