import CaffeineEngine

/// Watches a day from outside: knows what was asked and answered, and what must therefore be so.
///
/// Looks after every job, while no job runs; touched by the one thread of the seeded mode only. What is
/// told of a wrist whose power was cut does not count.
final class Witness: @unchecked Sendable {
  /// A promise that was broken.
  struct Breach: Equatable {
    /// What is wrong, in one sentence.
    let text: String
    /// The last events before it, oldest first.
    let story: [String]
  }

  /// What was so when everything was last looked at; what has not changed is not looked at again.
  private struct Looked: Equatable {
    var changes: UInt64 = 0
    var anchor = 0
    var phoneChanges = 0
    var events = 0
  }

  /// Drinks of the wrist bear the numbers from here on as their kind, so that a copy under another
  /// id is known for one.
  static let firstWrist = 1
  /// Drinks of the wrist that the phone's owner may delete: either outcome is right, but only one.
  static let firstShared = 64
  /// Drinks of other apps on the phone.
  static let firstPhone = 128

  /// The wrist as it runs now.
  var life: Life { lives[lives.count - 1] }
  /// All that it was since the day began.
  private(set) var lives: [Life]
  private(set) var fates = [Fate](repeating: Fate(), count: 256)
  private(set) var breach: Breach?
  /// What the disk must hold since the last save that succeeded (µg); 0: nothing of that drink.
  var durable: [Int: UInt32] = [:]
  var seenWrites = 0
  var views = Views()
  let clock: DayClock
  let phone: SimulatedPhone
  private var phoneChanges: [UInt8: (added: Int, removed: Int?)] = [:]
  private var seenChanges = 0
  private var looked = Looked()
  private var events: [(time: Int64, text: StaticString, number: Int)] = []

  /// A wrist with an empty disk, which nobody has started yet, and a phone.
  init?(_ seed: UInt64, _ clock: DayClock) async {
    phone = SimulatedPhone(~seed, clock)
    guard let life = try? await Life(seed, phone, clock) else { return nil }
    lives = [life]
    self.clock = clock
  }

  /// Lets go of all that was; nothing can be asked any more.
  func forget() {
    lives = []
    views = Views()
  }

  /// Reports the first thing that is wrong; what follows from it is not of interest.
  func report(_ text: String) {
    if breach == nil { breach = Breach(text: text, story: story(24)) }
  }

  /// The last events before now, oldest first.
  private func story(_ count: Int) -> [String] {
    events.suffix(count).map { event in
      let clock = [event.time / 3600 % 24, event.time / 60 % 60, event.time % 60]
      let text = clock.map { $0 < 10 ? "0\($0)" : "\($0)" }.joined(separator: ":")
      return "\(text) \(event.text)\(event.number < 0 ? "" : " \(event.number)")"
    }
  }

  /// Notes an event for the story.
  func note(_ text: StaticString, _ number: Int = -1) {
    events.append((clock.now.seconds, text, number))
  }

  /// Changes a drink's fate, and notes why.
  func tell(
    _ number: Int, _ text: StaticString, _ life: Life, _ change: (inout Fate) -> Void
  ) {
    guard life === self.life else { return }
    note(text, number)
    change(&fates[number])
  }

  /// Cuts the power: all that the wrist had in memory is gone, and another one starts from the disk.
  func cutPower(startingWith next: Life) {
    note("the power is cut")
    let content = life.disk.glance { $0.content }
    life.end()
    next.disk.glance { $0.take(over: content) }
    lives.append(next)
    views = Views()
    checkDisk()
    let kept = drinksOnDisk() ?? []
    for number in Self.firstWrist..<Self.firstPhone {
      fates[number].restart(kept.first { Int($0.kind) == number }?.dose.micrograms)
    }
  }

  // MARK: What must be on the phone once a save has succeeded

  /// What a save that begins now must bring to the phone (µg), or take from it: 0.
  func owed() -> [Int: UInt32] {
    var owed: [Int: UInt32] = [:]
    for number in Self.firstWrist..<Self.firstShared {
      let fate = fates[number]
      if fate.isRemoved { owed[number] = 0 }
      if !fate.mayBeMissing, fate.doses.count == 1 { owed[number] = fate.doses[0] }
    }
    return owed
  }

  /// Whether nothing was asked for since that would make it another dose.
  func isStill(_ dose: UInt32, _ number: Int) -> Bool {
    let fate = fates[number]
    return dose == 0 ? fate.isRemoved : !fate.mayBeMissing && fate.doses == [dose]
  }

  /// A save has succeeded that began when so much was owed.
  func saved(_ owed: [Int: UInt32], _ life: Life) {
    guard life === self.life else { return }
    let kept = phone.glance { $0.drinks }
    for (number, dose) in owed where dose != 0 && isStill(dose, number) {
      guard kept.contains(where: { Int($0.kind) == number && $0.dose.micrograms == dose })
      else { return report("a save succeeded, yet drink \(number) is not on the phone") }
    }
  }

  // MARK: What must be so after every job

  /// Looks at everything that has changed.
  func check() {
    learnFromPhone()
    if life.disk.glance({ $0.writes }) != seenWrites { checkDisk() }
    let now = life.tracker.glance {
      Looked(
        changes: $0.changeCount, anchor: Int((try? $0.received(from: 0)) ?? 0),
        phoneChanges: seenChanges, events: events.count)
    }
    // A wrist that has just started knows nothing yet.
    if now != looked, now.changes != 0 { checkDrinks(life.tracker.glance { $0.drinks }, now) }
    looked = now
    checkModel(now.changes)
  }

  private func checkDrinks(_ drinks: [Drink], _ now: Looked) {
    views.states[now.changes] = drinks
    checkOrder(drinks)
    var listed = [UInt32?](repeating: nil, count: 256)
    for drink in drinks {
      let number = Int(drink.kind)
      if listed[number] != nil { report("drink \(number) is listed twice") }
      listed[number] = drink.dose.micrograms
    }
    for number in Self.firstWrist..<Self.firstShared { checkWrist(number, listed[number]) }
    for number in Self.firstShared..<Self.firstPhone where listed[number] != nil {
      if fates[number].isRemoved { report("drink \(number) came back after its removal") }
    }
    for (number, change) in phoneChanges { checkPhone(Int(number), change, listed, now.anchor) }
  }

  /// The phone and the tracker after a sync that succeeded, with nobody at work.
  func checkAgreement() {
    let here = life.tracker.glance { $0.drinks }
    let there = phone.glance { $0.drinks }
    func differs(_ drink: Drink, _ others: [Drink]) -> Bool {
      !others.contains { $0.kind == drink.kind && $0.dose == drink.dose && $0.id == drink.id }
    }
    for drink in here where differs(drink, there) {
      return report("after the last sync drink \(drink.kind) is here but not on the phone")
    }
    for drink in there where differs(drink, here) {
      return report("after the last sync drink \(drink.kind) is on the phone but not here")
    }
  }

  private func learnFromPhone() {
    guard phone.glance({ $0.changes.count }) != seenChanges else { return }
    let changes = phone.glance { $0.changes }
    for (place, change) in changes.enumerated().dropFirst(seenChanges) {
      if let drink = change.drink, Int(drink.kind) >= Self.firstPhone {
        phoneChanges[drink.kind] = (place + 1, nil)
      } else if let drink = change.drink {
        checkIsKept(drink)
      } else {
        let number = changes[..<place].last { $0.id == change.id }?.drink?.kind ?? 0
        phoneChanges[number]?.removed = place + 1
      }
    }
    seenChanges = changes.count
  }

  func checkOrder(_ drinks: [Drink]) {
    for (a, b) in zip(drinks, drinks.dropFirst()) where (a.time, a.id) >= (b.time, b.id) {
      report("drinks \(a.kind) and \(b.kind) are out of order")
    }
  }

  private func checkWrist(_ number: Int, _ dose: UInt32?) {
    let fate = fates[number]
    guard let dose else {
      if !fate.mayBeMissing { report("drink \(number) is lost") }
      return
    }
    if !fate.mayBeListed {
      report(
        "drink \(number) \(fate.isRemoved ? "came back after its removal" : "is from nowhere")")
    } else if !fate.doses.contains(dose) {
      report("drink \(number) has a version that it should no longer have")
    }
  }

  private func checkPhone(
    _ number: Int, _ change: (added: Int, removed: Int?), _ listed: [UInt32?], _ anchor: Int
  ) {
    let isListed = listed[number] != nil
    if let removed = change.removed {
      if isListed, anchor >= removed { report("drink \(number) outlived its removal on the phone") }
    } else if !isListed, anchor >= change.added {
      report("the anchor is past drink \(number) of the phone, which is not here")
    }
  }
}

extension Actor {
  /// Looks into an actor that nobody can be in: no job runs, or this very job is in no actor.
  nonisolated func glance<Answer>(_ look: (isolated Self) -> Answer) -> Answer {
    withoutActuallyEscaping(look) { unsafeBitCast($0, to: ((Self) -> Answer).self)(self) }
  }
}
