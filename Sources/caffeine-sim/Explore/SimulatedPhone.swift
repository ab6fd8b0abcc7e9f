import CaffeineEngine
import CaffeineExecutor

/// A health store on a phone that is slow, out of reach, forgetful and used by its owner meanwhile.
///
/// What it answers is drawn by the seed. What it did it never takes back, also where its answer is an error.
actor SimulatedPhone {
  /// One change; its place in the log, counted from 1, is its anchor.
  struct Change {
    let id: DrinkID
    /// Nil for a removal.
    let drink: Drink?
  }

  private(set) var changes: [Change] = []
  private(set) var drinks: [Drink] = []
  /// Changes up to this one are forgotten.
  private var forgotten = 0
  private(set) var isReliable = false
  private var draw: Draw
  private let clock: DayClock

  init(_ seed: UInt64, _ clock: DayClock) {
    draw = Draw(seed)
    self.clock = clock
  }

  // MARK: What its owner does

  /// Another app logs a drink.
  func add(_ drink: Drink) {
    drinks.removeAll { $0.id == drink.id }
    drinks.append(drink)
    changes.append(Change(id: drink.id, drink: drink))
  }

  /// The owner deletes a drink, whoever logged it.
  func drop(_ id: DrinkID) {
    guard drinks.contains(where: { $0.id == id }) else { return }
    drinks.removeAll { $0.id == id }
    changes.append(Change(id: id, drink: nil))
  }

  /// Forgets the older half of what changed.
  func forget() { forgotten = max(forgotten, changes.count / 2) }

  /// From here on every call works at once.
  func recover() { isReliable = true }

  // MARK: What the wrist asks

  func authorize(_ power: Power) async throws(HealthStoreError) { try await answer(power) }

  func save(_ page: [Drink], _ power: Power) async throws(HealthStoreError) -> [DrinkID] {
    let isHeard = try await request(power)
    for drink in page {
      // As HealthKit's sync version has it: an older version changes nothing.
      let kept = drinks.first { $0.id == drink.id }
      if drink.revision > kept?.revision ?? 0 { add(drink) }
    }
    try await reply(isHeard)
    return page.map(\.id)
  }

  func delete(_ ids: [DrinkID], _ power: Power) async throws(HealthStoreError) {
    let isHeard = try await request(power)
    for id in ids { drop(id) }
    try await reply(isHeard)
  }

  func page(
    after anchor: UInt64, limit: Int, _ power: Power
  ) async throws(HealthStoreError) -> HealthPage {
    try await answer(power)
    let first = Int(anchor)
    guard first >= forgotten else { throw .anchorTooOld }
    let told = changes[first..<min(first + limit, changes.count)]
    var page = HealthPage(added: [], anchor: UInt64(told.endIndex), isLast: false)
    page.isLast = told.endIndex == changes.count
    for (place, change) in zip(told.indices, told) {
      // Of several changes of a drink the page tells the last.
      guard !told[(place + 1)...].contains(where: { $0.id == change.id }) else { continue }
      if let drink = change.drink {
        page.added.append(drink)
      } else {
        page.removed.append(change.id)
      }
    }
    try await answer(power)
    return page
  }

  func window(
    from: Timestamp, until: Timestamp, limit: Int, _ power: Power
  ) async throws(HealthStoreError) -> HealthWindow {
    try await answer(power)
    let all = drinks.filter { from <= $0.time && $0.time < until }
      .sorted { ($0.time, $0.id) < ($1.time, $1.id) }
    let window = HealthWindow(drinks: all, until: until, anchor: UInt64(changes.count))
    try await answer(power)
    return window
  }

  // MARK: Faults

  private func answer(_ power: Power) async throws(HealthStoreError) {
    try await reply(try await request(power))
  }

  /// The way there: it takes its time, and the request may not arrive; never after a power cut.
  ///
  /// - Returns: Whether the reply will arrive.
  private func request(_ power: Power) async throws(HealthStoreError) -> Bool {
    guard power.isOn else { throw .unavailable }
    guard !isReliable else { return true }
    let luck = draw.below(16), wait = [0, 0, 0, 1, 5, 20, 40][draw.below(7)]
    if wait > 0 {
      guard await clock.sleep(until: clock.now.adding(Int64(wait))) else { throw .cancelled }
    } else {
      await Task.yield()
    }
    if Task.isCancelled { throw .cancelled }
    guard power.isOn else { throw .unavailable }
    switch luck {
    case 0: throw .unavailable
    case 1: throw .failed
    default: return luck != 2
    }
  }

  /// The way back.
  private func reply(_ isHeard: Bool) async throws(HealthStoreError) {
    await Task.yield()
    guard isHeard || isReliable else { throw .failed }
  }
}
