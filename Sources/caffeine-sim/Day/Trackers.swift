import CaffeineEngine
import CaffeineFoundation

/// The engines of a replay: the day itself, the same day at two other half-lives, and its totals.
struct Trackers: Sendable {
  let main: CaffeineTracker
  let others: [(profile: Profile, tracker: CaffeineTracker)]
  /// Holds the drinks without a time as well: only totals are asked of it.
  let totals: CaffeineTracker

  /// Between 4 and 6 h are most healthy adults.
  ///
  /// - Source: IOM 2001, ch. 2: mean 5 h, single people from 1.5 to 9.5 h; 4 to 6 is the usual
  ///   way to say it.
  static let rangeHours: [UInt32] = [4, 6]

  init(_ plan: DayPlan) throws(CaffeineError) {
    var configuration = Configuration(
      profile: plan.settings.profile, deviceID: 1, dayStart: UInt32(plan.settings.dayStart))
    main = try CaffeineTracker(configuration: configuration, capacity: plan.capacity)
    totals = try CaffeineTracker(
      configuration: configuration, capacity: max(plan.listed.count + plan.dayOnly.count, 1))
    var others: [(Profile, CaffeineTracker)] = []
    for hours in Trackers.rangeHours {
      configuration.profile.eliminationHalfLife = hours * 3600
      others.append(
        (
          configuration.profile,
          try CaffeineTracker(configuration: configuration, capacity: plan.capacity)
        ))
    }
    self.others = others
  }

  /// Records a drink wherever the curve is asked for.
  func record(_ drink: Drink) async throws(CaffeineError) {
    try await main.record(drink, now: drink.time)
    for other in others { try await other.tracker.record(drink, now: drink.time) }
  }
}

extension Drink {
  /// A drink of a log; one without a time stands at noon of its date, for totals only.
  init(_ logged: LoggedDrink, dayStart: Int) {
    let noon = Int64(logged.date.daysSinceEpoch) * 86_400 + 43_200
    let offset = Int64(logged.utcOffsetMinutes)
    var flags: Flags = logged.doseMicrograms == nil ? .unknownDose : []
    if logged.isMeant { flags.insert(.meant) }
    var kind: UInt8 = 0
    if case .number(let number) = logged.kind { kind = number }
    self.init(
      id: DrinkID(high: logged.id.high, low: logged.id.low),
      time: Timestamp(logged.time ?? noon + 60 * (Int64(dayStart) - offset)),
      dose: .micrograms(logged.doseMicrograms ?? 0), duration: logged.durationSeconds,
      flags: flags, utcOffset: logged.utcOffsetMinutes, kind: kind)
  }
}
