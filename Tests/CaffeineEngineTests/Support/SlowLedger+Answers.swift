import Foundation

@testable import CaffeineEngine

// Plans count where a question says from when on; `.max`: nowhere.
extension SlowLedger {
  /// The drinks whose caffeine is in an answer.
  func counted(plansFrom: Int64 = .max) -> [Drink] {
    drinks.filter { drink in
      if drink.isUndated { return false }
      let isOver = foldTime.map { drink.time.seconds <= $0 } ?? false
      return !drink.isPlan || drink.time.seconds >= plansFrom && !isOver
    }
  }

  // MARK: - Amounts

  func amounts(at time: Int64, plansFrom: Int64 = .max) -> DoubleModel.Amounts {
    amounts(of: counted(plansFrom: plansFrom), at: time)
  }

  /// What the front and some of the listed drinks leave at a time from the fold on.
  func amounts(of drinks: [Drink], at time: Int64) -> DoubleModel.Amounts {
    guard let foldTime else { return model.amounts(of: drinks, at: time) }
    var sum = front
    if model.profile(at: foldTime).absorptionHalfLife == 0 {
      sum = DoubleModel.Amounts(gut: 0, body: front.gut + front.body)
    }
    sum = model.advance(sum, from: foldTime, to: time)
    for drink in drinks {
      if drink.time.seconds > foldTime {
        sum = sum + model.amounts(of: drink, at: time)
      } else if drink.end.seconds > foldTime {
        sum = sum + model.advance(.init(), from: foldTime, to: time, pouring: drink)
      }
    }
    return sum
  }

  /// All doses swallowed so far, drinks in progress whole (µg).
  func doses(until time: Int64, plansFrom: Int64 = .max) -> Double {
    let since = counted(plansFrom: plansFrom).filter {
      $0.time.seconds > foldTime ?? .min && $0.time.seconds <= time
    }
    return since.reduce(foldedDose) { $0 + Double($1.dose.micrograms) }
  }

  /// The largest that gut, body and all that drinks in progress have yet to pour in ever are
  /// together, with every plan (µg).
  var largestWhole: Double {
    let all = counted(plansFrom: .min)
    let most = all.reduce(front.gut + front.body) { $0 + Double($1.dose.micrograms) }
    if most < Double(UInt32.max) / 2 { return most }
    var largest = 0.0
    for start in Set(all.map(\.time.seconds)) where start > foldTime ?? .min {
      let now = amounts(of: all, at: start)
      let inProgress = all.filter { $0.time.seconds <= start && $0.end.seconds > start }
      let pending = inProgress.reduce(0.0) {
        $0 + Double($1.dose.micrograms) * Double($1.end.seconds - start) / Double($1.duration)
      }
      largest = max(largest, now.gut + now.body + pending)
    }
    return largest
  }

  /// Of a bolus at a time, the share that is left at a later one.
  func share(of time: Int64, leftAt bedtime: Int64) -> Double {
    var bolus = DoubleModel.Amounts(gut: 1, body: 0)
    if model.profile(at: time).absorptionHalfLife == 0 { bolus = .init(gut: 0, body: 1) }
    let left = model.advance(bolus, from: time, to: bedtime)
    return left.gut + left.body
  }

  /// Every second of a stretch at which anything begins, ends or changes.
  func events(from: Int64, until: Int64, plansFrom: Int64 = .max) -> [Int64] {
    let seconds =
      counted(plansFrom: plansFrom).flatMap { [$0.time.seconds, $0.end.seconds] }
      + model.changes.map(\.time)
    return Set(seconds).filter { $0 >= from && $0 <= until }.sorted()
  }

  /// The area under the body amount: what left the body is ke times it, and is what was there and
  /// came in, less what is there in the end.
  func area(from: Int64, until: Int64) -> Double {
    let drinks = counted()
    var area = 0.0, start = from
    for end in events(from: from, until: until) + [until] where end > start {
      let before = amounts(of: drinks, at: start)
      let after = amounts(of: drinks, at: end)
      var left = before.gut + before.body - after.gut - after.body
      for drink in drinks where drink.duration == 0 && drink.time.seconds == end {
        left += Double(drink.dose.micrograms)
      }
      for drink in drinks where drink.time.seconds <= start && drink.end.seconds >= end {
        left +=
          Double(drink.dose.micrograms) * (Double(end) - Double(start)) / Double(drink.duration)
      }
      area += left * Double(model.profile(at: start).eliminationHalfLife) / M_LN2
      start = end
    }
    return area
  }

  /// Seconds of a stretch in which anything can be in the body.
  func length(from: Int64, until: Int64) -> Double {
    let ends = counted().map(\.end.seconds) + model.changes.map(\.time) + [foldTime ?? 0]
    let last = (ends.max() ?? 0) + 64 * 806_400
    return Double(max(0, min(until, last) - max(from, 0)))
  }

  // MARK: - Flags

  static func span(_ profile: Profile) -> Int64 {
    25 * Int64(profile.absorptionHalfLife + profile.eliminationHalfLife)
  }

  /// A doubt under the half-lives from a second on: the longest ones count while it lasts.
  private func lengthened(_ doubt: Doubt, from: Int64, until: Int64) -> Doubt {
    var doubt = doubt
    doubt.last = max(doubt.last, doubt.end + SlowLedger.span(model.profile(at: from)))
    for change in model.changes
    where change.time > from && change.time <= min(doubt.last, until) {
      doubt.last = max(doubt.last, doubt.end + SlowLedger.span(change.profile))
    }
    return doubt
  }

  /// Every doubt that began by a time, as it is by then.
  func doubts(until: Int64, plansFrom: Int64 = .max) -> [Doubt] {
    let begin = foldTime ?? .min
    let old = foldedDoubts.map {
      $0.last < begin ? $0 : lengthened($0, from: begin, until: until)
    }
    let new = counted(plansFrom: plansFrom)
      .filter { $0.time.seconds > begin && $0.time.seconds <= until }
      .filter { !$0.flags.isDisjoint(with: [.unknownDose, .estimated]) }
    return old
      + new.map { drink in
        let start = drink.time.seconds
        var flags: Flags = drink.flags.contains(.unknownDose) ? .lowerBound : []
        if drink.flags.contains(.estimated) { flags.insert(.estimated) }
        let doubt = Doubt(flags: flags, start: start, end: drink.end.seconds, last: start)
        return lengthened(doubt, from: start, until: until)
      }
  }

  /// The flags that a stretch of time must have at least and at most.
  ///
  /// They are the same but where half-lives changed: the engine keeps one end for all drinks that
  /// are in doubt together, so that one of them may be so for longer than it need.
  func doubtFlags(
    from: Int64, until: Int64, plansFrom: Int64 = .max
  ) -> (least: Flags, most: Flags) {
    let all = doubts(until: until, plansFrom: plansFrom)
    var least: Flags = [], most: Flags = []
    for doubt in all where doubt.last >= from { least.formUnion(doubt.flags) }
    for flag in [Flags.lowerBound, .estimated] {
      let ends = all.filter { $0.flags.contains(flag) }.map(\.end)
      if let end = ends.max(), end + longestSpan >= from { most.formUnion(flag) }
    }
    return (least, hasChanged ? most : least)
  }

  /// Undated drinks and due plans.
  func uncountedFlags(dueUntil: Int64?) -> Flags {
    var flags: Flags = drinks.contains(where: \.isUndated) ? .undated : []
    if let dueUntil, drinks.contains(where: { $0.isPlan && $0.time.seconds <= dueUntil }) {
      flags.insert(.due)
    }
    return flags
  }

  // MARK: - Days

  func localDate(_ time: Int64, offset: Int) -> Int64 {
    let local = time + 60 * Int64(offset) - 60 * Int64(configuration.dayStart)
    return local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
  }

  func date(of drink: Drink) -> Int64 {
    localDate(drink.time.seconds, offset: Int(drink.utcOffset))
  }

  func daySum(_ date: Int64) -> DaySum {
    var sum = foldedDays[date] ?? DaySum()
    for drink in counted() where self.date(of: drink) == date { sum.add(drink) }
    return sum
  }

  func day(_ date: Int64, dueUntil: Int64? = nil) throws(CaffeineError) -> Day {
    let dates = Array(foldedDays.keys) + counted().map { self.date(of: $0) }
    if let latest = dates.max(), date < latest - 14 { throw .notKept }
    let sum = daySum(date)
    let limit = UInt64(configuration.dailyLimit.micrograms)
    let cup = UInt64(configuration.cup.micrograms)
    var day = Day()
    day.flags = uncountedFlags(dueUntil: dueUntil)
    if sum.unknowns > 0 { day.flags.insert(.lowerBound) }
    if sum.isEstimated { day.flags.insert(.estimated) }
    var status = Day.Status.ok
    if limit != 0, 100 * sum.dose >= 80 * limit { status = sum.dose > limit ? .over : .near }
    day.statusNumber = Int32(status.rawValue)
    day.date = LocalDate(days: date)
    day.cupHundredths = (100 * sum.dose + cup / 2) / cup
    day.total = Amount(micrograms: UInt32(sum.dose))
    day.drinks = UInt32(sum.drinks)
    day.unknowns = UInt32(sum.unknowns)
    return day
  }

  func today(now: Int64, offset: Int) throws(CaffeineError) -> Day {
    if abs(offset) > 1_080 { throw .range }
    try check(now: now)
    return try day(localDate(now, offset: offset), dueUntil: now)
  }
}
