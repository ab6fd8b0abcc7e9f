import Foundation

/// Runs the executable `executor-probe`, which stands beside the test bundle.
enum Probe {
  /// What a process said.
  struct Result: Equatable {
    var lines: [String]
    var status: Int32
  }

  /// Whether this process, and so the probe, has Thread Sanitizer, which brings a thread of its own.
  static let isSanitized = dlsym(nil, "__tsan_init") != nil

  static let executable: URL = {
    let places = [Bundle.main.bundleURL, URL(filePath: CommandLine.arguments[0])].flatMap { place in
      [place, place.deletingLastPathComponent()]
    }
    let candidates = places.map { $0.appending(path: "executor-probe") }
    return candidates.first { FileManager.default.isExecutableFile(atPath: $0.path) }
      ?? URL(filePath: ".build/debug/executor-probe")
  }()

  /// Runs the probe to its end; `executor` is the value of CAFFEINE_EXECUTOR.
  ///
  /// With `isStrict` jobs that sleep in the kernel are looked for, and standard error is read too.
  static func run(
    _ arguments: [String], executor: String? = nil, isStrict: Bool = false
  ) throws -> Result {
    try run(executable, arguments, executor: executor, isStrict: isStrict)
  }

  /// Runs the probe under strace and counts the threads and processes it made; nil without strace.
  static func clones(_ arguments: [String]) throws -> Int? {
    let strace = URL(filePath: "/usr/bin/strace")
    guard FileManager.default.isExecutableFile(atPath: strace.path) else { return nil }
    let trace = FileManager.default.temporaryDirectory.appending(path: "clones-\(UUID()).txt")
    defer { try? FileManager.default.removeItem(at: trace) }
    let options = ["-f", "-qq", "-e", "trace=clone,clone3,fork,vfork", "-o", trace.path]
    let result = try run(strace, options + [executable.path] + arguments)
    // A sandbox may forbid tracing although strace is there.
    guard result.status == 0, let text = try? String(contentsOf: trace, encoding: .utf8) else {
      return nil
    }
    return text.split(separator: "\n").count { $0.contains("clone") && !$0.contains("resumed>") }
  }

  private static func run(
    _ executable: URL, _ arguments: [String], executor: String? = nil, isStrict: Bool = false
  ) throws -> Result {
    let process = Process()
    let output = Pipe()
    process.executableURL = executable
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = isStrict ? output : FileHandle.nullDevice
    var environment = ProcessInfo.processInfo.environment
    environment["CAFFEINE_EXECUTOR"] = executor
    environment["CAFFEINE_STRICT"] = isStrict ? "1" : nil
    process.environment = environment
    try process.run()
    let data = output.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init)
    return Result(lines: lines, status: process.terminationStatus)
  }
}
