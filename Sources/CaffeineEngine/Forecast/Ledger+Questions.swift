// The questions as Swift code asks them: each makes room for the answer, asks, and throws what a
// refusal says.

extension Ledger {
  /// Gut and body at a time, any time from the fold on; zero before the first drink.
  ///
  /// - Throws: `tooOld` before the fold time.
  /// - Complexity: O(1) at or after the last event, else O(`count`); no allocation.
  /// - Accuracy: within 1 µg + 1e-9 of the total dose so far (`ReferenceTests`).
  public func amounts(at time: Timestamp) throws(CaffeineError) -> Amounts {
    var answer = Amounts()
    try amounts(at: time.seconds, into: &answer).check()
    return answer
  }

  /// The body amount (µg) at `start`, `start` + `step` and so on.
  ///
  /// Each entry is within 1 µg of what `amounts(at:)` gives, and the same on every machine: after an event
  /// the first one is equal, and the others go on from it in equal steps.
  /// - Parameters:
  ///   - start: The first entry's time.
  ///   - step: Seconds from one entry to the next (s), not 0.
  ///   - count: Entries to write.
  ///   - buffer: Room for them.
  /// - Returns: The flags of all entries together.
  /// - Throws: `argument` (step 0), `range` (the last entry's time does not fit) or `tooOld`;
  ///   nothing is written.
  /// - Complexity: O(`count` of drinks + entries), no allocation; an entry that no event lies before costs
  ///   three products.
  public func timeline(
    from start: Timestamp, step: UInt32, count: UInt32, into buffer: UnsafeMutablePointer<UInt32>
  ) throws(CaffeineError) -> Flags {
    var flags: UInt32 = 0
    try timeline(
      from: start.seconds, step: step, count: count, into: buffer, flags: &flags
    ).check()
    return Flags(rawValue: flags)
  }

  /// The largest amount in the body over whole seconds from `from` to `until`, both included.
  ///
  /// - Returns: The earliest such second and its amount; `from` and zero if there is nothing.
  /// - Throws: `argument` (from after until) or `tooOld`.
  /// - Complexity: O(`count`) searches of a few dozen steps, no allocation.
  public func highest(from: Timestamp, until: Timestamp) throws(CaffeineError) -> Peak {
    var answer = Peak()
    try highest(from: from.seconds, until: until.seconds, into: &answer).check()
    return answer
  }

  /// The least second from which on the body amount stays at or below a threshold up to `until`.
  ///
  /// Right also while the amount still rises: drinks count at their time, later ones included.
  /// - Parameters:
  ///   - from: The earliest answer.
  ///   - until: The last second looked at; `.forever` always has an answer.
  ///   - threshold: The amount not to be above, not zero.
  /// - Throws: `argument` (from after until), `range` (threshold 0), `tooOld`, or `never` (above
  ///   the threshold at `until`).
  /// - Complexity: O(`count`) searches of a few dozen steps, no allocation.
  public func belowFrom(
    _ from: Timestamp, until: Timestamp, threshold: Amount
  ) throws(CaffeineError) -> Moment {
    var answer = Moment()
    try belowFrom(
      from.seconds, until: until.seconds, threshold: threshold.micrograms, into: &answer
    ).check()
    return answer
  }

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
    var answer = Allowance()
    try largestDose(
      now: now.seconds, bedtime: bedtime.seconds, threshold: threshold.micrograms, into: &answer
    ).check()
    return answer
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
  /// - Complexity: up to 27 walks over the profile changes, each O(`count`) at worst; no allocation.
  public func latestTime(
    for dose: Amount, now: Timestamp, bedtime: Timestamp, threshold: Amount
  ) throws(CaffeineError) -> Moment {
    var answer = Moment()
    try latestTime(
      for: dose.micrograms, now: now.seconds, bedtime: bedtime.seconds,
      threshold: threshold.micrograms, into: &answer
    ).check()
    return answer
  }

  /// The area under the body amount from `from` to `until`.
  ///
  /// - Returns: The area (µg·s).
  /// - Throws: `argument` (from after until) or `tooOld`; every area fits.
  /// - Complexity: O(`count`), no allocation.
  /// - Accuracy: 1e-9 of the area + 1 µg × its length.
  public func area(from: Timestamp, until: Timestamp) throws(CaffeineError) -> Area {
    var answer = Area()
    try area(from: from.seconds, until: until.seconds, into: &answer).check()
    return answer
  }

  /// An estimate of the concentration in plasma from the body amount at a time.
  ///
  /// - Parameters:
  ///   - time: When.
  ///   - bodyMass: Body mass (g).
  ///   - volumeOfDistribution: Volume per body mass (mL/kg); 700 is usual.
  /// - Throws: `argument` where one of them is 0, `range` where the result does not fit, or
  ///   `tooOld`.
  /// - Complexity: As `amounts(at:)`.
  /// - Source: 0.7 L/kg: Newton 1981, doi 10.1007/BF00609587.
  public func concentration(
    at time: Timestamp, bodyMass: UInt32, volumeOfDistribution: UInt32
  ) throws(CaffeineError) -> Concentration {
    var answer = Concentration()
    try concentration(
      at: time.seconds, bodyMass: bodyMass, volumeOfDistribution: volumeOfDistribution,
      into: &answer
    ).check()
    return answer
  }

  /// The totals of a local date.
  ///
  /// A drink belongs where it starts, under its own stored offset; days never move afterwards.
  /// - Throws: `notKept` for a date more than 14 days before the latest of any drink.
  /// - Complexity: O(`count`), no allocation.
  public func day(_ date: LocalDate) throws(CaffeineError) -> Day {
    var answer = Day()
    try day(into: &answer, date).check()
    return answer
  }

  /// The totals of the day that is now under the given offset.
  ///
  /// - Parameters:
  ///   - now: The present time.
  ///   - utcOffset: Local time less UTC where the wearer is (min), -1 080 to 1 080.
  /// - Throws: `range` for the offset, `clock`, or `notKept`.
  /// - Complexity: O(`count`), no allocation.
  public func today(now: Timestamp, utcOffset: Int32) throws(CaffeineError) -> Day {
    var answer = Day()
    try today(now: now, utcOffset: utcOffset, into: &answer).check()
    return answer
  }
}
