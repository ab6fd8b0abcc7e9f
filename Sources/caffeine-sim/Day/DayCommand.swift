import CaffeineExecutor
import CaffeineFoundation

/// `caffeine-sim` alone and `caffeine-sim day FILE`: replays a day of drinks.
struct DayCommand {
  /// Where the drinks come from.
  let source: InputSource
  let settings: DaySettings

  /// Reads the arguments: none but options replay the sample, `day` needs a file.
  init(_ arguments: [String], needsFile: Bool) throws(Complaint) {
    var list = ArgumentList(
      arguments, command: needsFile ? "day" : "", options: DaySettings.options)
    try list.read()
    settings = try DaySettings(list)
    if !needsFile {
      guard list.operands.isEmpty else { throw Command.unknown(list.operands[0]) }
      source = .sample
      return
    }
    guard let file = list.operands.first else {
      throw .usage("day needs a log", "write caffeine-sim day FILE, or - for standard input")
    }
    guard list.operands.count == 1 else {
      throw .usage("day takes one log", "join the rows in one file or call it once for each")
    }
    source = InputSource(file)
  }

  /// Reads, replays, reports; results come last, so that an error leaves none.
  func run() throws(Complaint) {
    let log = try readLog()
    reportReading(log)
    let journal = try openJournal(log)
    let plan = try DayPlan(log, settings, kept: journal?.drinks(besides: log) ?? [])
    let clock = ContinuousClock()
    let begun = clock.now
    var (result, statistics) = try Replay.run(plan, keptIn: journal)
    let took = clock.now - begun
    if !plan.dayOnly.isEmpty { result.doubt(.undated) }
    RunReport(statistics, took: took, writesFiles: journal != nil)
      .lines(all: settings.showsCounters).forEach(Console.report)
    journal?.lines(plan).forEach(Console.report)
    let text =
      switch settings.form {
      case .chart: TextRenderer.text(plan, result)
      case .plain: PlainRenderer.text(plan, result)
      case .json: JSONRenderer.text(plan, result)
      case .csv: CSVRenderer.text(plan, result)
      }
    try Console.print(text)
  }

  private func readLog() throws(Complaint) -> DrinkLog {
    var reader = DrinkLogReader(
      zone: settings.zone ?? .machine, isStrict: settings.isStrict, unit: settings.unit)
    try source.refuseFolder()
    let input = source == .standardInput ? try Console.readAll() : []
    do throws(LogError) {
      switch source {
      case .sample:
        reader.fileName = SampleDay.name
        return try reader.read(SampleDay.log)
      case .standardInput:
        reader.fileName = Console.inputName
        return try reader.read(input)
      case .file(let path): return try reader.read(path: path)
      }
    } catch { throw Complaint(kind: .data, text: error.description) }
  }

  private func openJournal(_ log: DrinkLog) throws(Complaint) -> DayJournal? {
    guard let path = settings.journal else { return nil }
    let journal = try DayJournal(path, logCount: log.drinks.count, settings)
    if journal.report.missing > 0 {
      let missing = Words.count(Int(journal.report.missing), "record")
      Console.report("\(path): note: \(missing) can no longer be read; see caffeine-sim journal")
    }
    return journal
  }

  /// What the reader noticed, each with file and line.
  private func reportReading(_ log: DrinkLog) {
    for row in log.badRows { Console.report("\(row) (row skipped)") }
    for note in log.notes {
      let place = note.line > 0 ? "\(log.fileName):\(note.line)" : log.fileName
      Console.report("\(place): note: \(note.text)")
    }
  }
}
