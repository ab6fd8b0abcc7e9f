import Foundation
import Testing

/// `caffeine-sim evaluate` against exact tables.
@Suite struct EvaluateTests {
  static let reference = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "Reference")

  /// SEMANTICS section 2: amounts within 1 µg + 1e-9 of the total dose so far.
  static func amountAllowance(_ total: Double) -> Double { 1 + 1e-9 * total }
  /// Times within 2 s.
  static let timeAllowance = 2.0
  /// The largest dose within 20 µg + 1e-6 of itself.
  static func doseAllowance(_ dose: Double) -> Double { 20 + 1e-6 * abs(dose) }
  /// Areas within 1e-9 of themselves + 1 µg times the length.
  static func areaAllowance(_ area: Double, _ length: Double) -> Double { 1e-9 * area + length }

  static func rows(_ text: String) -> [[String]] {
    text.split(separator: "\n").dropFirst().map { line in
      line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    }
  }

  static func table(_ name: String) throws -> [[String]] {
    rows(try String(contentsOf: reference.appending(path: name), encoding: .utf8))
  }

  /// Pairs what the table says with what the program answers, both as numbers after the case.
  static func pairs(
    _ name: String, _ options: [String]
  ) throws -> [(name: String, exact: [Double], given: [Double])] {
    let result = try SimulatorProcess.run(["evaluate", reference.path] + options)
    #expect(result.status == 0)
    #expect(result.errors == "")
    let exact = try table(name), given = rows(result.output)
    #expect(exact.map(\.[0]) == given.map(\.[0]))
    return zip(exact, given).map { exact, given in
      (
        exact[0], exact.dropFirst().compactMap(Double.init),
        given.dropFirst().compactMap(Double.init)
      )
    }
  }

  @Test func `every amount of the reference is met`() throws {
    let doses = try Self.table("doses.csv")
    for row in try Self.pairs("levels.csv", []) {
      let total = doses.filter { $0[0] == row.name && (Double($0[1]) ?? 0) <= row.exact[0] }
        .compactMap { Double($0[2]) }.reduce(0, +)
      let allowance = Self.amountAllowance(total)
      #expect(abs(row.given[1] - row.exact[1]) <= allowance, "\(row)")
      #expect(abs(row.given[2] - row.exact[2]) <= allowance, "\(row)")
    }
  }

  @Test func `every forecast of the reference is met`() throws {
    for row in try Self.pairs("forecasts.csv", ["--forecasts"]) {
      #expect(abs(row.given[2] - row.exact[2]) <= Self.timeAllowance, "\(row)")
      #expect(abs(row.given[3] - row.exact[3]) <= Self.amountAllowance(row.exact[3]), "\(row)")
      #expect(abs(row.given[4] - row.exact[4]) <= Self.timeAllowance, "\(row)")
    }
  }

  @Test func `every bedtime of the reference is met`() throws {
    for row in try Self.pairs("bedtimes.csv", ["--bedtimes"]) {
      #expect(abs(row.given[4] - row.exact[4]) <= Self.doseAllowance(row.exact[4]), "\(row)")
      #expect(abs(row.given[5] - row.exact[5]) <= Self.timeAllowance, "\(row)")
    }
  }

  @Test func `every area of the reference is met`() throws {
    for row in try Self.pairs("areas.csv", ["--areas"]) {
      let allowance = Self.areaAllowance(row.exact[2], row.exact[1] - row.exact[0])
      #expect(abs(row.given[2] - row.exact[2]) <= allowance, "\(row)")
    }
  }

  @Test func `Coffee Tracker's numbers come out without its faults`() throws {
    let result = try SimulatorProcess.evaluate([
      "profiles.csv": "case,absorption_half_life_s,elimination_half_life_s\ncup,0,18000\n",
      "doses.csv": "case,time_s,dose_ug,duration_s\ncup,1780300800,100000,0\n",
      "levels.csv": """
      case,time_s
      cup,1780297200
      cup,1780300800
      cup,1780304400
      cup,1780318800
      cup,1780387200

      """,
    ])
    #expect(
      result.lines.dropFirst().map { $0.split(separator: ",")[3] }
        == ["0", "100000", "87055", "50000", "3590"])
  }

  @Test func `columns are found by name and rows answered in the order of the file`() throws {
    let result = try SimulatorProcess.evaluate([
      "profiles.csv":
        "\u{FEFF}elimination_half_life_s,note,case,absorption_half_life_s\r\n18000,\"a, b\",x,0\r\n",
      "doses.csv": "case,dose_ug,duration_s,time_s\nx,1000,0,100\n\nx,1000,0,50\n",
      "levels.csv": "body_ug,time_s,case\n?,100,x\n,50,x\n,-9223372036854775808,x\n",
    ])
    #expect(
      result.output == """
        case,time_s,gut_ug,body_ug
        x,100,0,1998
        x,50,0,1000
        x,-9223372036854775808,0,0

        """)
  }

  @Test func `of two changes at one second the later row holds`() throws {
    let result = try SimulatorProcess.evaluate([
      "profiles.csv": "case,absorption_half_life_s,elimination_half_life_s\nx,0,18000\n",
      "doses.csv": "case,time_s,dose_ug,duration_s\nx,0,100000,0\n",
      "changes.csv":
        "case,time_s,absorption_half_life_s,elimination_half_life_s\nx,18000,0,1800\nx,18000,0,3600\n",
      "levels.csv": "case,time_s\nx,18000\nx,21600\n",
    ])
    #expect(Array(result.lines.dropFirst()) == ["x,18000,0,50000", "x,21600,0,25000"])
  }

  @Test func `thousands of drinks in one case are within the engine's allowance`() throws {
    let doses = (0..<3000).map { "x,\($0 * 60),1000,0" }.joined(separator: "\n")
    let result = try SimulatorProcess.evaluate([
      "profiles.csv": "case,absorption_half_life_s,elimination_half_life_s\nx,0,18000\n",
      "doses.csv": "case,time_s,dose_ug,duration_s\n\(doses)\n",
      "levels.csv": "case,time_s\nx,179940\n",
    ])
    // A geometric series in 2^(-60/18000).
    let ratio = exp2(-60.0 / 18000)
    let exact = 1000 * (1 - pow(ratio, 3000)) / (1 - ratio)
    let body = try #require(result.lines.last?.split(separator: ",").last.flatMap { Double($0) })
    #expect(abs(body - exact) <= Self.amountAllowance(3_000_000))
  }
}
