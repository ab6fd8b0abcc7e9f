/// Why the program stops, in words for the person at the keyboard.
struct Complaint: Error, Equatable {
  /// What the exit status tells scripts.
  enum Kind: Int32 {
    /// A file is wrong, or is not there.
    case data = 1
    /// The command line is wrong, whatever is on the disk.
    case usage = 2
  }

  let kind: Kind
  let text: String

  /// Something is wrong at a place of a file.
  ///
  /// - Parameters:
  ///   - file: The file's name as given.
  ///   - line: The line, counted from 1; 0 where none is meant.
  ///   - what: What is wrong.
  ///   - todo: What to do about it.
  static func data(_ file: String, line: Int = 0, _ what: String, _ todo: String) -> Complaint {
    let place = line > 0 ? "\(file):\(line)" : file
    return Complaint(kind: .data, text: "\(place): \(what); \(todo)")
  }

  /// The command line is wrong.
  static func usage(_ what: String, _ todo: String) -> Complaint {
    Complaint(kind: .usage, text: "caffeine-sim: \(what); \(todo)")
  }
}
