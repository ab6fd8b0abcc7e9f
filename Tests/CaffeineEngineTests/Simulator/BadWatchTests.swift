import Foundation
import Testing

/// What `caffeine-sim watch` says about scripts in which something is wrong.
@Suite struct BadWatchTests {
  static let start = "2026-08-08T06:00 boot +02:00\n"
  static let set = start + "06:05 clock\n"
  static let faults: [(script: String, message: String)] = [
    ("", " the script has no event; compare it with what caffeine-sim watch --template prints"),
    ("# nothing\n", " the script has no event;"),
    ("06:00 boot +02:00\n", "1: the first line has no date; write it before the time:"),
    ("2026-08-08T06:00 look\n", "1: the first event is not boot; begin with a line such as"),
    ("1999-12-31T06:00 boot +02:00\n", "1: 1999-12-31T06:00 is before the year 2000; give a later"),
    ("2026-08-08T06:00 boot\n", "1: the offset from UTC is empty; write boot +02:00"),
    ("2026-08-08T06:00 boot +02:00 until May\n", "1: the clock's next change is not a date"),
    (start + start, "2: a second boot; write reset for a lost memory"),
    (start + "hello\n", "2: \"hello\" is no time; begin the line with a time such as 07:10"),
    (start + "06:10\n", "2: a time and no event; write what happens then, such as press espresso"),
    (start + "05:10 look\n", "2: 05:10 is before the line above; the clock shows 2026-08-08T06:00"),
    (start + "06:10 pres cola\n", "2: there is no event \"pres\"; did you mean press?"),
    (start + "06:10 press expresso\n", "2: there is no drink \"expresso\"; did you mean espresso?"),
    (start + "06:10 press 96 mg\n", "2: a button stands for a drink of the catalogue;"),
    (
      start + "06:10 plan espresso 14:00\n",
      "2: the time is \"espresso\"; write plan 14:00 espresso"
    ),
    (start + "06:10 clock now\n", "2: \"now\" is too much for clock; leave it out"),
    (start + "06:10 sync thrice\n", "2: there is no kind of sync \"thrice\"; did you mean twice?"),
    (start + "06:10 phone call\n", "2: there is no event of the phone \"call\"; there are drink,"),
    (start + "06:10 plan 14:00 cola\n", "2: the watch's clock is not set; put a line with clock"),
    (set + "06:10 confirm 14:00\n", "3: the watch lists no plan of 14:00; it lists none yet"),
    (set + "06:10 press cola\n06:11 remove 06:12\n", "4: the watch lists no drink of 06:12; give"),
    (
      set + "06:10 press cola\n06:10 press cola\n06:11 remove 06:10\n",
      "5: the watch lists 2 drinks"
    ),
    (set + "06:10 phone drink 2000 mg\n", "3: more than 1.2 g at once, which is toxic; give"),
    (set + "06:10 phone drink cola at 09:00\n", "3: a drink more than 2 min ahead of now; write"),
    (set + "06:10 ask unknown\n", "3: a dose that is not known cannot be weighed; write ask"),
  ]

  @Test(arguments: faults.indices)
  func `a bad script is status 1, place and advice, and no output`(index: Int) throws {
    let fault = Self.faults[index]
    let result = try SimulatorProcess.run(["watch", "-"], input: fault.script)
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.hasPrefix("standard input:" + fault.message), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }

  @Test func `a file that cannot be read is named`() throws {
    let missing = try SimulatorProcess.run(["watch", "/no/such/script"])
    #expect(missing.status == 1 && missing.output == "")
    #expect(missing.errors.hasPrefix("/no/such/script: the file cannot be opened;"))
    let folder = try SimulatorProcess.run(["watch", "/"])
    #expect(folder.status == 1 && folder.errors == "/: this is a folder; give a file\n")
  }

  @Test func `more drinks than a watch holds are folded, and none is lost from the day`() throws {
    let presses = (10..<50).map { "06:\($0) press decaf\n" }.joined()
    let result = try SimulatorProcess.run(
      ["watch", "-"], input: Self.set + presses + "07:00 look\n")
    #expect(result.status == 0)
    #expect(result.output.contains("Days     Sat 120 mg in 40 drinks."))
    let late = try SimulatorProcess.run(["watch", "-"], input: Self.set + presses + "07:00 sync\n")
    #expect(late.status == 1 && late.output == "")
    #expect(late.errors.contains(":43: the watch no longer keeps a change"), "\(late.errors)")
  }
}
