@testable import CaffeineEngine

/// A file of drinks on a disk in memory, with faults on demand.
///
/// At a power cut it keeps what was synced; of the rest any part, as a real one may.
actor ModelDisk: DrinkFile {
  /// What becomes of a step.
  enum Fault: Equatable, Sendable {
    /// It is not done.
    case refuse(DrinkStoreError)
    /// It is done, at least in part, and an error told all the same.
    case doAndRefuse(DrinkStoreError)
    /// It waits for `open()`.
    case gate
  }

  private typealias Names = [String: Int]

  /// What programs see.
  private var names: Names = [:]
  private var contents: [[UInt8]] = []
  /// What is certain to outlast a power cut: the names, and of each content whether it is synced.
  private var syncedNames: Names = [:]
  private var isSynced: [Bool] = []
  /// The names after each change since they were synced.
  private var pendingNames: [Names] = []
  private var reading: Result<Void, DrinkStoreError> = .success(())
  private var isReadingGated = false
  private var faults: [Int: Fault] = [:]
  private var stepCount = 0
  private var cut: Int?
  private var gate: CheckedContinuation<Void, Never>?
  private var watcher: CheckedContinuation<Void, Never>?
  private(set) var trace: [String] = []

  init(_ content: [UInt8]? = nil) {
    guard let content else { return }
    contents = [content]
    isSynced = [true]
    names = ["drinks": 0]
    syncedNames = names
  }

  // MARK: What a test does to it

  /// What a name holds.
  func content(_ name: String = "drinks") -> [UInt8]? { names[name].map { contents[$0] } }

  var allNames: [String] { names.keys.sorted() }

  func put(_ content: [UInt8]) {
    contents.append(content)
    isSynced.append(true)
    names["drinks"] = contents.count - 1
    syncedNames = names
  }

  /// Makes reading fail until it is made to succeed.
  func setReading(_ result: Result<Void, DrinkStoreError>) { reading = result }

  /// Has the next reading wait for `open()`.
  func gateReading() { isReadingGated = true }

  /// Plans what becomes of the step after so many others from now on.
  func plan(_ fault: Fault, after steps: Int = 0) { faults[stepCount + steps] = fault }

  /// Cuts the power after so many more steps.
  func cutPower(after steps: Int) { cut = stepCount + steps }

  /// Turns it on again with what is left.
  func restart(_ generator: inout SeededGenerator) {
    cut = nil
    faults = [:]
    names = generator.one(of: [syncedNames] + pendingNames)
    syncedNames = names
    pendingNames = []
    for index in contents.indices where !isSynced[index] {
      let kept = generator.pick(0...contents[index].count)
      let lost = contents[index].count - kept
      contents[index].removeLast(lost)
      if generator.chance(50) { contents[index] += [UInt8](repeating: 0, count: lost) }
      isSynced[index] = true
    }
  }

  /// Returns once a step, or a reading, waits at the gate.
  func stepAtGate() async {
    if gate == nil { await withCheckedContinuation { watcher = $0 } }
  }

  func open() {
    gate?.resume()
    gate = nil
  }

  // MARK: DrinkFile

  func read() async throws(DrinkStoreError) -> [UInt8]? {
    trace.append("read")
    let reading = reading
    if isReadingGated {
      isReadingGated = false
      await waitAtGate()
    }
    try reading.get()
    return content()
  }

  func replace(with bytes: [UInt8]) async throws(DrinkStoreError) {
    for step in DrinkFileStep.replacing { try await take(step, bytes, "") }
  }

  func setAside(at time: Timestamp) async throws(DrinkStoreError) {
    guard names["drinks"] != nil else { return }
    var other = "aside-\(time.seconds)"
    while names[other] != nil { other += "+" }
    for step in DrinkFileStep.settingAside { try await take(step, [], other) }
  }

  // MARK: Steps

  private func take(
    _ step: DrinkFileStep, _ bytes: [UInt8], _ other: String
  ) async throws(DrinkStoreError) {
    if let cut, stepCount >= cut { throw .failed }
    let fault = faults.removeValue(forKey: stepCount)
    stepCount += 1
    trace.append("\(step)")
    switch fault {
    case .refuse(let error): throw error
    case .doAndRefuse(let error):
      perform(step, Array(bytes.dropLast(bytes.count / 2)), other)
      throw error
    case .gate: await waitAtGate()
    case nil: break
    }
    perform(step, bytes, other)
  }

  private func waitAtGate() async {
    await withCheckedContinuation {
      gate = $0
      watcher?.resume()
      watcher = nil
    }
  }

  private func perform(_ step: DrinkFileStep, _ bytes: [UInt8], _ other: String) {
    switch step {
    case .create: make("drinks.new")
    case .write:
      guard let new = names["drinks.new"] else { return }
      contents[new] = bytes
      isSynced[new] = bytes.isEmpty
    case .sync: names["drinks.new"].map { isSynced[$0] = true }
    case .rename: move("drinks.new", to: "drinks")
    case .link:
      names[other] = names["drinks"]
      pendingNames.append(names)
    case .moveAside: move("drinks", to: other)
    case .syncDirectory:
      syncedNames = names
      pendingNames = []
    }
  }

  private func make(_ name: String) {
    if let old = names[name] {
      contents[old] = []
      return
    }
    contents.append([])
    isSynced.append(true)
    names[name] = contents.count - 1
    pendingNames.append(names)
  }

  private func move(_ name: String, to other: String) {
    names[other] = names.removeValue(forKey: name)
    pendingNames.append(names)
  }
}
