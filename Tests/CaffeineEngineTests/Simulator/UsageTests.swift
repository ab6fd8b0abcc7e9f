import Foundation
import Testing

/// The command line: what is wrong is said with the nearest right thing.
@Suite struct UsageTests {
  static let faults: [(words: [String], message: String)] = [
    (["--bedtme", "22:00"], "there is no option --bedtme; did you mean --bedtime?"),
    (["dai", "x.csv"], "there is no command \"dai\"; did you mean day?"),
    (["x.csv"], "there is no command \"x.csv\"; to replay a log write caffeine-sim day x.csv"),
    (["day"], "day needs a log; write caffeine-sim day FILE, or - for standard input"),
    (["day", "a", "b"], "day takes one log; join the rows in one file or call it once for each"),
    (["--bedtime"], "--bedtime needs a value; write --bedtime HH:MM"),
    (
      ["--bedtime", "24:00"], "--bedtime \"24:00\"; give a time from 00:00 to 23:59, such as 22:30"
    ),
    (["--half-life", "5d"], "--half-life \"5d\"; give 30 min to 200 h, such as 5, 4.5h or 300min"),
    (["--half-life=201"], "--half-life \"201\"; give 30 min to 200 h, such as 5, 4.5h or 300min"),
    (["--absorption", "0.4"], "--absorption \"0.4\"; give minutes: 0, or 0.5 to 1440, such as 7"),
    (["--threshold", "0"], "--threshold \"0\"; give mg above 0, such as 36"),
    (["--zone", "Europe/Nowhere"], "no time zone is called \"Europe/Nowhere\";"),
    (["--utc-offset", "2"], "--utc-offset \"2\"; give ±HH:MM up to 18:00, such as +02:00"),
    (["--zone", "UTC", "--utc-offset", "+01:00"], "--zone and --utc-offset at once;"),
    (["--date", "2026-13-01"], "--date \"2026-13-01\"; give a date of the calendar"),
    (["--date", "1969-12-31"], "--date \"1969-12-31\"; give a date of the calendar"),
    (["--day-start", "4"], "--day-start \"4\"; give a time from 00:00 to 23:59"),
    (["--unit", "oz"], "--unit \"oz\"; give mg, g or ug"),
    (["--workers", "3"], "--workers \"3\"; give 1 or 2"),
    (["--mode", "fast"], "--mode \"fast\"; give parallel or lockstep"),
    (["--plain", "--json"], "--plain and --json at once; choose one form"),
    (["--strict=yes"], "--strict takes no value; write --strict alone"),
    (["template", "x"], "template takes no arguments;"),
    (["watch", "a", "b"], "watch takes one script; call it once for each"),
    (["watch", "--template", "a"], "--template and a script at once; write one of them"),
    (["watch", "--templat"], "there is no option --templat; did you mean --template?"),
    (["explore", "a"], "explore takes no file; write caffeine-sim explore --seeds N"),
    (["explore", "--seeds", "0"], "--seeds needs a number from 1; write --seeds 1000"),
    (["explore", "--first", "-1"], "--first needs a number from 0; write --first 1"),
    (["evaluate", "--forcasts", "."], "there is no option --forcasts; did you mean --forecasts?"),
    (["evaluate", "--areas", "--bedtimes", "."], "--bedtimes and --areas at once;"),
    (["concurrency", "x"], "concurrency takes no file; write caffeine-sim concurrency"),
    (["concurrency", "--feeds", "0"], "--feeds needs a number from 1 to 1000; write --feeds 100"),
    (["concurrency", "--runs=1001"], "--runs needs a number from 1 to 99; write --runs 3"),
    (
      ["concurrency", "--hops", "--runs", "x"], "--runs needs a number from 1 to 99; write --runs 9"
    ),
    (["concurrency", "--hops", "--feeds", "9"], "--hops and --feeds at once; write one of them"),
    (["concurrency", "--hop"], "there is no option --hop; did you mean --hops?"),
    (["journal"], "journal needs a file; write caffeine-sim journal FILE"),
    (["journal", "a", "b"], "journal takes one file; call it once for each"),
    (["journal", "--al", "a"], "there is no option --al; did you mean --all?"),
    (["concurrency", "alone", "news", "1"], "concurrency takes no file;"),
  ]

  @Test(arguments: faults.indices)
  func `bad usage is status 2 and one line of advice`(index: Int) throws {
    let fault = Self.faults[index]
    let result = try SimulatorProcess.run(fault.words)
    #expect(result.status == 2)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("caffeine-sim: " + fault.message), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  static let missing: [(words: [String], message: String)] = [
    (["day", "/none"], "/none: the file cannot be opened; check that it exists and may be read"),
    (["watch", "/none"], "/none: the file cannot be opened; check that it exists and may be read"),
    (["journal", "/none"], "/none: the file is not there; give one that day --journal has made"),
    (["evaluate", "/none"], "/none: the directory is not there; give one with profiles.csv"),
    (["evaluate", "/dev/null"], "/dev/null: this is no directory; give one with profiles.csv"),
    (["journal", "/dev/null"], "/dev/null: this is no file; give a file"),
    (["--journal", "/none/a"], "/none/a: its folder is not there; make it first"),
    (["--journal", "/"], "/: this is a folder; give a file"),
    (["day", "/"], "/: this is a folder; give a file"),
    (["watch", "/"], "/: this is a folder; give a file"),
    (["journal", "/"], "/: this is a folder; give a file"),
  ]

  @Test(arguments: missing.indices)
  func `what is not there, or is no file, is status 1 everywhere`(index: Int) throws {
    let fault = Self.missing[index]
    let result = try SimulatorProcess.run(fault.words)
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.hasPrefix(fault.message), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `the help tells the exit status`() throws {
    let help = try SimulatorProcess.run(["--help"]).output
    #expect(help.contains("0 done, 1 a file is wrong or not there, 2 the command line is wrong"))
  }

  /// Every option of every command, but `--help` and `--version`.
  static let options: [(command: String, flags: [String], values: [String])] = [
    (
      "day", ["--strict", "--plain", "--json", "--csv", "--ascii", "--threads"],
      [
        "--bedtime 22:00", "--threshold 36", "--half-life 5", "--absorption 7", "--zone UTC",
        "--utc-offset +01:00", "--day-start 04:00", "--date 2026-08-08", "--unit mg",
        "--workers 1", "--mode lockstep", "--journal a",
      ]
    ),
    ("evaluate", ["--forecasts", "--bedtimes", "--areas"], []), ("watch", ["--template"], []),
    ("explore", [], ["--seeds 1", "--first 1"]), ("journal", ["--all"], []),
    ("concurrency", ["--hops", "--json"], ["--feeds 1", "--runs 1"]),
    ("powercut", [], ["--cuts 1", "--seed 1", "--geometry 8/4096x16"]),
  ]

  @Test(arguments: options.indices)
  func `an option given twice is bad usage`(index: Int) throws {
    let (command, flags, values) = Self.options[index]
    for option in flags + values {
      let words = option.split(separator: " ").map(String.init)
      let joined = words.joined(separator: "=")
      for twice in [words + words, words + [joined], [joined, joined]] {
        let result = try SimulatorProcess.run([command] + twice)
        #expect(result.status == 2 && result.output == "")
        #expect(result.errors == "caffeine-sim: \(words[0]) twice; write it once\n")
      }
    }
  }

  @Test func `help has examples, for the program and for each command`() throws {
    let topics = [
      ["--help"], ["-h"], ["day", "--help"], ["help", "day"], ["evaluate", "--help"],
      ["watch", "--help"], ["help", "watch"], ["explore", "--help"], ["help", "explore"],
      ["help", "journal"],
    ]
    for words in topics + [["template", "-h"], ["--bedtime", "22:00", "--help"]] {
      let result = try SimulatorProcess.run(words)
      #expect(result.status == 0 && result.errors == "")
      #expect(result.output.contains("Example"), "\(words)")
      #expect(result.lines.allSatisfy { $0.count < 100 })
    }
  }

  @Test func `every option of the help is understood`() throws {
    let help = try SimulatorProcess.run(["day", "--help"]).output
    let names = Set(help.matches(of: /--[a-z][a-z-]+/).map { String($0.output) })
    let known: Set = [
      "--bedtime", "--threshold", "--half-life", "--absorption", "--date", "--zone", "--utc-offset",
      "--day-start", "--unit", "--strict", "--plain", "--json", "--csv", "--ascii", "--workers",
      "--mode", "--threads", "--journal",
    ]
    #expect(names == known)
  }

  @Test func `the version is told`() throws {
    #expect(try SimulatorProcess.run(["--version"]).output == "caffeine-sim 0.1.0\n")
  }

  @Test func `a reader that goes away is no crash`() throws {
    let shell = URL(filePath: "/bin/bash")
    let program = SimulatorProcess.executable.path
    for command in ["--json | head -n 1", "--csv | true", "evaluate --help | head -c 3"] {
      let script = "\"\(program)\" \(command) > /dev/null; echo ${PIPESTATUS[0]}"
      #expect(try SimulatorProcess.run(shell, ["-c", script]).output == "0\n")
    }
  }

  @Test func `a full disk is an error`() throws {
    let shell = URL(filePath: "/bin/bash")
    let script = "\"\(SimulatorProcess.executable.path)\" > /dev/full"
    let result = try SimulatorProcess.run(shell, ["-c", script])
    #expect(result.status == 1)
    #expect(result.errors.contains("standard output: it cannot be written"))
  }
}
