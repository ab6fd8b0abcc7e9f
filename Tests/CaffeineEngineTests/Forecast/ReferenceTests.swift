import Testing

@testable import CaffeineEngine

/// The shared tables, made in 60-digit arithmetic.
struct ReferenceTests {
  let cases: [String: ReferenceCase]

  init() throws { cases = try ReferenceCase.all() }

  private func find(_ row: ReferenceTable.Row) throws -> ReferenceCase {
    try #require(cases[row["case"]])
  }

  @Test func `every row of the levels`() throws {
    let table = try ReferenceTable("levels")
    #expect(table.rows.count > 300)
    for row in table.rows {
      let reference = try find(row)
      let time = try row.time("time_s")
      let allowed = Tolerance.amount(total: reference.totalDose(until: time.seconds))
      let amounts = try reference.ledger.amounts(at: time)
      let gut = try row.decimal("gut_ug"), body = try row.decimal("body_ug")
      #expect(abs(Double(amounts.gut.micrograms) - gut) <= allowed, "line \(row.line)")
      #expect(abs(Double(amounts.body.micrograms) - body) <= allowed, "line \(row.line)")
    }
  }

  @Test func `the tests' own model agrees with the levels`() throws {
    // Nine digits: a fault of the model would not pass for one of the engine.
    for row in try ReferenceTable("levels").rows {
      let reference = try find(row)
      let time = try row.integer("time_s")
      let exact = reference.exact(at: time)
      let allowed = 1e-6 + 1e-10 * reference.totalDose(until: time)
      #expect(try abs(exact.gut - row.decimal("gut_ug")) <= allowed, "line \(row.line)")
      #expect(try abs(exact.body - row.decimal("body_ug")) <= allowed, "line \(row.line)")
    }
  }

  @Test func `every row of the forecasts`() throws {
    for row in try ReferenceTable("forecasts").rows {
      let reference = try find(row)
      let start = try row.time("start_s")
      let total = reference.totalDose(until: .max)
      let peak = try reference.ledger.highest(from: start, until: .forever)
      let peakTime = try row.integer("peak_time_s"), peakAmount = try row.decimal("peak_ug")
      #expect(
        abs(Double(peak.body.micrograms) - peakAmount) <= Tolerance.amount(total: total),
        "line \(row.line)")
      #expect(
        abs(peak.time.seconds - peakTime) <= Tolerance.seconds
          || abs(reference.exact(at: peak.time.seconds).body - peakAmount)
            <= Tolerance.atSecond(total: total),
        "line \(row.line)")
      let threshold = try row.amount("threshold_ug")
      let moment = try reference.ledger.belowFrom(start, until: .forever, threshold: threshold)
      let exact = reference.exact(at: moment.time.seconds).body
      #expect(
        try abs(moment.time.seconds - row.integer("below_from_s")) <= Tolerance.seconds
          || abs(exact - Double(threshold.micrograms)) <= Tolerance.atSecond(total: total),
        "line \(row.line)")
    }
  }

  @Test func `every row of the bedtimes`() throws {
    for row in try ReferenceTable("bedtimes").rows {
      let reference = try find(row)
      let now = try row.time("now_s"), bedtime = try row.time("bedtime_s")
      let threshold = try row.amount("threshold_ug"), dose = try row.amount("dose_ug")
      let largest = try? reference.ledger.largestDose(
        now: now, bedtime: bedtime, threshold: threshold)
      let latest = try? reference.ledger.latestTime(
        for: dose, now: now, bedtime: bedtime, threshold: threshold)
      let expectedDose = try row.decimal("largest_dose_ug")
      let expectedTime = try row.integer("latest_time_s")
      // What lies there at bedtime with one more dose.
      func left(_ dose: Amount, at time: Timestamp) -> Double {
        let sums = (reference.drinks + [Drink(time: time, dose: dose)]).map {
          reference.model.amounts(of: $0, at: bedtime.seconds)
        }
        return sums.reduce(0) { $0 + $1.gut + $1.body }
      }
      if expectedDose < 0 {
        #expect(largest == nil, "line \(row.line)")
      } else {
        let found = try #require(largest, "line \(row.line)").dose
        let allowed = Tolerance.dose(expectedDose)
        #expect(
          abs(Double(found.micrograms) - expectedDose) <= allowed
            || abs(left(found, at: now) - Double(threshold.micrograms)) <= allowed,
          "line \(row.line): \(found)")
      }
      if expectedTime < 0 {
        #expect(latest == nil, "line \(row.line)")
      } else {
        let found = try #require(latest, "line \(row.line)").time
        let allowed = Tolerance.atSecond(total: reference.totalDose(until: .max))
        #expect(
          abs(found.seconds - expectedTime) <= Tolerance.seconds
            || abs(left(dose, at: found) - Double(threshold.micrograms)) <= allowed,
          "line \(row.line): \(found)")
      }
    }
  }

  @Test func `every row of the areas`() throws {
    for row in try ReferenceTable("areas").rows {
      let reference = try find(row)
      let from = try row.time("from_s"), until = try row.time("until_s")
      let area = try reference.ledger.area(from: from, until: until).microgramSeconds
      let expected = try row.decimal("area_ug_s")
      let allowed = Tolerance.area(expected, seconds: Double(until.seconds - from.seconds))
      #expect(abs(Double(area) - expected) <= allowed, "line \(row.line): \(area)")
    }
  }

  @Test func `timelines agree with amounts on every case`() throws {
    for (name, reference) in cases {
      let start = try #require(reference.drinks.first).time.adding(-1_000)
      var buffer = [UInt32](repeating: 0, count: 120)
      _ = try reference.ledger.timeline(from: start, step: 777, count: 120, into: &buffer)
      for (index, entry) in buffer.enumerated() {
        let body = try reference.ledger.amounts(at: start.adding(777 * Int64(index))).body
        #expect(body.micrograms.distance(to: entry).magnitude <= 1, "\(name), entry \(index)")
      }
    }
  }
}
