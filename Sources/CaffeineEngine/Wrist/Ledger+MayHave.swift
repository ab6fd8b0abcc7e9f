/// Whether a drink would do, and what would.
@frozen
public struct Verdict: Equatable, Sendable {
  /// What speaks against it.
  @frozen
  public struct Reasons: OptionSet, Equatable, Sendable {
    /// The bits.
    public var rawValue: UInt32

    /// Creates a set from its bits.
    @inlinable
    public init(rawValue: UInt32) {
      self.rawValue = rawValue
    }

    /// Gut + body at bedtime would be above the sleep threshold.
    @inlinable
    public static var sleep: Reasons { Reasons(rawValue: 1 << 0) }
    /// The day's total would be above the daily limit; plans are not in it.
    @inlinable
    public static var dailyLimit: Reasons { Reasons(rawValue: 1 << 1) }
    /// It is more than is advised at once.
    @inlinable
    public static var singleLimit: Reasons { Reasons(rawValue: 1 << 2) }
  }

  var size: UInt32 = 0
  @usableFromInline var mayHave: UInt32 = 0
  /// The latest second up to bedtime at which the dose spares the sleep; nil if now is too late already.
  @inlinable
  public var latestTime: Timestamp? { latest == .min ? nil : Timestamp(latest) }
  @usableFromInline var latest: Int64 = .min
  /// The greatest dose now that nothing speaks against.
  public var largestDose = Amount.zero
  /// What speaks against the dose asked for; empty: nothing.
  public var reasons: Reasons = []
  var reserved: UInt32 = 0
  /// How far to trust it.
  public var flags: Flags = []

  /// Whether nothing speaks against it.
  @inlinable
  public var isYes: Bool { reasons.isEmpty }
}

extension Ledger {
  /// Whether a dose, swallowed at once now, keeps to the sleep threshold at bedtime and to both limits.
  ///
  /// - Parameters:
  ///   - dose: The dose, at most 10 g.
  ///   - now: When it would be swallowed.
  ///   - bedtime: When gut + body are to be at or below the configuration's sleep threshold.
  ///   - utcOffset: Local time less UTC where the wearer is (min), -1 080 to 1 080.
  /// - Throws: `argument` (bedtime before now), `range` (dose over 10 g, the offset), `clock`,
  ///   `tooOld` or `notKept`.
  /// - Complexity: As `latestTime(for:now:bedtime:threshold:)`.
  public func mayHave(
    _ dose: Amount, now: Timestamp, bedtime: Timestamp, utcOffset: Int32
  ) throws(CaffeineError) -> Verdict {
    var answer = Verdict()
    try mayHave(
      dose.micrograms, now: now.seconds, bedtime: bedtime.seconds, utcOffset: utcOffset,
      into: &answer
    ).check()
    return answer
  }

  /// See `mayHave(_:now:bedtime:utcOffset:)`.
  package func mayHave(
    _ dose: UInt32, now: Int64, bedtime: Int64, utcOffset: Int32,
    into answer: UnsafeMutablePointer<Verdict>
  ) -> Status {
    let threshold = header.pointee.configuration.sleepThreshold.micrograms
    var day = Day(), room = Allowance(), latest = Moment()
    latest.time = Timestamp(.min)
    var status = today(now: Timestamp(now), utcOffset: utcOffset, into: &day)
    if status.isRefusal { return status }
    status = latestTime(
      for: dose, now: now, bedtime: bedtime, threshold: threshold, into: &latest)
    guard !status.isRefusal || status == .refused(.never) else { return status }
    // None at all where the ledger alone is above the threshold.
    let isAbove = largestDose(now: now, bedtime: bedtime, threshold: threshold, into: &room)
    if isAbove.isRefusal {
      // A no may rest on estimates as well.
      var chain = Chain(self)
      chain.begin(at: bedtime, plansFrom: now)
      let doubts = chain.ask { $0.flags(at: bedtime) }.rawValue
      // As the room has them: what can only raise the amount can only lower the answer.
      room.flags.rawValue = doubts &+ doubts & Flags.lowerBound.rawValue
    }
    var reasons: UInt32 = status.isRefusal || isAbove.isRefusal ? 1 : 0
    var largest = room.dose.micrograms
    let limit = header.pointee.configuration.dailyLimit.micrograms, total = day.total.micrograms
    if limit != 0 {
      let left = limit > total ? limit &- total : 0
      if dose > left { reasons |= 2 }
      if largest > left { largest = left }
    }
    let single = header.pointee.configuration.singleLimit.micrograms
    if single != 0 {
      if dose > single { reasons |= 4 }
      if largest > single { largest = single }
    }
    answer.pointee.mayHave = reasons == 0 ? 1 : 0
    answer.pointee.latest = latest.time.seconds
    answer.pointee.largestDose = Amount(micrograms: largest)
    answer.pointee.reasons = Verdict.Reasons(rawValue: reasons)
    answer.pointee.flags = Flags(rawValue: room.flags.rawValue | day.flags.rawValue)
    return .done
  }

  /// Gut and body at a time if one more drink were taken, and with the plans from now on.
  ///
  /// - Parameters:
  ///   - drink: The drink; its id, revision and source do not matter.
  ///   - now: The present time: plans before it are due and do not count.
  ///   - time: When, now or later.
  /// - Throws: As `record` for the drink, `argument` (time before now), `clock`, `tooOld`, or `range`
  ///   (a sum past 2^32 - 1 µg).
  /// - Complexity: O(`count`), no allocation; nothing is written.
  public func amounts(
    at time: Timestamp, with drink: Drink, now: Timestamp
  ) throws(CaffeineError) -> Amounts {
    var answer = Amounts()
    try withUnsafePointer(to: drink) {
      whatIf($0, now: now.seconds, at: time.seconds, into: &answer)
    }.check()
    return answer
  }

  /// See `amounts(at:with:now:)`.
  package func whatIf(
    _ drink: UnsafePointer<Drink>, now: Int64, at time: Int64,
    into answer: UnsafeMutablePointer<Amounts>
  ) -> Status {
    guard !drink.isUndated else { return .refused(.argument) }
    var status = drink.check()
    if !status.isRefusal { status = check(Timestamp(now)) }
    if !status.isRefusal { status = checkOpen(from: now, until: time) }
    if status.isRefusal { return status }
    let start = drink.pointee.time.seconds
    guard start > header.pointee.front.time else { return .refused(.tooOld) }
    // What is linear adds up: the drink alone, over the profile changes, comes on top.
    var chain = Chain(self)
    chain.begin(hasDrinks: false)
    chain.state.compartments = Compartments(gut: 0, body: 0, rate: 0)
    if start <= time {
      chain.pass(to: start)
      _ = chain.state.start(drink)
      chain.pass(to: drink.pointee.end.seconds < time ? drink.pointee.end.seconds : time)
      if drink.pointee.end.seconds <= time { chain.state.end(drink) }
    }
    chain.pass(to: time)
    let added = chain.state.compartments
    var flags = chain.ask { $0.flags(at: time) }.rawValue
    chain = Chain(self)
    chain.begin(at: time, plansFrom: now)
    let there = chain.ask { $0.compartments(at: time) }
    let (sum, isOver) = there.sum.addingReportingOverflow(added.sum)
    guard !isOver, sum <= UInt64(UInt32.max) &<< 32 else { return .refused(.range) }
    flags |= chain.ask { $0.flags(at: time) }.rawValue | flagsOfUncounted(before: now)
    answer.pointee.gut = Amount(micrograms: (there.gut &+ added.gut).roundedMicrograms)
    answer.pointee.body = Amount(micrograms: (there.body &+ added.body).roundedMicrograms)
    answer.pointee.flags = Flags(rawValue: flags)
    return .done
  }
}
