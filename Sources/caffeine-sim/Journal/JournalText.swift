import CaffeineEngine
import CaffeineFoundation

/// Writes what is in a journal for a terminal: how it is, then its drinks.
enum JournalText {
  /// Drinks that are shown unless all are asked for.
  private static let newest = 20
  /// Damaged places that are listed.
  private static let placeLimit = 12

  static func text(_ path: String, _ findings: JournalFindings, all: Bool) -> String {
    var lines = ["Journal \(Words.name(path)): \(verdict(findings))", ""]
    for fact in facts(findings) {
      lines.append(Words.cell(fact.heading, 9) + Words.wrapped(fact.text, indent: 9))
    }
    lines.append("")
    let shown = all ? findings.drinks[...] : findings.drinks.suffix(newest)
    if !shown.isEmpty {
      lines.append(row(["time", "dose", "lasted", "kind", "rev", "  id", " note"]))
    }
    lines += shown.map(row)
    let rest = findings.drinks.count - shown.count
    if rest > 0 { lines.append("\(Words.count(rest, "older drink")) with --all") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func verdict(_ findings: JournalFindings) -> String {
    let report = findings.report
    if report.missing > 0 { return "damaged, \(count(report.missing, "record")) missing" }
    if report.unknown > 0 { return "of a later version, read-only" }
    if findings.places.isEmpty { return "whole" }
    return findings.places.allSatisfy { $0.fault == .last }
      ? "sound but for the last write" : "sound, nothing is missing"
  }

  private static func facts(_ findings: JournalFindings) -> [(heading: String, text: String)] {
    let report = findings.report, identity = findings.identity, geometry = identity.geometry
    let unit = geometry.programUnit == 1 ? "byte" : "\(geometry.programUnit) bytes"
    let erased = geometry.erasedByte == 0 ? "00" : "FF"
    let wear =
      report.mostErases == 0
      ? "no block was erased since it was formatted"
      : report.leastErases == report.mostErases
        ? "each block was erased \(count(report.leastErases, "time"))"
        : "the least worn block was erased \(count(report.leastErases, "time")), the most worn "
          + "\(report.mostErases)"
    var facts = [
      ("Drinks", drinks(findings)),
      (
        "Records",
        "\(Words.grouped(UInt64(report.slots))) read, \(report.damaged) damaged, "
          + "\(report.missing) missing"
          + (report.unknown > 0 ? ", \(report.unknown) of kinds unknown here" : "")
      ),
      ("Room", "\(report.free) of \(geometry.blockCount) blocks are free"),
      ("Wear", wear),
      (
        "Format",
        "\(identity.version >> 8).\(identity.version & 0xFF): "
          + "\(count(geometry.blockCount, "block")) of "
          + "\(Words.grouped(UInt64(geometry.eraseBlock))) bytes, written by the \(unit), "
          + "erased to \(erased)"
      ),
      ("Wearer", "\(identity.wearer)"),
    ]
    if report.unreadableBlocks > 0 {
      facts.append(("Failed", "\(count(report.unreadableBlocks, "block header")) not readable"))
    }
    for (index, place) in findings.places.prefix(placeLimit).enumerated() {
      facts.append((index == 0 ? "Damaged" : "", place.text))
    }
    let rest = findings.places.count - placeLimit
    if rest > 0 { facts.append(("", "and \(rest) more")) }
    return facts
  }

  private static func drinks(_ findings: JournalFindings) -> String {
    let count = Words.count(findings.drinks.count, "drink")
    guard let time = findings.foldTime else { return count }
    let local = LocalDateTime(at: time.seconds, offsetMinutes: 0)
    return "\(count), and what is left of older ones, folded up to \(local.date) "
      + "\(local.clockText) UTC"
  }

  // MARK: - Table

  private static let widths = [24, 9, 13, 5, 5, 10, 13]

  private static func row(_ drink: Drink) -> String {
    let local = LocalDateTime(at: drink.time.seconds, offsetMinutes: drink.utcOffset)
    let isDated = !drink.flags.contains(.timeUnset)
    let time = "\(local.date) \(local.clockText)"
    let notes = [
      (Flags.planned, "planned"), (.estimated, "estimated"), (.meant, "meant"),
    ].filter { drink.flags.contains($0.0) }.map(\.1)
    return row([
      isDated ? "\(time) \(offset(drink.utcOffset))" : "no clock was set",
      drink.flags.contains(.unknownDose) ? "unknown" : Words.milligrams(drink.dose),
      drink.duration > 0 ? Words.duration(drink.duration) : "",
      drink.kind > 0 ? "\(drink.kind)" : "",
      "\(drink.revision)",
      "  " + LoggedID(high: drink.id.high, low: drink.id.low).description.suffix(8),
      " " + notes.joined(separator: ", "),
    ])
  }

  private static func row(_ cells: [String]) -> String {
    var line = ""
    for (index, cell) in cells.enumerated() {
      line += Words.cell(cell, widths[index], right: (1...4).contains(index))
    }
    while line.last == " " { line.removeLast() }
    return line
  }

  private static func offset(_ minutes: Int16) -> String {
    let size = Int(minutes.magnitude)
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    return "\(minutes < 0 ? "-" : "+")\(two(size / 60)):\(two(size % 60))"
  }

  private static func count(_ number: UInt32, _ word: String) -> String {
    Words.count(Int(number), word)
  }
}
