import CaffeineEngine

/// Someone who records a drink at the wrist, changes it, and looks again after a power cut.
struct Wearer {
  let day: ExploredDay
  let plan: WristDrink
  private var drink: Drink
  /// The wrist that knows the drink.
  private var life: Life

  init(_ day: ExploredDay, _ plan: WristDrink) {
    self.day = day
    self.plan = plan
    life = day.witness.life
    drink = Drink(
      time: plan.time, dose: .micrograms(plan.dose), kind: UInt8(plan.number), source: 1)
  }

  private var number: Int { plan.number }
  private var isShared: Bool { number >= Witness.firstShared }

  /// Records it, by a double tap where it goes through the model.
  mutating func record() async {
    life = await day.started()
    drink.id = .unassigned
    drink.revision = 0
    let dose = drink.dose.micrograms
    day.witness.tell(number, "record", life) { $0.recordBegins(dose) }
    switch plan.way {
    case .tracker:
      do throws(CaffeineError) {
        recorded(try await life.tracker.record(drink, now: day.clock.now))
      } catch { refused(error) }
    case .completions:
      let life = life, drink = drink, now = day.clock.now
      let result = await withCheckedContinuation { continuation in
        life.tracker.record(drink, now: now) { continuation.resume(returning: $0) }
      }
      switch result {
      case .success(let receipt): recorded(receipt)
      case .failure(let error): refused(error)
      }
    case .model: await tapTwice()
    }
  }

  private mutating func tapTwice() async {
    let model = life.model, drink = drink
    async let first = model.record(drink)
    async let second = model.record(drink)
    let outcomes = await [first, second]
    let receipts = outcomes.compactMap(\.receipt)
    guard receipts.count == 1, outcomes.contains(.doubleTap) else {
      return day.witness.report("a double tap of drink \(number) came to \(outcomes)")
    }
    recorded(receipts[0])
    keptIfSaid(outcomes.contains(.kept(receipts[0])))
  }

  private mutating func recorded(_ receipt: Receipt) {
    drink.id = receipt.id
    let dose = drink.dose.micrograms
    day.witness.tell(number, "recorded", life) { $0.recordEnds(dose) }
  }

  private func refused(_ error: CaffeineError) {
    day.witness.report("drink \(number) was refused: \(error)")
  }

  /// Takes a step, if it is not the drink's end that it has come to already.
  mutating func take(_ step: WristDrink.Step) async {
    switch step {
    case .edit(let time, let dose):
      _ = await day.clock.sleep(until: time)
      await find()
      drink.dose = .micrograms(dose)
      drink.revision = 0
      day.witness.tell(number, "edit", life) { $0.editBegins(dose) }
      await edit(dose)
    case .remove(let time):
      _ = await day.clock.sleep(until: time)
      await find()
      day.witness.tell(number, "remove", life) { $0.removalBegins() }
      await remove()
    }
  }

  private func edit(_ dose: UInt32) async {
    let outcome: ChangeOutcome
    switch plan.way {
    case .tracker, .completions:
      do throws(CaffeineError) {
        outcome = .notKept(try await life.tracker.edit(drink, now: day.clock.now), .failed)
      } catch { outcome = .refused(error) }
    case .model: outcome = await life.model.edit(drink)
    }
    guard let receipt = outcome.receipt else { return refused("an edit", outcome) }
    day.witness.tell(number, "edited", life) { $0.editEnds(dose) }
    keptIfSaid(outcome == .kept(receipt))
  }

  private func remove() async {
    let outcome: ChangeOutcome
    switch plan.way {
    case .tracker, .completions:
      do throws(CaffeineError) {
        outcome = .notKept(try await life.tracker.remove(drink.id), .failed)
      } catch { outcome = .refused(error) }
    case .model: outcome = await life.model.remove(drink.id)
    }
    guard let receipt = outcome.receipt else { return refused("a removal", outcome) }
    day.witness.tell(number, "removed", life) { $0.removalEnds() }
    keptIfSaid(outcome == .kept(receipt))
  }

  /// A shared drink may be gone: the phone's owner deleted it.
  private func refused(_ step: String, _ outcome: ChangeOutcome) {
    guard !isShared, life === day.witness.life else { return }
    day.witness.report("\(step) of drink \(number) came to \(outcome)")
  }

  /// What the model calls kept is on the disk by now.
  private func keptIfSaid(_ isKept: Bool) {
    guard isKept, !isShared else { return }
    day.witness.kept(day.witness.owed().filter { $0.key == number }, life)
  }

  /// After a power cut, looks whether the drink is there, and else records it again.
  private mutating func find() async {
    let now = await day.started()
    guard now !== life else { return }
    life = now
    if let listed = await now.tracker.drinks.first(where: { Int($0.kind) == number }) {
      drink = listed
    } else {
      day.witness.note("gone since the power cut", number)
      await record()
    }
  }
}
