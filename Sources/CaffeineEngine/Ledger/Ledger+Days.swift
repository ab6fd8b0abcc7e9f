// The doors that both faces call: times in s, amounts in µg. What each asks, costs and refuses is said
// at its Swift face, in Ledger+Questions; a refusal leaves the answer as it was.

extension Ledger {
  /// See `day(_:)`. The answer stands first, or the compiler makes one function of `caffeine_day` and
  /// `caffeine_amounts`, and the amounts now take 14 instructions more.
  @inline(never)
  package func day(into answer: UnsafeMutablePointer<Day>, _ date: LocalDate) -> Status {
    // No drink bears a date that does not fit: the least or the largest one stands for it.
    let low = Int32(truncatingIfNeeded: date.days)
    let high = Int32(truncatingIfNeeded: date.days &>> 32)
    let days = low &>> 31 == high ? low : high &>> 31 ^ .max
    var tally = Tally(date: days)
    _ = tally.add(self)
    if days < tally.latest &- 14 { return .refused(.notKept) }
    let total = tally.sum.total, limit = header.pointee.configuration.dailyLimit.micrograms
    let cup = header.pointee.configuration.cup.micrograms
    let unknowns = tally.sum.unknowns & ~FoldedDay.estimated
    var flags = flagsOfUncounted(at: .min)
    if unknowns != 0 { flags |= Flags.lowerBound.rawValue }
    if unknowns != tally.sum.unknowns { flags |= Flags.estimated.rawValue }
    let hundredfold = wideProduct(100, total)
    var status = Day.Status.ok
    if limit != 0, hundredfold >= wideProduct(80, limit) { status = total > limit ? .over : .near }
    answer.pointee.statusNumber = Int32(status.rawValue)
    answer.pointee.date = date
    answer.pointee.cupHundredths = (hundredfold &+ UInt64(cup &>> 1)).divided(by: UInt64(cup))
    answer.pointee.total = Amount(micrograms: total)
    answer.pointee.drinks = tally.sum.drinks
    answer.pointee.unknowns = unknowns
    answer.pointee.flags = Flags(rawValue: flags)
    return .done
  }

  /// See `today(now:utcOffset:)`.
  package func today(
    now: Timestamp, utcOffset: Int32, into answer: UnsafeMutablePointer<Day>
  ) -> Status {
    guard UInt32(bitPattern: utcOffset &+ 1_080) <= 2 * 1_080 else { return .refused(.range) }
    let status = check(now)
    if status.isRefusal { return status }
    let told = day(into: answer, localDate(of: now, utcOffset: utcOffset))
    if !told.isRefusal { answer.pointee.flags.rawValue |= flagsOfUncounted(at: now.seconds) }
    return told
  }

  /// The local date of a time under this ledger's start of the day and an offset (min).
  func localDate(of time: Timestamp, utcOffset: Int32) -> LocalDate {
    LocalDate(days: Int64(days(of: time.seconds, offset: utcOffset)))
  }

  /// The local date of a time under this ledger's start of the day (days since 1970-01-01).
  @inline(__always)
  private func days(of time: Int64, offset: Int32) -> Int32 {
    LocalDate.days(
      of: time, offset: offset,
      dayStart: Int32(truncatingIfNeeded: header.pointee.configuration.dayStart))
  }
}

// MARK: - Sums

/// A date's sum over all drinks, folded and listed.
private struct Tally {
  var date: Int32
  /// The latest date of any drink at all; far in the past without drinks.
  var latest: Int32 = .min &+ 14
  var sum = FoldedDay(date: 0, total: 0, drinks: 0, unknowns: 0)

  /// Adds all drinks of a ledger.
  ///
  /// - Returns: False if the total would pass 2^32 - 1 µg.
  @inline(never)
  mutating func add(_ ledger: Ledger) -> Bool {
    var fits = true
    var folded = ledger.foldedDays
    let end = folded + Int(FoldedDay.capacity)
    while folded < end {
      if !add(folded) { fits = false }
      folded += 1
    }
    var index: Int32 = 0
    while index < ledger.header.pointee.count {
      let drink = ledger.drink(index)
      var day = ledger.day(of: drink)
      if drink.isCounted, !add(&day) { fits = false }
      index &+= 1
    }
    return fits
  }

  @inline(never)
  private mutating func add(_ day: UnsafePointer<FoldedDay>) -> Bool {
    guard day.pointee.drinks != 0 else { return true }
    if day.pointee.date > latest { latest = day.pointee.date }
    return day.pointee.date == date ? sum.add(day) : true
  }
}

extension Ledger {
  /// Whether the total of a drink's day, and some more (µg), stays within 2^32 - 1 µg.
  @inline(never)
  func isDayInRange(of drink: UnsafePointer<Drink>, plus: UInt32 = 0) -> Bool {
    var tally = Tally(date: day(of: drink).date)
    tally.sum.total = plus
    return tally.add(self)
  }

  /// Adds a drink to the totals of the folded drinks of its date.
  ///
  /// Fifteen dates in a row have a place each; of two that share one, the older is not kept any more.
  func addToFoldedDays(_ drink: UnsafePointer<Drink>) {
    var day = day(of: drink)
    let place = foldedPlace(of: day.date)
    if place.pointee.drinks == 0 || place.pointee.date < day.date {
      place.pointee = day
    } else if place.pointee.date == day.date {
      // In range: it was when the drink was recorded.
      _ = place.pointee.add(&day)
    }
  }

  /// Where the folded drinks of a date are added up. No date is before -2.
  func foldedPlace(of date: Int32) -> UnsafeMutablePointer<FoldedDay> {
    foldedDays + Int(truncatingIfNeeded: UInt32(bitPattern: date &+ 15) % 15)
  }

  /// What a single drink adds to its date.
  @inline(never)
  fileprivate func day(of drink: UnsafePointer<Drink>) -> FoldedDay {
    let date = days(of: drink.pointee.time.seconds, offset: Int32(drink.pointee.utcOffset))
    let flags = drink.pointee.flags.rawValue
    // 1 where the dose is unknown: bit 2.
    var unknowns = flags &>> 2 & 1
    if flags & Flags.estimated.rawValue != 0 { unknowns |= FoldedDay.estimated }
    return FoldedDay(
      date: date, total: drink.pointee.dose.micrograms, drinks: 1,
      unknowns: unknowns)
  }
}
