extension LogRows {
  /// Reads the time of a row, from one cell or from two, and gives the cell back for reports.
  func readTime(
    _ record: CSVRecord
  ) throws(LogError) -> (time: WrittenTime, cell: ArraySlice<UInt8>) {
    var cell: ArraySlice<UInt8>
    switch columns.time {
    case .single(let column): cell = record.cell(column)
    case .dayAndTime(let day, let time):
      cell = record.cell(day)
      let clock = record.cell(time)
      if !clock.isEmpty {
        if cell.isEmpty {
          throw LogError(
            .badTime, what: "time \(quoted(decoded(clock).text)) without a date",
            whatToDo: TimeFault.form)
        }
        cell = (cell + [0x20] + clock)[...]
      }
    }
    if cell.isEmpty {
      throw LogError(.badTime, what: "no date and no time", whatToDo: TimeFault.form)
    }
    do {
      return (try TimeText.read(cell), cell)
    } catch {
      throw LogError(
        .badTime, what: "\(error.what) in \(quoted(decoded(cell).text))", whatToDo: error.whatToDo)
    }
  }

  /// Finds the instant and the stored offset: the column's, else the printed, else the zone's.
  func place(
    _ written: WrittenTime, cell: ArraySlice<UInt8>, columnOffset: Int16?
  ) throws(LogError) -> LogRow {
    let local = LocalDateTime(date: written.date, secondOfDay: written.secondOfDay ?? 0)
    let wall = local.secondsSinceLocalEpoch
    var row = LogRow(written: written, utcOffsetMinutes: columnOffset ?? 0, usesZone: false)
    switch (written.zone, columnOffset) {
    case (.offset(let printed), _):
      row.time = wall - 60 * Int64(printed)
      row.utcOffsetMinutes = columnOffset ?? printed
    case (.utc, let offset):
      row.time = wall
      row.utcOffsetMinutes = offset ?? zone.offset(at: wall)
      row.usesZone = offset == nil
    case (.local, let offset?):
      row.time = wall - 60 * Int64(offset)
    case (.local, nil):
      let reading = zone.reading(of: local)
      row.time = reading.instant
      row.utcOffsetMinutes = reading.offsetMinutes
      row.usesZone = true
      if written.secondOfDay != nil { noteOccurrence(of: local, as: reading, in: &row) }
    }
    if written.secondOfDay == nil { row.time = nil }
    let isKept =
      row.time.map { $0 >= 0 && $0 < LoggedDrink.timeLimit }
      ?? (1970...2199).contains(written.date.year)
    guard isKept else {
      throw LogError(
        .outOfRange, what: "\(quoted(decoded(cell).text)) is before 1970 or after 2199",
        whatToDo: "times from 1970 to 2199 are kept")
    }
    return row
  }

  private func noteOccurrence(
    of local: LocalDateTime, as reading: LocalReading, in row: inout LogRow
  ) {
    if reading.occurrence == .once { return }
    let clock = "\(local.clockText) on \(local.date)"
    let taken = LocalDateTime(at: reading.instant, offsetMinutes: reading.offsetMinutes)
    switch reading.occurrence {
    case .once: break
    case .firstOfTwo:
      row.notes.append(
        (
          .twice,
          "\(clock) occurs twice in \(zone.name); the first is taken, "
            + "at \(offsetText(reading.offsetMinutes))"
        ))
    case .afterGap:
      row.notes.append(
        (
          .gap,
          "\(clock) does not exist in \(zone.name): the clocks skip it; "
            + "\(taken.clockText) on \(taken.date) is taken"
        ))
    }
  }
}
