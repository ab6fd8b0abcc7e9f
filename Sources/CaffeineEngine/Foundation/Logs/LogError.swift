/// What is wrong with a file or one of its rows, where, and what to do about it.
public struct LogError: Error, Sendable, Equatable {
  /// The kinds of error, for programs; people read `description`.
  public enum Reason: Sendable, Equatable, CaseIterable {
    // The file as a whole: nothing of it is kept.
    /// The file cannot be opened or read.
    case unreadable
    /// The file holds nothing, or only blank lines and comments.
    case emptyFile
    /// The file is not text in UTF-8 or Latin-1, or is another kind of text than CSV.
    case notText
    /// The file has a header and no rows.
    case noRows
    /// No column holds caffeine.
    case noCaffeineColumn
    /// No column holds a date or a time.
    case noTimeColumn
    /// The caffeine column does not say its unit, and no unit was given.
    case noUnit
    /// Two columns could be meant.
    case duplicateColumn
    /// The file holds sums of days, not drinks.
    case daySums
    /// A quote is opened and never closed.
    case unclosedQuote

    // One row: it is skipped, or is the error in strict reading.
    /// The row does not fall into the header's columns.
    case badCells
    /// The date or the time is not one.
    case badTime
    /// The dose is not a number, or can be read in two ways.
    case badDose
    /// The dose or the time is outside what is kept.
    case outOfRange
    /// The duration is not a number of minutes from 0 to 720.
    case badDuration
    /// The id is not 16 bytes, or belongs to another row.
    case badIdentifier
    /// The offset from UTC is not whole minutes from −1080 to 1080.
    case badOffset

    // What the caller asked for.
    /// The system knows no time zone of the given name.
    case unknownZone
  }

  /// The kind of error.
  public let reason: Reason

  /// The file's name as given, empty if no file is meant.
  public var file: String

  /// The line in the file, counted from 1; 0 if no line is meant.
  public var line: Int

  /// What is wrong.
  public let what: String

  /// What to do about it.
  public let whatToDo: String

  /// Describes an error.
  public init(
    _ reason: Reason, file: String = "", line: Int = 0, what: String, whatToDo: String
  ) {
    self.reason = reason
    self.file = file
    self.line = line
    self.what = what
    self.whatToDo = whatToDo
  }
}

extension LogError: CustomStringConvertible {
  /// The whole error on one line: `day.csv:17: month 13 in "…"; write dates as …`.
  public var description: String {
    var place = file
    if line > 0 { place += place.isEmpty ? "line \(line)" : ":\(line)" }
    return (place.isEmpty ? "" : place + ": ") + "\(what); \(whatToDo)"
  }
}

/// Something about a row that was kept and that its owner should know.
public struct LogNote: Sendable, Equatable {
  /// The line in the file, counted from 1; 0 if the whole file is meant.
  public let line: Int

  /// What to know.
  public let text: String

  /// Writes a note.
  public init(line: Int, text: String) {
    self.line = line
    self.text = text
  }
}

/// Puts text from a file between quotes for a message: one line, at most 48 characters.
func quoted(_ text: String) -> String {
  var shown = String.UnicodeScalarView()
  for scalar in text.unicodeScalars.prefix(48) {
    shown.append(scalar.value < 32 || scalar.value == 127 ? " " : scalar)
  }
  let isCut = text.unicodeScalars.dropFirst(48).isEmpty == false
  return "\"\(String(shown))\(isCut ? "…" : "")\""
}
