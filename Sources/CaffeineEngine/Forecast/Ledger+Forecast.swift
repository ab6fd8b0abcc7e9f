extension Ledger {
  /// The largest amount in the body over whole seconds from `from` to `until`, both included.
  ///
  /// - Returns: The earliest such second and its amount; `from` and zero if there is nothing.
  /// - Throws: `argument` (from after until) or `tooOld`.
  /// - Complexity: O(`count`) searches of a few dozen steps, no allocation.
  public func highest(from: Timestamp, until: Timestamp) throws(CaffeineError) -> Peak {
    let survey = try Survey(
      self, from: from.seconds, until: until.seconds, threshold: .max)
    return Peak(
      time: Timestamp(survey.highestTime),
      body: Amount(micrograms: survey.highestAmount.roundedMicrograms),
      flags: survey.flags)
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
    guard threshold != .zero else { throw .range }
    let survey = try Survey(
      self, from: from.seconds, until: until.seconds,
      threshold: UInt64(threshold.micrograms) &<< 32)
    guard survey.belowFrom <= until.seconds else { throw .never }
    return Moment(time: Timestamp(survey.belowFrom), flags: survey.flags)
  }

  /// The area under the body amount from `from` to `until`.
  ///
  /// By balance: what left the body over a stretch is ke · area, and it is what was there before
  /// and came in, less what is there after.
  /// - Returns: The area (µg·s).
  /// - Throws: `argument` (from after until) or `tooOld`; every area fits.
  /// - Complexity: O(`count`), no allocation.
  /// - Accuracy: 1e-9 of the area + 1 µg × its length.
  public func area(from: Timestamp, until: Timestamp) throws(CaffeineError) -> Area {
    try checkOpen(from: from.seconds, until: until.seconds)
    var chain = Chain(self, at: from.seconds)
    var start = from.seconds
    // Twelve bits more than whole µg·s, so that many short stretches lose nothing; from a half on,
    // so that the sum is rounded.
    var whole: UInt64 = 0, fraction: UInt64 = 0x800
    var flags: Flags = []
    repeat {
      flags.formUnion(chain.ask { $0.flags(at: start) })
      let next = chain.nextTime()
      let end = next < until.seconds ? next : until.seconds
      let input = chain.state.compartments.rate &* UInt64(bitPattern: end &- start)
      let supplied = chain.ask { $0.sum(at: start) } &+ input
      let after = chain.ask { $0.sum(at: end) }
      // Rounding may leave a little more than there was: nothing was eliminated then.
      let eliminated = supplied > after ? supplied &- after : 0
      let constant = Compartments.timeConstant(chain.state.rates.elimination)
      fraction = highProduct(eliminated, constant) &+ (fraction & 0xFFF)
      // Never too large: 65 535 drinks of 10 g leave less than 2^60 µg·s.
      whole = whole &+ fraction &>> 12
      start = end
    } while chain.step(to: until.seconds)
    return Area(microgramSeconds: whole, flags: flags)
  }
}
