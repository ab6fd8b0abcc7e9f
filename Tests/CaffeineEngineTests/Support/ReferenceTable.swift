import Foundation
import Testing

@testable import CaffeineEngine

/// A table of `Reference/`: rows of named cells, grouped by case where that is asked.
struct ReferenceTable {
  struct Row {
    var cells: [String: String]
    var line: Int

    subscript(name: String) -> String { cells[name] ?? "" }
    func integer(_ name: String) throws -> Int64 { try #require(Int64(self[name])) }
    func time(_ name: String) throws -> Timestamp { Timestamp(try integer(name)) }
    func amount(_ name: String) throws -> Amount {
      Amount(micrograms: try #require(UInt32(self[name])))
    }
    /// A decimal number; values such as 1e-226026 are zero to every allowance.
    func decimal(_ name: String) throws -> Double {
      let parts = self[name].split(separator: "e")
      if parts.count == 2, let exponent = Int(parts[1]), exponent < -300 { return 0 }
      return try #require(Double(self[name]))
    }
  }

  let rows: [Row]

  init(_ name: String) throws {
    let url = try #require(
      Bundle.module.url(forResource: name, withExtension: "csv", subdirectory: "Reference"))
    let lines = try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
    let header = lines[0].split(separator: ",").map(String.init)
    rows = lines.dropFirst().enumerated().map { index, line in
      let cells = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      return Row(
        cells: Dictionary(uniqueKeysWithValues: zip(header, cells)), line: index + 2)
    }
  }

  func rows(of name: String) -> [Row] { rows.filter { $0["case"] == name } }
}

/// One case of `Reference/`: its drinks in a ledger that never folds, and in `Double`.
struct ReferenceCase {
  let memory: LedgerMemory
  let model: DoubleModel
  var ledger: Ledger { memory.ledger }
  var drinks: [Drink] { memory.drinks }

  /// Every case by name.
  static func all() throws -> [String: ReferenceCase] {
    let doses = try ReferenceTable("doses"), changes = try ReferenceTable("changes")
    var cases: [String: ReferenceCase] = [:]
    for row in try ReferenceTable("profiles").rows {
      let name = row["case"]
      cases[name] = try ReferenceCase(
        profile: profile(of: row), doses: doses.rows(of: name), changes: changes.rows(of: name))
    }
    return cases
  }

  private init(
    profile: Profile, doses: [ReferenceTable.Row], changes: [ReferenceTable.Row]
  ) throws {
    let configuration = Configuration(profile: profile, deviceID: 1)
    memory = try LedgerMemory(capacity: max(doses.count, 1), configuration: configuration)
    for row in doses {
      try memory.record(
        Drink(
          time: row.time("time_s"), dose: row.amount("dose_ug"),
          duration: UInt32(row.integer("duration_s")), flags: .meant))
    }
    var model = DoubleModel(profile: profile)
    for row in changes {
      let change = DoubleModel.Change(
        time: try row.integer("time_s"), profile: try ReferenceCase.profile(of: row))
      try memory.ledger.setProfile(change.profile, from: Timestamp(change.time))
      model.changes.append(change)
    }
    model.changes.sort { $0.time < $1.time }
    self.model = model
  }

  private static func profile(of row: ReferenceTable.Row) throws -> Profile {
    Profile(
      absorptionHalfLife: UInt32(try row.integer("absorption_half_life_s")),
      eliminationHalfLife: UInt32(try row.integer("elimination_half_life_s")))
  }

  /// The sum of the doses up to a time (µg).
  func totalDose(until time: Int64) -> Double {
    drinks.filter { $0.time.seconds <= time }.reduce(0) { $0 + Double($1.dose.micrograms) }
  }

  /// Gut and body at a time, exact to about 1e-13.
  func exact(at time: Int64) -> DoubleModel.Amounts { model.amounts(of: drinks, at: time) }
}

/// What SEMANTICS.md allows between an answer and the exact value.
enum Tolerance {
  /// Amounts: rounding to whole µg takes half of the first term.
  static func amount(total: Double) -> Double { 1 + 1e-9 * total }
  /// Times: two roundings to whole seconds.
  static let seconds: Int64 = 2
  /// Or, where the curve is flat: the exact amount at the given second.
  static func atSecond(total: Double) -> Double { 0.01 + 1e-9 * total }
  /// Largest dose, and the exact amount at bedtime that it leads to.
  static func dose(_ dose: Double) -> Double { 20 + 1e-6 * dose }
  /// Areas.
  static func area(_ area: Double, seconds: Double) -> Double { 1e-9 * area + seconds }
}
