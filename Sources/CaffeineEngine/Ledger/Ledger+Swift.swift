// The calls as Swift code makes them. The C face calls the same doors with pointers of its own:
// passing a drink's twelve words by value costs a microcontroller more than the call.

extension Ledger {
  /// Sets up an empty ledger for as many drinks as the memory holds.
  ///
  /// - Parameters:
  ///   - memory: Start of the memory, aligned to 8 bytes.
  ///   - byteCount: Its size (bytes).
  ///   - configuration: What the ledger is told for good.
  /// - Throws: `align`, `memory` (no room for one drink), `argument` (a cup of nothing) or `range`
  ///   (a half-life, a day start over 1 439); the memory is as it was.
  /// - Complexity: O(capacity).
  public init(
    in memory: UnsafeMutableRawPointer, byteCount: Int, configuration: Configuration
  ) throws(CaffeineError) {
    self.init(at: memory)
    try withUnsafePointer(to: configuration) {
      setUp(byteCount: UInt32(clamping: byteCount), configuration: $0)
    }.check()
  }

  /// Adds a drink, or a newer version of one that is listed or was removed.
  ///
  /// At capacity the drink that ended first is folded: its caffeine stays, it can no longer change.
  /// - Parameters:
  ///   - drink: The drink; revision 0 and an all-zero id are assigned by the ledger.
  ///   - now: The present time.
  /// - Returns: Id and revision as they are kept.
  /// - Throws: `range` (dose over 10 g first; a field, or a sum past 2^32 - 1 µg), `argument`
  ///   (flags; an id is wanted and the device id is 0), `suspicious`, `clock`, `future`, `stale`,
  ///   `tooOld` (see `oldestOpenTime`) or `full`; every byte is as it was.
  /// - Complexity: O(`count`), no allocation.
  public func record(_ drink: Drink, now: Timestamp) throws(CaffeineError) -> Receipt {
    var drink = drink
    return try Receipt(record(&drink, now: now, isEdit: false), drink)
  }

  /// Replaces a listed drink by a newer version.
  ///
  /// - Parameters:
  ///   - drink: The new version under the same id; revision 0: the next one.
  ///   - now: The present time.
  /// - Returns: The revision that is kept.
  /// - Throws: As `record`, or `unknownID`; every byte is as it was.
  /// - Complexity: O(`count`), no allocation.
  public func edit(_ drink: Drink, now: Timestamp) throws(CaffeineError) -> Receipt {
    var drink = drink
    return try Receipt(record(&drink, now: now, isEdit: true), drink)
  }

  /// The position of the drink with this id, nil if there is none.
  ///
  /// - Complexity: O(`count`).
  public func index(of id: DrinkID) -> Int? {
    let index = withUnsafePointer(to: id) { find($0) }
    return index < 0 ? nil : Int(index)
  }

  /// Removes a drink for good and remembers that it did.
  ///
  /// The last 16 removals are kept as tombstones, so that an older copy does not return.
  /// - Parameters:
  ///   - id: The drink.
  ///   - revision: The revision of the removal; 0: the next one.
  ///   - source: Who removes it.
  /// - Returns: The revision that is kept.
  /// - Throws: `unknownID`, `stale`, `tooOld` or `range` (no revision is left); every byte is as
  ///   it was.
  /// - Complexity: O(`count`), no allocation.
  public func remove(
    _ id: DrinkID, revision: UInt32 = 0, source: UInt8 = 0
  ) throws(CaffeineError) -> Receipt {
    var drink = Drink(
      id: id, time: Timestamp(0), dose: .zero, revision: revision, source: source)
    return try Receipt(remove(&drink), drink)
  }

  /// Sets the profile that holds from a time on; a change at the same second is replaced.
  ///
  /// - Parameters:
  ///   - profile: The new half-lives.
  ///   - time: When they begin to hold; nil: from the start, that is from the front of the chain
  ///     on, in place of the constants in force there. Never too old: a corrected half-life
  ///     corrects history.
  /// - Throws: `range` (a half-life, the time, or a sum past 2^32 - 1 µg), `tooOld` or `full` (a
  ///   ninth change that is not folded); every byte is as it was.
  /// - Complexity: O(`count`), no allocation.
  public func setProfile(_ profile: Profile, from time: Timestamp?) throws(CaffeineError) {
    // No time that a change may have; `.min` is from the start to C only.
    guard time?.seconds != .min else { throw .range }
    try setProfile(profile, from: time?.seconds ?? .min).check()
  }
}
