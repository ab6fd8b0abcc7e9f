/// The state of the model at one event; all zero but for the time and the constants, it is empty.
struct ChainState {
  /// The constants in force. They begin with what the half-lives make of themselves.
  var rates: Rates
  /// The event's second; `.min` before any.
  var time: Int64
  var compartments: Compartments
  /// What the drinks in progress have yet to pour in (µg, Q32.32).
  var pending: UInt64
  /// Whether a drink of unknown dose may still matter, and whether one of estimated dose may.
  var doubts: InlineArray<2, Doubt>

  /// Where what cannot be worked out again begins, the half-lives (bytes): LayoutTests compares it.
  static var keptOffset: Int { 24 }

  /// Moves to the second of an event.
  @inline(never)
  mutating func advance(to time: Int64) {
    let elapsed = Compartments.elapsed(from: self.time, to: time)
    // While anything pours in an event is near, and nothing was cut from the elapsed time.
    pending = pending &- compartments.rate &* UInt64(elapsed)
    follow(Int32(bitPattern: elapsed), nil)
    withUnsafePointer(to: &rates) { compartments.advance(elapsed, $0) }
    self.time = time
  }

  /// Another profile holds from here on.
  mutating func use(_ profile: Profile) {
    rates.use(profile)
    adapt()
  }

  /// Follows a change of the constants: without absorption the gut empties into the body.
  @inline(never)
  mutating func adapt(_ drink: UnsafePointer<Drink>? = nil) {
    if rates.absorption == 0 {
      compartments.body = compartments.sum
      compartments.gut = 0
    }
    follow(0, drink)
  }

  /// Moves both doubts on by a number of seconds (s), under the constants in force and with a drink that
  /// starts then.
  @inline(never)
  private mutating func follow(_ elapsed: Int32, _ drink: UnsafePointer<Drink>?) {
    let span = rates.doubtSpan
    var index = 0, flag = Flags.unknownDose.rawValue
    repeat {
      doubts[unchecked: index].pass(elapsed)
      if let drink, drink.pointee.flags.rawValue & flag != 0 { doubts[unchecked: index].add(drink) }
      doubts[unchecked: index].lengthen(to: span)
      index &+= 1
      flag &<<= 1
    } while flag <= Flags.estimated.rawValue
  }

  /// What still fits beside gut, body and all in progress (µg, cut).
  @inline(never)
  private var room: UInt32 {
    // Not negative while every start before was in range.
    (UInt64(UInt32.max) &<< 32 &- compartments.sum &- pending).high
  }

  /// A drink starts here.
  ///
  /// - Returns: False if gut, body and all in progress would pass 2^32 - 1 µg.
  @inline(never)
  mutating func start(_ drink: UnsafePointer<Drink>) -> Bool {
    let fits = drink.pointee.dose.micrograms <= room
    // At once: its rate is the whole dose.
    let rate = drink.rate
    if drink.pointee.duration != 0 {
      compartments.rate = compartments.rate &+ rate
      pending = pending &+ rate &* UInt64(drink.pointee.duration)
    } else {
      compartments.gut = compartments.gut &+ rate
    }
    // Without absorption the dose goes on into the body.
    adapt(drink)
    return fits
  }

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
    (Int32(bitPattern: elapsed) < pointee.doubts[unchecked: 0].left ? Flags.lowerBound : [])
      .union(Int32(bitPattern: elapsed) < pointee.doubts[unchecked: 1].left ? Flags.estimated : [])
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
  /// How many drinks there are to walk over.
  private var count: Int32
  /// Plans from this second on count as if they were drunk; `.max`: none.
  private var plansFrom: Int64
  /// The second of the next event, `.max` after the last.
  private(set) var nextTime: Int64
  /// The drink or the change that the next event is of; nil after the last.
  private var next: UnsafeMutableRawPointer?
  /// What happens to it.
  private var kind: Int
  /// How many events of each kind are past, or are none.
  private var passed: InlineArray<3, Int32>
  /// How many starts brought gut, body and all in progress past 2^32 - 1 µg. A word, so that none lies
  /// idle before the state: it would be copied twice.
  private var misfits: UInt32
  var state: ChainState

  // The kinds in their order.
  private static var end: Int { 0 }
  private static var change: Int { 1 }
  private static var start: Int { 2 }

  /// Stands after the last event, until `begin`.
  @inline(never)
  init(_ ledger: Ledger) {
    self.ledger = ledger
    count = 0
    plansFrom = 0
    nextTime = .max
    next = nil
    kind = 0
    passed = [0, 0, 0]
    misfits = 0
    state = ledger.header.pointee.last
  }

  /// Takes in every event up to and including `time`: none at all from the last event on, without plans.
  @inline(never)
  mutating func begin(at time: Int64, plansFrom: Int64 = .max) {
    guard time < ledger.header.pointee.last.time || Ledger.isPlan(ledger.header.pointee.dueFrom)
    else { return }
    begin(plansFrom: plansFrom)
    run(to: time)
  }

  /// Starts where folding left off, with all drinks or with the profile changes alone.
  @inline(never)
  mutating func begin(plansFrom: Int64 = .max, hasDrinks: Bool = true) {
    state = ledger.header.pointee.front
    state.adapt()
    // What is folded away, a plan can no longer add to.
    self.plansFrom = plansFrom > state.time ? plansFrom : state.time &+ 1
    count = hasDrinks ? ledger.header.pointee.count : 0
    passed = [0, 0, 0]
    findNext()
  }

  /// Asks the state, without a copy of it.
  @inline(__always)
  mutating func ask<Answer>(_ question: (UnsafePointer<ChainState>) -> Answer) -> Answer {
    withUnsafePointer(to: &state) { question($0) }
  }

  /// Whether gut, body and all in progress stayed within 2^32 - 1 µg so far.
  var isInRange: Bool { misfits == 0 }

  /// How many profile changes are past.
  var changesPassed: Int32 { passed[unchecked: Chain.change] }

  /// Finds the next event.
  @inline(never)
  private mutating func findNext() {
    nextTime = .max
    next = nil
    // Backwards: of two at one second the one that comes first is found last.
    findDrink(Chain.start)
    let change = ledger.changes + Int(changesPassed)
    if changesPassed < ledger.header.pointee.changeCount {
      find(Chain.change, change, change.pointee.time)
    }
    findDrink(Chain.end)
  }

  /// The next drink that starts, or that ends.
  @inline(never)
  private mutating func findDrink(_ kind: Int) {
    while passed[unchecked: kind] < count {
      let index = passed[unchecked: kind]
      let drink = kind == Chain.start ? ledger.drink(index) : ledger.ending(index)
      let start = drink.pointee.time.seconds
      let time = start &+ (kind == Chain.start ? 0 : Int64(drink.pointee.duration))
      // What came by the fold time is in the front, even of drinks that are still listed. Plans before
      // `plansFrom` and undated drinks do not count.
      if time > ledger.header.pointee.front.time,
        drink.isCounted || !UnsafePointer(drink).isUndated && start >= plansFrom
      {
        find(kind, drink, time)
        return
      }
      passed[unchecked: kind] = index &+ 1
    }
  }

  /// An event, the next one unless another comes first.
  @inline(never)
  private mutating func find(_ kind: Int, _ event: UnsafeMutableRawPointer, _ time: Int64) {
    if time <= nextTime {
      nextTime = time
      next = event
      self.kind = kind
    }
  }

  /// Takes in every event up to and including `limit`.
  @inline(never)
  mutating func run(to limit: Int64) {
    while nextTime <= limit, let next {
      state.advance(to: nextTime)
      let drink = next.assumingMemoryBound(to: Drink.self)
      switch kind {
      case Chain.start:
        if !state.start(drink) { misfits = misfits &+ 1 }
      case Chain.change:
        state.use(next.assumingMemoryBound(to: ProfileChange.self).pointee.profile)
      default:
        state.end(drink)
      }
      passed[unchecked: kind] = passed[unchecked: kind] &+ 1
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
    guard time <= limit, next != nil else { return false }
    run(to: time)
    return true
  }
}
