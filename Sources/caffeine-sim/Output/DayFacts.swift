import CaffeineEngine
import CaffeineFoundation

/// What there is to say about a replayed day, each fact as a sentence under a heading.
struct DayFacts {
  let plan: DayPlan
  let result: DayResult

  /// EFSA's limit for one drink (µg), and for a day (mg).
  ///
  /// - Source: EFSA 2015, doi 10.2903/j.efsa.2015.4102.
  static let singleLimit: UInt32 = 200_000
  static let dailyLimit = 400

  /// The bands of the sleep threshold (µg).
  ///
  /// - Source: Gardiner 2023, doi 10.1016/j.smrv.2023.101764; PMID 39377163.
  static let settledLimit: UInt32 = 36_000
  static let disputedLimit: UInt32 = 77_000

  /// Whether every drink of the day lacks a time, so that there is no curve to speak of.
  var isTimeless: Bool { plan.listed.isEmpty && !plan.dayOnly.isEmpty }

  /// What makes the whole report less than the truth, said before anything else.
  var warnings: [String] {
    var lines: [String] = []
    if plan.log.skippedCount > 0 {
      let rows = plan.log.skippedCount == 1 ? "1 row was" : "\(plan.log.skippedCount) rows were"
      lines.append("\(rows) skipped (see standard error): it may be more.")
    }
    if isTimeless {
      lines.append(
        "The curve, bedtime and room need times, and no drink of this day has one: switch on "
          + "timestamps in Cronometer, or add a time column.")
    } else if !plan.dayOnly.isEmpty {
      lines.append(
        "\(Words.count(plan.dayOnly.count, "drink")) without a time: left out of all but the "
          + "total, so the amounts are at least what this says.")
    }
    return lines
  }

  var all: [(heading: String, text: String)] {
    if isTimeless { return [("Total", total), ("Notes", notes)].filter { !$0.1.isEmpty } }
    return [
      ("Total", total), ("Highest", highest), ("Settled", settled), ("Bedtime", bedtime),
      ("Another", another), ("Range", range), ("Notes", notes), ("Assumed", assumed),
    ].filter { !$0.1.isEmpty }
  }

  private var total: String {
    let day = result.day
    let number = Words.hundredths(day.cupHundredths)
    let cups = number == "1" ? "1 cup" : "\(number) cups"
    let verdict =
      switch day.status {
      case .ok: "below"
      case .near: "close to"
      case .over: "over"
      }
    let soFar = day.unknowns > 0 && day.status != .over ? "so far " : ""
    var text =
      "\(Words.milligrams(day.total.micrograms, day.flags)) in "
      + "\(Words.count(Int(day.drinks), "drink")), \(cups) of 96 mg: "
      + "\(soFar)\(verdict) the limit of \(DayFacts.dailyLimit) mg a day (EFSA)."
    guard day.drinks > 0 else { return "no drink on this day." }
    let large = doses.count { $0 > DayFacts.singleLimit }
    text +=
      large == 0
      ? " No drink\(day.unknowns > 0 ? " of known dose" : "") over 200 mg, the limit for one."
      : " \(Words.count(large, "drink")) over 200 mg, the limit for one."
    if day.unknowns > 0 {
      text += " \(Words.count(Int(day.unknowns), "drink")) of unknown dose, so it may be more."
    }
    if !plan.dayOnly.isEmpty, !isTimeless {
      let sum = plan.dayOnly.reduce(UInt64(0)) { $0 + UInt64($1.doseMicrograms ?? 0) }
      let amount = Words.milligrams(UInt32(clamping: sum))
      text +=
        " \(amount) of this in \(Words.count(plan.dayOnly.count, "drink")) without a time: in "
        + "the total only, not in the curve."
    }
    return text
  }

  private var highest: String {
    let peak = result.outcome.highest
    guard peak.body.micrograms > 0 else { return "nothing in the body all day." }
    return
      "\(Words.milligrams(peak.body.micrograms, peak.flags)) in the body at "
      + "\(plan.clock.text(peak.time.seconds))."
  }

  private var settled: String {
    let settled = result.outcome.settled
    let threshold = Words.milligrams(plan.settings.threshold)
    guard settled.time.seconds > plan.start else {
      let known = settled.flags.contains(.lowerBound) ? ", as far as known" : ""
      return "all day\(known): the body never holds more than \(threshold)."
    }
    let isLate = settled.time.seconds > plan.bedtime
    let doubt = settled.flags.contains(.lowerBound) ? ", or later" : ""
    return
      "from \(minute(settled.time.seconds))\(doubt): from then on \(threshold) or less in the body"
      + (isLate ? ", which is after bedtime." : ".")
  }

  private var range: String {
    let parts = result.range.map { outcome in
      let peak = Words.milligrams(outcome.highest.body.micrograms, outcome.highest.flags)
      let left = Words.milligrams(outcome.bedtime.total, outcome.bedtime.amounts.flags)
      let doubt = outcome.settled.flags.contains(.lowerBound) ? " or later" : ""
      let isAllDay = outcome.settled.time.seconds <= plan.start
      let settled = isAllDay ? "all day" : "from \(minute(outcome.settled.time.seconds))\(doubt)"
      let hours = Words.duration(outcome.profile.eliminationHalfLife)
      return "with \(hours) highest \(peak), \(left) at bedtime, settled \(settled)"
    }
    return "half-lives of most adults: " + parts.joined(separator: "; ") + "."
  }

  private var assumed: String {
    let profile = plan.settings.profile
    let absorption =
      profile.absorptionHalfLife == 0
      ? "absorbed at once" : "absorption \(Words.duration(profile.absorptionHalfLife))"
    let dayStart =
      plan.settings.dayStart == 0 ? "" : ", days from \(minuteText(plan.settings.dayStart))"
    return
      "half-life \(Words.duration(profile.eliminationHalfLife)), \(absorption), bedtime "
      + "\(minuteText(plan.settings.bedtime)), clock \(plan.clock.zone.name) "
      + "(\(plan.clock.reason))\(dayStart). Amounts are estimates: the same day differs by a "
      + "factor of three between people. Information, not medical advice."
  }

  // MARK: - Helpers

  private var doses: [UInt32] {
    (plan.listed.map { plan.drinks[$0] } + plan.dayOnly).compactMap(\.doseMicrograms)
  }

  func time(of place: Int) -> Int64 { plan.drinks[plan.listed[place]].time ?? 0 }

  /// A time from which something holds, up to the next full minute.
  func minute(_ time: Int64) -> String { plan.clock.text((time + 59) / 60 * 60) }

  private func minuteText(_ minute: Int) -> String {
    LocalDateTime(date: plan.clock.date, secondOfDay: 60 * minute).clockText
  }
}
