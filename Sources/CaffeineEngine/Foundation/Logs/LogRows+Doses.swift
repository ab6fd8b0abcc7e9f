extension LogRows {
  /// Reads the dose of a row in µg; nil: the cell is empty, the dose is not known.
  func readDose(_ record: CSVRecord) throws(LogError) -> UInt32? {
    let cell = record.cell(columns.dose)
    if cell.isEmpty { return nil }
    let (digits, unit) = splitUnit(cell)
    let shift = (unit ?? columns.unit).powerOfTen
    // Reports are written only for rows that need one.
    func text() -> String { quoted(decoded(cell).text) }
    let number = try number(
      digits, limit: UInt64(LoggedDrink.largestDoseMicrograms), factor: 1, shift: shift,
      fault: LogError(
        .badDose, what: "dose \(text())",
        whatToDo: "write a number of \(columns.unit.name), or nothing if it is not known"))
    if number.isNegative {
      throw LogError(.badDose, what: "dose \(text()) is negative", whatToDo: "write 0 or more")
    }
    guard let micrograms = number.scaled(by: 1, shift: shift),
      micrograms <= UInt64(LoggedDrink.largestDoseMicrograms)
    else {
      throw LogError(
        .outOfRange, what: "dose \(text()) is over 10 g", whatToDo: "check the number and its unit")
    }
    return UInt32(micrograms)
  }

  /// Reads the duration of a row in seconds; 0 if the cell is empty.
  func readDuration(_ record: CSVRecord) throws(LogError) -> UInt32 {
    guard let column = columns.duration else { return 0 }
    let cell = record.cell(column)
    if cell.isEmpty { return 0 }
    let limit = UInt64(LoggedDrink.longestDurationSeconds)
    func fault() -> LogError {
      LogError(
        .badDuration, what: "duration \(quoted(decoded(cell).text))",
        whatToDo: "write 0 to 720 minutes")
    }
    let number = try number(
      cell, limit: limit, factor: columns.durationScale, shift: 0, fault: fault())
    guard !number.isNegative, let seconds = number.scaled(by: columns.durationScale, shift: 0),
      seconds <= limit
    else { throw fault() }
    return UInt32(seconds)
  }

  /// Reads a number; of two readings the one within the limit, and an error if both are.
  private func number(
    _ text: ArraySlice<UInt8>, limit: UInt64, factor: UInt64, shift: Int,
    fault: @autoclosure () -> LogError
  ) throws(LogError) -> DecimalNumber {
    switch DecimalReading(text, pointIsDecimal: pointIsDecimal) {
    case .number(let number): return number
    case .notANumber: throw fault()
    case .either(let decimal, let thousands):
      let large = thousands.scaled(by: factor, shift: shift) ?? UInt64.max
      if large > limit { return decimal }
      let fault = fault()
      throw LogError(
        fault.reason, what: "\(fault.what) may have a decimal mark or a mark for thousands",
        whatToDo: "leave the mark for thousands out, or write one decimal more")
    }
  }

  /// Parts a unit in the cell from its number: `95 mg`.
  private func splitUnit(_ cell: ArraySlice<UInt8>) -> (number: ArraySlice<UInt8>, unit: LogUnit?) {
    guard let last = cell.lastIndex(where: isDigit) else { return (cell, nil) }
    let tail = trimmed(cell[(last + 1)...])
    guard !tail.isEmpty, let unit = LogUnit(decoded(tail).text) else { return (cell, nil) }
    return (trimmed(cell[...last]), unit)
  }
}

extension LogUnit {
  /// The unit's sign.
  fileprivate var name: String {
    switch self {
    case .milligrams: "mg"
    case .grams: "g"
    case .micrograms: "µg"
    }
  }
}
