import CaffeineEngine

/// The cases of a directory, each as an engine that holds all its doses and profile changes.
struct CaseTables {
  private var cases: [Substring: OwnedLedger] = [:]

  /// Reads `profiles.csv`, `doses.csv` and, where it is there, `changes.csv`.
  ///
  /// - Throws: Data complaints with file and line.
  /// - Complexity: O(doses²) within a case, as each record works out the state anew.
  init(in directory: String) throws(Complaint) {
    let profiles = try Table(
      "profiles.csv", in: directory,
      columns: ["case", "absorption_half_life_s", "elimination_half_life_s"])
    let doses = try Table(
      "doses.csv", in: directory, columns: ["case", "time_s", "dose_ug", "duration_s"])
    var counts: [Substring: Int] = [:]
    for row in doses.rows { counts[doses.text(0, of: row), default: 0] += 1 }
    try open(profiles, counts: counts)
    if Table.exists("changes.csv", in: directory) { try change(in: directory) }
    try record(doses)
  }

  /// The engine of the case that a row names.
  func ledger(of row: Table.Row, in table: Table) throws(Complaint) -> Ledger {
    let name = table.text(0, of: row)
    guard let found = cases[name] else {
      throw .data(
        table.file, line: row.line, "no case \(shown(name)) in profiles.csv",
        "add it there or correct the name")
    }
    return found.ledger
  }

  private mutating func open(
    _ profiles: Table, counts: [Substring: Int]
  ) throws(Complaint) {
    for row in profiles.rows {
      let name = profiles.text(0, of: row)
      guard cases[name] == nil else {
        throw .data(
          profiles.file, line: row.line, "case \(shown(name)) is there twice",
          "give each case one row, and changes.csv the changes")
      }
      let profile = try CaseTables.profile(in: profiles, row, firstColumn: 1)
      do {
        cases[name] = try OwnedLedger(profile: profile, doses: counts[name] ?? 0)
      } catch { throw profiles.complaint(error, row) }
    }
  }

  /// Sets the profile changes; of two at one second the later row wins, as in the engine.
  private func change(in directory: String) throws(Complaint) {
    let table = try Table(
      "changes.csv", in: directory,
      columns: ["case", "time_s", "absorption_half_life_s", "elimination_half_life_s"])
    for row in table.rows {
      let ledger = try ledger(of: row, in: table)
      let time = try table.number(1, "time_s", of: row, as: Int64.self)
      let profile = try CaseTables.profile(in: table, row, firstColumn: 2)
      do { try ledger.setProfile(profile, from: Timestamp(time)) } catch {
        throw table.complaint(error, row)
      }
    }
  }

  /// Records the doses in the order of time, equal times in the order of the file.
  private func record(_ doses: Table) throws(Complaint) {
    var entries: [(row: Table.Row, drink: Drink)] = []
    for row in doses.rows {
      let time = try doses.number(1, "time_s", of: row, as: Int64.self)
      let dose = try doses.number(2, "dose_ug", of: row, as: UInt32.self)
      let duration = try doses.number(3, "duration_s", of: row, as: UInt32.self)
      let drink = Drink(
        time: Timestamp(time), dose: .micrograms(dose), duration: duration, flags: .meant)
      entries.append((row, drink))
    }
    for (row, drink) in entries.enumerated().sorted(by: {
      ($0.element.drink.time, $0.offset) < ($1.element.drink.time, $1.offset)
    }).map(\.element) {
      let ledger = try ledger(of: row, in: doses)
      do { _ = try ledger.record(drink, now: drink.time) } catch {
        throw doses.complaint(error, row)
      }
    }
  }

  private static func profile(
    in table: Table, _ row: Table.Row, firstColumn: Int
  ) throws(Complaint) -> Profile {
    Profile(
      absorptionHalfLife: try table.number(firstColumn, "absorption_half_life_s", of: row),
      eliminationHalfLife: try table.number(firstColumn + 1, "elimination_half_life_s", of: row))
  }
}

extension Table {
  /// A row that the engine refuses.
  func complaint(_ error: CaffeineError, _ row: Row) -> Complaint {
    .data(file, line: row.line, error.advice.what, error.advice.todo)
  }
}
