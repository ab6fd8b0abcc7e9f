import Foundation
import Testing

/// `day --journal FILE` and `journal FILE`.
struct JournalCommandTests {
  let folder: TemporaryFolder
  private var path: String { folder.path("drinks") }

  init() throws { folder = try TemporaryFolder() }

  /// A log of the first so many cups of three days, five a day.
  private func log(_ count: Int) throws -> String {
    var text = "time,caffeine_mg,duration_min,name\n"
    for cup in 0..<count {
      text += "2026-08-0\(1 + cup / 5)T\(10 + 2 * (cup % 5)):15+02:00,\(40 + cup),10,Cup\n"
    }
    let path = folder.path("log-\(count).csv")
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  private func day(_ log: String, journal: String? = nil) throws -> SimulatorProcess.Result {
    try SimulatorProcess.run(["day", log] + (journal.map { ["--journal", $0] } ?? []))
  }

  private func show(_ words: String...) throws -> SimulatorProcess.Result {
    try SimulatorProcess.run(["journal", path] + words)
  }

  @Test func `a day goes on where it stopped and is told as without a journal`() throws {
    for (count, written) in [(3, 3), (8, 5), (15, 7), (15, 0)] {
      let log = try log(count)
      let result = try day(log, journal: path)
      #expect(result.status == 0)
      #expect(result.output == (try day(log)).output)
      let known = count - written
      #expect(result.errors.contains("drinks: \(written) drinks written, \(known) known"))
    }
    let shown = try show()
    #expect(shown.status == 0 && shown.errors == "")
    #expect(shown.lines.first == "Journal \(path): whole")
    #expect(shown.output.contains("\nDrinks   15 drinks\n"))
    #expect(shown.lines.count { $0.hasPrefix("2026-") } == 15)
    #expect(shown.lines.last?.hasPrefix("2026-08-03 18:15 +02:00     54 mg") == true)
  }

  @Test func `what the journal has from other logs counts`() throws {
    _ = try day(try log(10), journal: path)
    let third = folder.path("third.csv")
    let rows = try String(contentsOfFile: try log(15), encoding: .utf8).split(separator: "\n")
    try Data((rows[0] + "\n" + rows[11...].joined(separator: "\n")).utf8)
      .write(to: URL(filePath: third))
    #expect(try day(third, journal: path).output == day(try log(15)).output)
  }

  @Test func `only the newest drinks are shown unless all are asked for`() throws {
    let log = folder.path("long.csv")
    let rows = (10..<60).map { "2026-08-08 10:\($0),40\n" }.joined()
    try Data(("time,caffeine_mg\n" + rows).utf8).write(to: URL(filePath: log))
    _ = try day(log, journal: path)
    #expect(try show().lines.last == "30 older drinks with --all")
    #expect(try show().lines.count { $0.hasPrefix("2026-") } == 20)
    #expect(try show("--all").lines.count { $0.hasPrefix("2026-") } == 50)
  }

  @Test func `a damaged record is told with its place, and written again from the log`() throws {
    let log = try log(15)
    _ = try day(log, journal: path)
    // A header and two ends, then a slot a drink.
    try folder.flip("drinks", at: (3 + 4) * 64 + 20)
    let before = try folder.content("drinks")
    let shown = try show()
    #expect(shown.status == 1)
    #expect(shown.lines.first == "Journal \(path): damaged, 1 record missing")
    #expect(shown.output.contains("Damaged  block 0, byte 448: not as written\n"))
    #expect(shown.errors.hasPrefix("\(path): 1 record can no longer be read; keep a copy;"))
    #expect(try folder.content("drinks") == before, "only read")
    let again = try day(log, journal: path)
    #expect(again.output == (try day(log)).output)
    #expect(again.errors.contains("note: 1 record can no longer be read"))
    #expect(again.errors.contains("drinks: 1 drink written, 14 known"))
    #expect(try show().output.contains("Drinks   15 drinks\n"))
  }

  /// A journal of 500 drinks, eight blocks, in which `count` bytes are overwritten.
  private func overwrite(at start: Int, _ count: Int, with byte: UInt8) throws {
    let log = folder.path("long.csv")
    let rows = (0..<500).map { "2026-08-08 \(10 + $0 / 60):\(10 + $0 % 50),40,Cup \($0)\n" }
    try Data(("time,caffeine_mg,name\n" + rows.joined()).utf8).write(to: URL(filePath: log))
    _ = try day(log, journal: path)
    var content = try folder.content("drinks")
    content.replaceSubrange(start..<start + count, with: repeatElement(byte, count: count))
    try folder.put(content, "drinks")
  }

  @Test(arguments: [
    (3 * 64, 64, 0xFF, 1, ["block 0, byte 192: erased since it was written"]),
    (4096, 4096, 0, 64, ["block 1, bytes 0 to 4095: not as written"]),
    (8192, 4096, 0xFF, 64, ["block 2, bytes 0 to 4095: erased since it was written"]),
    (
      4 * 4096 - 640, 1280, 0xFF, 74,
      [
        "block 3, bytes 3456 to 4095: erased since it was written",
        "block 4, bytes 0 to 639: erased since it was written",
      ]
    ),
  ])
  func `records that are gone are told with their places`(
    start: Int, count: Int, byte: UInt8, missing: Int, places: [String]
  ) throws {
    try overwrite(at: start, count, with: byte)
    let shown = try show()
    let records = "\(missing) record\(missing == 1 ? "" : "s")"
    #expect(shown.status == 1)
    #expect(shown.lines.first == "Journal \(path): damaged, \(records) missing")
    #expect(
      shown.lines.filter { $0.contains(": erased since") || $0.contains(": not as") }
        .map { String($0.dropFirst(9)) } == places)
  }

  @Test(arguments: [
    (0, 64, 0xFF, "block 0, byte 0: erased since it was written"),
    (64, 128, 0x77, "block 0, bytes 64 to 191: not as written"),
  ])
  func `a journal of which nothing can be read is told with its places`(
    start: Int, count: Int, byte: UInt8, place: String
  ) throws {
    try overwrite(at: start, count, with: byte)
    let shown = try show()
    #expect(shown.status == 1 && shown.output == "")
    let what = "a journal's, but too damaged: no whole checkpoint is left (\(place)); move it"
    #expect(shown.errors.hasPrefix("\(path): \(what)"), "\(shown.errors)")
    #expect(shown.errors.split(separator: "\n").count == 1)
  }

  @Test func `what is no journal is said to be none, and left alone`() throws {
    let log = try log(2)
    for content in [[], Array("time,caffeine_mg\n".utf8), [UInt8](repeating: 0xFF, count: 8_192)] {
      try folder.put(content, "drinks")
      for result in [try show(), try day(log, journal: path)] {
        #expect(result.status == 1 && result.output == "")
        #expect(result.errors.contains("\(path): this is no journal: it has no block header; give"))
      }
      #expect(try folder.content("drinks") == content)
    }
    try FileManager.default.removeItem(atPath: path)
    _ = try day(log, journal: path)
    try folder.put(Array(try folder.content("drinks")[..<9_000]), "drinks")
    #expect(try show().errors.contains("bytes, and the file has not; get the whole file"))
  }

  // Thread Sanitizer has files of its own that grow.
  @Test(.enabled(if: !Probe.isSanitized))
  func `a file that may not grow is an error, and leaves none`() throws {
    let script = """
      ulimit -f 100
      '\(SimulatorProcess.executable.path)' --journal '\(path)'
      """
    let result = try SimulatorProcess.run(URL(filePath: "/bin/bash"), ["-c", script])
    #expect(result.status == 1 && result.output == "")
    #expect(result.errors.contains("\(path): there is no room on the device; make room"))
    #expect(try folder.names.isEmpty)
  }

  @Test func `one that another program writes is left alone`() throws {
    let log = try log(2)
    _ = try day(log, journal: path)
    let script = """
      exec 9<'\(path)'
      flock -x 9
      '\(SimulatorProcess.executable.path)' journal '\(path)'
      """
    let result = try SimulatorProcess.run(URL(filePath: "/bin/bash"), ["-c", script])
    #expect(result.status == 1)
    #expect(result.errors.contains("another program has the journal open; try again"))
  }
}
