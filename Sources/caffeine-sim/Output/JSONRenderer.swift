import CaffeineEngine
import CaffeineFoundation

/// Writes all that a replay found as JSON: whole µg and seconds, null where there is no answer.
enum JSONRenderer {
  static func text(_ plan: DayPlan, _ result: DayResult) -> String {
    let settings = plan.settings
    return JSON.object([
      ("date", .string(plan.clock.date.description)),
      ("zone", .string(plan.clock.zone.name)),
      ("zone_reason", .string(plan.clock.reason)),
      ("day_start_s", .whole(plan.start)),
      ("day_end_s", .whole(plan.end)),
      ("bedtime_s", .whole(plan.bedtime)),
      ("threshold_ug", .whole(settings.threshold.micrograms)),
      ("absorption_half_life_s", .whole(settings.profile.absorptionHalfLife)),
      ("elimination_half_life_s", .whole(settings.profile.eliminationHalfLife)),
      ("drinks", .list(plan.listed.indices.map { drink($0, plan, result.moments[$0]) })),
      ("drinks_without_time", .list(plan.dayOnly.map { .object(identity($0)) })),
      ("total", day(result.day)),
      ("outcome", outcome(result.outcome, curve: nil)),
      ("range", .list(zip(result.range, result.rangeCurves).map { outcome($0, curve: $1) })),
      (
        "another",
        .object([
          ("dose_ug", .whole(DayResult.anotherDose.micrograms)),
          ("latest_time_s", .optional(result.latestTime) { .whole($0.time.seconds) }),
        ])
      ),
      ("drinks_of_other_dates", .whole(plan.strangerCount)),
      ("skipped_rows", .whole(plan.log.skippedCount)),
      ("curve_columns", .list(["time_s", "gut_ug", "body_ug", "flags"].map { .string($0) })),
      ("curve", .list(result.samples.map(sample))),
    ]).text() + "\n"
  }

  private static func identity(_ drink: LoggedDrink) -> [(String, JSON)] {
    [
      ("id", .string(drink.id.description)),
      ("name", .optional(drink.name) { .string($0) }),
      ("kind", .optional(drink.kind) { .string($0.description) }),
      ("dose_ug", .optional(drink.doseMicrograms) { .whole($0) }),
      ("duration_s", .whole(drink.durationSeconds)),
    ]
  }

  private static func drink(
    _ place: Int, _ plan: DayPlan, _ moment: DayResult.Moment
  ) -> JSON {
    let drink = plan.drinks[plan.listed[place]]
    let place: [(String, JSON)] = [
      ("time_s", .whole(drink.time ?? 0)),
      ("utc_offset_min", .whole(drink.utcOffsetMinutes)),
    ]
    let answers: [(String, JSON)] = [
      ("gut_ug", .whole(moment.amounts.gut.micrograms)),
      ("body_ug", .whole(moment.amounts.body.micrograms)),
      ("largest_dose_ug", .optional(moment.largestDose) { .whole($0.dose.micrograms) }),
      ("latest_time_s", .optional(moment.latestTime) { .whole($0.time.seconds) }),
      ("flags", .whole(moment.amounts.flags.rawValue)),
    ]
    return .object(place + identity(drink) + answers)
  }

  private static func day(_ day: Day) -> JSON {
    .object([
      ("total_ug", .whole(day.total.micrograms)),
      ("drinks", .whole(day.drinks)),
      ("unknown_doses", .whole(day.unknowns)),
      ("cup_hundredths", .whole(day.cupHundredths)),
      ("status", .string("\(day.status)")),
      ("flags", .whole(day.flags.rawValue)),
    ])
  }

  private static func outcome(
    _ outcome: DayResult.Outcome, curve: [DayResult.Sample]? = nil
  ) -> JSON {
    let bodies = curve.map { $0.map { JSON.whole($0.amounts.body.micrograms) } }
    return .object(
      [
        ("elimination_half_life_s", .whole(outcome.profile.eliminationHalfLife)),
        ("highest_time_s", .whole(outcome.highest.time.seconds)),
        ("highest_ug", .whole(outcome.highest.body.micrograms)),
        ("settled_from_s", .whole(outcome.settled.time.seconds)),
        ("bedtime_gut_ug", .whole(outcome.bedtime.amounts.gut.micrograms)),
        ("bedtime_body_ug", .whole(outcome.bedtime.amounts.body.micrograms)),
        ("bedtime_within_threshold", .bool(outcome.bedtime.isWithin)),
        ("flags", .whole(outcome.bedtime.amounts.flags.rawValue)),
      ] + (bodies.map { [("curve_body_ug", .list($0))] } ?? []))
  }

  private static func sample(_ sample: DayResult.Sample) -> JSON {
    .list([
      .whole(sample.time), .whole(sample.amounts.gut.micrograms),
      .whole(sample.amounts.body.micrograms), .whole(sample.amounts.flags.rawValue),
    ])
  }
}
