import Foundation

/// Runs the executable `caffeine-sim`, which stands beside the test bundle.
enum SimulatorProcess {
  /// What a run left behind.
  struct Result {
    var status: Int32
    var output: String
    var errors: String

    var lines: [String] { output.split(separator: "\n").map(String.init) }
  }

  static let executable: URL = {
    let places = [Bundle.main.bundleURL, URL(filePath: CommandLine.arguments[0])].flatMap { place in
      [place, place.deletingLastPathComponent()]
    }
    let candidates = places.map { $0.appending(path: "caffeine-sim") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
      ?? URL(filePath: ".build/debug/caffeine-sim")
  }()

  /// Runs the program to its end, in UTC unless the environment says otherwise.
  ///
  /// - Parameters:
  ///   - arguments: The command line without the program's name.
  ///   - input: What it reads from standard input; nil: nothing.
  ///   - environment: Variables to set.
  static func run(
    _ arguments: [String], input: String? = nil, environment: [String: String] = [:]
  ) throws -> Result {
    try run(executable, arguments, input: input, environment: environment)
  }

  /// Runs any program: a shell for pipes, strace.
  static func run(
    _ program: URL, _ arguments: [String], input: String? = nil,
    environment: [String: String] = [:]
  ) throws -> Result {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    // Files hold any amount, so that nobody waits for a full pipe.
    let (inputFile, outputFile, errorFile) = (
      folder.appending(path: "in"), folder.appending(path: "out"), folder.appending(path: "err")
    )
    try Data((input ?? "").utf8).write(to: inputFile)
    try Data().write(to: outputFile)
    try Data().write(to: errorFile)
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.standardInput = try FileHandle(forReadingFrom: inputFile)
    process.standardOutput = try FileHandle(forWritingTo: outputFile)
    process.standardError = try FileHandle(forWritingTo: errorFile)
    var variables = ProcessInfo.processInfo.environment
    variables["TZ"] = "UTC"
    process.environment = variables.merging(environment) { $1 }
    try process.run()
    process.waitUntilExit()
    return Result(
      status: process.terminationStatus,
      output: try String(contentsOf: outputFile, encoding: .utf8),
      errors: try String(contentsOf: errorFile, encoding: .utf8))
  }

  /// Makes a folder of its own; the caller removes it.
  static func temporaryFolder() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appending(path: "simulator-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  /// Writes tables into a folder, runs `evaluate` on it and removes it.
  static func evaluate(_ tables: [String: String], _ options: [String] = []) throws -> Result {
    let folder = try temporaryFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for (name, text) in tables {
      try Data(text.utf8).write(to: folder.appending(path: name))
    }
    var result = try run(["evaluate", folder.path] + options)
    result.errors = result.errors.replacing(folder.path + "/", with: "")
    return result
  }
}
