import Foundation
import Testing

/// What `caffeine-sim day` says about logs in which something is wrong.
@Suite struct BadLogTests {
  static let faults: [(log: String, options: [String], message: String)] = [
    ("", [], "standard input: the file is empty;"),
    ("time,caffeine_mg\n", [], "standard input:2: the file has a header and no rows;"),
    ("time,caffeine\n2026-01-01 08:00,95\n", [], "standard input:1: column \"caffeine\" does not"),
    ("time,caffeine_mg\n2026-13-01 08:00,95\n", ["--strict"], "standard input:2: month 13 in"),
    ("time,caffeine_mg\n2026-01-01 08:00,x\n", ["--strict"], "standard input:2: dose \"x\";"),
    ("{}", [], "standard input:1: this is JSON, not CSV;"),
  ]

  @Test(arguments: faults.indices)
  func `a bad log is status 1, place and advice, and no output`(index: Int) throws {
    let fault = Self.faults[index]
    let result = try SimulatorProcess.run(["day", "-"] + fault.options, input: fault.log)
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.contains(fault.message), "\(result.errors)")
    #expect(result.errors.contains("; "))
  }

  @Test func `a bad row is skipped, reported and counted`() throws {
    let log = "time,caffeine_mg\n2026-13-01 08:00,95\n2026-01-02 08:00,95\n2026-01-02 09:00,1 kg\n"
    let result = try SimulatorProcess.run(["day", "-"], input: log)
    #expect(result.status == 0)
    #expect(result.errors.contains("standard input:2: month 13"))
    #expect(result.errors.contains("standard input:4: dose \"1 kg\""))
    #expect(result.output.contains("2 rows were skipped (see standard error): it may be more."))
  }

  @Test func `where all rows are bad each is still reported`() throws {
    let log = "time,caffeine_mg\n2026-13-01 08:00,95\n"
    let result = try SimulatorProcess.run(["day", "-"], input: log)
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.contains("standard input:2: month 13"))
    #expect(result.errors.contains("the log holds no drink: 1 row skipped;"))
  }

  @Test func `a unit may be given for a column that has none`() throws {
    let log = "time,caffeine\n2026-01-01 08:00,0.095\n"
    let result = try SimulatorProcess.run(["day", "-", "--unit", "g", "--plain"], input: log)
    #expect(result.status == 0)
    #expect(result.output.contains("95 mg in 1 drink"))
  }

  @Test func `a file that is not there is named`() throws {
    let result = try SimulatorProcess.run(["day", "/no/such/log.csv"])
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.hasPrefix("/no/such/log.csv: the file cannot be opened;"))
  }

  @Test func `sums that pass the engine's range are laid to a row`() throws {
    let rows = (0..<500).map { "2026-01-02 08:00,10000,d\($0)\n" }.joined()
    let result = try SimulatorProcess.run(
      ["day", "-", "--utc-offset", "+00:00"], input: "time,caffeine_mg,name\n" + rows)
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.contains("standard input:"))
    #expect(result.errors.contains("a number is outside what the model accepts"))
  }
}
