/// Cuts a stream of bytes into rows and cells, one byte at a time.
///
/// RFC 4180 with what files really hold: LF, CRLF and lone CR end a row; quotes may follow
/// blanks; a quote inside an unquoted cell (`5" cup`) is a quote; blank lines are no rows.
/// ```
///   rowStart ──"#"──▶ comment ──end of line──▶ rowStart
///      │ other
///      ▼        quote           quote                  other
///   cellStart ────────▶ quoted ◀──────▶ quoteInQuoted ───────▶ closed
///      │ other                               │                   │
///      ▼                                     ▼                   ▼
///   unquoted, quoteInQuoted, closed:  delimiter ──▶ cellStart,  end of line ──▶ rowStart
/// ```
/// - Complexity: O(1) a byte; memory for one row.
struct CSVScanner {
  /// What a byte led to.
  enum Step: Equatable {
    case more
    /// A row has ended and stands in `record` until the next byte.
    case record
    /// A byte 0, which no text holds.
    case binary
    /// A row of more than `rowLimit` bytes.
    case tooLong
    /// The file ended inside quotes.
    case unclosedQuote
  }

  private enum State {
    case rowStart
    case comment
    /// In a cell of blanks so far, after which quotes may open.
    case cellStart
    case unquoted
    case quoted
    /// After a quote inside quotes: the first of two, or the closing one.
    case quoteInQuoted
    /// After the closing quote and something more, which may only be blanks.
    case closed
  }

  /// The longest row (bytes): beyond it, a quote was left open or the file is no table.
  static let rowLimit = 1 << 20

  /// The byte between cells.
  let delimiter: UInt8

  /// Whether a line that begins with `#` is a comment.
  var allowsComments: Bool

  /// The row read last.
  private(set) var record = CSVRecord()

  /// The line that the next byte stands on, counted from 1.
  private(set) var line: Int

  /// The line on which the quotes opened last stand.
  private(set) var quoteLine = 0

  /// The bytes taken so far, for tests of the cost.
  private(set) var takenByteCount = 0

  private var state = State.rowStart
  private var cellStart = 0
  private var cellIsQuoted = false
  private var followsCarriageReturn = false

  init(delimiter: UInt8, allowsComments: Bool, line: Int = 1) {
    self.delimiter = delimiter
    self.allowsComments = allowsComments
    self.line = line
  }

  /// Whether the bytes so far end inside quotes.
  var isInQuotes: Bool { state == .quoted }

  /// Takes the next byte of the file.
  mutating func take(_ byte: UInt8) -> Step {
    takenByteCount &+= 1
    if byte == 0 { return .binary }
    if byte == 0x0A, followsCarriageReturn {
      // The second half of a CRLF: the line is counted and, outside quotes, the row ended.
      followsCarriageReturn = false
      if state == .quoted { record.bytes.append(byte) }
      return .more
    }
    followsCarriageReturn = byte == 0x0D
    let endsLine = byte == 0x0A || byte == 0x0D
    let step = advance(byte, endsLine: endsLine)
    if endsLine { line &+= 1 }
    return record.bytes.count > CSVScanner.rowLimit ? .tooLong : step
  }

  /// Ends the file: the last row needs no end of line.
  mutating func finish() -> Step {
    switch state {
    case .rowStart, .comment: return .more
    case .quoted: return .unclosedQuote
    case .cellStart, .unquoted, .quoteInQuoted, .closed:
      endRow()
      return .record
    }
  }

  private mutating func advance(_ byte: UInt8, endsLine: Bool) -> Step {
    switch state {
    case .comment:
      if endsLine { state = .rowStart }
      return .more
    case .quoted:
      if byte == 0x22 { state = .quoteInQuoted } else { record.bytes.append(byte) }
      return .more
    case .rowStart:
      if endsLine { return .more }
      if byte == 0x23, allowsComments {
        state = .comment
        return .more
      }
      record.removeAll()
      record.firstLine = line
      beginCell()
    case .cellStart, .unquoted, .quoteInQuoted, .closed:
      if endsLine {
        endRow()
        return .record
      }
    }
    takeInCell(byte)
    return .more
  }

  private mutating func takeInCell(_ byte: UInt8) {
    if byte == delimiter {
      endCell()
      beginCell()
    } else if state == .quoteInQuoted, byte == 0x22 {
      record.bytes.append(byte)
      state = .quoted
    } else if state == .quoteInQuoted || state == .closed {
      if byte != 0x20, byte != 0x09 { record.isMalformed = true }
      state = .closed
    } else if state == .cellStart, byte == 0x22 {
      record.bytes.removeLast(record.bytes.count - cellStart)
      cellIsQuoted = true
      quoteLine = line
      state = .quoted
    } else {
      record.bytes.append(byte)
      if byte != 0x20, byte != 0x09 { state = .unquoted }
    }
  }

  private mutating func beginCell() {
    state = .cellStart
    cellStart = record.bytes.count
    cellIsQuoted = false
  }

  private mutating func endCell() {
    record.cells.append(
      CSVRecord.Cell(start: cellStart, end: record.bytes.count, isQuoted: cellIsQuoted))
  }

  private mutating func endRow() {
    endCell()
    record.lastLine = line
    state = .rowStart
  }
}
