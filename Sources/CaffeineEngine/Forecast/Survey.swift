/// What a stretch of time holds: the largest body amount, and where it last is above a threshold.
///
/// Between two events the body amount has at most one turning point: it is a constant and two
/// exponentials, and their derivative has at most one zero. So a stretch's maximum is at its first
/// second, at its last, or where the amount stops rising.
struct Survey {
  /// The first second with the largest amount.
  var time: Int64
  /// That amount (µg, Q32.32).
  var most: UInt64 = 0
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
    var chain = try ledger.walk(to: from)
    time = from
    belowFrom = from
    var start = from
    repeat {
      let next = chain.nextTime()
      var end = next > until ? until : next &- 1
      // Once nothing can be left the rest of a long stretch is all alike.
      if UInt64(bitPattern: end &- start) > UInt64(Compartments.longest) {
        end = start &+ Int64(Compartments.longest)
      }
      var top = start
      var atTop = chain.state.compartments(at: start).body
      // The search holds for an amount that rises first; one that falls first has its end for a
      // second candidate, and whatever the search finds is below the start.
      let turn = chain.state.firstSecond(from: start, through: end, below: nil)
      let atTurn = chain.state.compartments(at: turn).body
      if atTurn > atTop { (top, atTop) = (turn, atTurn) }
      let atEnd = chain.state.compartments(at: end).body
      if atTop > most { (time, most) = (top, atTop) }
      if atEnd > most { (time, most) = (end, atEnd) }
      if atEnd > threshold {
        belowFrom = end &+ 1
      } else if atTop > threshold {
        belowFrom = chain.state.firstSecond(from: top, through: end, below: threshold)
      }
      start = next
    } while chain.step(to: until)
    flags = chain.state.flags(at: from)
  }
}

extension ChainState {
  /// The first second in start ... end at which the amount is no longer above a threshold, or, if
  /// there is none, after which it no longer rises; `end` if neither happens before it.
  @inline(never)
  func firstSecond(from start: Int64, through end: Int64, below threshold: UInt64?) -> Int64 {
    var low = start, high = end
    while low < high {
      let middle = low &+ (high &- low) &>> 1
      let amount = compartments(at: middle).body
      let isFound =
        if let threshold { amount <= threshold } else {
          compartments(at: middle &+ 1).body <= amount
        }
      if isFound { high = middle } else { low = middle &+ 1 }
    }
    return low
  }
}
