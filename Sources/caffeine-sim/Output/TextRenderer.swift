import CaffeineEngine
import CaffeineFoundation

/// Writes a day for a terminal: chart, table of drinks, facts.
enum TextRenderer {
  static func text(_ plan: DayPlan, _ result: DayResult) -> String {
    let facts = DayFacts(plan: plan, result: result)
    var lines = ["Caffeine in the body on \(plan.clock.weekday) \(plan.clock.date)"]
    lines += facts.warnings.map { Words.wrapped($0, indent: 0) } + [""]
    if !facts.isTimeless {
      let chart = Chart(plan, result)
      lines += chart.lines + [Words.wrapped(chart.legend, indent: 0), ""]
    }
    if !plan.listed.isEmpty { lines += table(facts) + [""] }
    for fact in facts.all {
      lines.append(
        Words.cell(fact.heading, 9) + Words.wrapped(fact.text, indent: 9))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let widths = [2, 7, 27, 8, 9, 9, 9, 8]

  private static func table(_ facts: DayFacts) -> [String] {
    let plan = facts.plan
    var lines = [
      row(["", " time", "drink", "dose", "body", "gut", "room*", "64 mg*"])
    ]
    func milligrams(_ amount: Amount, _ flags: Flags) -> String {
      Words.tableMilligrams(amount, flags, ascii: plan.settings.isASCII)
    }
    for (place, index) in plan.listed.enumerated() {
      let drink = plan.drinks[index], moment = facts.result.moments[place]
      let letters = DayChart.letters
      let isLate = facts.time(of: place) > plan.bedtime
      let lasts = drink.durationSeconds > 0 ? " (\(Words.duration(drink.durationSeconds)))" : ""
      let room = max(0, widths[2] - 1 - Words.columns(lasts))
      let name = Words.name(drink.name ?? drink.kind?.description ?? "drink")
      let fits = Words.columns(name) <= room
      lines.append(
        row([
          String(letters[min(place, letters.count - 1)]),
          " " + plan.clock.shortText(facts.time(of: place)),
          (fits ? name : Words.cell(name, room)) + lasts,
          drink.doseMicrograms.map { Words.milligrams($0) } ?? "unknown",
          milligrams(moment.amounts.body, moment.amounts.flags),
          milligrams(moment.amounts.gut, moment.amounts.flags),
          moment.largestDose.map { milligrams($0.dose, $0.flags) } ?? (isLate ? "-" : "none"),
          moment.latestTime.map { plan.clock.shortText($0.time.seconds) }
            ?? (isLate ? "-" : "never"),
        ]))
    }
    let threshold = Words.milligrams(plan.settings.threshold)
    let note =
      "* for bedtime alone, not for the limits of 200 mg at once and 400 mg a day (EFSA); as asked "
      + "at this drink, which is already counted: the most that could still be drunk at once, and "
      + "the latest time for 64 mg more, to have \(threshold) or less left at bedtime"
    lines.append(Words.wrapped(note, indent: 2))
    return lines
  }

  private static func row(_ cells: [String]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      line += Words.cell(cell, widths[index], right: index > 2)
    }
    while line.last == " " { line.removeLast() }
    return line
  }
}
