import CaffeineEngine
import CaffeineFoundation

/// Writes a day as sentences, for screen readers and for mails.
enum PlainRenderer {
  static func text(_ plan: DayPlan, _ result: DayResult) -> String {
    let facts = DayFacts(plan: plan, result: result)
    var lines = ["Caffeine in the body on \(plan.clock.weekday) \(plan.clock.date)."]
    lines += facts.warnings
    for (place, index) in plan.listed.enumerated() {
      lines.append(sentence(place, plan.drinks[index], result.moments[place], facts))
    }
    if !facts.isTimeless { lines.append(hours(plan, result)) }
    lines += facts.all.map { "\($0.heading): \($0.text)" }
    return lines.map { Words.wrapped($0, indent: 0) }.joined(separator: "\n") + "\n"
  }

  private static func sentence(
    _ place: Int, _ drink: LoggedDrink, _ moment: DayResult.Moment, _ facts: DayFacts
  ) -> String {
    let plan = facts.plan
    let name = Words.name(drink.name ?? drink.kind?.description ?? "A drink")
    let dose = drink.doseMicrograms.map { Words.milligrams($0) } ?? "dose unknown"
    let lasts = drink.durationSeconds > 0 ? " over \(Words.duration(drink.durationSeconds))" : ""
    let amounts = moment.amounts
    let body = Words.milligrams(amounts.body.micrograms, amounts.flags)
    let allowed =
      moment.largestDose.map { Words.milligrams($0.dose.micrograms, $0.flags) } ?? "nothing"
    let isLate = (drink.time ?? 0) > plan.bedtime
    let limits = facts.limits(moment.largestDose?.dose.micrograms ?? 0, after: place + 1)
    let room = isLate ? "after bedtime" : "\(allowed) more would do for bedtime alone\(limits)"
    return
      "At \(plan.clock.shortText(drink.time ?? 0)) \(name), \(dose)\(lasts): \(body) in the body "
      + "and \(Words.milligrams(amounts.gut)) in the gut then; \(room)."
  }

  /// The curve in words: the body amount every three hours.
  private static func hours(_ plan: DayPlan, _ result: DayResult) -> String {
    let parts = result.samples.filter { plan.clock.local($0.time).secondOfDay % 10_800 < 300 }.map {
      "\(plan.clock.shortText($0.time)) \(Words.milligrams($0.amounts.body))"
    }
    return "In the body: " + parts.joined(separator: ", ") + "."
  }
}
