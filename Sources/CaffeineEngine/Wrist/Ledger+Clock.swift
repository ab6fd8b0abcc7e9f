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
    let plan = self.drink(index)
    let flags = plan.pointee.flags.rawValue
    guard flags & Flags.planned.rawValue != 0 else { return .refused(.argument) }
    drink.pointee.dose = plan.pointee.dose
    drink.pointee.duration = plan.pointee.duration
    drink.pointee.flags.rawValue = flags & ~Flags.planned.rawValue
    drink.pointee.utcOffset = plan.pointee.utcOffset
    drink.pointee.kind = plan.pointee.kind
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
    let (shift, isOver) = new.subtractingReportingOverflow(old)
    if isOver { return 0 }
    // What moves later is met from the end on, what moves earlier from the start: each once, since it
    // passes only those that were met before.
    let step: Int32 = shift > 0 ? -1 : 1, count = UInt32(bitPattern: header.pointee.count)
    var index = shift > 0 ? header.pointee.count &- 1 : 0
    let since = shift != 0 ? wrongSince : .max
    var dated: Int32 = 0
    var drink = Drink(time: Timestamp(0), dose: .zero)
    while UInt32(bitPattern: index) < count {
      withUnsafeMutablePointer(to: &drink) { $0.copy(self.drink(index)) }
      index = index &+ step
      // Not what a peer logged: it has a clock of its own.
      guard drink.stamp & 7 == 0 else { continue }
      let flags = drink.flags.rawValue, time = drink.time.seconds
      let isUndated = flags & Flags.timeUnset.rawValue != 0
      if !isUndated {
        guard flags & Flags.planned.rawValue == 0, time >= since, time &- Ledger.clockSkew <= old
        else { continue }
      }
      drink.flags.rawValue = flags & ~Flags.timeUnset.rawValue
      drink.time = Timestamp(time &+ shift)
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
    return dated
  }
}
