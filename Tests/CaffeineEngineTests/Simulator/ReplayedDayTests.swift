import Foundation
import Testing

/// `caffeine-sim day`: which day, which drinks, by which clock.
@Suite struct ReplayedDayTests {
  static func json(_ arguments: [String], input: String) throws -> [String: Any] {
    let result = try SimulatorProcess.run(["day", "-", "--json"] + arguments, input: input)
    #expect(result.status == 0, "\(result.errors)")
    let object = try JSONSerialization.jsonObject(with: Data(result.output.utf8))
    return try #require(object as? [String: Any])
  }

  static func seconds(_ text: String) throws -> Int {
    let date = try Date(text, strategy: .iso8601)
    return Int(date.timeIntervalSince1970)
  }

  static let clocksBack = "time,caffeine_mg\n2026-10-25 01:30,80\n2026-10-25 14:00,96\n"

  @Test func `a day of 25 hours is 25 hours long, and of 23 hours 23`() throws {
    for (date, hours) in [("2026-10-25", 25), ("2026-03-29", 23), ("2026-10-24", 24)] {
      let day = try Self.json(
        ["--zone", "Europe/Berlin", "--date", date], input: "time,caffeine_mg\n\(date) 14:00,96\n")
      let start = try #require(day["day_start_s"] as? Int)
      #expect(day["day_end_s"] as? Int == start + hours * 3600)
      #expect((day["curve"] as? [Any])?.count == hours * 12 + 1)
      let winter = date == "2026-10-25"
      #expect(day["bedtime_s"] as? Int == (try Self.seconds("\(date)T\(winter ? 22 : 21):00:00Z")))
    }
  }

  @Test func `the axis of a long day shows local hours`() throws {
    let result = try SimulatorProcess.run(
      ["day", "-", "--zone", "Europe/Berlin"], input: Self.clocksBack)
    let hours = result.lines.first { $0.hasPrefix("  h ") }
    #expect(
      hours
        == "  h 00         03       06      09       12       15      18       21")
    #expect(result.lines.allSatisfy { $0.count <= 79 })
  }

  @Test func `a bedtime after midnight belongs to the following night`() throws {
    let log = "time,caffeine_mg\n2026-08-08 14:00,96\n"
    let zone = ["--utc-offset", "+00:00"]
    for (bedtime, expected) in [
      ("22:30", "2026-08-08T22:30:00Z"), ("00:30", "2026-08-09T00:30:00Z"),
      ("00:00", "2026-08-09T00:00:00Z"), ("08:00", "2026-08-09T08:00:00Z"),
    ] {
      let day = try Self.json(zone + ["--bedtime", bedtime], input: log)
      #expect(day["bedtime_s"] as? Int == (try Self.seconds(expected)))
      #expect(day["day_start_s"] as? Int == (try Self.seconds("2026-08-08T00:00:00Z")))
    }
  }

  @Test func `a day that begins at four takes in the small hours`() throws {
    let log = "time,caffeine_mg\n2026-08-08 14:00,96\n2026-08-09 02:00,64\n"
    let zone = ["--utc-offset", "+02:00"]
    let late = try Self.json(zone + ["--day-start", "04:00"], input: log)
    #expect(late["date"] as? String == "2026-08-08")
    #expect((late["total"] as? [String: Any])?["total_ug"] as? Int == 160_000)
    let usual = try Self.json(zone, input: log)
    #expect(usual["date"] as? String == "2026-08-09")
    #expect((usual["total"] as? [String: Any])?["total_ug"] as? Int == 64_000)
  }

  @Test func `what earlier days left counts`() throws {
    let log = "time,caffeine_mg\n2026-08-07 23:00,100\n2026-08-08 14:00,0\n"
    let day = try Self.json(["--utc-offset", "+00:00", "--absorption", "0"], input: log)
    let first = try #require((day["curve"] as? [[Int]])?.first)
    // One hour of five.
    #expect(first == [try Self.seconds("2026-08-08T00:00:00Z"), 0, 87055, 0])
  }

  @Test func `Coffee Tracker's numbers come out of a day`() throws {
    let log = "time,caffeine_mg\n2026-08-08 00:00,100\n"
    let result = try SimulatorProcess.run(
      ["day", "-", "--csv", "--utc-offset", "+00:00", "--absorption", "0", "--half-life", "5h"],
      input: log)
    let bodies = result.lines.dropFirst().map { $0.split(separator: ",")[3] }
    #expect([0, 12, 60, 288].map { bodies[$0] } == ["100000", "87055", "50000", "3590"])
  }

  @Test func `half-lives may be written in hours, minutes and seconds`() throws {
    let runs = try ["4.5", "4.5h", "270min", "16200s", "4,5"].map {
      try SimulatorProcess.run(["--csv", "--half-life", $0]).output
    }
    #expect(Set(runs).count == 1)
    let usual = try SimulatorProcess.run(["--csv"]).output
    #expect(runs[0] != usual)
    #expect(try SimulatorProcess.run(["--csv", "--half-life", "5h"]).output == usual)
  }

  @Test func `a drink without a time counts in the total only`() throws {
    let log = "time,caffeine_mg\n2026-08-08 08:00,96\n2026-08-08,40\n"
    let day = try Self.json(["--utc-offset", "+00:00"], input: log)
    let total = try #require(day["total"] as? [String: Any])
    #expect(total["total_ug"] as? Int == 136_000)
    #expect(total["drinks"] as? Int == 2)
    let alone = try Self.json(
      ["--utc-offset", "+00:00"], input: "time,caffeine_mg\n2026-08-08 08:00,96\n")
    let curve = try #require(day["curve"] as? [[Int]])
    #expect(curve.map { $0.prefix(3) } == (alone["curve"] as? [[Int]])?.map { $0.prefix(3) })
    // Undated, and so a lower bound.
    #expect(curve.allSatisfy { $0[3] == 1 << 11 | 1 << 8 })
    let text = try SimulatorProcess.run(["day", "-", "--plain"], input: log).output
    #expect(text.contains("40 mg of this in 1"))
  }

  @Test func `an unknown dose makes amounts lower bounds`() throws {
    let log = "time,caffeine_mg\n2026-08-08 08:00,96\n2026-08-08 09:00,\n"
    let text = try SimulatorProcess.run(["day", "-"], input: log).output
    #expect(text.contains("at least 96 mg in 2 drinks"))
    #expect(text.contains("Highest  at least"))
    #expect(text.contains("unknown"))
    #expect(text.contains("≤ "))
  }

  @Test func `the log's own offset is the clock unless another is asked for`() throws {
    let log = "time,caffeine_mg\n2026-08-08T08:00+05:30,96\n"
    let own = try Self.json([], input: log)
    #expect(own["zone"] as? String == "+05:30")
    #expect(own["zone_reason"] as? String == "as the log's times say")
    let asked = try Self.json(["--zone", "Asia/Tokyo"], input: log)
    #expect(asked["zone"] as? String == "Asia/Tokyo")
    let local = try SimulatorProcess.run(
      ["day", "-", "--plain"], input: "time,caffeine_mg\n2026-08-08 08:00,96\n",
      environment: ["TZ": "America/New_York"])
    let words = local.output.replacing("\n", with: " ")
    #expect(words.contains("clock America/New_York (this machine's zone)"))
  }

  @Test func `another date may be asked for, with drinks or without`() throws {
    let log = "time,caffeine_mg\n2026-08-07 08:00,96\n2026-08-08 08:00,64\n"
    let zone = ["--utc-offset", "+00:00"]
    let first = try Self.json(zone + ["--date", "2026-08-07"], input: log)
    #expect((first["total"] as? [String: Any])?["total_ug"] as? Int == 96_000)
    let empty = try SimulatorProcess.run(
      ["day", "-", "--date", "2026-08-10"] + zone, input: log)
    #expect(empty.status == 0)
    #expect(empty.output.contains("no drink on this day."))
    #expect(empty.output.contains("The log has no drink on this date"))
  }

  @Test func `a drink after bedtime asks nothing about it`() throws {
    let log = "time,caffeine_mg\n2026-08-08 23:30,96\n"
    let text = try SimulatorProcess.run(["day", "-", "--plain"], input: log).output
    #expect(text.replacing("\n", with: " ").contains("96 mg in the gut then; after bedtime."))
    let day = try Self.json(["--bedtime", "23:30"], input: log)
    let outcome = try #require(day["outcome"] as? [String: Any])
    // What is swallowed at bedtime's own second counts.
    #expect(outcome["bedtime_gut_ug"] as? Int == 96_000)
    #expect(outcome["bedtime_within_threshold"] as? Bool == false)
  }

  @Test func `Cronometer's servings are understood`() throws {
    let log = #"""
      Day,Time,Group,Food Name,Amount,Energy (kcal),Caffeine (mg)
      2026-08-06,07:30,Breakfast,"Coffee, ""filter""",250.00 g,2.5,95.0
      2026-08-06,11:05 AM,Lunch,Bread,1 slice,80,0

      """#
    let day = try Self.json(["--zone", "Europe/Berlin"], input: log)
    let drinks = try #require(day["drinks"] as? [[String: Any]])
    #expect(drinks.map { $0["name"] as? String } == ["Coffee, \"filter\""])
    #expect(drinks.map { $0["time_s"] as? Int } == [try Self.seconds("2026-08-06T05:30:00Z")])
  }

  @Test func `names cannot move the cursor of a terminal`() throws {
    let log = "time,caffeine_mg,name\n2026-08-08 08:00,96,\"a\u{1B}[2Jb\nc\"\n"
    for form in ["--plain", "--ascii", "--json"] {
      let result = try SimulatorProcess.run(["day", "-", form], input: log)
      #expect(result.status == 0 && !result.output.contains("\u{1B}"))
    }
  }

  @Test func `the template is a log`() throws {
    let template = try SimulatorProcess.run(["template"])
    #expect(template.status == 0 && template.errors == "")
    let day = try SimulatorProcess.run(["day", "-"], input: template.output)
    #expect(day.status == 0)
    #expect(day.output.contains("in 4 drinks"))
    #expect(!day.errors.contains("note"))
  }
}
