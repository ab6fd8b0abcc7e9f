/// One reading of one file: bytes go in, rows are understood as they end.
struct LogPass {
  private let reader: DrinkLogReader
  private var finder = CSVHeaderFinder()
  private var table: (scanner: CSVScanner, rows: LogRows)?

  init(_ reader: DrinkLogReader) {
    self.reader = reader
  }

  /// The bytes that the scanner has taken, for tests of the cost.
  var takenByteCount: Int { table?.scanner.takenByteCount ?? finder.bytes.count }

  /// The ids that were derived and tried, for the same tests.
  var triedIdentityCount: Int { table?.rows.triedIdentityCount ?? 0 }

  mutating func take(_ chunk: [UInt8]) throws(LogError) {
    for byte in chunk {
      if table != nil { try takeInTable(byte) } else { try takeInHeader(byte) }
    }
  }

  mutating func finish() throws(LogError) -> DrinkLog {
    if table == nil {
      guard finder.finish() else {
        throw fault(.emptyFile, line: 0, "the file is empty", "give a file with a header and rows")
      }
      try beginTable()
    }
    guard var (scanner, rows) = table else { preconditionFailure("a table has begun") }
    try handle(scanner.finish(), scanner, &rows)
    guard rows.count > 0 else {
      throw fault(
        .noRows, line: scanner.line, "the file has a header and no rows",
        "check the export's range of days")
    }
    return rows.finish()
  }

  private mutating func takeInTable(_ byte: UInt8) throws(LogError) {
    guard let step = table?.scanner.take(byte), step != .more else { return }
    // Out of the optional and back: the row is read where it lies, without a copy.
    guard var (scanner, rows) = table else { return }
    table = nil
    try handle(step, scanner, &rows)
    scanner.allowsComments = rows.allowsComments
    table = (scanner, rows)
  }

  private func handle(
    _ step: CSVScanner.Step, _ scanner: CSVScanner, _ rows: inout LogRows
  ) throws(LogError) {
    switch step {
    case .more: break
    case .record: try rows.add(scanner.record)
    case .binary: throw binaryFault(line: scanner.line)
    case .tooLong where !scanner.isInQuotes: throw tooLongFault(line: scanner.record.firstLine)
    case .tooLong, .unclosedQuote:
      throw openQuoteFault(line: scanner.quoteLine)
    }
  }

  // MARK: - The header

  private mutating func takeInHeader(_ byte: UInt8) throws(LogError) {
    if byte == 0 { throw binaryFault(line: finder.firstLine) }
    if finder.take(byte) { try beginTable() }
    if finder.bytes.count > CSVScanner.rowLimit { throw tooLongFault(line: finder.firstLine) }
  }

  private mutating func beginTable() throws(LogError) {
    try checkText()
    var scanner = CSVScanner(
      delimiter: finder.delimiter, allowsComments: false, line: finder.firstLine)
    var rest = finder.bytes[...]
    var step = CSVScanner.Step.more
    while step == .more, let byte = rest.popFirst() { step = scanner.take(byte) }
    if step == .more { step = scanner.finish() }
    guard step == .record else { throw openQuoteFault(line: scanner.quoteLine) }
    do {
      let columns = try LogColumns(header: scanner.record, unit: reader.unit)
      let rows = LogRows(
        reader, columns: columns, pointIsDecimal: scanner.delimiter == 0x2C,
        header: scanner.record)
      scanner.allowsComments = rows.allowsComments
      table = (scanner, rows)
    } catch {
      throw fault(error.reason, line: error.line, error.what, error.whatToDo)
    }
    // A lone quote within a name makes the finder take more than the header.
    while let byte = rest.popFirst() { try takeInTable(byte) }
  }

  /// Refuses other kinds of files by how they begin, each with its way out.
  private func checkText() throws(LogError) {
    let text = trimmed(finder.bytes[...])
    let line = finder.firstLine
    let isBinary = text.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    if isBinary || text.starts(with: [0xFF, 0xFE]) || text.starts(with: [0xFE, 0xFF]) {
      throw binaryFault(line: line)
    }
    if text.first == 0x3C {
      throw fault(
        .notText, line: line, "this is XML or HTML, not CSV",
        "give a CSV file; Apple Health's export.xml is read as its own format")
    }
    if text.first == 0x7B || text.first == 0x5B {
      throw fault(.notText, line: line, "this is JSON, not CSV", "export the log as CSV")
    }
  }

  private func binaryFault(line: Int) -> LogError {
    let start = finder.bytes
    if start.starts(with: [0x50, 0x4B, 3, 4]) {
      return fault(
        .notText, line: 0, "this is a zip archive or a spreadsheet, not CSV",
        "unpack it, or save the sheet as CSV")
    }
    if start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) {
      return fault(.notText, line: 0, "this is text in UTF-16", "save it as CSV in UTF-8")
    }
    return fault(
      .notText, line: line, "the file is binary or damaged", "give a CSV file in UTF-8")
  }

  private func openQuoteFault(line: Int) -> LogError {
    fault(
      .unclosedQuote, line: line, "a quote is opened here and never closed",
      "close it, or double it inside a cell")
  }

  private func tooLongFault(line: Int) -> LogError {
    fault(.notText, line: line, "a row of more than 1 MiB", "give a CSV file")
  }

  private func fault(
    _ reason: LogError.Reason, line: Int, _ what: String, _ whatToDo: String
  ) -> LogError {
    LogError(reason, file: reader.fileName, line: line, what: what, whatToDo: whatToDo)
  }
}
