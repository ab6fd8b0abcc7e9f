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
    let sum = tally(of: date.days)
    if date.days < sum.latest &- 14 { throw .notKept }
    let total = UInt32(truncatingIfNeeded: sum.total), limit = header.pointee.dailyLimit
    let isNear = limit != 0 && wideProduct(100, total) >= wideProduct(80, limit)
    let cup = header.pointee.cup
    return Day(
      date: date, total: Amount(micrograms: total), drinks: sum.drinks, unknowns: sum.unknowns,
      cupHundredths: (wideProduct(100, total) &+ UInt64(cup &>> 1)).divided(by: UInt64(cup)),
      status: isNear ? (total > limit ? .over : .near) : .ok, flags: sum.flags)
  }

  /// The totals of the day that is now under the given offset.
  ///
  /// - Parameters:
  ///   - now: The present time.
  ///   - utcOffset: Local time less UTC where the wearer is (min), -1 080 to 1 080.
  /// - Throws: `range` for the offset, `clock`, or `notKept`.
  /// - Complexity: O(`count`), no allocation.
  public func today(now: Timestamp, utcOffset: Int32) throws(CaffeineError) -> Day {
    guard utcOffset.magnitude <= 1_080 else { throw .range }
    try check(now)
    return try day(
      LocalDate(of: now.seconds, offset: utcOffset, dayStart: header.pointee.dayStart))
  }
}

// MARK: - Sums

private struct DaySum {
  var total: UInt64 = 0
  var drinks: UInt32 = 0
  var unknowns: UInt32 = 0
  var flags: Flags = []
  /// The latest date of any drink at all, folded or listed; far in the past without drinks.
  var latest: Int64 = -1 &<< 40
}

extension Ledger {
  /// Whether a day's total stays within 2^32 - 1 µg with this drink, which is listed.
  func isDayInRange(of drink: UnsafePointer<Drink>) -> Bool {
    tally(of: date(of: drink)).total <= UInt64(UInt32.max)
  }

  /// Adds a drink to the totals of the folded drinks of its date.
  ///
  /// A sixteenth date takes the place of the oldest, which is older than any that is kept.
  func addToFoldedDays(_ drink: UnsafePointer<Drink>) {
    let date = Int32(truncatingIfNeeded: date(of: drink))
    var place = foldedDays
    var index = 0
    while index < FoldedDay.capacity {
      let day = foldedDays + index
      index &+= 1
      if day.pointee.drinks == 0 || day.pointee.date == date {
        place = day
        break
      }
      if day.pointee.date < place.pointee.date { place = day }
    }
    if place.pointee.date != date {
      if place.pointee.drinks != 0, place.pointee.date > date { return }
      place.pointee = FoldedDay(date: date, total: 0, drinks: 0, unknowns: 0)
    }
    place.pointee.total = place.pointee.total &+ drink.pointee.dose.micrograms
    place.pointee.drinks = place.pointee.drinks &+ 1
    if drink.pointee.flags.contains(.unknownDose) { place.pointee.unknowns &+= 1 }
    if drink.pointee.flags.contains(.estimated) { place.pointee.unknowns |= 1 &<< 31 }
  }

  private func date(of drink: UnsafePointer<Drink>) -> Int64 {
    let offset = Int32(drink.pointee.utcOffset)
    let dayStart = header.pointee.dayStart
    return LocalDate(of: drink.pointee.time.seconds, offset: offset, dayStart: dayStart).days
  }

  /// Adds up a date, and looks for the latest one on the way.
  @inline(never)
  private func tally(of date: Int64) -> DaySum {
    var sum = DaySum()
    var flags: UInt32 = 0
    var index = 0
    while index < FoldedDay.capacity, foldedDays[index].drinks != 0 {
      let day = foldedDays[index]
      index &+= 1
      if Int64(day.date) > sum.latest { sum.latest = Int64(day.date) }
      guard Int64(day.date) == date else { continue }
      sum.total = UInt64(day.total)
      sum.drinks = day.drinks
      sum.unknowns = day.unknowns & (1 &<< 31 &- 1)
      if day.unknowns &>> 31 != 0 { flags = Flags.estimated.rawValue }
    }
    var listed: Int32 = 0
    while listed < header.pointee.count {
      let drink = drink(listed)
      listed &+= 1
      let drinkDate = self.date(of: drink)
      if drinkDate > sum.latest { sum.latest = drinkDate }
      guard drinkDate == date else { continue }
      sum.total = sum.total &+ UInt64(drink.pointee.dose.micrograms)
      sum.drinks = sum.drinks &+ 1
      flags |= drink.pointee.flags.rawValue & Flags.estimated.rawValue
      if drink.pointee.flags.contains(.unknownDose) { sum.unknowns = sum.unknowns &+ 1 }
    }
    if sum.unknowns != 0 { flags |= Flags.lowerBound.rawValue }
    sum.flags = Flags(rawValue: flags)
    return sum
  }
}
