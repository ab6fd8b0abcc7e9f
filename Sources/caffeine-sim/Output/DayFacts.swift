import CaffeineEngine
import CaffeineFoundation

/// What there is to say about a replayed day, each fact as a sentence under a heading.
struct DayFacts {
  let plan: DayPlan
  let result: DayResult

  /// EFSA's limit for one drink (µg), and for a day (mg).
  ///
  /// - Source: EFSA 2015, doi 10.2903/j.efsa.2015.4102.
  private static let singleLimit: UInt32 = 200_000
  private static let dailyLimit = 400

  /// The bands of the sleep threshold (µg).
  ///
  /// - Source: Gardiner 2023, doi 10.1016/j.smrv.2023.101764; PMID 39377163.
  private static let settledLimit: UInt32 = 36_000
  private static let disputedLimit: UInt32 = 77_000

  /// Whether every drink of the day lacks a time, so that there is no curve to speak of.
  var isTimeless: Bool { plan.listed.isEmpty && !plan.dayOnly.isEmpty }

  /// What makes the whole report less than the truth, said before anything else.
  var warnings: [String] {
    var lines: [String] = []
    if plan.log.skippedCount > 0 {
      let rows = plan.log.skippedCount == 1 ? "1 row was" : "\(plan.log.skippedCount) rows were"
      lines.append("\(rows) skipped, see standard error: it may be more than this says.")
    }
    if isTimeless {
      lines.append(
        "No drink of this day has a time, so there is no curve and no answer for bedtime: switch on "
          + "timestamps in Cronometer, or fill in a time column.")
    } else if !plan.dayOnly.isEmpty {
      lines.append(
        "\(Words.count(plan.dayOnly.count, "drink")) without a time: left out of all but the total, "
          + "so the amounts are more than this says.")
    }
    return lines
  }

  var all: [(heading: String, text: String)] {
    if isTimeless { return [("Total", total), ("Assumed", assumed)] }
    return [
      ("Total", total), ("Highest", highest), ("Settled", settled), ("Bedtime", bedtime),
      ("Another", another), ("Range", range), ("Notes", notes), ("Assumed", assumed),
    ].filter { !$0.1.isEmpty }
  }

  private var total: String {
    let day = result.day
    let cups = Words.hundredths(day.cupHundredths)
    let verdict =
      switch day.status {
      case .ok: "below"
      case .near: "close to"
      case .over: "over"
      }
    let soFar = day.unknowns > 0 && day.status != .over ? "so far " : ""
    var text =
      "\(Words.milligrams(day.total.micrograms, day.flags)) in "
      + "\(Words.count(Int(day.drinks), "drink")), \(cups) cups of 96 mg: \(soFar)\(verdict) the limit of "
      + "\(DayFacts.dailyLimit) mg a day (EFSA)."
    guard day.drinks > 0 else { return "no drink on this day." }
    let large = doses.count { $0 > DayFacts.singleLimit }
    text +=
      large == 0
      ? " No drink\(day.unknowns > 0 ? " of known dose" : "") over 200 mg, the limit for one."
      : " \(Words.count(large, "drink")) over 200 mg, the limit for one."
    if day.unknowns > 0 {
      text += " \(Words.count(Int(day.unknowns), "drink")) of unknown dose, so it may be more."
    }
    if !plan.dayOnly.isEmpty {
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
      return "all day: the body never holds more than \(threshold)."
    }
    let isLate = settled.time.seconds > plan.bedtime
    let doubt = settled.flags.contains(.lowerBound) ? ", or later" : ""
    return
      "from \(minute(settled.time.seconds))\(doubt): from then on \(threshold) or less in the body"
      + (isLate ? ", which is after bedtime." : ".")
  }

  private var bedtime: String {
    let bedtime = result.outcome.bedtime
    let threshold = Words.milligrams(plan.settings.threshold)
    let left = Words.milligrams(
      bedtime.total, besides: plan.settings.threshold.micrograms, bedtime.amounts.flags)
    let gut = bedtime.amounts.gut.micrograms
    let share = gut >= 500 ? ", \(Words.milligrams(gut)) of it still in the gut" : ""
    let verdict = bedtime.isWithin ? "within" : "over"
    let late = plan.listed.indices.count { time(of: $0) > plan.bedtime }
    let missing =
      late == 0
      ? ""
      : " \(Words.count(late, "drink")) after bedtime \(late == 1 ? "is" : "are") "
        + "not in this figure."
    return
      "\(left) left at \(plan.clock.text(plan.bedtime))\(share): \(verdict) your \(threshold), "
      + "\(band(bedtime.total)). (Up to 36 mg: settled; up to 77: studies disagree; above: likely "
      + "to disturb sleep.)\(missing)"
  }

  private func band(_ total: UInt32) -> String {
    if total <= DayFacts.settledLimit { return "settled" }
    if total <= DayFacts.disputedLimit { return "where studies disagree" }
    return "likely to disturb sleep"
  }

  private var another: String {
    let dose = Words.milligrams(DayResult.anotherDose)
    var text: String
    if let latest = result.latestTime {
      let until = plan.clock.text(latest.time.seconds)
      let doubt = latest.flags.contains(.atBest) ? " at best" : ""
      text =
        "looking back, with all drinks of the day counted, \(dose) more (an espresso) would have "
        + "fit until \(until)\(doubt)."
    } else {
      text =
        "looking back, \(dose) more (an espresso) would not have fit at any time of the day."
    }
    guard let last = plan.listed.indices.last(where: { time(of: $0) <= plan.bedtime }) else {
      return text
    }
    let after = "After the last drink at \(plan.clock.shortText(time(of: last)))"
    if let room = result.moments[last].largestDose, room.dose.micrograms > 0 {
      text +=
        " \(after), \(Words.milligrams(room.dose.micrograms, room.flags)) at once would still "
        + "have left no more than your threshold"
      text +=
        room.dose.micrograms > DayFacts.singleLimit
        ? " for bedtime alone, but the limit for one drink is 200 mg." : "."
    } else {
      text += " \(after), nothing more would have fit."
    }
    return text
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

  private var notes: String {
    var parts: [String] = []
    if plan.listed.isEmpty, plan.dayOnly.isEmpty {
      parts.append("The log has no drink on this date; what is left of earlier days is shown.")
    }
    if plan.strangerCount > 0 {
      parts.append(
        "\(Words.count(plan.strangerCount, "drink")) of another date in these hours: in the curve, "
          + "not in the total.")
    }
    return parts.joined(separator: " ")
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
  private func minute(_ time: Int64) -> String { plan.clock.text((time + 59) / 60 * 60) }

  private func minuteText(_ minute: Int) -> String {
    LocalDateTime(date: plan.clock.date, secondOfDay: 60 * minute).clockText
  }
}
