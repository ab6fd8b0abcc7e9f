// The doors that both faces call: times in s, amounts in µg. What each asks, costs and refuses is said
// at its Swift face, in Ledger+Questions; a refusal leaves the answer as it was.

extension Ledger {
  /// See `amounts(at:)`.
  @inline(never)
  package func amounts(at time: Int64, into answer: UnsafeMutablePointer<Amounts>) -> Status {
    if time >= header.pointee.last.time {
      lastState.tell(time, answer)
    } else {
      let status = checkOpen(from: time, until: time)
      if status.isRefusal { return status }
      var chain = Chain(self)
      chain.begin(at: time)
      chain.ask { $0.tell(time, answer) }
    }
    // Not a call: amounts now have to be fast.
    if time >= header.pointee.dueFrom || header.pointee.undated != 0 {
      answer.pointee.flags.rawValue |= flagsOfUncounted(at: time)
    }
    return .done
  }

  /// Where the state after the last event lies.
  private var lastState: UnsafePointer<ChainState> {
    (UnsafeRawPointer(header) + Header.lastOffset).assumingMemoryBound(to: ChainState.self)
  }

  /// See `timeline(from:step:count:into:)`; the flags may be nil.
  package func timeline(
    from start: Int64, step: UInt32, count: UInt32, into buffer: UnsafeMutablePointer<UInt32>,
    flags: UnsafeMutablePointer<UInt32>?
  ) -> Status {
    guard step != 0 else { return .refused(.argument) }
    var trust: UInt32 = 0
    if count != 0 {
      // Both factors are below 2^32: as a signed number the product may not fit.
      let length = Int64(bitPattern: wideProduct(step, count &- 1))
      guard length >= 0, !start.addingReportingOverflow(length).overflow else {
        return .refused(.range)
      }
      let status = checkOpen(from: start, until: start)
      if status.isRefusal { return status }
      var chain = Chain(self)
      chain.begin(at: start)
      var time = start
      var index: UInt32 = 0
      while index < count {
        chain.run(to: time)
        let quiet = chain.ask { QuietStep(step, $0.rates) }
        // Until the next event there are no others.
        trust |= chain.ask { $0.flags(at: time) }.rawValue
        var compartments = chain.ask { $0.compartments(at: time) }
        repeat {
          buffer[Int(truncatingIfNeeded: index)] = compartments.body.roundedMicrograms
          time = time &+ Int64(step)
          index &+= 1
          compartments.advance(quiet)
        } while index < count && time < chain.nextTime && compartments.rate == 0
      }
      trust |= flagsOfUncounted(at: start &+ length)
    }
    if let flags { flags.pointee = trust }
    return .done
  }

  /// See `concentration(at:bodyMass:volumeOfDistribution:)`.
  package func concentration(
    at time: Int64, bodyMass: UInt32, volumeOfDistribution: UInt32,
    into answer: UnsafeMutablePointer<Concentration>
  ) -> Status {
    guard bodyMass != 0, volumeOfDistribution != 0 else { return .refused(.argument) }
    var amounts = Amounts()
    let status = self.amounts(at: time, into: &amounts)
    if status.isRefusal { return status }
    // Mass times volume is in µL: µg · 1000 ng/µg / (µL / 1000 µL/mL) = ng/mL, a factor of 10^6.
    let volume = wideProduct(bodyMass, volumeOfDistribution)
    let nanograms = wideProduct(amounts.body.micrograms, 1_000_000)
    // Half of the volume on top rounds half up; it fits, since the nanograms are below 2^52.
    let rounded = (nanograms &+ volume &>> 1).divided(by: volume)
    guard rounded.high == 0 else { return .refused(.range) }
    answer.pointee.nanogramsPerMilliliter = rounded.low
    answer.pointee.flags = amounts.flags
    return status
  }

  /// Refuses a stretch of time that ends before it begins, or that begins before the fold.
  @inline(never)
  func checkOpen(from: Int64, until: Int64) -> Status {
    guard from <= until else { return .refused(.argument) }
    return from >= header.pointee.front.time ? .done : .refused(.tooOld)
  }
}

extension UnsafePointer<ChainState> {
  /// Gut, body and doubt at a second from this event on, up to the next one.
  @inline(never)
  func tell(_ time: Int64, _ answer: UnsafeMutablePointer<Amounts>) {
    var compartments = pointee.compartments
    let elapsed = Compartments.clamped(UInt64(bitPattern: time &- pointee.time))
    compartments.advance(elapsed, rates)
    answer.pointee.gut = Amount(micrograms: compartments.gut.roundedMicrograms)
    answer.pointee.body = Amount(micrograms: compartments.body.roundedMicrograms)
    answer.pointee.flags = flags(after: elapsed)
  }
}
