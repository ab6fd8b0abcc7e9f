/// The state of the model at one event; all zero but for the time and the constants, it is empty.
struct ChainState {
  /// The event's second; `.min` before any.
  var time: Int64
  var compartments: Compartments
  /// What the drinks in progress have yet to pour in (µg, Q32.32).
  var pending: UInt64
  /// The constants in force.
  var rates: Rates
  /// Whether a drink of unknown dose may still matter.
  var unknown: Doubt
  /// Whether one of estimated dose may.
  var estimated: Doubt

  /// Where the constants lie (bytes): LayoutTests compares it.
  static var ratesOffset: Int { 40 }
  /// Where its half-lives lie, then what is kept of doubt.
  static var halfLivesOffset: Int { 64 }

  /// Moves to the second of an event.
  @inline(never)
  mutating func advance(to time: Int64) {
    let elapsed = Compartments.elapsed(from: self.time, to: time)
    // While anything pours in an event is near, and nothing was cut from the elapsed time.
    pending = pending &- compartments.rate &* UInt64(elapsed)
    unknown.pass(Int32(bitPattern: elapsed))
    estimated.pass(Int32(bitPattern: elapsed))
    withUnsafePointer(to: &rates) { compartments.advance(elapsed, $0) }
    self.time = time
  }

  /// Another profile holds from here on.
  @inline(never)
  mutating func use(_ profile: Profile) {
    rates.use(profile)
    adapt()
  }

  /// Follows a change of the constants: without absorption the gut empties into the body.
  @inline(never)
  mutating func adapt() {
    if rates.absorption == 0 {
      compartments.body = compartments.sum
      compartments.gut = 0
    }
    unknown.lengthen(to: rates.doubtSpan)
    estimated.lengthen(to: rates.doubtSpan)
  }

  /// A drink starts here.
  ///
  /// - Returns: False if gut, body and all in progress would pass 2^32 - 1 µg.
  @inline(never)
  mutating func start(_ drink: UnsafePointer<Drink>) -> Bool {
    let dose = UInt64(drink.pointee.dose.micrograms) &<< 32
    let whole = compartments.sum &+ pending
    // Not negative while every start before was in range.
    let room = UInt64(UInt32.max) &<< 32 &- whole
    if drink.pointee.duration != 0 {
      let rate = drink.rate
      compartments.rate = compartments.rate &+ rate
      pending = pending &+ rate &* UInt64(drink.pointee.duration)
    } else {
      compartments.gut = compartments.gut &+ dose
    }
    let flags = drink.pointee.flags.rawValue
    if flags & Flags.unknownDose.rawValue != 0 { unknown.add(drink) }
    if flags & Flags.estimated.rawValue != 0 { estimated.add(drink) }
    // Without absorption the dose goes on into the body.
    adapt()
    return drink.pointee.dose.micrograms <= room.high
  }
}

// Questions go through a pointer: the state is 88 bytes, and a copy of it would cost a small
// core more than the answer.
extension UnsafePointer<ChainState> {
  /// Seconds from this event to a time up to the next one (s).
  @inline(__always)
  func elapsed(to time: Int64) -> UInt32 {
    Compartments.elapsed(from: pointee.time, to: time)
  }

  /// The flags of an amount so many seconds after this event, up to the next one.
  @inline(__always)
  func flags(after elapsed: UInt32) -> Flags {
    (Int32(bitPattern: elapsed) < pointee.unknown.left ? Flags.lowerBound : [])
      .union(Int32(bitPattern: elapsed) < pointee.estimated.left ? Flags.estimated : [])
  }

  /// The flags of an amount at such a second.
  @inline(never)
  func flags(at time: Int64) -> Flags { flags(after: elapsed(to: time)) }

  /// Gut and body at a second from this event up to the next one.
  @inline(never)
  func compartments(at time: Int64) -> Compartments {
    var copy = pointee.compartments
    copy.advance(elapsed(to: time), rates)
    return copy
  }

  /// The body amount at such a second (µg, Q32.32).
  @inline(never)
  func body(at time: Int64) -> UInt64 { compartments(at: time).body }

  /// Gut + body at such a second (µg, Q32.32).
  @inline(never)
  func sum(at time: Int64) -> UInt64 { compartments(at: time).sum }

  var rates: UnsafePointer<Rates> {
    (UnsafeRawPointer(self) + ChainState.ratesOffset).assumingMemoryBound(to: Rates.self)
  }
}

/// A walk over a ledger's events in the order (time, kind, id).
///
/// At one second the kinds are: end of a drink, profile change, start of a drink. The state is
/// only ever advanced from one event to the next; a question between two events steps off a copy.
struct Chain {
  var state: ChainState
  let ledger: Ledger
  /// Next drink to start.
  var nextStart: Int32
  /// Next drink to end, -1: none.
  var nextEnd: Int32
  var nextChange: Int32
  /// Whether gut, body and all in progress stayed within 2^32 - 1 µg so far.
  var isInRange = true

  /// Takes in every event up to and including `time`: none at all from the last event on.
  @inline(never)
  init(_ ledger: Ledger, at time: Int64) {
    self.init(fromFrontOf: ledger)
    if time >= ledger.header.pointee.last.time {
      state = ledger.header.pointee.last
      nextStart = ledger.header.pointee.count
      nextEnd = -1
      nextChange = ledger.header.pointee.changeCount
    } else {
      run(to: time)
    }
  }

  /// Asks the state, without a copy of it.
  @inline(__always)
  mutating func ask<Answer>(_ question: (UnsafePointer<ChainState>) -> Answer) -> Answer {
    withUnsafePointer(to: &state) { question($0) }
  }

  /// Starts where folding left off.
  @inline(never)
  init(fromFrontOf ledger: Ledger) {
    self.ledger = ledger
    state = ledger.header.pointee.front
    state.adapt()
    nextStart = ledger.header.pointee.begun
    nextEnd = ledger.header.pointee.firstToEnd
    nextChange = 0
    // Ends at or before the fold time are in the front, even of drinks that are still listed.
    while nextEnd >= 0, ledger.end(of: nextEnd) <= state.time {
      nextEnd = ledger.drink(nextEnd).pointee.link
    }
  }

  /// The second of the next event, `.max` after the last.
  @inline(never)
  func nextTime() -> Int64 {
    var time = Int64.max
    if nextStart < ledger.header.pointee.count {
      time = ledger.drink(nextStart).pointee.time.seconds
    }
    if nextEnd >= 0 {
      let end = ledger.end(of: nextEnd)
      if end < time { time = end }
    }
    if nextChange < ledger.header.pointee.changeCount {
      let change = ledger.changes[Int(nextChange)].time
      if change < time { time = change }
    }
    return time
  }

  /// Goes to the next event's second if it is not past `limit`, and takes in all its events.
  @inline(never)
  mutating func step(to limit: Int64) -> Bool {
    let time = nextTime()
    guard time <= limit, time != .max else { return false }
    state.advance(to: time)
    takeEndsAndChanges()
    takeStarts(before: ledger.header.pointee.count)
    return true
  }

  /// Takes in every event up to and including `limit`.
  @inline(never)
  mutating func run(to limit: Int64) {
    while step(to: limit) {}
  }

  /// Drinks that end at this second pour in no more; then other profiles hold.
  @inline(never)
  mutating func takeEndsAndChanges() {
    while nextEnd >= 0, ledger.end(of: nextEnd) <= state.time {
      let drink = ledger.drink(nextEnd)
      if drink.pointee.duration != 0 {
        state.compartments.rate = state.compartments.rate &- UnsafePointer(drink).rate
      }
      nextEnd = drink.pointee.link
    }
    while nextChange < ledger.header.pointee.changeCount {
      let change = ledger.changes + Int(nextChange)
      guard change.pointee.time <= state.time else { break }
      state.use(change.pointee.profile)
      nextChange &+= 1
    }
  }

  /// Drinks that start at this second, of those listed before `limit`.
  @inline(never)
  mutating func takeStarts(before limit: Int32) {
    while nextStart < limit {
      let drink = ledger.drink(nextStart)
      guard drink.pointee.time.seconds <= state.time else { break }
      if !state.start(drink) { isInRange = false }
      nextStart &+= 1
    }
  }
}
