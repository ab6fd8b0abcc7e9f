import CaffeineEngine
import CaffeineExecutor
import CaffeineFoundation

/// The ledger that `day --journal FILE` keeps, and the journal it is kept in.
///
/// - Isolation: one call at a time: the replay's drinks are recorded by one task.
final class DayJournal: @unchecked Sendable {
  let path: String
  private let flash: FileFlash
  private let memory: OwnedLedger
  private var journal: Journal<FileFlash>
  /// What was found when it was opened.
  let report: JournalReport
  /// Drinks that were there already, as the log has them; and those that were written.
  private(set) var knownCount = 0
  private(set) var writtenCount = 0

  /// Drinks that a new file has room for at least, beside the log's own.
  private static let leastRoom = 1_000

  /// Opens a journal, or makes it.
  ///
  /// - Parameter logCount: How many drinks the log has.
  /// - Throws: A complaint where the file is no journal, or cannot be opened or read.
  init(_ path: String, logCount: Int, _ settings: DaySettings) throws(Complaint) {
    self.path = path
    let identity = try DayJournal.isThere(path) ? JournalIdentity(of: path) : nil
    do throws(FileFlashError) {
      flash = try FileFlash(
        path: path,
        identity?.geometry ?? .file(drinks: max(DayJournal.leastRoom, 2 * logCount)),
        wearer: identity?.wearer ?? 0)
    } catch {
      if error == .absent { throw .data(path, "its folder is not there", "make it first") }
      throw error.complaint(path)
    }
    do throws(CaffeineError) {
      let room = min(max(flash.geometry.entryCapacity, 1), Ledger.largestCapacity)
      memory = try OwnedLedger(
        Configuration(
          profile: settings.profile, deviceID: 1, dayStart: UInt32(settings.dayStart),
          wearer: identity?.wearer ?? 0, aliases: UInt32(room)),
        capacity: room)
      journal = Journal(on: flash)
      report = try journal.mount(memory.ledger)
    } catch { throw error.complaint(path, flash.failure) }
  }

  private static func isThere(_ path: String) throws(Complaint) -> Bool {
    try InputSource.file(path).refuseFolder()
    do throws(FileFlashError) {
      _ = try JournalIdentity.found(at: path)
      return true
    } catch {
      guard error == .absent else { throw error.complaint(path) }
      return false
    }
  }

  /// The drinks that it holds and a log has not: they count as if the log had them.
  func drinks(besides log: DrinkLog) -> [LoggedDrink] {
    let ids = Set(log.drinks.map(\.id))
    return (0..<memory.ledger.count).compactMap { memory.ledger.drink(at: $0) }
      .filter { !$0.flags.contains(.planned) && !$0.flags.contains(.timeUnset) }
      .map(LoggedDrink.init).filter { !ids.contains($0.id) }
  }

  /// Records drinks and returns when they will outlast a power cut.
  ///
  /// One that is there as the log has it is left alone, and so is one of a time that is folded.
  /// - Throws: `Replay.Refusal` if the engine refuses one, or a complaint about the file.
  func keep(_ drinks: [LoggedDrink]) async throws {
    try await BlockingWork.run { Result { try self.write(drinks) } }.get()
  }

  private func write(_ drinks: [LoggedDrink]) throws {
    let ledger = memory.ledger
    for logged in drinks {
      let drink = Drink(logged, dayStart: 0)
      if isKnown(drink) {
        knownCount += 1
        continue
      }
      do {
        _ = try ledger.record(drink, now: drink.time)
      } catch { throw Replay.Refusal(line: logged.line, error: error) }
      writtenCount += 1
    }
    do throws(CaffeineError) {
      try journal.append(ledger)
    } catch { throw error.complaint(path, flash.failure) }
  }

  /// Whether it is there as it is, or of a time that is folded.
  private func isKnown(_ drink: Drink) -> Bool {
    let ledger = memory.ledger
    if let foldTime = ledger.foldTime, drink.time <= foldTime { return true }
    guard let index = ledger.index(of: drink.id), var kept = ledger.drink(at: index) else {
      return false
    }
    (kept.revision, kept.source) = (drink.revision, drink.source)
    return kept == drink
  }

  /// What came of it, for standard error.
  func lines(_ plan: DayPlan) -> [String] {
    var lines = ["\(path): \(Words.count(writtenCount, "drink")) written, \(knownCount) known"]
    if !plan.dayOnly.isEmpty {
      lines.append(
        "\(path): note: \(Words.count(plan.dayOnly.count, "drink")) without a time not written")
    }
    return lines
  }
}

extension LoggedDrink {
  /// A drink of a journal, as a log would have it.
  init(_ drink: Drink) {
    self.init(
      id: LoggedID(high: drink.id.high, low: drink.id.low), time: drink.time.seconds,
      utcOffsetMinutes: drink.utcOffset,
      doseMicrograms: drink.flags.contains(.unknownDose) ? nil : drink.dose.micrograms,
      durationSeconds: drink.duration, kind: drink.kind == 0 ? nil : .number(drink.kind))
  }
}
