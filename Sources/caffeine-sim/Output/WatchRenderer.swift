import CaffeineEngine
import CaffeineFoundation

/// Writes a watch's day: what the face showed and why, then a summary.
enum WatchRenderer {
  static func text(_ day: WatchDay) -> String {
    let first = day.script.steps[0].time
    let date = day.script.clock.local(first).date
    var lines = [
      "A watch on \(WristClock.weekday(date)) \(date): what its face showed, and why", "",
    ]
    lines.append(row(["clock", "body", "", "gut", "day*", "flags"]))
    for entry in day.entries {
      lines.append(row(cells(entry)))
      lines.append(
        indent + Words.wrapped(entry.why, indent: indent.count))
    }
    lines += [Words.wrapped(legend, indent: 2), ""]
    for fact in WatchFacts(day).all {
      lines.append(Words.cell(fact.heading, 9) + Words.wrapped(fact.text, indent: 9))
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let legend =
    "* the day's total so far where the wearer is: near from 320 mg on, over above 400 mg (EFSA); "
    + "estimated: doses from a catalogue, and measured cups vary 14-fold"

  private static let widths = [17, 7, 8, 7, 13]
  private static let indent = String(repeating: " ", count: 4)

  private static func cells(_ entry: WatchDay.Entry) -> [String] {
    let clock = entry.clock.text(entry.time)
    guard let face = entry.face else { return [clock, "--", "", "--", "--", "clock not set"] }
    let trend =
      switch face.trend {
      case .rising: "rising"
      case .falling: "falling"
      case .steady: "steady"
      }
    return [
      clock, milligrams(face.body), trend, milligrams(face.gut),
      "\(milligrams(face.today)) \(face.status)", WatchDay.words(face.flags),
    ]
  }

  /// As the face shows it: whole milligrams, half up.
  private static func milligrams(_ amount: Amount) -> String {
    "\((UInt64(amount.micrograms) + 500) / 1000) mg"
  }

  /// Cells side by side; the last one may take several lines.
  private static func row(_ cells: [String]) -> String {
    var line = ""
    for (index, width) in widths.enumerated() {
      line += Words.cell(cells[index], width, right: index == 1 || index == 3)
      if index == 1 || index == 3 { line += " " }
    }
    line += Words.wrapped(cells[widths.count], indent: Words.columns(line))
    while line.last == " " { line.removeLast() }
    return line
  }
}
