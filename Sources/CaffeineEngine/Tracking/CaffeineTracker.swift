/// A ledger isolated in an actor: the drinks of one person, and what they leave.
///
/// Each call is one hop, runs to its end without suspending, and allocates nothing but where it
/// returns an array. Time enters as an argument; the tracker never reads a clock.
///
///     let tracker = try CaffeineTracker(capacity: 256)
///     _ = try await tracker.record(Drink(time: now, dose: .milligrams(96)), now: now)
///     let amounts = try await tracker.amounts(at: now.adding(3_600))
///
/// Ledger calls keep their meaning, their errors and their cost: see ``Ledger``.
/// - Isolation: the actor's; no method awaits, so no other call comes in between.
public actor CaffeineTracker {
  nonisolated(unsafe) private let memory: UnsafeMutableRawPointer
  private let ledger: Ledger

  /// Creates a tracker that has room for so many drinks and then folds the one that ended first.
  ///
  /// - Parameters:
  ///   - configuration: What the ledger is told for good; device id 0 becomes 1, so that drinks
  ///     without an id are given one.
  ///   - capacity: Drinks that stay editable, 1 to 65 535.
  /// - Throws: `memory` for another capacity, `argument` or `range` for the configuration.
  /// - Complexity: one allocation, `Ledger.byteCount(capacity:)` bytes.
  public init(
    configuration: Configuration = Configuration(), capacity: Int
  ) throws(CaffeineError) {
    var configuration = configuration
    if configuration.deviceID == 0 { configuration.deviceID = 1 }
    let byteCount = Ledger.byteCount(capacity: capacity)
    guard byteCount > 0 else { throw .memory }
    let memory = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount, alignment: Ledger.alignment)
    do throws(CaffeineError) {
      ledger = try Ledger(in: memory, byteCount: byteCount, configuration: configuration)
      self.memory = memory
    } catch {
      memory.deallocate()
      throw error
    }
  }

  deinit {
    memory.deallocate()
  }
}

// MARK: - Changes

extension CaffeineTracker {
  /// Adds a drink, or a newer version of one: ``Ledger/record(_:now:)``.
  @discardableResult
  public func record(_ drink: Drink, now: Timestamp) throws(CaffeineError) -> Receipt {
    try ledger.record(drink, now: now)
  }

  /// Replaces a listed drink: ``Ledger/edit(_:now:)``.
  @discardableResult
  public func edit(_ drink: Drink, now: Timestamp) throws(CaffeineError) -> Receipt {
    try ledger.edit(drink, now: now)
  }

  /// Removes a drink for good: ``Ledger/remove(_:revision:source:)``.
  @discardableResult
  public func remove(_ id: DrinkID) throws(CaffeineError) -> Receipt {
    try ledger.remove(id)
  }

  /// Wipes all that was recorded: ``Ledger/eraseAll()``.
  public func eraseAll() {
    ledger.eraseAll()
  }

  /// Sets the profile from a time on, nil: from the start: ``Ledger/setProfile(_:from:)``.
  public func setProfile(_ profile: Profile, from time: Timestamp?) throws(CaffeineError) {
    try ledger.setProfile(profile, from: time)
  }
}

// MARK: - Questions

extension CaffeineTracker {
  /// The drinks in the order (time, id); allocates the array.
  public var drinks: [Drink] {
    (0..<ledger.count).compactMap { ledger.drink(at: $0) }
  }

  /// Up to and including this time the past can no longer change.
  public var foldTime: Timestamp? { ledger.foldTime }

  /// Gut and body at a time: ``Ledger/amounts(at:)``.
  public func amounts(at time: Timestamp) throws(CaffeineError) -> Amounts {
    try ledger.amounts(at: time)
  }

  /// Body amounts at regular times: ``Ledger/timeline(from:step:count:into:)``; allocates the array.
  public func timeline(
    from start: Timestamp, step: UInt32, count: Int
  ) throws(CaffeineError) -> [Amount] {
    guard step != 0, let entries = UInt32(exactly: count) else { throw .argument }
    // What refuses the whole question must do so before the array is made.
    _ = try ledger.amounts(at: start)
    var amounts = [UInt32](repeating: 0, count: count)
    var failure: CaffeineError?
    amounts.withUnsafeMutableBufferPointer { buffer in
      guard let address = buffer.baseAddress else { return }
      do throws(CaffeineError) {
        _ = try ledger.timeline(from: start, step: step, count: entries, into: address)
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return amounts.map(Amount.init(micrograms:))
  }

  /// The largest amount over a stretch: ``Ledger/highest(from:until:)``.
  public func highest(from: Timestamp, until: Timestamp) throws(CaffeineError) -> Peak {
    try ledger.highest(from: from, until: until)
  }

  /// From when on it stays below a threshold: ``Ledger/belowFrom(_:until:threshold:)``.
  public func belowFrom(
    _ from: Timestamp, until: Timestamp, threshold: Amount
  ) throws(CaffeineError) -> Moment {
    try ledger.belowFrom(from, until: until, threshold: threshold)
  }

  /// The largest dose now for a bedtime: ``Ledger/largestDose(now:bedtime:threshold:)``.
  public func largestDose(
    now: Timestamp, bedtime: Timestamp, threshold: Amount
  ) throws(CaffeineError) -> Allowance {
    try ledger.largestDose(now: now, bedtime: bedtime, threshold: threshold)
  }

  /// The latest time of a dose for a bedtime: ``Ledger/latestTime(for:now:bedtime:threshold:)``.
  public func latestTime(
    for dose: Amount, now: Timestamp, bedtime: Timestamp, threshold: Amount
  ) throws(CaffeineError) -> Moment {
    try ledger.latestTime(for: dose, now: now, bedtime: bedtime, threshold: threshold)
  }

  /// The totals of a local date: ``Ledger/day(_:)``.
  public func day(_ date: LocalDate) throws(CaffeineError) -> Day {
    try ledger.day(date)
  }

  /// The totals of the present day: ``Ledger/today(now:utcOffset:)``.
  public func today(now: Timestamp, utcOffset: Int32) throws(CaffeineError) -> Day {
    try ledger.today(now: now, utcOffset: utcOffset)
  }

  /// The area under the body amount: ``Ledger/area(from:until:)``.
  public func area(from: Timestamp, until: Timestamp) throws(CaffeineError) -> Area {
    try ledger.area(from: from, until: until)
  }

  /// An estimate of the concentration in plasma:
  /// ``Ledger/concentration(at:bodyMass:volumeOfDistribution:)``.
  public func concentration(
    at time: Timestamp, bodyMass: UInt32, volumeOfDistribution: UInt32
  ) throws(CaffeineError) -> Concentration {
    try ledger.concentration(
      at: time, bodyMass: bodyMass, volumeOfDistribution: volumeOfDistribution)
  }
}

// MARK: - Keeping

extension CaffeineTracker {
  /// The ledger written down: ``Ledger/save(to:size:)``; allocates the array.
  public func save() -> [UInt8] {
    let size = ledger.saveSize
    return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      guard let address = buffer.baseAddress else { return }
      ledger.write(to: address)
      count = size
    }
  }

  /// Takes over a ledger that was saved, into a tracker that holds nothing yet:
  /// ``Ledger/load(from:size:)``.
  public func load(_ bytes: [UInt8]) throws(CaffeineError) {
    var skipped: UInt32 = 0
    let status = bytes.withUnsafeBytes { buffer in
      guard let address = buffer.baseAddress else { return Status.refused(.corrupt) }
      return ledger.read(address, size: buffer.count, skipped: &skipped)
    }
    try status.check()
  }
}
