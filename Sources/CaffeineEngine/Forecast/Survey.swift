/// What a stretch of time holds: the largest body amount, and where it last is above a threshold.
///
/// Between two events the body amount has at most one turning point: it is a constant and two
/// exponentials, and their derivative has at most one zero. So a stretch's maximum is at its first
/// second, at its last, or where the amount stops rising.
struct Survey {
  var highest: HighPoint
  /// The second after the last one above the threshold; the first of all if there is none.
  var belowFrom: Int64
  var flags: Flags = []

  /// Looks at every whole second from `from` to `until`, both included.
  ///
  /// - Parameter threshold: The amount not to be above (µg, Q32.32).
  /// - Throws: `argument` (from after until) or `tooOld`.
  /// - Complexity: O(drinks) searches of a few dozen steps.
  @inline(never)
  init(
    _ ledger: Ledger, from: Int64, until: Int64, threshold: UInt64
  ) throws(CaffeineError) {
    guard from <= until else { throw .argument }
    try ledger.checkOpen(Timestamp(from))
    var chain = Chain(ledger, at: from)
    highest = HighPoint(time: from, amount: 0)
    belowFrom = from
    var start = from
    repeat {
      let next = chain.nextTime()
      var end = next > until ? until : next &- 1
      // Once nothing can be left the rest of a long stretch is all alike.
      if UInt64(bitPattern: end &- start) > UInt64(Compartments.longest) {
        end = start &+ Int64(Compartments.longest)
      }
      let atStart = chain.ask { highest.consider(start, $0) }
      // Where an amount that rises at first turns. One that falls at first has its end for another
      // candidate, and whatever the search finds is no higher than one of the two.
      let turn = chain.ask { $0.firstSecond(from: start, through: end, below: nil) }
      let atTurn = chain.ask { highest.consider(turn, $0) }
      let atEnd = chain.ask { highest.consider(end, $0) }
      if atEnd > threshold {
        belowFrom = end &+ 1
      } else if atTurn > threshold || atStart > threshold {
        let above = atTurn > threshold ? turn : start
        belowFrom = chain.ask { $0.firstSecond(from: above, through: end, below: threshold) }
      }
      start = next
    } while chain.step(to: until)
    flags = chain.ask { $0.flags(at: from) }
  }
}

/// The first second with the largest amount so far.
struct HighPoint {
  var time: Int64
  /// That amount (µg, Q32.32).
  var amount: UInt64

  /// Takes a second into account.
  ///
  /// - Returns: The body amount then (µg, Q32.32).
  @inline(never)
  mutating func consider(_ second: Int64, _ state: UnsafePointer<ChainState>) -> UInt64 {
    let body = state.body(at: second)
    if body > amount {
      time = second
      amount = body
    }
    return body
  }
}

extension UnsafePointer<ChainState> {
  /// The first second in start ... end at which the amount is no longer above a threshold, or, if
  /// there is none, after which it no longer rises; `end` if neither happens before it.
  @inline(never)
  func firstSecond(from start: Int64, through end: Int64, below threshold: UInt64?) -> Int64 {
    var low = start, high = end
    while low < high {
      let middle = low &+ (high &- low) &>> 1
      let amount = body(at: middle)
      let isFound =
        if let threshold { amount <= threshold } else {
          body(at: middle &+ 1) <= amount
        }
      if isFound { high = middle } else { low = middle &+ 1 }
    }
    return low
  }
}
