extension LogRows {
  /// Reads all but the dose.
  func readRow(_ record: CSVRecord, dose: UInt32?) throws(LogError) -> LogRow {
    let (written, cell) = try readTime(record)
    let columnOffset = try readOffset(record)
    var row = try place(written, cell: cell, columnOffset: columnOffset)
    row.dose = dose
    row.duration = try readDuration(record)
    if let column = columns.id {
      let cell = record.cell(column)
      guard let id = cell.isEmpty ? LoggedID(high: 0, low: 0) : LoggedID(digits: cell) else {
        throw LogError(
          .badIdentifier, what: "id \(quoted(decoded(cell).text))",
          whatToDo: "write 32 hexadecimal digits or a UUID, or nothing")
      }
      row.id = id.isZero ? nil : id
    }
    readWords(record, into: &row)
    if columns.format == .cronometer {
      row.details = [columns.group, columns.amount].map { $0.map { Array(record.cell($0)) } ?? [] }
    }
    return row
  }

  private func readWords(_ record: CSVRecord, into row: inout LogRow) {
    if let column = columns.name {
      // Between quotes blanks are meant.
      let cell = record.isQuoted(column) ? record.exactCell(column) : record.cell(column)
      let (name, isUTF8) = decoded(cell)
      row.name = name.isEmpty ? nil : name
      if !isUTF8 { row.notes.append((.encoding, "not in UTF-8; read as Latin-1")) }
    }
    guard let column = columns.kind, !record.cell(column).isEmpty else { return }
    let word = decoded(record.cell(column)).text
    row.kind = LoggedKind(word)
    guard row.kind == nil else { return }
    row.kind = .word(.other)
    if row.name == nil { row.name = word }
    row.notes.append((.kind, "kind \(quoted(word)) is not known; kept as other"))
  }

  private func readOffset(_ record: CSVRecord) throws(LogError) -> Int16? {
    guard let column = columns.offset else { return nil }
    let cell = record.cell(column)
    if cell.isEmpty { return nil }
    let limit = Int16(ZoneRule.offsetLimitMinutes)
    guard let minutes = Int16(decoded(cell).text), (-limit...limit).contains(minutes) else {
      throw LogError(
        .badOffset, what: "utc_offset_min \(quoted(decoded(cell).text))",
        whatToDo: "write whole minutes from -1080 to 1080")
    }
    return minutes
  }
}
