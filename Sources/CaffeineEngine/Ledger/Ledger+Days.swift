/// What a local day adds up to.
@frozen
public struct Day: Equatable, Sendable {
  /// How a total stands to the daily limit.
  @frozen
  public enum Status: UInt8, Sendable {
    /// Below four fifths of the limit, or there is none.
    case ok
    /// From four fifths of the limit on.
    case near
    /// Above the limit.
    case over
  }

  /// The date.
  public var date: LocalDate
  /// The sum of the known doses.
  public var total: Amount
  /// How many drinks, those of unknown dose included.
  public var drinks: UInt32
  /// How many of them are of unknown dose.
  public var unknowns: UInt32
  /// The total in hundredths of a cup.
  public var cupHundredths: UInt64
  /// How the total stands to the daily limit.
  public var status: Status
  /// `lowerBound` with drinks of unknown dose, `estimated` with doses from a catalogue.
  public var flags: Flags
}

extension Ledger {
  /// The totals of a local date.
  ///
  /// A drink belongs where it starts, under its own stored offset; days never move afterwards.
  /// - Throws: `notKept` for a date more than 14 days before the latest of any drink.
  /// - Complexity: O(`count`), no allocation.
  @inline(never)
  public func day(_ date: LocalDate) throws(CaffeineError) -> Day {
    var tally = Tally(date: date.days)
    _ = tally.add(self)
    if tally.latest != .min, date.days < Int64(tally.latest) &- 14 { throw .notKept }
    let total = tally.sum.total, limit = header.pointee.configuration.dailyLimit.micrograms
    let cup = header.pointee.configuration.cup.micrograms
    let unknowns = tally.sum.unknowns & ~FoldedDay.estimated
    var flags: UInt32 = unknowns != 0 ? Flags.lowerBound.rawValue : 0
    if unknowns != tally.sum.unknowns { flags |= Flags.estimated.rawValue }
    let hundredfold = wideProduct(100, total)
    let isNear = limit != 0 && hundredfold >= wideProduct(80, limit)
    return Day(
      date: date, total: Amount(micrograms: total), drinks: tally.sum.drinks, unknowns: unknowns,
      cupHundredths: (hundredfold &+ UInt64(cup &>> 1)).divided(by: UInt64(cup)),
      status: isNear ? (total > limit ? .over : .near) : .ok, flags: Flags(rawValue: flags))
  }

  /// The totals of the day that is now under the given offset.
  ///
  /// - Parameters:
  ///   - now: The present time.
  ///   - utcOffset: Local time less UTC where the wearer is (min), -1 080 to 1 080.
  /// - Throws: `range` for the offset, `clock`, or `notKept`.
  /// - Complexity: O(`count`), no allocation.
  public func today(now: Timestamp, utcOffset: Int32) throws(CaffeineError) -> Day {
    try day(date(now: now, utcOffset: utcOffset))
  }

  /// The local date that is now under the given offset.
  ///
  /// - Throws: `range` for the offset, or `clock`.
  @inline(__always)
  public func date(now: Timestamp, utcOffset: Int32) throws(CaffeineError) -> LocalDate {
    guard utcOffset.magnitude <= 1_080 else { throw .range }
    try check(now)
    return date(of: now.seconds, offset: utcOffset)
  }

  /// The local date of a time under this ledger's start of the day.
  @inline(__always)
  private func date(of time: Int64, offset: Int32) -> LocalDate {
    LocalDate(
      of: time, offset: offset,
      dayStart: Int32(truncatingIfNeeded: header.pointee.configuration.dayStart))
  }
}

// MARK: - Sums

/// A date's sum over all drinks, folded and listed.
private struct Tally {
  var date: Int64
  /// The latest date of any drink at all; far in the past without drinks.
  var latest: Int32 = .min
  var sum = FoldedDay(date: 0, total: 0, drinks: 0, unknowns: 0)

  init(date: Int64) {
    self.date = date
  }

  /// Adds all drinks of a ledger.
  ///
  /// - Returns: False if the total would pass 2^32 - 1 µg.
  @inline(never)
  mutating func add(_ ledger: Ledger) -> Bool {
    var fits = true
    var index: Int32 = 0
    while index < FoldedDay.capacity, ledger.foldedDays[Int(index)].drinks != 0 {
      if !add(ledger.foldedDays + Int(index)) { fits = false }
      index &+= 1
    }
    index = 0
    while index < ledger.header.pointee.count {
      var day = ledger.day(of: ledger.drink(index))
      if !add(&day) { fits = false }
      index &+= 1
    }
    return fits
  }

  @inline(never)
  private mutating func add(_ day: UnsafePointer<FoldedDay>) -> Bool {
    if day.pointee.date > latest { latest = day.pointee.date }
    return Int64(day.pointee.date) == date ? sum.add(day) : true
  }
}

extension Ledger {
  /// Whether a day's total stays within 2^32 - 1 µg with this drink, which is listed.
  func isDayInRange(of drink: UnsafePointer<Drink>) -> Bool {
    var tally = Tally(date: Int64(day(of: drink).date))
    return tally.add(self)
  }

  /// Adds a drink to the totals of the folded drinks of its date.
  ///
  /// A sixteenth date takes the place of the oldest, which is older than any that is kept.
  func addToFoldedDays(_ drink: UnsafePointer<Drink>) {
    var day = day(of: drink)
    var place = foldedDays
    var index: Int32 = 0
    while index < FoldedDay.capacity {
      let other = foldedDays + Int(index)
      index &+= 1
      if other.pointee.drinks == 0 || other.pointee.date == day.date {
        place = other
        break
      }
      if other.pointee.date < place.pointee.date { place = other }
    }
    if place.pointee.drinks == 0 || place.pointee.date < day.date {
      place.pointee = day
    } else if place.pointee.date == day.date {
      // In range: it was when the drink was recorded.
      _ = place.pointee.add(&day)
    }
  }

  /// What a single drink adds to its date.
  @inline(never)
  fileprivate func day(of drink: UnsafePointer<Drink>) -> FoldedDay {
    let date = date(of: drink.pointee.time.seconds, offset: Int32(drink.pointee.utcOffset))
    let flags = drink.pointee.flags.rawValue
    var unknowns = flags &>> 2 & 1
    if flags & Flags.estimated.rawValue != 0 { unknowns |= FoldedDay.estimated }
    return FoldedDay(
      date: Int32(truncatingIfNeeded: date.days), total: drink.pointee.dose.micrograms, drinks: 1,
      unknowns: unknowns)
  }
}
