import CaffeineEngine

/// A health store in memory: a log of changes, and faults on demand.
actor FakeHealthStore: HealthStore {
  /// What becomes of a call.
  enum Fault: Equatable, Sendable {
    case none
    case error(HealthStoreError)
    /// No answer, until it is cancelled.
    case silence
    /// The answer comes when it is cancelled, and all is well.
    case lastMoment
    /// The answer waits for `open()`.
    case gate
    /// It is done at once; the answer waits for `open()`.
    case gateAfter
    /// It is done all the same, but the answer is an error.
    case errorAfter(HealthStoreError)
  }

  private enum Change {
    case added(Drink)
    case removed(DrinkID)
  }

  nonisolated let assignsIDs: Bool
  private var changes: [(anchor: UInt64, change: Change)] = []
  private(set) var drinks: [Drink] = []
  private(set) var calls: [String] = []
  private var lastAnchor: UInt64 = 0
  private var lost: UInt64 = 0
  private var faults: [Fault] = []
  private var givenIDs: UInt64 = 0
  private var gates: [CheckedContinuation<Void, Never>] = []
  private var gateWatchers: [CheckedContinuation<Void, Never>] = []
  private var callWatchers: [(name: String, continuation: CheckedContinuation<Void, Never>)] = []
  private(set) var running = 0
  private(set) var mostRunning = 0

  init(assignsIDs: Bool = false, drinks: [Drink] = []) {
    self.assignsIDs = assignsIDs
    self.drinks = drinks
    for drink in drinks {
      lastAnchor += 1
      changes.append((lastAnchor, .added(drink)))
    }
  }

  // MARK: What a test does to it

  func plan(_ faults: Fault...) { self.faults += faults }

  func put(_ drink: Drink) {
    drinks.removeAll { $0.id == drink.id }
    drinks.append(drink)
    note(.added(drink))
  }

  func drop(_ id: DrinkID) {
    drinks.removeAll { $0.id == id }
    note(.removed(id))
  }

  /// Forgets all changes: every anchor but the present one is too old.
  func forgetChanges() {
    lastAnchor += 1
    lost = lastAnchor
    changes = []
  }

  /// Begins anew, as another phone does: nothing is there, anchors begin at 0.
  func wipe() {
    drinks = []
    changes = []
    lastAnchor = 1
    lost = 1
  }

  func open() {
    for gate in gates { gate.resume() }
    gates = []
  }

  /// Returns once a call waits at the gate.
  func callAtGate() async {
    if gates.isEmpty { await withCheckedContinuation { gateWatchers.append($0) } }
  }

  /// Returns once a call was made.
  func called(_ name: String) async {
    if !calls.contains(name) { await withCheckedContinuation { callWatchers.append((name, $0)) } }
  }

  // MARK: HealthStore

  func authorize() async throws(HealthStoreError) {
    try await call("authorize") {}
  }

  func save(_ drinks: [Drink]) async throws(HealthStoreError) -> [DrinkID] {
    var ids: [DrinkID] = []
    try await call("save \(drinks.map(\.id.low))") {
      for var drink in drinks {
        if assignsIDs, drink.id.high != 0xF0 {
          givenIDs += 1
          drink.id = DrinkID(high: 0xF0, low: givenIDs)
          drink.revision = 0
        }
        put(drink)
        ids.append(drink.id)
      }
    }
    return ids
  }

  func delete(_ ids: [DrinkID]) async throws(HealthStoreError) {
    try await call("delete \(ids.map(\.low))") {
      for id in ids where drinks.contains(where: { $0.id == id }) { drop(id) }
    }
  }

  func page(after anchor: UInt64, limit: Int) async throws(HealthStoreError) -> HealthPage {
    try await call("page \(anchor)") {}
    guard anchor >= lost, anchor <= lastAnchor else { throw .anchorTooOld }
    let rest = changes.filter { $0.anchor > anchor }
    let page = rest.prefix(limit)
    // An id that a page adds is not removed by it.
    var added: [Drink] = [], removed: [DrinkID] = []
    for (_, change) in page {
      switch change {
      case .added(let drink):
        removed.removeAll { $0 == drink.id }
        added.removeAll { $0.id == drink.id }
        added.append(drink)
      case .removed(let id):
        added.removeAll { $0.id == id }
        removed.append(id)
      }
    }
    return HealthPage(
      added: added, removed: removed, anchor: page.last?.anchor ?? anchor,
      isLast: page.count == rest.count)
  }

  func window(
    from: Timestamp, until: Timestamp, limit: Int
  ) async throws(HealthStoreError) -> HealthWindow {
    var rest: [Drink] = [], anchor: UInt64 = 0
    try await call("window") {
      rest = drinks.filter { $0.time >= from && $0.time < until }.sorted { $0.time < $1.time }
      anchor = lastAnchor
    }
    guard rest.count > limit else {
      return HealthWindow(drinks: rest, until: until, anchor: anchor)
    }
    var end = rest[limit].time
    if end == rest[0].time { end = end.adding(1) }
    return HealthWindow(
      drinks: rest.filter { $0.time < end }, until: end, anchor: anchor)
  }

  // MARK: Steps

  private func note(_ change: Change) {
    lastAnchor += 1
    changes.append((lastAnchor, change))
  }

  private func call(_ name: String, _ body: () -> Void) async throws(HealthStoreError) {
    calls.append(name)
    for watcher in callWatchers where watcher.name == name { watcher.continuation.resume() }
    callWatchers.removeAll { $0.name == name }
    running += 1
    mostRunning = max(mostRunning, running)
    defer { running -= 1 }
    switch faults.isEmpty ? .none : faults.removeFirst() {
    case .none: body()
    case .error(let error): throw error
    case .errorAfter(let error):
      body()
      throw error
    case .silence:
      await untilCancelled()
      throw .cancelled
    case .lastMoment:
      await untilCancelled()
      body()
    case .gate:
      await waitAtGate()
      if Task.isCancelled { throw .cancelled }
      body()
    case .gateAfter:
      body()
      await waitAtGate()
    }
  }

  private func waitAtGate() async {
    await withCheckedContinuation {
      gates.append($0)
      for watcher in gateWatchers { watcher.resume() }
      gateWatchers = []
    }
  }

  private nonisolated func untilCancelled() async {
    let (stream, continuation) = AsyncStream.makeStream(of: Never.self)
    for await _ in stream {}
    continuation.finish()
  }
}
