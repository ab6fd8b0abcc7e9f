import CaffeineFoundation

/// A day of a watch as somebody wrote it down: what happens when, in order.
///
/// One event a line, `TIME EVENT ...`; `#` begins a comment. Times are those of the clock on the
/// wall where the wearer is.
struct WatchScript {
  /// An event at its instant.
  struct Step {
    let line: Int
    let time: Int64
    let event: WatchEvent
  }

  /// The script's name as reports call it.
  let file: String
  let steps: [Step]
  /// The wall clock at the start.
  let clock: WristClock

  /// Watches were not worn before (s): 2000-01-01. Uptime can not be taken for a time then.
  private static let earliest: Int64 = 946_684_800

  /// Reads a script.
  ///
  /// - Throws: A data complaint with the line that is wrong.
  init(_ text: String, file: String) throws(Complaint) {
    var steps: [Step] = []
    var clock: WristClock?
    for (index, row) in text.split(
      omittingEmptySubsequences: false, whereSeparator: \.isNewline
    ).enumerated() {
      let written = row.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      guard let first = written.first else { continue }
      func wrong(_ what: String, _ todo: String) -> Complaint {
        .data(file, line: index + 1, what, todo)
      }
      guard let time = WrittenTime(first) else {
        throw wrong(
          "\(shown(first)) is no time",
          "begin the line with a time such as 07:10 or "
            + "2026-08-08T07:10")
      }
      var line = WatchLine(file: file, line: index + 1, words: written.dropFirst())
      let event = try line.event()
      let here: WristClock
      if case .boot(let first) = event {
        guard clock == nil else { throw wrong("a second boot", "write reset for a lost memory") }
        here = first
      } else {
        guard let clock else {
          throw wrong(
            "the first event is not boot",
            "begin with a line such as 2026-08-08T06:00 boot +02:00")
        }
        here = clock
      }
      let last = steps.last?.time ?? WatchScript.earliest
      guard let date = time.date ?? (steps.isEmpty ? nil : here.local(last).date) else {
        throw wrong("the first line has no date", "write it before the time: 2026-08-08T06:00")
      }
      guard let instant = here.time(date, minute: time.minute, notBefore: last) else {
        let now = here.local(last)
        throw wrong(
          "\(time.text) is \(steps.isEmpty ? "before the year 2000" : "before the line above")",
          steps.isEmpty
            ? "give a later date"
            : "the clock shows \(now.date)T\(now.clockText) by then; put the lines in order, or "
              + "write the date before the time")
      }
      steps.append(Step(line: index + 1, time: instant, event: event))
      if case .zone(let next) = event { clock = next } else { clock = here }
    }
    guard let first = steps.first, case .boot(let start) = first.event else {
      throw .data(
        file, "the script has no event", "compare it with what caffeine-sim watch --template prints"
      )
    }
    self.file = file
    self.steps = steps
    self.clock = start
  }
}
