import Foundation
import Testing

@testable import CaffeineEngine
@testable import caffeine_sim

/// A journal of Reference/journals.txt, which Tools/journals.py wrote from Formats.md alone.
struct JournalImage: CustomTestStringConvertible {
  /// As the format's version is named: `1.0`.
  let version: String
  let geometry: FlashGeometry
  /// `writable`, `read-only` or `version`, which refuses it.
  let mount: String
  let bytes: [UInt8]
  /// What it holds, a line each.
  let contents: [String]

  var testDescription: String { "\(version) on \(geometry.name), \(mount)" }

  /// The ledger that all of them are of: six drinks, two aliases.
  static func memory() throws -> LedgerMemory {
    try LedgerMemory(
      capacity: 6, configuration: Configuration(deviceID: testDevice, wearer: 77, aliases: 2))
  }

  static func all() throws -> [JournalImage] {
    let url = try #require(
      Bundle.module.url(forResource: "journals", withExtension: "txt", subdirectory: "Reference"))
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { !$0.hasPrefix("#") }
    return try lines.indices.filter { lines[$0].hasPrefix("image ") }.map { index in
      let rest = lines[(index + 1)...].prefix { !$0.hasPrefix("image ") }
      return try JournalImage(lines[index], rest)
    }
  }

  private init(_ line: Substring, _ rest: ArraySlice<Substring>) throws {
    var fields: [Substring: Substring] = [:]
    for field in line.split(separator: " ").dropFirst() {
      let parts = field.split(separator: "=")
      fields[parts[0]] = parts[1]
    }
    func number(_ name: Substring, radix: Int = 10) throws -> UInt32 {
      let text = try #require(fields[name])
      return try #require(UInt32(text, radix: radix))
    }
    version = String(try #require(fields["version"]))
    mount = String(try #require(fields["mount"]))
    geometry = FlashGeometry(
      programUnit: try number("unit"), eraseBlock: try number("block"),
      blockCount: try number("blocks"), erasedByte: UInt8(try number("erased", radix: 16)))
    var bytes = [UInt8](repeating: geometry.erasedByte, count: geometry.byteCount)
    for slot in rest where slot.hasPrefix("slot ") {
      let parts = slot.dropFirst(5).split(separator: ": ")
      let start = try #require(Int(parts[0]))
      bytes.replaceSubrange(start..<start + 64, with: unhexed(parts[1]))
    }
    self.bytes = bytes
    contents = rest.filter { !$0.hasPrefix("slot ") }.map(String.init)
  }

  /// A device that holds it.
  func flash() -> FlashEmulator {
    let flash = FlashEmulator(geometry)
    for start in stride(from: 0, to: bytes.count, by: 64) {
      let slot = Array(bytes[start..<start + 64])
      if slot.contains(where: { $0 != geometry.erasedByte }) { flash.overwrite(start, slot) }
    }
    return flash
  }
}

/// The bytes that hexadecimal digits spell.
private func unhexed(_ text: Substring) -> [UInt8] {
  let digits = Array(text.utf8)
  return stride(from: 0, to: digits.count, by: 2).map {
    UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
  }
}

private func hexed(_ id: DrinkID) -> String {
  withUnsafeBytes(of: id) { $0.map { String(format: "%02x", $0) }.joined() }
}

extension LedgerMemory {
  /// What the ledger holds, as Tools/records.py prints it.
  var lines: [String] {
    let header = ledger.header.pointee
    let days = (0..<Int(FoldedDay.capacity)).filter { ledger.foldedDays[$0].drinks > 0 }.map {
      let day = ledger.foldedDays[$0]
      let unknowns = day.unknowns & ~FoldedDay.estimated
      let star = day.unknowns & FoldedDay.estimated == 0 ? "" : "*"
      return " \($0)=\(day.date)/\(day.total)/\(day.drinks)/\(unknowns)\(star)"
    }
    let changes = (0..<Int(header.changeCount)).map {
      let change = ledger.changes[$0]
      return "change time=\(change.time) absorption=\(change.profile.absorptionHalfLife)"
        + " elimination=\(change.profile.eliminationHalfLife)"
    }
    let removals = (0..<Int(header.tombstoneCount)).map {
      let removal = ledger.tombstones[$0]
      return "removal stamp=\(removal.stamp) revision=\(removal.revision) id=\(hexed(removal.id))"
        + " source=\(removal.source) zero=\(removal.reserved)"
    }
    let drinks = (0..<ledger.count).map {
      // With its stamp, which callers do not see.
      let drink = ledger.drinks[$0]
      return "drink stamp=\(drink.stamp) revision=\(drink.revision) id=\(hexed(drink.id))"
        + " time=\(drink.time.seconds) dose=\(drink.dose.micrograms) duration=\(drink.duration)"
        + " flags=\(drink.flags.rawValue) offset=\(drink.utcOffset) kind=\(drink.kind)"
        + " source=\(drink.source)"
    }
    let aliases = (0..<Int(header.aliasCount)).map {
      let pair = ledger.aliases[$0]
      return "alias alias=\(hexed(pair.alias)) id=\(hexed(pair.id))"
    }
    return ["days" + days.joined()] + changes + removals + drinks + aliases
  }
}
