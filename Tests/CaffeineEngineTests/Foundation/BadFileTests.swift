import Foundation
import Testing

@testable import CaffeineFoundation

/// Files of which nothing is kept.
struct BadFileTests {
  private let row = "\n2026-08-06 07:30,95,9\n"

  @Test(arguments: ["", "\n\n", "\u{feff}", "\u{feff}\r\n", "# only a comment\n", "  \n\t\n"])
  func `a file with nothing in it is empty`(text: String) {
    #expect(readingError(text)?.reason == .emptyFile)
    #expect(readingError(text)?.description.hasPrefix("day.csv: the file is empty; ") == true)
  }

  @Test(arguments: ["time,caffeine_mg", "time,caffeine_mg\n", "time,caffeine_mg\r\n,\n# none\n"])
  func `a header alone has no rows`(text: String) {
    #expect(readingError(text)?.reason == .noRows)
  }

  @Test(arguments: [
    "<?xml version=\"1.0\"?>\n<HealthData/>", "{\"a\": 1}", "[]", "PK\u{3}\u{4}abc\n",
    "a\u{1}b\n", "time,caffeine_mg\n2026-08-06 07:30,9\u{0}5\n", "\u{0}\u{0}",
  ])
  func `other kinds of files are refused`(text: String) {
    #expect(readingError(text)?.reason == .notText)
  }

  @Test func `text in UTF-16 is named`() {
    let bytes: [UInt8] = [0xFF, 0xFE] + "time,caffeine_mg\n".utf8.flatMap { [$0, 0] }
    let error = #expect(throws: LogError.self) { try DrinkLogReader(zone: .utc).read(bytes) }
    #expect(error?.what == "this is text in UTF-16")
  }

  @Test(arguments: [
    "time,dose_mg,x", "time,Caffeine Source,x", "2026-08-06 07:30,95,9", "a", "\u{e9}\u{1F600}",
  ])
  func `a header without caffeine is told`(header: String) {
    let error = readingError(header + row)
    #expect(error?.reason == .noCaffeineColumn)
    #expect(error?.line == 1)
  }

  @Test func `a header without a time is told`() {
    #expect(readingError("when,caffeine_mg,x" + row)?.reason == .noTimeColumn)
  }

  @Test(arguments: [
    "time,caffeine_mg,Time", "time,caffeine_mg,Caffeine (g)", "date,caffeine_mg,day",
    "datetime,caffeine_mg,timestamp", "time,caffeine_mg,caffeine_mg",
  ])
  func `two columns for one thing are told`(header: String) {
    let error = readingError("# x\n" + header + row)
    #expect(error?.reason == .duplicateColumn)
    #expect(error?.line == 2)
  }

  @Test func `columns that nothing is read from may come twice`() throws {
    #expect(try readLog("time,caffeine_mg,x,x,,\n2026-08-06 07:30,95,1,2,3,4\n").drinks.count == 1)
  }

  @Test func `an open quote ends the file's reading where it was opened`() {
    let error = readingError(
      "time,caffeine_mg,name\n2026-08-06 07:30,95,\"Latte\n2026-08-06 08:30,9,\n")
    #expect(error?.reason == .unclosedQuote)
    #expect(error?.line == 2)
    let long = "time,caffeine_mg,name\n\n\"" + String(repeating: "x\n", count: 600_000)
    #expect(readingError(long)?.reason == .unclosedQuote)
    #expect(readingError(long)?.line == 3)
    #expect(readingError("time,\"caffeine_mg\n2026-08-06 07:30,95\n")?.reason == .unclosedQuote)
  }

  @Test func `a row without end is no table`() {
    let cells = String(repeating: "x", count: 1_100_000)
    #expect(readingError("time,caffeine_mg\n" + cells)?.reason == .notText)
    #expect(readingError(cells)?.reason == .notText)
  }

  @Test func `a file that is not there is told by its path`() {
    let error = #expect(throws: LogError.self) {
      try DrinkLogReader(zone: .utc).read(path: "/nowhere/day.csv")
    }
    #expect(error?.reason == .unreadable)
    #expect(error?.file == "/nowhere/day.csv")
  }

  @Test func `a file of the machine is read like its text`() throws {
    let text =
      DrinkLogWriter.header + "\n" + String(repeating: "2026-08-06 07:30,95\n", count: 5000)
    let path = NSTemporaryDirectory() + "BadFileTests-\(UUID().uuidString).csv"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    defer { try? FileManager.default.removeItem(atPath: path) }
    let reader = DrinkLogReader(zone: try .named("Europe/Berlin"))
    let log = try reader.read(path: path)
    #expect(try reader.read(text).drinks == log.drinks)
    #expect(log.fileName == path)
    #expect(throws: LogError.self) { try reader.read(path: NSTemporaryDirectory()) }
  }

  @Test func `every error says where, what and what to do`() {
    let error = LogError(.badDose, file: "a.csv", line: 7, what: "x", whatToDo: "y")
    #expect(error.description == "a.csv:7: x; y")
    #expect(LogError(.badDose, line: 7, what: "x", whatToDo: "y").description == "line 7: x; y")
    #expect(LogError(.badDose, file: "a", what: "x", whatToDo: "y").description == "a: x; y")
    #expect(LogError(.badDose, what: "x", whatToDo: "y").description == "x; y")
    #expect(quoted(String(repeating: "é\n", count: 99)).unicodeScalars.count == 51)
  }
}
