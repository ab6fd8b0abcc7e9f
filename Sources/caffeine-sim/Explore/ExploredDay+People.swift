import CaffeineEngine
import CaffeineExecutor

/// A drink of the wrist, from record to removal.
struct WristDrink: Sendable {
  enum Step: Sendable {
    case edit(Timestamp, UInt32)
    case remove(Timestamp)
  }

  /// By which calls it comes about.
  enum Way: Int, Sendable {
    case tracker, model, completions
  }

  let number: Int
  let time: Timestamp
  let dose: UInt32
  let steps: [Step]
  let way: Way

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
    way = Way(rawValue: draw.below(3)) ?? .tracker
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
      var wearer = Wearer(self, plan)
      _ = await clock.sleep(until: plan.time)
      await wearer.record()
      for step in plan.steps { await wearer.take(step) }
    }
    guard plan.number >= Witness.firstShared else { return }
    group.addTask {
      _ = await clock.sleep(until: plan.time.adding(3600))
      let id = await phone.drinks.first { Int($0.kind) == plan.number }?.id
      if let id { await phone.drop(id) }
      witness.note("the phone's owner deletes drink", plan.number)
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
}
