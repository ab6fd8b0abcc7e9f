/// One row of a CSV file: its cells' bytes, quotes undone, and where it stands.
struct CSVRecord {
  /// Where a cell's bytes lie.
  struct Cell {
    let start: Int
    let end: Int
    let isQuoted: Bool
  }

  /// The bytes of all cells, one after the other.
  var bytes: [UInt8] = []

  /// The cells in order.
  var cells: [Cell] = []

  /// The line on which the row begins, counted from 1.
  var firstLine = 1

  /// The line on which it ends; later than the first if quotes hold line breaks.
  var lastLine = 1

  /// Whether text follows a closing quote, so that the cells cannot be told apart.
  var isMalformed = false

  mutating func removeAll() {
    bytes.removeAll(keepingCapacity: true)
    cells.removeAll(keepingCapacity: true)
    isMalformed = false
  }

  /// A cell's bytes as they are; none for a cell that a short row lacks.
  func exactCell(_ index: Int) -> ArraySlice<UInt8> {
    guard index >= 0, index < cells.count else { return [] }
    return bytes[cells[index].start..<cells[index].end]
  }

  /// A cell's bytes without the blanks at either end.
  func cell(_ index: Int) -> ArraySlice<UInt8> { trimmed(exactCell(index)) }

  /// Whether a cell stands between quotes.
  func isQuoted(_ index: Int) -> Bool {
    index >= 0 && index < cells.count && cells[index].isQuoted
  }

  /// Whether no cell holds anything.
  var isBlank: Bool { bytes.isEmpty || cells.indices.allSatisfy { cell($0).isEmpty } }
}

/// Takes the blanks off both ends: spaces, tabs and Unicode's no-break, thin and narrow spaces.
func trimmed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
  var rest = text
  while let width = leadingBlankWidth(rest) { rest = rest.dropFirst(width) }
  while let width = trailingBlankWidth(rest) { rest = rest.dropLast(width) }
  return rest
}

/// The length of the blank that text begins with; nil if it begins with none.
func leadingBlankWidth(_ text: ArraySlice<UInt8>) -> Int? {
  switch text.first {
  case 0x20, 0x09: 1
  case 0xC2 where text.starts(with: [0xC2, 0xA0]): 2  // U+00A0
  case 0xE2 where isWideBlank(text.prefix(3)): 3
  default: nil
  }
}

private func trailingBlankWidth(_ text: ArraySlice<UInt8>) -> Int? {
  switch text.last {
  case 0x20, 0x09: 1
  case 0xA0 where text.suffix(2).first == 0xC2: 2
  case .some where isWideBlank(text.suffix(3)): 3
  default: nil
  }
}

/// Whether three bytes are one of U+2000 to U+200A or U+202F.
private func isWideBlank(_ text: ArraySlice<UInt8>) -> Bool {
  guard text.count == 3, text.first == 0xE2, text.dropFirst().first == 0x80 else { return false }
  return text.last.map { (0x80...0x8A).contains($0) || $0 == 0xAF } ?? false
}

/// Whether a byte is one of the digits 0 to 9.
func isDigit(_ byte: UInt8) -> Bool { byte >= 0x30 && byte <= 0x39 }

/// Decodes a cell: UTF-8, or else Latin-1, as older spreadsheets write it.
///
/// - Returns: The text, and whether it was UTF-8.
func decoded(_ text: ArraySlice<UInt8>) -> (text: String, isUTF8: Bool) {
  if let string = String(validating: text, as: UTF8.self) { return (string, true) }
  var scalars = String.UnicodeScalarView()
  for byte in text { scalars.append(Unicode.Scalar(byte)) }
  return (String(scalars), false)
}
