// The doors that both faces call: times in s, amounts in µg. What each asks, costs and refuses is said
// at its Swift face, in Ledger+Questions; a refusal leaves the answer as it was.

extension Ledger {
  /// See `highest(from:until:)`.
  package func highest(
    from: Int64, until: Int64, into answer: UnsafeMutablePointer<Peak>
  ) -> Status {
    var survey = Survey(from: from, threshold: .max)
    let status = survey.cover(self, from: from, until: until)
    if status.isRefusal { return status }
    answer.pointee.body = Amount(micrograms: survey.highestAmount.roundedMicrograms)
    answer.pointee.time = Timestamp(survey.highestTime)
    answer.pointee.flags = survey.flags
    return status
  }

  /// See `belowFrom(_:until:threshold:)`.
  package func belowFrom(
    _ from: Int64, until: Int64, threshold: UInt32, into answer: UnsafeMutablePointer<Moment>
  ) -> Status {
    guard threshold != 0 else { return .refused(.range) }
    var survey = Survey(from: from, threshold: UInt64(threshold) &<< 32)
    let status = survey.cover(self, from: from, until: until)
    if status.isRefusal { return status }
    guard survey.belowFrom <= until else { return .refused(.never) }
    answer.pointee.time = Timestamp(survey.belowFrom)
    answer.pointee.flags = survey.flags
    return status
  }

  /// See `area(from:until:)`.
  package func area(
    from: Int64, until: Int64, into answer: UnsafeMutablePointer<Area>
  ) -> Status {
    let status = checkOpen(from: from, until: until)
    if status.isRefusal { return status }
    var chain = Chain(self)
    chain.begin(at: from)
    chain.state.advance(to: from)
    // The last half of a µg·s on top, so that the sum is rounded.
    var area: UInt64 = 8
    var flags = flagsOfUncounted(at: until)
    repeat {
      flags |= chain.ask { $0.flags(at: $0.pointee.time) }.rawValue
      let next = chain.nextTime
      // Never too large: 65 535 drinks of 10 g leave less than 2^60 µg·s.
      area = area &+ chain.ask { $0.area(until: next < until ? next : until) }
    } while chain.step(to: until)
    answer.pointee.microgramSeconds = area &>> 4
    answer.pointee.flags = Flags(rawValue: flags)
    return status
  }
}

extension UnsafePointer<ChainState> {
  /// The area under the body amount from this event to a second up to the next one (1/16 µg·s).
  ///
  /// By balance: what left the body is ke · area, and it is what was there before and came in,
  /// less what is there after. What is cut is below the µg for each second that may be wrong.
  @inline(never)
  fileprivate func area(until end: Int64) -> UInt64 {
    let input = pointee.compartments.rate &* UInt64(bitPattern: end &- pointee.time)
    let after = sum(at: end)
    let supplied = pointee.compartments.sum &+ input
    // Rounding may leave a little more than there was: nothing was eliminated then.
    guard supplied > after else { return 0 }
    let constant = Compartments.timeConstant(pointee.rates.elimination)
    return highProduct(supplied &- after, constant) &>> 8
  }
}
