import Foundation
import Testing

/// What a report says about what it leaves out, and about the limits beside its answers.
@Suite struct CautionTests {
  private static func words(_ rows: String, _ options: [String] = []) throws -> String {
    let result = try SimulatorProcess.run(
      ["day", "-", "--plain", "--utc-offset", "+00:00"] + options,
      input: "time,caffeine_mg\n" + rows)
    #expect(result.status == 0 && result.lines.allSatisfy { $0.count <= 79 })
    return result.output.replacing("\n", with: " ")
  }

  @Test func `a room over the limits is said beside them`() throws {
    let single = try Self.words("2026-08-08 06:00,10\n", ["--threshold", "150"])
    #expect(single.contains("; but the limit for one drink is 200 mg, and "))
    #expect(single.contains("for bedtime alone"))
    let daily = try Self.words("2026-08-08 00:30,395\n", ["--threshold", "77"])
    #expect(daily.contains("; but 5 mg is left of the day's 400 mg (EFSA)"))
    let small = try Self.words("2026-08-08 08:00,96\n")
    #expect(!small.contains("; but") && !small.contains("fine"))
  }

  @Test func `a day without times is a total and what is missing`() throws {
    let text = try Self.words("2026-08-08,96\n2026-08-08,40\n")
    #expect(text.contains("The curve, bedtime and room need times"))
    #expect(text.contains("Total: 136 mg in 2 drinks"))
    #expect(!text.contains("Bedtime:") && !text.contains("Range:"))
  }

  @Test func `a drink without a time makes amounts lower bounds`() throws {
    let text = try Self.words("2026-08-08 08:00,96\n2026-08-08,40\n")
    #expect(text.contains("Total: 136 mg in 2 drinks"))
    #expect(text.contains("Highest: at least"))
    #expect(text.contains("at best"))
  }

  @Test func `drinks after bedtime are told of with their times`() throws {
    let text = try Self.words("2026-08-08 08:00,96\n2026-08-08 23:30,10\n")
    #expect(text.contains("1 drink after bedtime (23:30) is not in this figure."))
  }

  @Test func `what the reader noticed is in the report too`() throws {
    let text = try Self.words("2026-08-08 08:00,1500\n2026-08-08 23:30,0.096\n")
    #expect(text.contains("Notes: Line 2: "))
  }

  @Test func `one cup is one cup`() throws {
    #expect(try Self.words("2026-08-08 08:00,96\n").contains("1 cup of 96 mg"))
  }

  @Test func `a folder is no log`() throws {
    let result = try SimulatorProcess.run(["day", "/tmp"])
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors == "/tmp: this is a folder; give a file\n")
  }
}
