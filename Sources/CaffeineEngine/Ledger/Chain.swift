/// The state of the model at one event; all zero but for the time and the constants, it is empty.
struct ChainState {
  /// The constants in force. They begin with what the half-lives make of themselves.
  var rates: Rates
  /// The event's second; `.min` before any.
  var time: Int64
  var compartments: Compartments
  /// What the drinks in progress have yet to pour in (µg, Q32.32).
  var pending: UInt64
  /// Whether a drink of unknown dose may still matter.
  var unknown: Doubt
  /// Whether one of estimated dose may.
  var estimated: Doubt

  /// Where what cannot be worked out again begins, the half-lives (bytes): LayoutTests compares it.
  static var keptOffset: Int { 24 }

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

extension ChainState {
  /// A drink ends here: it pours in no more.
  @inline(never)
  mutating func end(_ drink: UnsafePointer<Drink>) {
    if drink.pointee.duration != 0 { compartments.rate = compartments.rate &- drink.rate }
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
    UnsafeRawPointer(self).assumingMemoryBound(to: Rates.self)
  }
}

/// A walk over a ledger's events in the order (time, kind, id).
///
/// At one second the kinds are: end of a drink, profile change, start of a drink. The state is
/// only ever advanced from one event to the next; a question between two events steps off a copy.
struct Chain {
  let ledger: Ledger
  /// Plans from this second on count as if they were drunk; `.max`: none.
  private var plansFrom: Int64
  /// The second of the next event, `.max` after the last.
  private(set) var nextTime: Int64
  /// Next drink to start, next to end in the order of ends, of so many, and next change.
  private var nextStart: Int32
  private var nextEnd: Int32
  private var count: Int32
  private(set) var nextChange: Int32
  private var kind: Kind
  /// Whether gut, body and all in progress stayed within 2^32 - 1 µg so far.
  private(set) var isInRange: Bool
  var state: ChainState

  private enum Kind: UInt8 {
    case none, end, change, start
  }

  /// `begin` has to follow.
  @inline(never)
  init(_ ledger: Ledger) {
    self.ledger = ledger
    plansFrom = 0
    nextTime = .max
    nextStart = 0
    nextEnd = 0
    count = 0
    nextChange = 0
    kind = .none
    isInRange = true
    state = ledger.header.pointee.front
  }

  /// Takes in every event up to and including `time`: none at all from the last event on.
  @inline(never)
  mutating func begin(at time: Int64, plansFrom: Int64 = .max) {
    if time >= ledger.header.pointee.last.time,
      plansFrom == .max || ledger.header.pointee.dueFrom == .max
    {
      state = ledger.header.pointee.last
    } else {
      begin(plansFrom: plansFrom)
      run(to: time)
    }
  }

  /// Starts where folding left off, with all drinks or with the profile changes alone.
  @inline(never)
  mutating func begin(plansFrom: Int64 = .max, hasDrinks: Bool = true) {
    state = ledger.header.pointee.front
    state.adapt()
    // What is folded away, a plan can no longer add to.
    self.plansFrom = plansFrom > state.time ? plansFrom : state.time &+ 1
    count = hasDrinks ? ledger.header.pointee.count : 0
    nextStart = 0
    nextEnd = 0
    nextChange = 0
    findNext()
  }

  /// Asks the state, without a copy of it.
  @inline(__always)
  mutating func ask<Answer>(_ question: (UnsafePointer<ChainState>) -> Answer) -> Answer {
    withUnsafePointer(to: &state) { question($0) }
  }

  /// Finds the next event.
  @inline(never)
  private mutating func findNext() {
    nextTime = .max
    kind = .none
    while nextStart < count {
      let drink = ledger.drink(nextStart)
      if find(.start, of: drink, drink.pointee.time.seconds) { break }
      nextStart &+= 1
    }
    if nextChange < ledger.header.pointee.changeCount {
      find(.change, ledger.changes[Int(nextChange)].time)
    }
    while nextEnd < count {
      let drink = ledger.ending(nextEnd)
      if find(.end, of: drink, drink.pointee.end.seconds) { break }
      nextEnd &+= 1
    }
  }

  /// A drink's start or end, if it is one: what came by the fold time is in the front, even of drinks
  /// that are still listed; plans before `plansFrom` and undated drinks do not count.
  @inline(never)
  private mutating func find(_ kind: Kind, of drink: UnsafePointer<Drink>, _ time: Int64) -> Bool {
    guard time > ledger.header.pointee.front.time,
      drink.isCounted || !drink.isUndated && drink.pointee.time.seconds >= plansFrom
    else { return false }
    find(kind, time)
    return true
  }

  /// An event, the next one unless another comes first.
  @inline(never)
  private mutating func find(_ kind: Kind, _ time: Int64) {
    if time <= nextTime {
      nextTime = time
      self.kind = kind
    }
  }

  /// Takes in every event up to and including `limit`.
  @inline(never)
  mutating func run(to limit: Int64) {
    while nextTime <= limit, kind != .none {
      state.advance(to: nextTime)
      switch kind {
      case .start:
        if !state.start(ledger.drink(nextStart)) { isInRange = false }
        nextStart &+= 1
      case .change:
        state.use(ledger.changes[Int(nextChange)].profile)
        nextChange &+= 1
      default:
        state.end(ledger.ending(nextEnd))
        nextEnd &+= 1
      }
      findNext()
    }
  }

  /// Goes to a second, with all events up to it.
  @inline(never)
  mutating func pass(to time: Int64) {
    run(to: time)
    state.advance(to: time)
  }

  /// Goes to the next event's second if it is not past `limit`, and takes in all its events.
  @inline(never)
  mutating func step(to limit: Int64) -> Bool {
    let time = nextTime
    guard time <= limit, kind != .none else { return false }
    run(to: time)
    return true
  }
}
