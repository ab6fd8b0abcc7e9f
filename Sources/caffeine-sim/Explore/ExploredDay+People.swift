import CaffeineEngine
import CaffeineExecutor

/// A drink of the wrist, from record to removal.
struct WristDrink: Sendable {
  enum Step: Sendable {
    case edit(Timestamp, UInt32)
    case remove(Timestamp)
  }

  let number: Int
  let time: Timestamp
  let dose: UInt32
  let steps: [Step]

  init(number: Int, _ draw: inout Draw) {
    self.number = number
    let time = ExploredDay.halfHour(&draw)
    self.time = time
    dose = UInt32(10_000 + draw.below(100_000))
    var steps: [Step] = []
    var next = time
    for _ in 0..<draw.below(4) {
      next = next.adding(Int64(1800 * draw.below(3)))
      steps.append(.edit(next, UInt32(10_000 + draw.below(100_000))))
    }
    if draw.below(3) == 0 { steps.append(.remove(next.adding(Int64(1800 * draw.below(3))))) }
    self.steps = steps
  }
}

/// A drink of another app, which its owner may delete again.
struct PhoneDrink: Sendable {
  let drink: Drink
  let removal: Timestamp?

  init(number: Int, _ draw: inout Draw) {
    let time = ExploredDay.halfHour(&draw)
    drink = Drink(
      id: DrinkID(high: 0x50, low: UInt64(number)), time: time,
      dose: .micrograms(UInt32(10_000 + draw.below(100_000))), revision: 1, kind: UInt8(number),
      source: 2)
    removal = draw.below(2) == 0 ? nil : time.adding(Int64(1800 * draw.below(6)))
  }
}

extension ExploredDay {
  /// Someone at the wrist, and for a shared drink someone at the phone too.
  func add(_ plan: WristDrink, to group: inout TaskGroup<Void>) {
    group.addTask {
      _ = await clock.sleep(until: plan.time)
      var drink = Drink(
        time: plan.time, dose: .micrograms(plan.dose), kind: UInt8(plan.number), source: 1)
      witness.tell(plan.number, "record") { $0.recordBegins(plan.dose) }
      do throws(CaffeineError) {
        drink.id = try await tracker.record(drink, now: plan.time).id
        witness.tell(plan.number, "recorded") { $0.recordEnds(plan.dose) }
      } catch {
        return witness.report("drink \(plan.number) was refused: \(error)")
      }
      for step in plan.steps { await take(step, of: &drink, plan.number) }
    }
    guard plan.number >= Witness.firstShared else { return }
    group.addTask {
      _ = await clock.sleep(until: plan.time.adding(3600))
      let id = await phone.drinks.first { Int($0.kind) == plan.number }?.id
      if let id { await phone.drop(id) }
      witness.note("the phone's owner deletes drink", plan.number)
    }
  }

  private func take(_ step: WristDrink.Step, of drink: inout Drink, _ number: Int) async {
    do throws(CaffeineError) {
      switch step {
      case .edit(let time, let dose):
        _ = await clock.sleep(until: time)
        drink.dose = .micrograms(dose)
        drink.revision = 0
        witness.tell(number, "edit") { $0.editBegins(dose) }
        _ = try await tracker.edit(drink, now: clock.now)
        witness.tell(number, "edited") { $0.editEnds(dose) }
      case .remove(let time):
        _ = await clock.sleep(until: time)
        witness.tell(number, "remove") { $0.removalBegins() }
        _ = try await tracker.remove(drink.id)
        witness.tell(number, "removed") { $0.removalEnds() }
      }
    } catch {
      // A shared drink may be gone: the phone's owner deleted it.
      guard number < Witness.firstShared else { return }
      witness.report("a step of drink \(number) was refused: \(error)")
    }
  }

  /// Another app on the phone.
  func add(_ plan: PhoneDrink, to group: inout TaskGroup<Void>) {
    group.addTask {
      _ = await clock.sleep(until: plan.drink.time)
      await phone.add(plan.drink)
      witness.note("the phone logs drink", Int(plan.drink.kind))
      guard let removal = plan.removal else { return }
      _ = await clock.sleep(until: removal)
      await phone.drop(plan.drink.id)
      witness.note("the phone drops drink", Int(plan.drink.kind))
    }
  }

  /// Someone who syncs a few times and is perhaps cancelled on the way.
  func addSync(_ draw: inout Draw, to group: inout TaskGroup<Void>) {
    let times = (0...draw.below(4)).map { _ in Self.halfHour(&draw) }.sorted()
    let ways = times.map { _ in draw.below(3) }
    let end = draw.below(3) == 0 ? times[0].adding(Int64(draw.below(40))) : nil
    group.addTask {
      await withTaskGroup(of: Void.self) { pair in
        pair.addTask {
          for (time, way) in zip(times, ways) where await clock.sleep(until: time) {
            if way != 1 { await refresh() }
            if way != 0 { await save() }
          }
        }
        guard let end else { return }
        _ = await clock.sleep(until: end)
        witness.note("a sync is cancelled")
        pair.cancelAll()
      }
    }
  }

  private func refresh() async {
    witness.note("refresh")
    do throws(HealthStoreError) {
      _ = try await controller.refresh()
      witness.note("refreshed")
    } catch { witness.note("refresh failed", Int(error.rawValue)) }
  }

  private func save() async {
    let owed = witness.owed()
    witness.note("save")
    do throws(HealthStoreError) {
      _ = try await controller.save()
      witness.saved(owed)
      witness.note("saved")
    } catch { witness.note("save failed", Int(error.rawValue)) }
  }

  /// Someone who keeps the drinks on the disk now and then.
  func addKeeping(_ draw: inout Draw, to group: inout TaskGroup<Void>) {
    let times = (0...draw.below(6)).map { _ in Self.halfHour(&draw) }.sorted()
    group.addTask {
      for time in times {
        _ = await clock.sleep(until: time)
        let owed = witness.owed()
        witness.note("keep")
        do throws(DrinkStoreError) {
          _ = try await store.save()
          witness.kept(owed)
          witness.note("kept")
        } catch { witness.note("keeping failed", Int(error.rawValue)) }
      }
    }
  }
}
