/// What a watch draws, and until when it stays true.
@frozen
public struct Face: Equatable, Sendable {
  /// Where the amount in the body goes.
  @frozen
  public enum Trend: Int8, Sendable {
    /// It falls.
    case falling = -1
    /// Its digits are zero and stay so.
    case steady
    /// It rises.
    case rising
  }

  var size: UInt32 = 0
  /// In the body.
  public var body = Amount.zero
  /// Still to be absorbed: the body alone reads 0 in the minute after a drink.
  public var gut = Amount.zero
  /// The day's total so far.
  public var today = Amount.zero
  /// The first second later than now at which a digit, the trend, the day's status or a flag changes;
  /// `.forever` if nothing will.
  public var nextChange = Timestamp.forever
  @usableFromInline var trendNumber: Int32 = 0
  @usableFromInline var statusNumber: Int32 = 0
  /// The day's drinks so far, those of unknown dose included.
  public var drinks: UInt32 = 0
  /// How far to trust it.
  public var flags: Flags = []

  /// Where the amount in the body goes.
  @inlinable
  public var trend: Trend { Trend(rawValue: Int8(truncatingIfNeeded: trendNumber)) ?? .steady }

  /// How the day's total stands to the daily limit.
  @inlinable
  public var status: Day.Status {
    Day.Status(rawValue: UInt8(truncatingIfNeeded: statusNumber)) ?? .ok
  }
}

extension Ledger {
  /// What a watch draws now, and the second at which that next changes, so that it can sleep till then.
  ///
  /// Under this offset: where the zone's next change is earlier, wake then as well.
  /// - Parameters:
  ///   - now: The present time.
  ///   - utcOffset: Local time less UTC where the wearer is (min), -1 080 to 1 080.
  ///   - digit: What the last digit shown stands for, not zero: 1 mg, or 10 mg. Gut, body and the
  ///     day's total are shown rounded to it, half up.
  /// - Throws: `argument` (a digit of nothing), `range` (the offset), `clock`, `tooOld` or `notKept`.
  /// - Complexity: O(`count`), and two searches of a few dozen steps for each event to come.
  public func face(now: Timestamp, utcOffset: Int32, digit: Amount) throws(CaffeineError) -> Face {
    var answer = Face()
    try face(
      now: now.seconds, utcOffset: utcOffset, digit: digit.micrograms, into: &answer
    ).check()
    return answer
  }

  /// See `face(now:utcOffset:digit:)`.
  package func face(
    now: Int64, utcOffset: Int32, digit: UInt32, into answer: UnsafeMutablePointer<Face>
  ) -> Status {
    guard digit != 0 else { return .refused(.argument) }
    var day = Day(), next = Day()
    var status = today(now: Timestamp(now), utcOffset: utcOffset, into: &day)
    if !status.isRefusal { status = checkOpen(from: now, until: now) }
    if status.isRefusal { return status }
    let due = header.pointee.dueFrom > now ? header.pointee.dueFrom : .max
    // What of the flags only fades; those of drinks that do not count change with `due` alone.
    let doubts = Flags.lowerBound.rawValue | Flags.estimated.rawValue
    var flags = day.flags.rawValue & doubts
    var chain = Chain(self)
    chain.begin(at: now)
    let shown = chain.ask { $0.look(at: now, digit, flags) }
    let minutes = Int64(header.pointee.configuration.dayStart) &- Int64(utcOffset)
    var turned = now, limit = due, days: Int64 = 0
    repeat {
      // Where the next local day begins. What was drunk in another zone bears a date at most two days
      // ahead, so the fourth looks like all that follow.
      days = days &+ 1
      let date = day.date.days &+ days
      _ = self.day(into: &next, LocalDate(days: date))
      let midnight = date &* 86_400 &+ minutes &* 60
      limit = days < 4 && midnight > now && midnight < due ? midnight : due
      turned = chain.nextLook(from: turned, before: limit, digit, flags, other: shown)
      flags = next.flags.rawValue & doubts
    } while turned == limit && limit != due
      && day.total.digits(of: digit) == next.total.digits(of: digit)
      && day.statusNumber == next.statusNumber && day.drinks == next.drinks
    var amounts = Amounts()
    _ = self.amounts(at: now, into: &amounts)
    answer.pointee.body = amounts.body
    answer.pointee.gut = amounts.gut
    answer.pointee.today = day.total
    answer.pointee.nextChange = Timestamp(turned)
    answer.pointee.trendNumber = shown.trend
    answer.pointee.statusNumber = day.statusNumber
    answer.pointee.drinks = day.drinks
    answer.pointee.flags = Flags(rawValue: amounts.flags.rawValue | day.flags.rawValue)
    return .done
  }
}

/// What of the amounts is seen.
private struct Look: Equatable {
  var body: UInt32
  var gut: UInt32
  var trend: Int32
  var flags: UInt32
}

extension Amount {
  /// Rounded to a number of digits' worth (µg), half up.
  @inline(never)
  fileprivate func digits(of digit: UInt32) -> UInt32 {
    // Not `/`, which traps on a digit of nothing: the caller refused that.
    let whole = micrograms.dividedReportingOverflow(by: digit).partialValue
    let rest = micrograms &- whole &* digit
    return rest >= digit &- rest ? whole &+ 1 : whole
  }
}

extension UnsafePointer<ChainState> {
  /// What is seen at a second from this event on, up to the next one, with the flags of the day.
  @inline(never)
  fileprivate func look(at time: Int64, _ digit: UInt32, _ day: UInt32) -> Look {
    let now = compartments(at: time)
    var look = Look(
      body: Amount(micrograms: now.body.roundedMicrograms).digits(of: digit),
      gut: Amount(micrograms: now.gut.roundedMicrograms).digits(of: digit),
      trend: 1, flags: flags(at: time).rawValue | day)
    if body(at: time &+ 1) <= now.body { look.trend = look.body != 0 ? -1 : 0 }
    return look
  }
}

extension Chain {
  /// The first second from `start` on that is seen otherwise, or `limit` if that comes first.
  ///
  /// Between two events the body amount turns once at most, the gut's never: on either side of the turn
  /// whatever has changed stays so, and bisection is right.
  @inline(never)
  fileprivate mutating func nextLook(
    from start: Int64, before limit: Int64, _ digit: UInt32, _ day: UInt32, other shown: Look
  ) -> Int64 {
    run(to: start)
    var start = start
    repeat {
      let next = nextTime < limit ? nextTime : limit
      let end = start &+ Int64(Compartments.elapsed(from: start, to: next &- 1))
      let turn = ask { $0.firstSecond(from: start, through: end, below: 0) }
      // The event itself may be all: the turn then looks as before.
      var side = start
      while true {
        if ask({ $0.look(at: side, digit, day) }) != shown {
          // It is so at `side`: find since when.
          var low = start
          while low < side {
            let middle = low &+ (side &- low) &>> 1
            if ask({ $0.look(at: middle, digit, day) }) != shown {
              side = middle
            } else {
              low = middle &+ 1
            }
          }
          return low
        }
        if side == end { break }
        start = side
        side = start < turn ? turn : end
      }
      start = next
    } while start < limit && step(to: limit)
    return limit
  }
}
