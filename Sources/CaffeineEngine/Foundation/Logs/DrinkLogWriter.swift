/// Writes drinks as own CSV, such that reading it gives the same drinks again.
///
/// Times are written on the drink's own clock with its offset, so that no zone is needed to read
/// them. A dose that is not known is an empty cell; a drink without a time has only its date.
public struct DrinkLogWriter: Sendable {
  /// The first line, without its end.
  public static let header = "time,caffeine_mg,duration_min,name,kind,id,utc_offset_min"

  /// Makes a writer.
  public init() {}

  /// Writes a whole log.
  ///
  /// - Returns: The header and a line for every drink, each ended by a line feed.
  /// - Complexity: O(bytes).
  public func text(for drinks: some Sequence<LoggedDrink>) -> String {
    var text = DrinkLogWriter.header + "\n"
    for drink in drinks {
      text += line(for: drink)
      text += "\n"
    }
    return text
  }

  /// Writes one drink.
  ///
  /// - Returns: The row without its end; a name with line breaks spreads over lines.
  public func line(for drink: LoggedDrink) -> String {
    [
      time(of: drink),
      drink.doseMicrograms.map { DrinkLogWriter.milligrams($0) } ?? "",
      DrinkLogWriter.minutes(drink.durationSeconds),
      cell(drink.name ?? ""),
      drink.kind?.description ?? "",
      drink.id.description,
      String(drink.utcOffsetMinutes),
    ].joined(separator: ",")
  }

  private func time(of drink: LoggedDrink) -> String {
    guard let time = drink.time else { return drink.date.description }
    let local = LocalDateTime(at: time, offsetMinutes: drink.utcOffsetMinutes)
    return "\(local.date)T\(local.clockText)\(offsetText(drink.utcOffsetMinutes))"
  }

  /// Puts a name between quotes if its bytes would not come back without.
  private func cell(_ name: String) -> String {
    // Byte 0 is what the reader knows binary files by.
    let bytes = name.utf8.map { $0 == 0 ? UInt8(ascii: " ") : $0 }
    let isPlain =
      trimmed(bytes[...]).count == bytes.count
      && !bytes.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
    guard !isPlain else { return String(decoding: bytes, as: UTF8.self) }
    var quotedBytes: [UInt8] = [0x22]
    for byte in bytes {
      if byte == 0x22 { quotedBytes.append(0x22) }
      quotedBytes.append(byte)
    }
    quotedBytes.append(0x22)
    return String(decoding: quotedBytes, as: UTF8.self)
  }

  /// Micrograms as milligrams, exactly: `95`, `0.08`.
  static func milligrams(_ micrograms: UInt32) -> String {
    thousandths(UInt64(micrograms))
  }

  /// Seconds as minutes to a thousandth, from which the whole seconds come back.
  static func minutes(_ seconds: UInt32) -> String {
    thousandths((UInt64(seconds) * 1000 + 30) / 60)
  }

  private static func thousandths(_ number: UInt64) -> String {
    let rest = Int(number % 1000)
    if rest == 0 { return String(number / 1000) }
    var fraction = padded(rest, to: 3)
    while fraction.last == "0" { fraction.removeLast() }
    return "\(number / 1000).\(fraction)"
  }
}
