import Foundation

extension DrinkLogReader {
  /// Reads a file of the machine, 64 KiB at a time.
  ///
  /// - Parameter path: Where it is. Reports call it by `fileName`, or by the path if that is
  ///   empty.
  /// - Throws: `unreadable` if it cannot be opened or read; else as `read(chunks:)`.
  public func read(path: String) throws(LogError) -> DrinkLog {
    var reader = self
    if reader.fileName.isEmpty { reader.fileName = path }
    var pass = LogPass(reader)
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw reader.unreadable("the file cannot be opened")
    }
    defer { try? file.close() }
    while true {
      let piece: Data?
      do { piece = try file.read(upToCount: 1 << 16) } catch {
        throw reader.unreadable("the file cannot be read")
      }
      guard let piece, !piece.isEmpty else { return try pass.finish() }
      try pass.take([UInt8](piece))
    }
  }

  private func unreadable(_ what: String) -> LogError {
    LogError(
      .unreadable, file: fileName, what: what, whatToDo: "check that it exists and may be read")
  }
}
