import CaffeineEngine

/// What `evaluate` can ask of the cases: a table of questions, and what is written for a row.
enum Question: String, CaseIterable {
  case levels, forecasts, bedtimes, areas

  /// The table with the questions.
  var fileName: String { "\(rawValue).csv" }

  /// The option that asks it; levels need none.
  var option: String { "--\(rawValue)" }

  /// The columns that ask.
  var columns: [String] {
    switch self {
    case .levels: ["case", "time_s"]
    case .forecasts: ["case", "start_s", "threshold_ug"]
    case .bedtimes: ["case", "now_s", "bedtime_s", "threshold_ug", "dose_ug"]
    case .areas: ["case", "from_s", "until_s"]
    }
  }

  /// The columns that answer.
  var answers: [String] {
    switch self {
    case .levels: ["gut_ug", "body_ug"]
    case .forecasts: ["peak_time_s", "peak_ug", "below_from_s"]
    case .bedtimes: ["largest_dose_ug", "latest_time_s"]
    case .areas: ["area_ug_s"]
    }
  }

  /// Answers a row: its own numbers, then the engine's.
  ///
  /// - Throws: A data complaint where a cell or the question itself is an error.
  func line(for row: Table.Row, of table: Table, in cases: CaseTables) throws(Complaint) -> String {
    let ledger = try cases.ledger(of: row, in: table)
    var asked: [Int64] = []
    for column in 1..<columns.count {
      // Amounts are 32 bits wide, times 64.
      let name = columns[column]
      asked.append(
        name.hasSuffix("_ug")
          ? Int64(try table.number(column, name, of: row, as: UInt32.self))
          : try table.number(column, name, of: row))
    }
    do {
      let numbers = asked.map { "\($0)" } + (try answer(asked, ledger))
      return ([String(table.text(0, of: row))] + numbers).joined(separator: ",")
    } catch { throw table.complaint(error, row) }
  }

  private func answer(_ asked: [Int64], _ ledger: Ledger) throws(CaffeineError) -> [String] {
    let times = asked.map { Timestamp($0) }
    func amount(_ index: Int) -> Amount { .micrograms(UInt32(truncatingIfNeeded: asked[index])) }
    switch self {
    case .levels:
      let amounts = try ledger.amounts(at: times[0])
      return ["\(amounts.gut.micrograms)", "\(amounts.body.micrograms)"]
    case .forecasts:
      let peak = try ledger.highest(from: times[0], until: .forever)
      let below = try orNever { () throws(CaffeineError) in
        try ledger.belowFrom(times[0], until: .forever, threshold: amount(1)).time.seconds
      }
      return ["\(peak.time.seconds)", "\(peak.body.micrograms)", below]
    case .bedtimes:
      return [
        try orNever { () throws(CaffeineError) in
          try ledger.largestDose(now: times[0], bedtime: times[1], threshold: amount(2))
            .dose.micrograms
        },
        try orNever { () throws(CaffeineError) in
          try ledger.latestTime(
            for: amount(3), now: times[0], bedtime: times[1], threshold: amount(2)
          ).time.seconds
        },
      ]
    case .areas:
      return ["\(try ledger.area(from: times[0], until: times[1]).microgramSeconds)"]
    }
  }

  /// An answer as text, -1 where there is none.
  private func orNever(
    _ ask: () throws(CaffeineError) -> some FixedWidthInteger
  ) throws(CaffeineError) -> String {
    do throws(CaffeineError) { return "\(try ask())" } catch {
      guard error == .never else { throw error }
      return "-1"
    }
  }
}
