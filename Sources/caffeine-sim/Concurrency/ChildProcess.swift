import Foundation

/// Runs this program again, for one measurement.
enum ChildProcess {
  /// Runs a lone measurement.
  ///
  /// - Returns: The lines it wrote.
  /// - Throws: A data complaint where it did not end well.
  static func lines(_ name: String, _ count: Int) throws(Complaint) -> [Substring] {
    guard let output = run(name, count, [:], errors: .standardError) else {
      throw .data(name, "the process of its own broke off", "report this as a bug")
    }
    return output.split(separator: "\n")
  }

  /// What the work of a lone measurement allocates (bytes).
  ///
  /// - Returns: nil where it cannot be traced: without the GNU C library, or in a sanitized build.
  static func allocated(_ name: String, _ count: Int) -> Int? {
    let file = FileManager.default.temporaryDirectory.appending(path: "allocated-\(UUID())")
    defer { try? FileManager.default.removeItem(at: file) }
    let environment = AllocationTrace.environment(writingTo: file.path)
    guard run(name, count, environment, errors: .nullDevice) != nil else { return nil }
    return AllocationTrace.bytes(in: file.path)
  }

  private static func run(
    _ name: String, _ count: Int, _ environment: [String: String], errors: FileHandle
  ) -> String? {
    let process = Process()
    let output = Pipe()
    process.executableURL = Bundle.main.executableURL
    process.arguments = ["concurrency", ConcurrencyCommand.alone, name, "\(count)"]
    process.standardOutput = output
    process.standardError = errors
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    guard (try? process.run()) != nil else { return nil }
    let text = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return process.terminationStatus == 0 ? String(decoding: text, as: UTF8.self) : nil
  }
}
