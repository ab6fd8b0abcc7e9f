import Testing

/// What `caffeine-sim evaluate` says about tables in which something is wrong.
@Suite struct BadTableTests {
  static let tables = [
    "profiles.csv": "case,absorption_half_life_s,elimination_half_life_s\nx,420,18000\n",
    "doses.csv": "case,time_s,dose_ug,duration_s\nx,100,1000,0\n",
    "levels.csv": "case,time_s\nx,100\n",
    "forecasts.csv": "case,start_s,threshold_ug\nx,100,36000\n",
    "bedtimes.csv": "case,now_s,bedtime_s,threshold_ug,dose_ug\nx,100,200,36000,64000\n",
    "areas.csv": "case,from_s,until_s\nx,100,200\n",
  ]

  /// A table's new text, the option, and how the message begins.
  static let faults: [(table: String, text: String, option: String, message: String)] = [
    ("profiles.csv", "", "", "profiles.csv: the file is empty; begin it with case,"),
    ("profiles.csv", "case,a\nx,1\n", "", "profiles.csv:1: no column absorption_half_life_s;"),
    (
      "profiles.csv", "case,absorption_half_life_s,elimination_half_life_s\nx,29,18000\n", "",
      "profiles.csv:2: a number is outside what the model accepts; doses reach 10 g"
    ),
    (
      "profiles.csv",
      "case,absorption_half_life_s,elimination_half_life_s\nx,0,18000\nx,0,18000\n", "",
      "profiles.csv:3: case \"x\" is there twice; give each case one row"
    ),
    (
      "doses.csv", "case,time_s,dose_ug,duration_s\nx,100,-5,0\n", "",
      "doses.csv:2: dose_ug is \"-5\"; write a whole number from 0 to 4294967295"
    ),
    (
      "doses.csv", "case,time_s,dose_ug,duration_s\nx,100,10000001,0\n", "",
      "doses.csv:2: a number is outside"
    ),
    (
      "doses.csv", "case,time_s,dose_ug,duration_s\nx,100,5,43201\n", "",
      "doses.csv:2: a number is outside"
    ),
    (
      "doses.csv", "case,time_s,dose_ug,duration_s\n\ny,100,5,0\n", "",
      "doses.csv:3: no case \"y\" in profiles.csv; add it there"
    ),
    (
      "doses.csv", "case,time_s,dose_ug,duration_s\nx,100,5\n", "",
      "doses.csv:2: 3 cells, too few for the header;"
    ),
    ("levels.csv", "case,time_s\nx,100\nx,\n", "", "levels.csv:3: time_s is empty; write a whole"),
    ("levels.csv", "case,time_s\nx,9223372036854775808\n", "", "levels.csv:2: time_s is"),
    (
      "forecasts.csv", "case,start_s,threshold_ug\nx,1,36000\nx,1,0\n", "--forecasts",
      "forecasts.csv:3: a number is outside"
    ),
    (
      "bedtimes.csv", "case,now_s,bedtime_s,threshold_ug,dose_ug\nx,200,100,36000,64000\n",
      "--bedtimes", "bedtimes.csv:2: a question ends before it begins; put the earlier time first"
    ),
    (
      "bedtimes.csv", "case,now_s,bedtime_s,threshold_ug,dose_ug\nx,1,2,36000,10000001\n",
      "--bedtimes", "bedtimes.csv:2: a number is outside"
    ),
    (
      "areas.csv", "case,from_s,until_s\nx,200,100\n", "--areas",
      "areas.csv:2: a question ends before it begins"
    ),
    (
      "changes.csv",
      "case,time_s,absorption_half_life_s,elimination_half_life_s\n"
        + (1...9).map { "x,\($0),0,18000\n" }.joined(), "",
      "changes.csv:10: a ninth profile change in one case; give a case at most 8 changes"
    ),
  ]

  @Test func `a sound set of tables is answered`() throws {
    for option in [[], ["--forecasts"], ["--bedtimes"], ["--areas"]] {
      let result = try SimulatorProcess.evaluate(Self.tables, option)
      #expect(result.status == 0 && result.lines.count == 2)
    }
  }

  @Test(arguments: faults.indices)
  func `a bad row gives file, line and advice, status 1 and no output`(index: Int) throws {
    let fault = Self.faults[index]
    var tables = Self.tables
    tables[fault.table] = fault.text
    let result = try SimulatorProcess.evaluate(tables, fault.option.isEmpty ? [] : [fault.option])
    #expect(result.status == 1)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix(fault.message), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `a table that is missing is named`() throws {
    var tables = Self.tables
    tables["doses.csv"] = nil
    let result = try SimulatorProcess.evaluate(tables)
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.hasPrefix("doses.csv: the file is not there"))
  }

  @Test func `no directory is a matter of usage`() throws {
    let result = try SimulatorProcess.run(["evaluate"])
    #expect(result.status == 2 && result.output == "" && !result.errors.isEmpty)
  }
}
