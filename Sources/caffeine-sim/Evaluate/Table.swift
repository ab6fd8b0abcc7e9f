import Foundation

/// A table of a case directory: named columns, one row a line, each row with its line number.
///
/// Cells are whole numbers or a case's name; columns that nobody asks for are not looked at.
struct Table {
  /// One row: its line and its cells as they stand in the file.
  struct Row {
    let line: Int
    let cells: [Substring]
  }

  /// The file's name as reports call it.
  let file: String
  let rows: [Row]
  /// The place of each wanted column in a row.
  private let places: [Int]

  /// Reads a table.
  ///
  /// - Parameters:
  ///   - name: The file's name within the directory.
  ///   - directory: Where it lies.
  ///   - columns: The columns that must be there, in the order in which rows are asked for them.
  /// - Throws: Data complaints: unreadable, not UTF-8, a column missing or a row too short.
  init(_ name: String, in directory: String, columns: [String]) throws(Complaint) {
    file = directory.hasSuffix("/") ? directory + name : "\(directory)/\(name)"
    guard let data = FileManager.default.contents(atPath: file) else {
      throw .data(file, "the file is not there or cannot be read", "put the table there")
    }
    guard let text = String(validating: data, as: UTF8.self) else {
      throw .data(file, "the file is not UTF-8 text", "save it as CSV in UTF-8")
    }
    var rows = Table.rows(of: text)
    guard !rows.isEmpty else {
      throw .data(file, "the file is empty", "begin it with \(columns.joined(separator: ","))")
    }
    let header = rows.removeFirst()
    var places: [Int] = []
    for column in columns {
      let found = header.cells.indices.filter { header.cells[$0] == column }
      guard let place = found.first, found.count == 1 else {
        throw .data(
          file, line: header.line, found.isEmpty ? "no column \(column)" : "two columns \(column)",
          "name the columns \(columns.joined(separator: ","))")
      }
      places.append(place)
    }
    let last = places.max() ?? 0
    for row in rows where row.cells.count <= last {
      throw .data(
        file, line: row.line, "\(row.cells.count) cells, too few for the header",
        "give every row the cells \(columns.joined(separator: ","))")
    }
    self.places = places
    self.rows = rows
  }

  /// Whether a directory holds a table.
  static func exists(_ name: String, in directory: String) -> Bool {
    FileManager.default.fileExists(atPath: "\(directory)/\(name)")
  }

  /// A cell as text.
  func text(_ column: Int, of row: Row) -> Substring { row.cells[places[column]] }

  /// A cell as a whole number that fits the type asked for.
  func number<Number: FixedWidthInteger>(
    _ column: Int, _ name: String, of row: Row, as type: Number.Type = Number.self
  ) throws(Complaint) -> Number {
    let text = text(column, of: row)
    guard let number = Number(text), text.first != "+" else {
      throw .data(
        file, line: row.line, "\(name) is \(shown(text))",
        "write a whole number from \(Number.min) to \(Number.max)")
    }
    return number
  }

  /// Cuts text into rows of cells; blank lines are no rows.
  private static func rows(of text: String) -> [Row] {
    var rest = Substring(text).utf8
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    var rows: [Row] = []
    var line = 0
    for piece in rest.split(separator: 0x0A, omittingEmptySubsequences: false) {
      line += 1
      let whole = Substring(piece.last == 0x0D ? piece.dropLast() : piece)
      if whole.utf8.allSatisfy({ $0 == 0x20 || $0 == 0x09 }) { continue }
      rows.append(Row(line: line, cells: cells(of: whole)))
    }
    return rows
  }

  /// Cuts a line at the commas outside of quotes and takes the blanks off.
  private static func cells(of line: Substring) -> [Substring] {
    var cells: [Substring] = []
    var isInQuotes = false
    var start = line.startIndex
    for index in line.utf8.indices {
      let byte = line.utf8[index]
      if byte == 0x22 { isInQuotes.toggle() }
      guard byte == 0x2C, !isInQuotes else { continue }
      cells.append(trimmed(line[start..<index]))
      start = line.utf8.index(after: index)
    }
    cells.append(trimmed(line[start...]))
    return cells
  }

  private static func trimmed(_ cell: Substring) -> Substring {
    var bytes = cell.utf8
    while bytes.first == 0x20 || bytes.first == 0x09 { bytes.removeFirst() }
    while bytes.last == 0x20 || bytes.last == 0x09 { bytes.removeLast() }
    return Substring(bytes)
  }
}

/// A cell as a message shows it: between quotes, on one line, not too long.
func shown(_ text: Substring) -> String {
  if text.isEmpty { return "empty" }
  let printable = text.unicodeScalars.prefix(40).map { $0.value < 32 ? " " : Character($0) }
  return "\"\(String(printable))\(text.unicodeScalars.count > 40 ? "…" : "")\""
}
