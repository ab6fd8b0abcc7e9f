extension Ledger {
  /// Gut and body at a time, any time from the fold on; zero before the first drink.
  ///
  /// - Throws: `tooOld` before the fold time.
  /// - Complexity: O(1) at or after the last event, else O(`count`); no allocation.
  /// - Accuracy: within 1 µg + 1e-9 of the total dose so far (`ReferenceTests`).
  @inline(never)
  public func amounts(at time: Timestamp) throws(CaffeineError) -> Amounts {
    if time.seconds >= header.pointee.last.time { return lastState.amounts(at: time.seconds) }
    try checkOpen(time)
    var chain = Chain(self, at: time.seconds)
    return chain.ask { $0.amounts(at: time.seconds) }
  }

  /// Where the state after the last event lies.
  private var lastState: UnsafePointer<ChainState> {
    (UnsafeRawPointer(header) + Header.lastOffset).assumingMemoryBound(to: ChainState.self)
  }

  /// The body amount (µg) at `start`, `start` + `step` and so on.
  ///
  /// Each entry equals what `amounts(at:)` gives.
  /// - Parameters:
  ///   - start: The first entry's time.
  ///   - step: Seconds from one entry to the next (s), not 0.
  ///   - count: Entries to write.
  ///   - buffer: Room for them.
  /// - Returns: The flags of all entries together.
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
    try checkOpen(start)
    var chain = Chain(self, at: start.seconds)
    var time = start.seconds
    var index: UInt32 = 0
    var flags: Flags = []
    while index < count {
      chain.run(to: time)
      let body = chain.ask { $0.body(at: time) }
      buffer[Int(truncatingIfNeeded: index)] = body.roundedMicrograms
      flags.formUnion(chain.ask { $0.flags(at: time) })
      time = time &+ Int64(step)
      index &+= 1
    }
    return flags
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
    let rounded = (nanograms &+ volume &>> 1).divided(by: volume)
    guard rounded <= UInt64(UInt32.max) else { throw .range }
    return Concentration(nanogramsPerMilliliter: rounded.low, flags: amounts.flags)
  }

  /// Refuses a question about a stretch of time that ends before it begins, or before the fold.
  @inline(never)
  func checkOpen(from: Int64, until: Int64) throws(CaffeineError) {
    guard from <= until else { throw .argument }
    try checkOpen(Timestamp(from))
  }

  /// Refuses a question about a time before the fold.
  @inline(__always)
  func checkOpen(_ time: Timestamp) throws(CaffeineError) {
    guard time.seconds >= header.pointee.front.time else { throw .tooOld }
  }
}

extension UnsafePointer<ChainState> {
  @inline(never)
  fileprivate func amounts(at time: Int64) -> Amounts {
    var compartments = pointee.compartments
    compartments.advance(UInt64(bitPattern: time &- pointee.time), rates)
    return Amounts(
      gut: Amount(micrograms: compartments.gut.roundedMicrograms),
      body: Amount(micrograms: compartments.body.roundedMicrograms), flags: flags(at: time))
  }
}
