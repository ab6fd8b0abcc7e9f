import CaffeineEngine
import CaffeineFoundation

/// What there is to say about bedtime, and about what more would have fit.
extension DayFacts {
  var bedtime: String {
    let bedtime = result.outcome.bedtime
    let threshold = Words.milligrams(plan.settings.threshold)
    let left = Words.milligrams(
      bedtime.total, besides: plan.settings.threshold.micrograms, bedtime.amounts.flags)
    let gut = bedtime.amounts.gut.micrograms
    let share = gut >= 500 ? ", \(Words.milligrams(gut)) of it still in the gut" : ""
    let known =
      bedtime.isWithin && bedtime.amounts.flags.contains(.lowerBound) ? " as far as known" : ""
    let verdict = bedtime.isWithin ? "within" : "over"
    return
      "\(left) left at \(plan.clock.text(plan.bedtime))\(share): \(verdict) your \(threshold)"
      + "\(known), \(band(bedtime.total)). (Up to 36 mg: settled; up to 77: studies disagree; "
      + "above: likely to disturb sleep.)\(late)"
  }

  private func band(_ total: UInt32) -> String {
    if total <= DayFacts.settledLimit { return "settled" }
    if total <= DayFacts.disputedLimit { return "where studies disagree" }
    return "likely to disturb sleep"
  }

  /// The drinks after bedtime, which bedtime's figure cannot hold.
  private var late: String {
    let times = plan.listed.indices.map(time(of:)).filter { $0 > plan.bedtime }
    guard let first = times.first else { return "" }
    let texts = times.map(plan.clock.text).joined(separator: ", ")
    let when = times.count > 3 ? "from \(plan.clock.text(first)) on" : texts
    let verb = times.count == 1 ? "is" : "are"
    return
      " \(Words.count(times.count, "drink")) after bedtime (\(when)) \(verb) not in this figure."
  }

  var another: String {
    let dose = Words.milligrams(DayResult.anotherDose)
    var text: String
    if let latest = result.latestTime {
      let until = plan.clock.text(latest.time.seconds)
      let doubt = latest.flags.contains(.atBest) ? " at best" : ""
      let limits = limits(DayResult.anotherDose.micrograms, after: plan.listed.count)
      text =
        "looking back, with everything drunk that day, for bedtime alone \(dose) more (an "
        + "espresso) would have fit until \(until)\(doubt)\(limits)."
    } else {
      text =
        "looking back, with everything drunk that day, \(dose) more (an espresso) would not have "
        + "fit at any time."
    }
    guard let last = plan.listed.indices.last(where: { time(of: $0) <= plan.bedtime }) else {
      return text
    }
    let after = "After the last drink at \(plan.clock.shortText(time(of: last)))"
    if let room = result.moments[last].largestDose, room.dose.micrograms > 0 {
      text +=
        " \(after), for bedtime alone \(Words.milligrams(room.dose.micrograms, room.flags)) more "
        + "would have fit\(limits(room.dose.micrograms, after: last + 1))."
    } else {
      text += " \(after), nothing more would have fit."
    }
    return text
  }

  /// What the limits say about a dose that bedtime alone would allow; empty within them.
  ///
  /// - Parameters:
  ///   - dose: The dose (µg).
  ///   - count: How many of the listed drinks are drunk by then; those without a time are.
  func limits(_ dose: UInt32, after count: Int) -> String {
    let drinks = plan.listed.prefix(count).map { plan.drinks[$0] } + plan.dayOnly
    let drunk = drinks.reduce(UInt64(0)) { $0 + UInt64($1.doseMicrograms ?? 0) }
    let daily = UInt64(DayFacts.dailyLimit) * 1000
    let left = UInt32(daily - min(drunk, daily))
    var parts: [String] = []
    if dose > DayFacts.singleLimit {
      parts.append("the limit for one drink is \(Words.milligrams(DayFacts.singleLimit))")
    }
    if dose > left {
      let isKnown = drinks.allSatisfy { $0.doseMicrograms != nil }
      let rest = left == 0 ? "nothing" : Words.milligrams(left, isKnown ? [] : .atBest)
      parts.append("\(rest) is left of the day's \(DayFacts.dailyLimit) mg")
    }
    return parts.isEmpty ? "" : "; but \(parts.joined(separator: ", and ")) (EFSA)"
  }
}
