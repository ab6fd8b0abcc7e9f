extension Ledger {
  /// Gut and body at a time, any time from the fold on; zero before the first drink.
  ///
  /// - Throws: `tooOld` before the fold time.
  /// - Complexity: O(1) at or after the last event, else O(`count`); no allocation.
  /// - Accuracy: within 1 µg + 1e-9 of the total dose so far (`ReferenceTests`).
  @inline(never)
  public func amounts(at time: Timestamp) throws(CaffeineError) -> Amounts {
    let chain = try walk(to: time.seconds)
    let compartments = chain.state.compartments(at: time.seconds)
    return Amounts(
      gut: Amount(micrograms: compartments.gut.roundedMicrograms),
      body: Amount(micrograms: compartments.body.roundedMicrograms),
      flags: chain.state.flags(at: time.seconds))
  }

  /// The body amount (µg) at `start`, `start` + `step` and so on.
  ///
  /// Each entry equals what `amounts(at:)` gives.
  /// - Parameters:
  ///   - start: The first entry's time.
  ///   - step: Seconds from one entry to the next (s), not 0.
  ///   - count: Entries to write.
  ///   - buffer: Room for them.
  /// - Returns: How far to trust the entries.
  /// - Throws: `argument` (step 0), `range` (the last entry's time does not fit) or `tooOld`;
  ///   nothing is written.
  /// - Complexity: O(`count` of drinks + entries), no allocation.
  public func timeline(
    from start: Timestamp, step: UInt32, count: UInt32, into buffer: UnsafeMutablePointer<UInt32>
  ) throws(CaffeineError) -> Flags {
    guard step != 0 else { throw .argument }
    guard count != 0 else { return [] }
    // Both factors are below 2^32: as a signed number the product may not fit.
    let length = Int64(bitPattern: wideProduct(step, count &- 1))
    guard length >= 0, !start.seconds.addingReportingOverflow(length).overflow else {
      throw .range
    }
    var chain = try walk(to: start.seconds)
    var time = start.seconds
    var index: UInt32 = 0
    while index < count {
      chain.run(to: time)
      let body = chain.state.compartments(at: time).body
      buffer[Int(truncatingIfNeeded: index)] = body.roundedMicrograms
      time = time &+ Int64(step)
      index &+= 1
    }
    return chain.state.flags(at: start.seconds)
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
    guard bodyMass != 0, volumeOfDistribution != 0 else { throw .argument }
    let amounts = try amounts(at: time)
    // µg · 1000 ng/µg / (g/1000 · mL/kg) = ng/mL; mass times volume is in nanolitres.
    let volume = wideProduct(bodyMass, volumeOfDistribution)
    let nanograms = wideProduct(amounts.body.micrograms, 1_000_000)
    // Half of the volume on top rounds half up; it fits, since the nanograms are below 2^52.
    let (sum, overflow) = nanograms.addingReportingOverflow(volume &>> 1)
    let rounded = overflow ? 1 : sum.divided(by: volume)
    guard rounded <= UInt64(UInt32.max) else { throw .range }
    return Concentration(nanogramsPerMilliliter: rounded.low, flags: amounts.flags)
  }

  /// A walk that has taken in every event up to and including a time.
  @inline(never)
  func walk(to time: Int64) throws(CaffeineError) -> Chain {
    guard time >= header.pointee.front.time else { throw .tooOld }
    var chain = Chain(self, for: time)
    chain.run(to: time)
    return chain
  }
}
