import CaffeineEngine

/// Watches a day from outside: knows what was asked and answered, and what must therefore be so.
///
/// Looks after every job, while no job runs; touched by the one thread of the seeded mode only.
final class Witness: @unchecked Sendable {
  /// A promise that was broken.
  struct Breach: Equatable {
    /// What is wrong, in one sentence.
    let text: String
    /// The last events before it, oldest first.
    let story: [String]
  }

  /// Drinks of the wrist bear the numbers from here on as their kind, so that a copy under another
  /// id is known for one.
  static let firstWrist = 1
  /// Drinks of the wrist that the phone's owner may delete: either outcome is right, but only one.
  static let firstShared = 64
  /// Drinks of other apps on the phone.
  static let firstPhone = 128

  private var fates = [Fate](repeating: Fate(), count: 256)
  private var phoneChanges: [UInt8: (added: Int, removed: Int?)] = [:]
  private var seenChanges = 0
  private(set) var checks = 0
  private(set) var breach: Breach?
  private var events: [(time: Int64, text: StaticString, number: Int)] = []
  private let tracker: CaffeineTracker
  private let phone: SimulatedPhone
  private let disk: SimulatedDisk
  private let clock: DayClock
  /// What the disk must hold since the last save that succeeded.
  private var durable: [Int: UInt32] = [:]
  private var seenWrites = 0
  /// The count of changes that each reader of snapshots has seen.
  private var seenCounts: [UInt64?] = [nil, nil]

  init(
    _ tracker: CaffeineTracker, _ phone: SimulatedPhone, _ disk: SimulatedDisk, _ clock: DayClock
  ) {
    self.tracker = tracker
    self.phone = phone
    self.disk = disk
    self.clock = clock
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
  func tell(_ number: Int, _ text: StaticString, _ change: (inout Fate) -> Void) {
    note(text, number)
    change(&fates[number])
  }

  // MARK: What must be on the phone once a save has succeeded

  /// What a save that begins now must bring to the phone.
  func owed() -> [Int: UInt32] {
    var owed: [Int: UInt32] = [:]
    for number in Self.firstWrist..<Self.firstShared {
      let fate = fates[number]
      if !fate.mayBeMissing, fate.doses.count == 1 { owed[number] = fate.doses[0] }
    }
    return owed
  }

  /// A save has succeeded that began when so much was owed.
  func saved(_ owed: [Int: UInt32]) {
    let kept = phone.glance { $0.drinks }
    for (number, dose) in owed {
      let fate = fates[number]
      guard !fate.mayBeMissing, fate.doses == [dose] else { continue }
      guard kept.contains(where: { Int($0.kind) == number && $0.dose.micrograms == dose })
      else { return report("a save succeeded, yet drink \(number) is not on the phone") }
    }
  }

  // MARK: What readers of snapshots see

  /// A reader gets a snapshot.
  func sees(_ snapshot: TrackerSnapshot, reader: Int) {
    if let seen = seenCounts[reader], snapshot.changeCount <= seen {
      report("a reader got a snapshot that is not newer than its last")
    }
    seenCounts[reader] = snapshot.changeCount
    checkOrder(snapshot.drinks)
  }

  /// With nobody at work, all readers have seen the present state.
  func checkReaders(_ count: UInt64) {
    for seen in seenCounts where seen != count { report("a reader missed the last change") }
  }

  // MARK: What must be on the disk once it was kept

  /// Keeping has succeeded that began when so much was owed.
  func kept(_ owed: [Int: UInt32]) {
    durable.merge(owed) { $1 }
    checkDisk()
  }

  /// Reads the disk as a start after a power cut would.
  private func checkDisk() {
    seenWrites = disk.glance { $0.writes }
    let bytes = disk.glance { $0.content } ?? []
    guard let ledger = try? OwnedLedger(Configuration(deviceID: 7), capacity: 256) else { return }
    let isSound = bytes.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return true }
      return (try? ledger.ledger.load(from: start, size: bytes.count)) != nil
    }
    guard isSound else { return report("what is on the disk cannot be loaded") }
    let drinks = (0..<ledger.ledger.count).compactMap { ledger.ledger.drink(at: $0) }
    checkOrder(drinks)
    for (number, dose) in durable {
      let fate = fates[number]
      guard !fate.mayBeMissing, fate.doses == [dose] else { continue }
      guard drinks.contains(where: { Int($0.kind) == number && $0.dose.micrograms == dose })
      else { return report("drink \(number) was kept, yet it is not on the disk") }
    }
  }

  // MARK: What must be so after every job

  /// Looks at everything.
  func check() {
    checks += 1
    learnFromPhone()
    if disk.glance({ $0.writes }) != seenWrites { checkDisk() }
    let drinks = tracker.glance { $0.drinks }
    let anchor = Int(tracker.glance { (try? $0.received(from: 0)) ?? 0 })
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
    for (number, change) in phoneChanges { checkPhone(Int(number), change, listed, anchor) }
  }

  /// The phone and the tracker after a sync that succeeded, with nobody at work.
  func checkAgreement() {
    let here = tracker.glance { $0.drinks }
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
    let changes = phone.glance { $0.changes }
    for (place, change) in changes.enumerated().dropFirst(seenChanges) {
      if let drink = change.drink, Int(drink.kind) >= Self.firstPhone {
        phoneChanges[drink.kind] = (place + 1, nil)
      } else if change.drink == nil {
        let number = changes[..<place].last { $0.id == change.id }?.drink?.kind ?? 0
        phoneChanges[number]?.removed = place + 1
      }
    }
    seenChanges = changes.count
  }

  private func checkOrder(_ drinks: [Drink]) {
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
