/// A curve of amounts over a day, drawn with characters.
///
/// Each column is the largest amount of its stretch of time. The threshold is a dotted line where
/// the curve is below it and a lighter band where the curve is above; bedtime is a vertical line.
struct Chart {
  /// What is drawn where.
  struct Pens {
    /// From an eighth to the whole of a cell.
    let fill: [Character]
    /// The threshold beside and within the curve.
    let threshold, covered: Character
    let bedtime, axis, corner, tick, edge: Character
    let bedtimeLabel: String

    static let blocks = Pens(
      fill: Array("▁▂▃▄▅▆▇█"), threshold: "┄", covered: "▒", bedtime: "┊", axis: "─",
      corner: "└", tick: "┴", edge: "│", bedtimeLabel: "┐")
    static let ascii = Pens(
      fill: Array("..::::##"), threshold: "-", covered: "=", bedtime: "|", axis: "-",
      corner: "+", tick: "+", edge: "|", bedtimeLabel: "+")
  }

  let start: Int64
  let end: Int64
  /// Amounts (µg) by time.
  let samples: [(time: Int64, amount: UInt32)]
  /// The threshold (µg).
  let threshold: UInt32
  let bedtime: Int64
  let bedtimeText: String
  /// A letter for each drink, at its time.
  let marks: [(time: Int64, letter: Character)]
  /// Full local hours to be labelled: time and hour.
  let hours: [(time: Int64, hour: Int)]
  let pens: Pens

  private let columns = 72
  private let unit: UInt32
  private let rows: Int
  private let labelWidth: Int

  init(
    start: Int64, end: Int64, samples: [(time: Int64, amount: UInt32)], threshold: UInt32,
    bedtime: Int64, bedtimeText: String, marks: [(time: Int64, letter: Character)],
    hours: [(time: Int64, hour: Int)], pens: Pens
  ) {
    self.start = start
    self.end = end
    self.samples = samples
    self.threshold = threshold
    self.bedtime = bedtime
    self.bedtimeText = bedtimeText
    self.marks = marks
    self.hours = hours
    self.pens = pens
    let highest = UInt64(samples.map(\.amount).max() ?? 0)
    // A threshold far above the curve is left out rather than flatten it.
    let top = max(UInt64(threshold) <= 4 * max(highest, 10_000) ? UInt64(threshold) : 0, highest)
    let steps = [1, 2, 5].map { UInt64($0) * 1000 }
    let scales = (0..<6).flatMap { power in
      steps.map { $0 * (0..<power).reduce(1) { p, _ in p * 10 } }
    }
    let unit = scales.first { $0 * 10 >= top } ?? 500_000_000
    self.unit = UInt32(unit)
    rows = max(1, Int((top + unit - 1) / unit))
    labelWidth = max(3, String(unit / 1000 * UInt64(rows)).count)
  }

  /// The lines from top to bottom, at most 79 columns wide.
  var lines: [String] {
    let heights = self.heights
    var lines = [topLine]
    for row in (0..<rows).reversed() { lines.append(line(row, heights)) }
    lines.append(axisLine)
    lines.append(hourLine)
    if !marks.isEmpty { lines.append(markLine) }
    return lines
  }

  /// What the signs mean.
  var legend: String {
    let amount = Words.milligrams(threshold)
    let isDrawn = threshold > 0 && UInt64(threshold) <= UInt64(rows) * UInt64(unit)
    let line =
      "\(pens.threshold), and \(pens.covered) within the curve: the row that holds your \(amount). "
    return (isDrawn ? line : "")
      + "\(pens.bedtime): bedtime. A number at the left marks the top of its row."
  }

  /// The column in which a time lies; nil outside.
  private func column(of time: Int64) -> Int? {
    guard time >= start, time <= end, end > start else { return nil }
    return min(Int((time - start) * Int64(columns) / (end - start)), columns - 1)
  }

  /// The largest amount of each column (µg).
  private var heights: [UInt32] {
    var heights = [UInt32](repeating: 0, count: columns)
    for sample in samples {
      if let column = column(of: sample.time) {
        heights[column] = max(heights[column], sample.amount)
      }
    }
    return heights
  }

  private var topLine: String {
    let margin = String(repeating: " ", count: labelWidth - 2) + "mg "
    guard let column = column(of: bedtime) else { return margin }
    let label = "bedtime \(bedtimeText) "
    let room = column + labelWidth - 2
    guard room >= label.count else {
      return margin + String(repeating: " ", count: column) + "\(pens.bedtime) " + label
    }
    let text = String(repeating: " ", count: room - label.count + 3 - 1) + label + pens.bedtimeLabel
    return "mg" + text.dropFirst(1)
  }

  private func line(_ row: Int, _ heights: [UInt32]) -> String {
    let bottom = UInt64(row) * UInt64(unit)
    let isThreshold = threshold > bottom && UInt64(threshold) <= bottom + UInt64(unit)
    let bedtimeColumn = column(of: bedtime)
    var line = label(row)
    for column in 0..<columns {
      let height = UInt64(heights[column])
      let above = height > bottom ? height - bottom : 0
      let eighths = min(8, Int((above * 8 + UInt64(unit) / 2) / UInt64(unit)))
      if eighths == 8, isThreshold {
        line.append(pens.covered)
      } else if eighths > 0 || row == 0 && height >= 100 {
        line.append(pens.fill[max(eighths, 1) - 1])
      } else if column == bedtimeColumn {
        line.append(pens.bedtime)
      } else {
        line.append(isThreshold ? pens.threshold : " ")
      }
    }
    if isThreshold { line += " \((threshold + 500) / 1000)" }
    while line.last == " " { line.removeLast() }
    return line
  }

  /// The amount to which a full cell of this row reaches, at every second row.
  private func label(_ row: Int) -> String {
    let isLabelled = rows <= 6 || row % 2 == 1
    let text = isLabelled ? String(UInt64(row + 1) * UInt64(unit) / 1000) : ""
    return Words.cell(text, labelWidth, right: true) + String(pens.edge)
  }

  private var axisLine: String {
    var axis = [Character](repeating: pens.axis, count: columns)
    for hour in hours { if let column = column(of: hour.time) { axis[column] = pens.tick } }
    return Words.cell("0", labelWidth, right: true) + String(pens.corner) + String(axis)
  }

  private var hourLine: String {
    var text = [Character](repeating: " ", count: columns + 2)
    for hour in hours {
      guard let column = column(of: hour.time) else { continue }
      let digits = Array(hour.hour < 10 ? "0\(hour.hour)" : "\(hour.hour)")
      // A label that would touch its neighbour is left out: hours that the clocks repeat.
      guard column == 0 || text[column - 1] == " " else { continue }
      text[column] = digits[0]
      text[column + 1] = digits[1]
    }
    return Words.cell("h", labelWidth, right: true) + " " + trimmedEnd(text)
  }

  private var markLine: String {
    var text = [Character](repeating: " ", count: columns + 2)
    for mark in marks {
      guard var column = column(of: mark.time) else { continue }
      while column < columns, text[column] != " " { column += 1 }
      text[column] = mark.letter
    }
    return Words.cell("", labelWidth + 1) + trimmedEnd(text)
  }

  private func trimmedEnd(_ text: [Character]) -> String {
    var text = text
    while text.last == " " { text.removeLast() }
    return String(text)
  }
}
