/// What a stretch of time holds: the largest body amount, and where it last is above a threshold.
///
/// Between two events the body amount has at most one turning point: it is a constant and two
/// exponentials, and their derivative has at most one zero. So a stretch's maximum is at its first
/// second, at its last, or where the amount stops rising.
struct Survey {
  /// The first second with the largest amount.
  var highestTime: Int64
  /// That amount (µg, Q32.32).
  var highestAmount: UInt64 = 0
  /// The second after the last one above the threshold; the first of all if there is none.
  var belowFrom: Int64
  /// The amount not to be above (µg, Q32.32).
  let threshold: UInt64
  var flags: Flags = []

  init(from: Int64, threshold: UInt64) {
    highestTime = from
    belowFrom = from
    self.threshold = threshold
  }

  /// Looks at every whole second from `from` to `until`, both included.
  ///
  /// - Returns: Done, or `argument` (from after until) or `tooOld`.
  /// - Complexity: O(drinks) searches of a few dozen steps.
  @inline(never)
  mutating func cover(_ ledger: Ledger, from: Int64, until: Int64) -> Status {
    let status = ledger.checkOpen(from: from, until: until)
    if status.isRefusal { return status }
    // Plans that are still to come count; earlier ones are due.
    var chain = Chain(ledger)
    chain.begin(at: from, plansFrom: from)
    flags = Flags(rawValue: ledger.flagsOfUncounted(before: from))
    var start = from
    repeat {
      let next = chain.nextTime
      // Once nothing can be left the rest of a long stretch is all alike.
      let length = Compartments.elapsed(from: start, to: next > until ? until : next &- 1)
      let end = start &+ Int64(length)
      // Doubt only fades between events, so the first second of a stretch speaks for all.
      flags.formUnion(chain.ask { $0.flags(at: start) })
      chain.ask { look(at: start, $0) }
      // Where an amount that rises at first turns. One that falls at first has its end for another
      // candidate, and whatever the search finds is no higher than one of the two.
      chain.ask { look(at: $0.firstSecond(from: start, through: end, below: 0), $0) }
      chain.ask { look(at: end, $0) }
      // Above the threshold in this stretch, but no longer at its end.
      if belowFrom > start, belowFrom <= end {
        belowFrom = chain.ask {
          $0.firstSecond(from: belowFrom, through: end, below: threshold)
        }
      }
      start = next
    } while chain.step(to: until)
    return status
  }

  /// Takes the next second of a few into account.
  @inline(never)
  private mutating func look(at second: Int64, _ state: UnsafePointer<ChainState>) {
    let body = state.body(at: second)
    if body > highestAmount {
      highestTime = second
      highestAmount = body
    }
    if body > threshold { belowFrom = second &+ 1 }
  }
}

extension UnsafePointer<ChainState> {
  /// The first second from `start` on at which the amount is no longer above a threshold, or, where
  /// that is 0, after which it no longer rises; `end` if neither happens before it.
  @inline(never)
  func firstSecond(from start: Int64, through end: Int64, below threshold: UInt64) -> Int64 {
    var low: UInt32 = 0, high = UInt64(bitPattern: end &- start).low
    while low < high {
      let middle = (low &+ high) &>> 1
      let second = start &+ Int64(middle)
      var amount = body(at: second), limit = threshold
      if limit == 0 {
        limit = amount
        amount = body(at: second &+ 1)
      }
      if amount <= limit {
        high = middle
      } else {
        low = middle &+ 1
      }
    }
    return start &+ Int64(low)
  }
}
