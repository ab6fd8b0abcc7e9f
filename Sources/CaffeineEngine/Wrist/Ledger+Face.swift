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
  /// - Complexity: O(`count`), and a search of a few dozen steps for each event to come.
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
    var later = answer.pointee
    return face(now: now, utcOffset: utcOffset, digit: digit, into: answer, later: &later)
  }

  /// The same, with room for what is seen later.
  @inline(__always)
  private func face(
    now: Int64, utcOffset: Int32, digit: UInt32, into answer: UnsafeMutablePointer<Face>,
    later: UnsafeMutablePointer<Face>
  ) -> Status {
    let due = header.pointee.dueFrom > now ? header.pointee.dueFrom : .max
    var chain = Chain(self)
    chain.begin(at: now)
    var day = Day()
    var shown = answer
    // The first day begins now, as it were.
    var start = now, left: UInt32 = 0, days: UInt32 = 0
    repeat {
      if left == 0 {
        let status = today(now: Timestamp(start), utcOffset: utcOffset, into: &day)
        if status.isRefusal { return status }
        guard start >= header.pointee.front.time else { return .refused(.tooOld) }
        // Less than 2^32, so the lower halves do.
        let offset = UInt32(bitPattern: utcOffset) &- header.pointee.configuration.dayStart
        let next = UInt64(bitPattern: day.date.days &+ 1).low &* 86_400
        left = next &- 60 &* offset &- UInt64(bitPattern: start).low
        // What was drunk in another zone bears a date at most two days ahead, so the fourth day looks
        // like all that follow.
        days = days &+ 1
        if days >= 4 { left = .max }
      }
      var next = chain.nextTime < due ? chain.nextTime : due
      var span = Compartments.elapsed(from: start, to: next)
      if left < span {
        span = left
        next = start &+ Int64(left)
      }
      left = left &- span
      // The trend tells both sides of a turn apart, so what has changed stays so until the next event.
      var low: UInt32 = 0, high = span, middle: UInt32 = 0
      repeat {
        chain.show(at: start &+ Int64(middle), digit, into: shown, &day)
        if shown.looksOther(than: answer, digit) { high = middle } else { low = middle &+ 1 }
        middle = (low &+ high) &>> 1
        shown = later
      } while low < high
      if low < span {
        start = start &+ Int64(low)
        break
      }
      start = next
      chain.run(to: start)
    } while start != due
    answer.pointee.nextChange = Timestamp(start)
    return .done
  }
}

extension Chain {
  /// What a day and a second up to the next event look like.
  @inline(__always)
  fileprivate mutating func show(
    at time: Int64, _ digit: UInt32, into face: UnsafeMutablePointer<Face>,
    _ day: UnsafePointer<Day>
  ) {
    let now = ask { $0.compartments(at: time) }
    face.pointee.body = Amount(micrograms: now.body.roundedMicrograms)
    face.pointee.gut = Amount(micrograms: now.gut.roundedMicrograms)
    face.pointee.today = day.pointee.total
    face.pointee.trendNumber = 1
    if ask({ $0.body(at: time &+ 1) }) <= now.body {
      face.pointee.trendNumber = face.pointee.body.digits(of: digit) != 0 ? -1 : 0
    }
    face.pointee.statusNumber = day.pointee.statusNumber
    face.pointee.drinks = day.pointee.drinks
    face.pointee.flags = Flags(
      rawValue: ask { $0.flags(at: time) }.rawValue | day.pointee.flags.rawValue)
  }
}

extension UnsafeMutablePointer<Face> {
  /// Whether a digit, the trend, the status, the number of drinks or a flag is another.
  @inline(never)
  fileprivate func looksOther(than face: UnsafeMutablePointer<Face>, _ digit: UInt32) -> Bool {
    // Three amounts and, past the time, four words that are seen as they are.
    let a = UnsafeRawPointer(self), b = UnsafeRawPointer(face)
    var offset = 4, digit = digit
    while offset < 40 {
      let mine = Amount(micrograms: a.load(fromByteOffset: offset, as: UInt32.self))
      let other = Amount(micrograms: b.load(fromByteOffset: offset, as: UInt32.self))
      if mine.digits(of: digit) != other.digits(of: digit) { return true }
      offset = offset &+ 4
      if offset == 16 {
        offset = 24
        digit = 1
      }
    }
    return false
  }
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
