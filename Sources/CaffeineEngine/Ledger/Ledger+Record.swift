/// What a call that changes the ledger did.
@frozen
public struct Receipt: Equatable, Sendable {
  /// How the ledger changed.
  @frozen
  public enum Change: UInt8, Sendable {
    /// Nothing: this very version was there already.
    case unchanged
    /// A drink that was not listed before.
    case added
    /// Another version of a listed drink.
    case edited
    /// The drink is gone.
    case removed
  }

  /// The drink's id, also where the ledger assigned it.
  public var id: DrinkID
  /// The revision that is kept now.
  public var revision: UInt32
  /// How the ledger changed.
  public var change: Change

  init(_ id: DrinkID, _ revision: UInt32, _ change: Change) {
    self.id = id
    self.revision = revision
    self.change = change
  }
}

extension Ledger {
  /// A drink may be dated this far ahead of now (s): clocks differ.
  public static var clockSkew: Int64 { 120 }

  /// Adds a drink, or a newer version of one that is listed or was removed.
  ///
  /// At capacity the drink that ended first is folded: its caffeine stays, it can no longer change.
  /// - Parameters:
  ///   - drink: A copy of the drink, in which revision 0 and an all-zero id are replaced by what
  ///     the ledger assigns.
  ///   - now: The present time.
  ///   - isEdit: Whether the drink has to be listed already.
  /// - Throws: `range` (dose over 10 g first; a field, or a sum past 2^32 - 1 µg), `argument`
  ///   (flags; an id is wanted and the device id is 0), `suspicious`, `clock`, `future`, `stale`,
  ///   `unknownID` (an edit), `tooOld` (see `oldestOpenTime`) or `full`; every byte is as it was.
  /// - Complexity: O(`count`), no allocation.
  @inline(never)
  public func record(
    _ drink: UnsafeMutablePointer<Drink>, now: Timestamp, isEdit: Bool
  ) throws(CaffeineError) -> Receipt.Change {
    try UnsafePointer(drink).check()
    try check(now)
    // The drink's time is in range, so this difference only overflows for a `now` far behind.
    let ahead = drink.pointee.time.seconds.subtractingReportingOverflow(now.seconds)
    if ahead.overflow || ahead.partialValue > Ledger.clockSkew { throw .future }
    return try settle(drink, isEdit: isEdit)
  }

  /// Removes a drink for good and remembers that it did.
  ///
  /// The last 16 removals are kept as tombstones, so that an older copy does not return.
  /// - Parameters:
  ///   - id: The drink.
  ///   - revision: The revision of the removal; 0 is replaced by the next one.
  ///   - source: Who removes it.
  /// - Throws: `unknownID`, `stale`, `tooOld` or `range` (no revision is left); every byte is as
  ///   it was.
  /// - Complexity: O(`count`), no allocation.
  @inline(never)
  public func remove(
    _ id: UnsafePointer<DrinkID>, revision: UnsafeMutablePointer<UInt32>, source: UInt8
  ) throws(CaffeineError) -> Receipt.Change {
    let index = find(id), tombstone = findTombstone(id)
    // Removing it again needs a revision to compare.
    guard index >= 0 || tombstone >= 0 && revision.pointee != 0 else { throw .unknownID }
    let isNewer = try weigh(revision, source, against: index, tombstone)
    if index >= 0 {
      guard drink(index).pointee.time.seconds > header.pointee.front.time else { throw .tooOld }
      takeOut(index)
      // Less caffeine than before is always in range.
      _ = refresh()
    } else {
      guard isNewer else { return .unchanged }
      unbury(tombstone)
    }
    // The seventeenth removal takes the place of the oldest.
    if header.pointee.tombstoneCount == Tombstone.capacity { unbury(0) }
    let count = header.pointee.tombstoneCount
    tombstones[Int(count)] = Tombstone(
      id: id.pointee, revision: revision.pointee, source: UInt32(source))
    header.pointee.tombstoneCount = count &+ 1
    return .removed
  }
}

// MARK: - Steps

extension Ledger {
  /// Completes a drink's id and revision, and puts it in unless a newer version is kept.
  @inline(never)
  private func settle(
    _ drink: UnsafeMutablePointer<Drink>, isEdit: Bool
  ) throws(CaffeineError) -> Receipt.Change {
    let isNameless = drink.pointee.id.isUnassigned
    if isNameless {
      guard header.pointee.configuration.deviceID != 0, !isEdit else { throw .argument }
      assignID(to: drink)
    }
    let old = find(drink.id), tombstone = findTombstone(drink.id)
    guard old >= 0 || !isEdit else { throw .unknownID }
    if try !weigh(drink.revision, drink.pointee.source, against: old, tombstone) {
      // A removal outranks a drink of the same revision and source.
      let order = old < 0 ? -1 : UnsafePointer(drink).compareContent(with: self.drink(old))
      guard order >= 0 else { throw .stale }
      guard order > 0 else { return .unchanged }
    }
    try replace(old, with: drink)
    if tombstone >= 0 { unbury(tombstone) }
    if isNameless { header.pointee.idCounter = drink.pointee.id.low }
    return old >= 0 ? .edited : .added
  }

  /// Assigns a revision of 0, and compares with the version that is kept, listed or removed.
  ///
  /// - Returns: Whether revision and source are greater than the kept version's, not the same.
  /// - Throws: `stale` where they are less, or `range` where no revision is left.
  @inline(never)
  private func weigh(
    _ revision: UnsafeMutablePointer<UInt32>, _ source: UInt8, against index: Int32,
    _ tombstone: Int32
  ) throws(CaffeineError) -> Bool {
    var kept: UInt32 = 0, keptSource: UInt32 = 0
    if index >= 0 {
      kept = drink(index).pointee.revision
      keptSource = UInt32(drink(index).pointee.source)
    } else if tombstone >= 0 {
      kept = tombstones[Int(tombstone)].revision
      keptSource = tombstones[Int(tombstone)].source
    }
    if revision.pointee == 0 {
      guard kept != .max else { throw .range }
      revision.pointee = kept &+ 1
    }
    let given = revision.pointee
    guard given > kept || given == kept && source >= keptSource else { throw .stale }
    return given != kept || source != keptSource
  }

  /// Inserts a drink in place of another (-1: none), folds if it must, or undoes it all.
  @inline(never)
  private func replace(_ old: Int32, with drink: UnsafePointer<Drink>) throws(CaffeineError) {
    let front = header.pointee.front.time, time = drink.pointee.time.seconds
    guard time > front else { throw .tooOld }
    let mustFold = old < 0 && header.pointee.count == header.pointee.capacity
    var previous = Drink.nothing
    if old >= 0 {
      guard self.drink(old).pointee.time.seconds > front else { throw .tooOld }
      withUnsafeMutablePointer(to: &previous) { $0.copy(self.drink(old)) }
      takeOut(old)
    } else if mustFold {
      let end = self.drink(header.pointee.firstToEnd).pointee.end.seconds
      guard end <= time else { throw .full }
      guard end < time else { throw .tooOld }
    }
    let index = insert(drink)
    if isDayInRange(of: drink), refresh() {
      if mustFold { fold() }
      return
    }
    takeOut(index)
    if old >= 0 { _ = insert(&previous) }
    throw .range
  }

  /// Refuses a clock that was never set.
  func check(_ now: Timestamp) throws(CaffeineError) {
    let floor = header.pointee.configuration.clockFloor.seconds
    if floor != 0, now.seconds < floor { throw .clock }
  }

  /// Gives a drink the device's next id that no drink and no tombstone bears.
  @inline(never)
  private func assignID(to drink: UnsafeMutablePointer<Drink>) {
    var counter = header.pointee.idCounter
    repeat {
      counter = counter &+ 1
      drink.pointee.id = DrinkID(high: header.pointee.configuration.deviceID, low: counter)
    } while find(drink.id) >= 0 || findTombstone(drink.id) >= 0
  }

  /// Works out the state after the last event anew.
  ///
  /// - Returns: False if a sum would pass 2^32 - 1 µg; then nothing is kept.
  @inline(never)
  func refresh() -> Bool {
    var chain = Chain(fromFrontOf: self)
    chain.run(to: .max)
    guard chain.isInRange else { return false }
    header.pointee.last = chain.state
    return true
  }

  /// Forgets a removal, and clears the place that comes free.
  @inline(never)
  private func unbury(_ index: Int32) {
    let count = header.pointee.tombstoneCount &- 1
    closeGap(at: tombstones + Int(index), before: count &- index, MemoryLayout<Tombstone>.size)
    header.pointee.tombstoneCount = count
  }
}
