import Foundation

/// Standard input, output and error, each read or written in one piece.
enum Console {
  /// Writes results to standard output.
  ///
  /// A reader that has gone away (`| head`) is no error: it has seen what it wanted.
  /// - Throws: A complaint where the output cannot be written, on a full disk for instance.
  static func print(_ text: String) throws(Complaint) {
    let failure = write(text, to: STDOUT_FILENO)
    guard failure == 0 || failure == EPIPE else {
      let reason = String(cString: strerror(failure))
      throw .data("standard output", "it cannot be written (\(reason))", "give it room and rights")
    }
  }

  /// Writes a line about the run to standard error.
  static func report(_ line: String) {
    _ = write(line + "\n", to: STDERR_FILENO)
  }

  /// What reports call standard input.
  static let inputName = "standard input"

  /// Reads standard input to its end.
  ///
  /// - Throws: A data complaint where it cannot be read, a directory for instance.
  static func readAll() throws(Complaint) -> [UInt8] {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = read(STDIN_FILENO, &piece, piece.count)
      if count > 0 { bytes += piece[..<count] }
      if count == 0 { return bytes }
      guard count > 0 || errno == EINTR else {
        if errno == EISDIR { throw .data(inputName, "this is a folder", "give a file") }
        let reason = String(cString: strerror(errno))
        throw .data(inputName, "it cannot be read (\(reason))", "pipe a log into it")
      }
    }
  }

  private static func write(_ text: String, to descriptor: Int32) -> Int32 {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let piece = UnsafeRawBufferPointer(rebasing: rest)
        let count = Foundation.write(descriptor, piece.baseAddress, piece.count)
        if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
      }
      return 0
    }
  }
}
