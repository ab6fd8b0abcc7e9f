/// Understands the rows of a table one after the other and gathers what they say.
struct LogRows {
  let columns: LogColumns
  let zone: ZoneRule

  /// Whether `.` surely is a decimal mark, as in files with `,` between cells.
  let pointIsDecimal: Bool

  /// The number of rows that hold anything.
  private(set) var count = 0

  var log: DrinkLog
  var notes = NoteBook()

  private let isStrict: Bool
  private let header: [[UInt8]]
  private var identities = IdentityBook()
  private var firstDayOnlyLine = 0

  init(
    _ reader: DrinkLogReader, columns: LogColumns, pointIsDecimal: Bool, header: CSVRecord
  ) {
    self.columns = columns
    self.pointIsDecimal = pointIsDecimal
    zone = reader.zone
    isStrict = reader.isStrict
    self.header = header.cells.indices.map { Array(header.cell($0)) }
    log = DrinkLog(fileName: reader.fileName, format: columns.format, zone: reader.zone)
    if !columns.unread.isEmpty {
      let names = columns.unread.prefix(8).map { quoted($0) }.joined(separator: ", ")
      notes.add(.unread, line: header.firstLine, "nothing is read from column \(names)")
    }
  }

  /// The ids that were derived and tried, for tests of the cost.
  var triedIdentityCount: Int { identities.triedCount }

  /// Whether lines that begin with `#` are comments.
  var allowsComments: Bool { columns.format == .own && !columns.namesComeFirst }

  /// Reads a row.
  ///
  /// - Throws: What is wrong with it, in strict reading only.
  mutating func add(_ record: CSVRecord) throws(LogError) {
    if record.isBlank { return }
    count += 1
    do throws(LogError) {
      try read(record)
    } catch {
      var report = error
      report.file = log.fileName
      report.line = record.firstLine
      if isStrict { throw report }
      log.skippedCount += 1
      if log.badRows.count < DrinkLogReader.reportLimit { log.badRows.append(report) }
    }
  }

  /// Ends the reading.
  func finish() -> DrinkLog {
    var log = self.log
    log.notes = notes.notes
    if log.dayOnlyCount > 0 {
      let rows = log.dayOnlyCount == 1 ? "1 row has" : "\(log.dayOnlyCount) rows have"
      log.notes.append(
        LogNote(
          line: firstDayOnlyLine,
          text: "\(rows) no time, here first; such a drink counts in its day's total only"))
    }
    let hidden = log.skippedCount - log.badRows.count
    if hidden > 0 {
      log.notes.append(LogNote(line: 0, text: "\(hidden) more rows are skipped and not listed"))
    }
    return log
  }

  private mutating func read(_ record: CSVRecord) throws(LogError) {
    if repeatsHeader(record) {
      notes.add(.header, line: record.firstLine, "the header again; this row is left out")
      return
    }
    try checkCells(record)
    let dose = try readDose(record)
    if columns.format == .cronometer, (dose ?? 0) == 0 {
      log.caffeineFreeCount += 1
      return
    }
    let row = try readRow(record, dose: dose)
    let (id, standing) = try identities.identify(row, in: log.drinks)
    if standing == .repeated {
      notes.add(.repeated, line: record.firstLine, "the same row with the same id again; left out")
      return
    }
    let drink = row.drink(id: id, line: record.firstLine)
    log.drinks.append(drink)
    noteAbout(row, dose: dose, line: record.firstLine)
  }

  /// Says what is unusual about a row, once it is kept.
  private mutating func noteAbout(_ row: LogRow, dose: UInt32?, line: Int) {
    if row.usesZone { log.zoneUseCount += 1 }
    if row.time == nil {
      if log.dayOnlyCount == 0 { firstDayOnlyLine = line }
      log.dayOnlyCount += 1
    }
    for note in row.notes { notes.add(note.topic, line: line, note.text) }
    guard let dose else { return }
    var amount: String { "\(DrinkLogWriter.milligrams(dose)) mg" }
    if dose > LoggedDrink.toxicDoseMicrograms {
      notes.add(.toxic, line: line, "\(amount) at once is in the toxic range; kept as meant")
    } else if columns.unit == .milligrams, dose > 0, dose < 1000 {
      notes.add(.grams, line: line, "\(amount) looks like grams in a column of mg; kept as mg")
    }
  }

  private func repeatsHeader(_ record: CSVRecord) -> Bool {
    record.cells.count == header.count
      && header.indices.allSatisfy { record.cell($0).elementsEqual(header[$0]) }
  }

  /// Makes sure that the row's cells stand under their columns.
  private func checkCells(_ record: CSVRecord) throws(LogError) {
    guard !record.isMalformed else {
      let lines =
        record.lastLine > record.firstLine
        ? " (lines \(record.firstLine) to \(record.lastLine))" : ""
      throw LogError(
        .badCells, what: "text after a closing quote\(lines)",
        whatToDo: "close the quotes, and double those inside a cell")
    }
    let extra = record.cells.indices.dropFirst(columns.count)
    guard extra.allSatisfy({ record.cell($0).isEmpty }) else {
      throw LogError(
        .badCells, what: "\(record.cells.count) cells under \(columns.count) columns",
        whatToDo: "put names and numbers that hold the separator between quotes")
    }
    // `1,234.5` or `9,5` without quotes falls into the name's column.
    let next = columns.dose + 1
    guard pointIsDecimal, next == columns.name, !record.isQuoted(next) else { return }
    let dose = record.cell(columns.dose)
    let name = record.cell(next)
    guard !dose.isEmpty, dose.allSatisfy(isDigit), name.first.map(isDigit) == true,
      name.allSatisfy({ isDigit($0) || $0 == 0x2E })
    else { return }
    let text = "\(decoded(dose).text),\(decoded(name).text)"
    throw LogError(
      .badDose, what: "\(quoted(text)) may be one number or a dose and a name",
      whatToDo: "write the dose without a comma, or the name between quotes")
  }
}
