import CaffeineEngine
import CaffeineFoundation

/// What is to be replayed: which day by which clock, which drinks, from when until when.
struct DayPlan: Sendable {
  let clock: WallClock
  /// The local day: from its first second up to the next day's first.
  let start: Int64
  let end: Int64
  /// The chart's and the samples' end: the day's, or an hour past a later bedtime.
  let chartEnd: Int64
  let bedtime: Int64
  /// The drinks to record, in the order of time, then of the log: all up to the end of the replay.
  let drinks: [LoggedDrink]
  /// The day's own drinks with a time, as places in `drinks`.
  let listed: [Int]
  /// The day's drinks without a time.
  let dayOnly: [LoggedDrink]
  /// How many drinks the engine keeps editable.
  let capacity: Int
  let settings: DaySettings
  let log: DrinkLog

  /// Samples are this far apart (s).
  static let step: Int64 = 300

  /// Chooses day, clock and drinks.
  ///
  /// - Parameter kept: Drinks that count as if the log had them; the day is not theirs to choose.
  /// - Throws: A data complaint if the log holds no drink at all.
  init(
    _ log: DrinkLog, _ settings: DaySettings, kept: [LoggedDrink] = []
  ) throws(Complaint) {
    func date(of drink: LoggedDrink) -> CivilDate {
      DayPlan.date(of: drink, dayStart: settings.dayStart)
    }
    guard let last = log.drinks.map(date(of:)).max() else {
      let why = log.skippedCount > 0 ? ": \(Words.count(log.skippedCount, "row")) skipped" : ""
      throw .data(
        log.fileName, "the log holds no drink\(why)",
        "compare it with what caffeine-sim template prints")
    }
    let date = settings.date ?? last
    let all = log.drinks + kept
    let own = all.filter {
      $0.time != nil && DayPlan.date(of: $0, dayStart: settings.dayStart) == date
    }
    clock = DayPlan.clock(for: date, log: log, drinks: own, settings)
    start = clock.time(minute: settings.dayStart)
    end = clock.time(minute: settings.dayStart, days: 1)
    bedtime = DayPlan.bedtime(settings.bedtime, after: start, clock)
    chartEnd = bedtime < end ? end : bedtime + 3600
    let horizon = own.compactMap(\.time).reduce(max(end, bedtime + 1)) { max($0, $1 + 1) }
    let drinks = all.filter { ($0.time ?? .max) < horizon }.sorted {
      ($0.time ?? 0, $0.line) < ($1.time ?? 0, $1.line)
    }
    self.drinks = drinks
    listed = drinks.indices.filter {
      date == DayPlan.date(of: drinks[$0], dayStart: settings.dayStart)
    }
    dayOnly = log.drinks.filter { $0.time == nil && $0.date == date }
    capacity = DayPlan.capacity(for: drinks, start: start)
    self.settings = settings
    self.log = log
  }

  /// When the replay begins: the day's start, or an earlier drink of the same date.
  var replayStart: Int64 { listed.compactMap { drinks[$0].time }.reduce(start, min) }

  /// Drinks of other dates in the hours that are replayed: they count in the curve only.
  var strangerCount: Int {
    let own = Set(listed)
    return drinks.indices.count { !own.contains($0) && (drinks[$0].time ?? 0) >= start }
  }

  /// The local date a drink belongs to, as the engine has it.
  private static func date(of drink: LoggedDrink, dayStart: Int) -> CivilDate {
    guard let time = drink.time else { return drink.date }
    return LocalDateTime(
      at: time - 60 * Int64(dayStart), offsetMinutes: drink.utcOffsetMinutes
    ).date
  }

  /// The first bedtime after the day's start; one before noon belongs to the night that follows.
  private static func bedtime(_ minute: Int, after start: Int64, _ clock: WallClock) -> Int64 {
    let sameDate = clock.time(minute: minute)
    return minute < 12 * 60 || sameDate <= start ? clock.time(minute: minute, days: 1) : sameDate
  }

  /// The wished zone, else the machine's if the log agrees with it, else the log's own offset.
  private static func clock(
    for date: CivilDate, log: DrinkLog, drinks: [LoggedDrink], _ settings: DaySettings
  ) -> WallClock {
    if let zone = settings.zone { return WallClock(zone: zone, date: date, reason: "as asked") }
    let machine = ZoneRule.machine
    let agrees = drinks.allSatisfy { machine.offset(at: $0.time ?? 0) == $0.utcOffsetMinutes }
    if agrees || log.zoneUseCount > 0 {
      return WallClock(zone: machine, date: date, reason: "this machine's zone")
    }
    let offset = Int(drinks.last?.utcOffsetMinutes ?? 0)
    let zone = (try? ZoneRule.fixed(minutes: offset)) ?? .utc
    return WallClock(zone: zone, date: date, reason: "as the log's times say")
  }

  /// Room for the drinks from the evening before on, so that folding never reaches the day; the
  /// drinks of years need no more, since folded ones keep their caffeine.
  private static func capacity(for drinks: [LoggedDrink], start: Int64) -> Int {
    let half = Int64(Drink.longestDuration)
    var most = drinks.count { ($0.time ?? 0) >= start - half } + 1
    var oldest = 0
    for (index, drink) in drinks.enumerated() {
      let time = drink.time ?? 0
      while (drinks[oldest].time ?? 0) < time - half { oldest += 1 }
      most = max(most, index - oldest + 1)
    }
    return min(max(most, 64), Ledger.largestCapacity)
  }
}
