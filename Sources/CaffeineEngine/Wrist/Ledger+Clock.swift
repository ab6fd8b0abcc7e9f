extension Ledger {
  /// Confirms a planned drink: it was drunk, and counts from now on.
  ///
  /// - Parameters:
  ///   - id: The plan.
  ///   - time: When it was drunk.
  ///   - now: The present time.
  ///   - source: Who confirms it.
  /// - Returns: The revision that is kept.
  /// - Throws: `unknownID`, `argument` (no plan), or as `edit`; every byte is as it was.
  /// - Complexity: O(`count`), no allocation.
  public func confirm(
    _ id: DrinkID, at time: Timestamp, now: Timestamp, source: UInt8 = 0
  ) throws(CaffeineError) -> Receipt {
    var drink = Drink(id: id, time: time, dose: .zero, source: source)
    return try Receipt(confirm(&drink, now: now), drink)
  }

  /// See `confirm(_:at:now:source:)`: a drink's id, time and source, of which the rest is filled in.
  @inline(never)
  package func confirm(_ drink: UnsafeMutablePointer<Drink>, now: Timestamp) -> Status {
    let index = find(drink.id)
    guard index >= 0 else { return .refused(.unknownID) }
    let time = drink.pointee.time, source = drink.pointee.source
    drink.copy(self.drink(index))
    guard drink.pointee.flags.rawValue & Flags.planned.rawValue != 0 else {
      return .refused(.argument)
    }
    drink.pointee.flags.rawValue &= ~Flags.planned.rawValue
    drink.pointee.time = time
    drink.pointee.source = source
    drink.pointee.revision = 0
    return record(drink, now: now, isEdit: true)
  }

  /// Dates the drinks that have no date, and those that were logged here under a wrong clock.
  ///
  /// A drink that cannot be dated stays as it is: its time would be folded, more than 120 s ahead, or no
  /// drink's at all.
  /// - Parameters:
  ///   - old: What the clock read before, at the present time; seconds of uptime where it was not set.
  ///   - new: The present time.
  ///   - wrongSince: From which time on, in the old clock's terms, drinks logged here have wrong times,
  ///     up to 120 s ahead of `old`; `.forever`: none. Plans keep theirs.
  /// - Returns: How many drinks have a new time.
  /// - Throws: `clock`.
  /// - Complexity: As `edit` for each, no allocation.
  public func clockChanged(
    from old: Timestamp, to new: Timestamp, wrongSince: Timestamp = .forever
  ) throws(CaffeineError) -> Int {
    let dated = changeClock(from: old.seconds, to: new.seconds, wrongSince: wrongSince.seconds)
    try Status(dated < 0 ? dated : 0).check()
    return Int(dated)
  }

  /// See `clockChanged(from:to:wrongSince:)`.
  @inline(never)
  package func changeClock(from old: Int64, to new: Int64, wrongSince: Int64) -> Int32 {
    let status = check(Timestamp(new))
    if status.isRefusal { return status.rawValue }
    // What moves later is met from the end on, what moves earlier from the start: each once, since it
    // passes only those that were met before.
    let shift = new &- old, step: Int32 = shift > 0 ? -1 : 1
    // No drink can be moved further, and the difference fits.
    guard !new.subtractingReportingOverflow(old).overflow, shift < Drink.endOfTime,
      shift > -Drink.endOfTime
    else { return 0 }
    var dated: Int32 = 0
    var index = shift > 0 ? header.pointee.count &- 1 : 0
    while UInt32(bitPattern: index) < UInt32(bitPattern: header.pointee.count) {
      var drink = Drink(time: Timestamp(0), dose: .zero)
      drink.stamp = self.drink(index).pointee.stamp
      copyDrink(at: index, to: &drink)
      let isUndated = drink.flags.contains(.timeUnset)
      let isWrong =
        shift != 0 && drink.time.seconds >= wrongSince
        && drink.time.seconds &- Ledger.clockSkew <= old && !drink.flags.contains(.planned)
      // Not what a peer logged: it has a clock of its own.
      if drink.stamp & 7 == 0, isUndated || isWrong {
        drink.flags.remove(.timeUnset)
        drink.time = Timestamp(drink.time.seconds &+ shift)
        drink.revision = 0
        // Refused, it stays. None logged before the clock's floor has a date that early.
        if isUndated && check(drink.time).isRefusal
          || record(&drink, now: Timestamp(new), isEdit: true).isRefusal
        {
          note(.warning, .wrist, "a drink keeps its time")
        } else {
          dated = dated &+ 1
        }
      }
      index = index &+ step
    }
    return dated
  }
}
