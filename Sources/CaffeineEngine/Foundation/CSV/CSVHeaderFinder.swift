/// Finds the line that names the columns, and which byte stands between them.
///
/// Blank lines, `#` comments and a spreadsheet's `sep=;` may come before it.
struct CSVHeaderFinder {
  /// The header's bytes with the byte that ends its line, if any.
  private(set) var bytes: [UInt8] = []

  /// The line on which the header begins, counted from 1.
  private(set) var firstLine = 1

  private var line = 1
  private var isInQuotes = false
  private var followsCarriageReturn = false
  private var isFirstText = true
  private var announcedDelimiter: UInt8?

  /// Takes the next byte.
  ///
  /// - Returns: Whether the header is now whole.
  mutating func take(_ byte: UInt8) -> Bool {
    let isSecondHalf = byte == 0x0A && followsCarriageReturn
    followsCarriageReturn = byte == 0x0D
    if isSecondHalf, !isInQuotes { return false }
    bytes.append(byte)
    if byte == 0x22 { isInQuotes.toggle() }
    guard byte == 0x0A || byte == 0x0D, !isSecondHalf else { return false }
    line += 1
    return isInQuotes ? false : finish()
  }

  /// Ends the text so far; drops it if it names no columns.
  ///
  /// - Returns: Whether it is a header.
  mutating func finish() -> Bool {
    if isFirstText, bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    isFirstText = false
    let whole = bytes.prefix { $0 != 0x0A && $0 != 0x0D }
    let text = trimmed(whole)
    if text.isEmpty || text.first == 0x23 { return drop() }
    if whole.count == 5, whole.starts(with: Array("sep=".utf8)), let mark = whole.last {
      announcedDelimiter = mark
      return drop()
    }
    return true
  }

  /// The byte between the header's cells: `,`, `;` or a tab, whichever is there most often.
  var delimiter: UInt8 {
    if let announcedDelimiter { return announcedDelimiter }
    let candidates: [UInt8] = [0x2C, 0x3B, 0x09]
    var counts = [0, 0, 0]
    var isInQuotes = false
    for byte in bytes {
      if byte == 0x22 { isInQuotes.toggle() }
      if !isInQuotes, let place = candidates.firstIndex(of: byte) { counts[place] += 1 }
    }
    let most = counts.max() ?? 0
    return candidates[counts.firstIndex(of: most) ?? 0]
  }

  private mutating func drop() -> Bool {
    bytes.removeAll()
    firstLine = line
    return false
  }
}
