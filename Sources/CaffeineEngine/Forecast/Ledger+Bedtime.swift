extension Ledger {
  /// The greatest dose that, swallowed at once now, keeps gut + body at bedtime within a threshold.
  ///
  /// Drinks between now and bedtime count; what of a sip comes after bedtime does not.
  /// - Parameters:
  ///   - now: When it would be swallowed.
  ///   - bedtime: When gut + body are to be at or below the threshold.
  ///   - threshold: The amount to stay within, not zero.
  /// - Returns: Whole µg from 0 to 10 g, also where the ledger would call it suspicious.
  /// - Throws: `argument` (bedtime before now), `range` (threshold 0), `clock`, `tooOld`, or
  ///   `never` (the ledger alone is above the threshold).
  /// - Complexity: O(`count`), no allocation.
  public func largestDose(
    now: Timestamp, bedtime: Timestamp, threshold: Amount
  ) throws(CaffeineError) -> Allowance {
    let room = try BedtimeRoom(self, now: now, bedtime: bedtime, threshold: threshold)
    return Allowance(
      dose: Amount(micrograms: room.largestDose(at: now.seconds)), flags: room.flags)
  }

  /// The latest second up to bedtime at which a dose keeps gut + body at bedtime within a threshold.
  ///
  /// What is left of a dose only grows the later it is taken, so bisection finds it.
  /// - Parameters:
  ///   - dose: The dose, at most 10 g.
  ///   - now: The earliest answer.
  ///   - bedtime: When gut + body are to be at or below the threshold.
  ///   - threshold: The amount to stay within, not zero.
  /// - Throws: `argument` (bedtime before now), `range` (threshold 0, dose over 10 g), `clock`,
  ///   `tooOld`, or `never` (even now is too late).
  /// - Complexity: O(`count`) and a few dozen steps, no allocation.
  @inline(__always)
  public func latestTime(
    for dose: Amount, now: Timestamp, bedtime: Timestamp, threshold: Amount
  ) throws(CaffeineError) -> Moment {
    guard dose.micrograms <= Drink.largestDose else { throw .range }
    let room = try BedtimeRoom(self, now: now, bedtime: bedtime, threshold: threshold)
    guard room.largestDose(at: now.seconds) >= dose.micrograms else { throw .never }
    // Seconds before bedtime. So long before it nothing of any dose would be left.
    var least: UInt32 = 0
    var most = Compartments.clamped(UInt64(bitPattern: bedtime.seconds &- now.seconds))
    while least < most {
      let middle = (least &+ most) &>> 1
      if room.largestDose(at: bedtime.seconds &- Int64(middle)) >= dose.micrograms {
        most = middle
      } else {
        least = middle &+ 1
      }
    }
    return Moment(time: Timestamp(bedtime.seconds &- Int64(least)), flags: room.flags)
  }
}

/// How much room the ledger leaves below a threshold at bedtime.
private struct BedtimeRoom {
  let ledger: Ledger
  let bedtime: Int64
  /// Threshold less gut + body at bedtime (µg, Q32.32).
  let amount: UInt64
  let flags: Flags

  @inline(never)
  init(
    _ ledger: Ledger, now: Timestamp, bedtime: Timestamp, threshold: Amount
  ) throws(CaffeineError) {
    guard threshold != .zero else { throw .range }
    guard now <= bedtime else { throw .argument }
    try ledger.check(now)
    try ledger.checkOpen(now)
    var chain = Chain(ledger, at: bedtime.seconds)
    let taken = chain.ask { $0.sum(at: bedtime.seconds) }
    let limit = UInt64(threshold.micrograms) &<< 32
    guard taken <= limit else { throw .never }
    self.ledger = ledger
    self.bedtime = bedtime.seconds
    amount = limit &- taken
    let doubts = chain.ask { $0.flags(at: bedtime.seconds) }.rawValue
    // What can only raise the amount can only lower the answer: bit 8 becomes bit 9.
    flags = Flags(rawValue: doubts &+ doubts & Flags.lowerBound.rawValue)
  }

  /// The greatest dose (µg) of which what is left at bedtime fits the room.
  @inline(never)
  func largestDose(at time: Int64) -> UInt32 {
    // A bolus of 2^62 units, without any drink, over the profile changes alone.
    var chain = Chain(fromFrontOf: ledger)
    chain.state.compartments = Compartments(gut: 0, body: 0, rate: 0)
    chain.nextStart = ledger.header.pointee.count
    chain.nextEnd = -1
    chain.run(to: time)
    chain.state.time = time
    if chain.state.rates.absorption == 0 {
      chain.state.compartments.body = 1 &<< 62
    } else {
      chain.state.compartments.gut = 1 &<< 62
    }
    chain.run(to: bedtime)
    // As a share of 2^40, so that a dose times it fits.
    let share = chain.ask { $0.sum(at: bedtime) } &>> 22
    let most = Drink.largestDose
    guard share != 0, amount &>> 32 < UInt64(most) else { return most }
    let dose = (amount &<< 8 | 0xFF).divided(by: share)
    return dose < UInt64(most) ? dose.low : most
  }
}
