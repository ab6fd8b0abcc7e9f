// The doors that both faces call: times in s, amounts in µg. What each asks, costs and refuses is said
// at its Swift face, in Ledger+Questions; a refusal leaves the answer as it was.

extension Ledger {
  /// See `largestDose(now:bedtime:threshold:)`.
  @inline(never)
  package func largestDose(
    now: Int64, bedtime: Int64, threshold: UInt32, into answer: UnsafeMutablePointer<Allowance>
  ) -> Status {
    var room = BedtimeRoom(ledger: self, bedtime: bedtime)
    let status = room.measure(now: now, threshold: threshold)
    if status.isRefusal { return status }
    answer.pointee.dose = Amount(micrograms: room.largestDose(at: now))
    answer.pointee.flags = room.flags
    return status
  }

  /// See `latestTime(for:now:bedtime:threshold:)`.
  @inline(never)
  package func latestTime(
    for dose: UInt32, now: Int64, bedtime: Int64, threshold: UInt32,
    into answer: UnsafeMutablePointer<Moment>
  ) -> Status {
    guard dose <= Drink.largestDose else { return .refused(.range) }
    var room = BedtimeRoom(ledger: self, bedtime: bedtime)
    let status = room.measure(now: now, threshold: threshold)
    if status.isRefusal { return status }
    guard room.largestDose(at: now) >= dose else { return .refused(.never) }
    // Seconds before bedtime. So long before it nothing of any dose would be left.
    var least: UInt32 = 0
    var most = Compartments.elapsed(from: now, to: bedtime)
    while least < most {
      let middle = (least &+ most) &>> 1
      if room.largestDose(at: bedtime &- Int64(middle)) >= dose {
        most = middle
      } else {
        least = middle &+ 1
      }
    }
    answer.pointee.time = Timestamp(bedtime &- Int64(least))
    answer.pointee.flags = room.flags
    return status
  }
}

/// How much room the ledger leaves below a threshold at bedtime.
struct BedtimeRoom {
  let ledger: Ledger
  let bedtime: Int64
  /// Threshold less gut + body at bedtime (µg, Q32.32).
  var amount: UInt64 = 0
  var flags: Flags = []

  /// Asks the ledger.
  ///
  /// - Returns: Done, why it cannot be asked, or `never`, then there is no room; the flags hold all the
  ///   same, since a no may rest on estimates as well.
  @inline(never)
  mutating func measure(now: Int64, threshold: UInt32) -> Status {
    guard threshold != 0 else { return .refused(.range) }
    guard now <= bedtime else { return .refused(.argument) }
    var status = ledger.check(Timestamp(now))
    if !status.isRefusal { status = ledger.checkOpen(from: now, until: bedtime) }
    if status.isRefusal { return status }
    // Plans that are still to come count; earlier ones are due.
    var chain = Chain(ledger)
    chain.begin(at: bedtime, plansFrom: now)
    let doubts = chain.ask { $0.flags(at: bedtime) }.rawValue
    // What can only raise the amount can only lower the answer: bit 8 becomes bit 9.
    flags = Flags(
      rawValue: doubts &+ doubts & Flags.lowerBound.rawValue | ledger.flagsOfUncounted(before: now))
    let taken = chain.ask { $0.sum(at: bedtime) }
    let limit = UInt64(threshold) &<< 32
    guard taken <= limit else { return .refused(.never) }
    amount = limit &- taken
    return status
  }

  /// The greatest dose (µg) of which what is left at bedtime fits the room.
  @inline(never)
  func largestDose(at time: Int64) -> UInt32 {
    // A bolus of 2^62 units, without any drink, over the profile changes alone.
    var chain = Chain(ledger)
    chain.begin(hasDrinks: false)
    chain.state.compartments = Compartments(gut: 0, body: 0, rate: 0)
    chain.run(to: time)
    chain.state.time = time
    chain.state.compartments.gut = 1 &<< 62
    chain.state.adapt()
    chain.run(to: bedtime)
    // As a share of 2^40, so that a dose times it fits.
    let share = chain.ask { $0.sum(at: bedtime) } &>> 22
    let most = Drink.largestDose
    guard share != 0, amount &>> 32 < UInt64(most) else { return most }
    let dose = (amount &<< 8 | 0xFF).divided(by: share)
    return dose < UInt64(most) ? dose.low : most
  }
}
