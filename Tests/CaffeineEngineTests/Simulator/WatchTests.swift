import Foundation
import Testing

/// `caffeine-sim watch`: a day as a wrist lives it.
@Suite struct WatchTests {
  /// What the face showed at the moment about which `why` says something.
  private func face(_ why: String, in output: String) throws -> String {
    let lines = output.split(separator: "\n").map(String.init)
    let place = try #require(lines.firstIndex { $0.hasPrefix("    ") && $0.contains(why) })
    // What a line is too short for goes on in the next one.
    let face = lines[..<place].last { !$0.hasPrefix(" ") }
    return try #require(face)
  }

  /// The same without the clock.
  private func digits(_ why: String, in output: String) throws -> Substring {
    try face(why, in: output).dropFirst("Sat 07:10 +02:00".count)
  }

  private func live(_ script: String) throws -> String {
    let result = try SimulatorProcess.run(["watch", "-"], input: script)
    #expect(result.status == 0 && result.errors == "", "\(result.errors)")
    return result.output
  }

  @Test func `the sample is told to the letter`() throws {
    let result = try SimulatorProcess.run(["watch"])
    #expect(result.status == 0 && result.errors == "")
    #expect(result.output == Self.sample)
    #expect(result.lines.allSatisfy { $0.count <= 79 })
  }

  @Test func `the template is the sample, from a file too`() throws {
    let script = try SimulatorProcess.run(["watch", "--template"]).output
    #expect(try live(script) == Self.sample)
    let windows = "\u{FEFF}" + script.replacing("\n", with: "\r\n")
    #expect(try live(windows) == Self.sample)
    let folder = try SimulatorProcess.temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appending(path: "watch.txt")
    try Data(script.utf8).write(to: file)
    #expect(try SimulatorProcess.run(["watch", file.path]).output == Self.sample)
  }

  @Test func `the machine's zone changes nothing`() throws {
    let environment = ["TZ": "Asia/Tokyo", "LANG": "de_DE.UTF-8"]
    #expect(try SimulatorProcess.run(["watch"], environment: environment).output == Self.sample)
  }

  @Test func `without a clock the face says so, and presses get their times later`() throws {
    #expect(try face("button: green tea", in: Self.sample).hasSuffix("clock not set"))
    #expect(try face("2 presses dated, 06:20 and 06:50", in: Self.sample).contains(" 92 mg ok"))
  }

  @Test func `a plan that is due is not counted until it is confirmed`() throws {
    let due = try face("the plan of 13:30 is due", in: Self.sample)
    #expect(due.contains("252 mg ok") && due.hasSuffix("plan due"))
    #expect(try face("plan of 13:30 confirmed", in: Self.sample).contains("348 mg near"))
    #expect(try face("the plan of 16:00 is due", in: Self.sample).contains("348 mg near"))
    #expect(Self.sample.contains("black tea, 47 mg, of 16:00: never confirmed"))
  }

  @Test func `the face is the same before and after a reset`() throws {
    let calm = """
      2026-08-08T06:00 boot +02:00
      06:00 clock
      06:30 press espresso
      07:00 save
      07:00 look
      07:00 reset

      """
    let output = try live(calm)
    #expect(try digits("a look", in: output) == digits("reset:", in: output))
    #expect(output.contains("the face is\n    as before"))
  }

  @Test func `what was not saved a reset takes away, and says so`() throws {
    let script = """
      2026-08-08T06:00 boot +02:00
      06:00 clock
      06:30 press espresso
      06:40 save
      06:50 press cola
      07:00 reset
      07:10 look

      """
    let output = try live(script)
    #expect(output.contains("1 drink came back as saved at 06:40; 1 later\n    change lost"))
    #expect(try face("a look", in: output).contains("64 mg ok"))
    let unsaved = script.replacing("06:40 save", with: "06:40 look")
    #expect(try live(unsaved).contains("nothing had been saved, so nothing came back"))
  }

  @Test func `pages that come again and answers that get lost double nothing`() throws {
    let script = try SimulatorProcess.run(["watch", "--template"]).output
    let end = "Phone    lists the same 8 drinks as the watch, nothing twice."
    #expect(Self.sample.contains(end))
    let plain = script.replacing("sync twice ", with: "sync ")
      .replacing("sync unanswered", with: "sync")
    let output = try live(plain)
    #expect(output.contains(end))
    for why in ["sync: phone 4 added", "midnight: Sun begins with 34 mg", "a look"] {
      #expect(try face(why, in: output) == face(why, in: Self.sample))
    }
  }

  @Test func `what the phone has, a reset of the watch does not lose`() throws {
    let output = try live(
      """
      2026-08-08T06:00 boot +02:00
      06:00 clock
      06:10 phone drink coffee
      06:20 press espresso
      06:30 sync
      06:40 reset
      06:50 sync

      """)
    #expect(output.contains("2 drinks came back as saved at 06:30"))
    #expect(output.contains("lists the same 2 drinks"))
  }

  @Test func `both sides agree on a drink that both have edited, and on one removed`() throws {
    let output = try live(
      """
      2026-08-08T06:00 boot +02:00
      06:00 clock
      06:10 press unknown
      06:20 press espresso
      06:30 sync
      06:40 edit 06:20 double espresso
      06:41 phone edit 06:20 decaf
      06:42 phone remove 06:10
      06:50 sync twice
      07:00 sync

      """)
    #expect(try face("06:20 is now double", in: output).contains("at least"))
    // A removal that came from the phone goes out once more, to all.
    let last = try face("sync: phone 1 unchanged; watch nothing new", in: output)
    #expect(last.contains(" 3 mg ok") && last.hasSuffix(" estimated"))
    #expect(output.contains("lists the same 1 drink as"))
  }

  @Test func `a drink's day does not move with the flight`() throws {
    #expect(try face("button: cola", in: Self.sample).hasPrefix("Sun 00:20 +02:00"))
    // Saturday comes back without the cola, and Sunday begins once more, with it.
    let landed = try face("the wearer is now at +00:00", in: Self.sample)
    #expect(landed.hasPrefix("Sat 23:30 +00:00") && landed.contains("348 mg near"))
    let midnight = try face("Sun begins with 34 mg", in: Self.sample)
    #expect(midnight.hasPrefix("Sun 00:00 +00:00"))
  }

  @Test func `the clock goes back by itself, and shows an hour twice`() throws {
    let output = try live(
      """
      2026-10-25T02:00 boot +02:00 until 2026-10-25T01:00Z then +01:00
      02:00 clock
      02:10 press espresso
      02:10 sync
      02:50 look
      02:10 press cola

      """)
    #expect(try face("the clock goes from", in: output).hasPrefix("Sun 02:00 +01:00"))
    #expect(try face("button: cola", in: output).hasPrefix("Sun 02:10 +01:00"))
    #expect(output.contains("Days     Sun 98 mg in 2 drinks."))
  }

  @Test func `may I have this is answered with reasons`() throws {
    let output = try live(
      """
      2026-08-08T06:00 boot +02:00
      06:00 clock
      06:01 ask espresso bedtime 23:00
      06:02 ask 410 mg bedtime 23:00
      06:03 plan 20:00 coffee
      06:04 ask espresso bedtime 23:00

      """)
    #expect(output.contains("for bed at 23:00? Yes, until 18:"))
    #expect(
      output.contains("left then, more than 400 mg in a day, more than 200 mg at once; 200 mg"))
    // A plan still to come counts.
    #expect(output.contains("more than 36 mg would be\n    left then; no dose would do"))
  }

  static let sample = """
    A watch on Sat 2026-08-08: what its face showed, and why

    clock               body             gut day*         flags
    Sat 06:05 +02:00      --              -- --           clock not set
        boot: the clock is not set, seconds of uptime begin
    Sat 06:20 +02:00      --              -- --           clock not set
        button: espresso, 64 mg; kept with its uptime, without a date
    Sat 06:50 +02:00      --              -- --           clock not set
        button: green tea, 28 mg; kept with its uptime, without a date
    Sat 07:10 +02:00   81 mg rising     4 mg 92 mg ok     estimated
        clock set: 2 presses dated, 06:20 and 06:50
    Sat 07:12 +02:00   82 mg rising     4 mg 92 mg ok     estimated
        may I have espresso, 64 mg, for bed at 23:00? Yes, until 16:27
    Sat 07:15 +02:00   82 mg rising     3 mg 92 mg ok     estimated
        plan for 13:30: coffee, 96 mg; counts in forecasts only
    Sat 07:16 +02:00   82 mg rising     2 mg 92 mg ok     estimated
        plan for 16:00: black tea, 47 mg; counts in forecasts only
    Sat 08:30 +02:00   71 mg falling    0 mg 92 mg ok     estimated
        on the phone: coffee, 96 mg; the watch has yet to hear of it
    Sat 09:00 +02:00  153 mg rising     5 mg 188 mg ok    estimated
        sync: phone 4 added; watch 1 added; the same pages again: 5 unchanged
    Sat 10:15 +02:00  133 mg rising    64 mg 252 mg ok    estimated
        button: espresso, 64 mg
    Sat 11:58 +02:00  157 mg falling    0 mg 252 mg ok    estimated
        saved: 6 drinks
    Sat 12:00 +02:00  156 mg falling    0 mg 252 mg ok    estimated
        reset: the memory is lost, 6 drinks came back as saved at 11:58; the face
        is as before
    Sat 12:30 +02:00  145 mg falling    0 mg 252 mg ok    estimated
        sync: phone 1 added, but its answer is lost: the watch gives up, and will
        ask at the next what the phone has
    Sat 13:30 +02:00  127 mg falling    0 mg 252 mg ok    estimated, plan due
        the plan of 13:30 is due (coffee, 96 mg): not counted until it is confirmed
    Sat 13:40 +02:00  161 mg rising    59 mg 348 mg near  estimated
        plan of 13:30 confirmed, drunk at 13:35: it counts now
    Sat 14:30 +02:00  196 mg falling    0 mg 348 mg near  estimated
        may I have cola, 34 mg, for bed at 23:00? No: more than 36 mg would be left
        then; no dose would do
    Sat 16:00 +02:00  160 mg falling    0 mg 348 mg near  estimated, plan due
        the plan of 16:00 is due (black tea, 47 mg): not counted until it is
        confirmed
    Sat 17:00 +02:00  139 mg falling    0 mg 348 mg near  estimated, plan due
        on the phone: chocolate, 18 mg at 16:45; the watch has yet to hear of it
    Sun 00:00 +02:00   53 mg falling    0 mg 0 mg ok      estimated, plan due
        midnight: Sun begins with 0 mg
    Sun 00:20 +02:00   50 mg rising    34 mg 34 mg ok     estimated, plan due
        button: cola, 34 mg
    Sat 23:30 +00:00   72 mg falling    0 mg 348 mg near  estimated, plan due
        the wearer is now at +00:00 instead of +02:00, where it is still Sat; every
        drink keeps its day
    Sat 23:35 +00:00   77 mg falling    0 mg 366 mg near  estimated, plan due
        sync: phone 1 added, 1 edited; watch 1 added
    Sat 23:40 +00:00   76 mg falling    0 mg 366 mg near  estimated, plan due
        may I have espresso, 64 mg, for bed at 01:00? No: more than 36 mg would be
        left then, more than 400 mg in a day; no dose would do
    Sun 00:00 +00:00   73 mg falling    0 mg 34 mg ok     estimated, plan due
        midnight: Sun begins with 34 mg
    Sun 00:30 +00:00   68 mg falling    0 mg 34 mg ok     estimated, plan due
        a look at the watch
    * the day's total so far where the wearer is: near from 320 mg on, over above
      400 mg (EFSA); estimated: doses from a catalogue, and measured cups vary
      14-fold

    Days     Sat 366 mg in 6 drinks, Sun 34 mg in 1 drink.
    Plans    black tea, 47 mg, of 16:00: never confirmed, so counted nowhere.
    Phone    lists the same 8 drinks as the watch, nothing twice.
    Face     drawn anew 547 times in 19 h 20 min without a touch. In between the
             watch can sleep: each face names the second of its next change.
    Assumed  half-life 5 h, absorption 7 min. Amounts are estimates: the same day
             differs by a factor of three between people. Information, not medical
             advice.

    """
}
