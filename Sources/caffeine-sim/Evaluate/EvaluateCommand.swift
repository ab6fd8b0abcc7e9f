import Foundation

/// `caffeine-sim evaluate DIR`: answers the questions of a directory of tables.
struct EvaluateCommand {
  let directory: String
  let question: Question

  /// Reads the command's arguments.
  init(_ arguments: [String]) throws(Complaint) {
    var list = ArgumentList(arguments, command: "evaluate", options: EvaluateCommand.options)
    try list.read()
    let asked = Question.allCases.filter { list.has($0.option) }
    guard asked.count <= 1 else {
      throw .usage(
        "\(asked.map(\.option).joined(separator: " and ")) at once", "ask one kind a call")
    }
    guard let directory = list.operands.first else {
      throw .usage("evaluate needs a directory", "write caffeine-sim evaluate DIR")
    }
    guard list.operands.count == 1 else {
      throw .usage("evaluate takes one directory", "call it once for each")
    }
    var isDirectory: ObjCBool = false
    let isThere = FileManager.default.fileExists(atPath: directory, isDirectory: &isDirectory)
    guard isThere, isDirectory.boolValue else {
      throw .data(
        directory, isThere ? "this is no directory" : "the directory is not there",
        "give one with profiles.csv and doses.csv")
    }
    self.directory = directory
    question = asked.first ?? .levels
  }

  static let options = Question.allCases.map { Option($0.option) }

  /// Answers every row, then writes it all: after an error nothing is written.
  func run() throws(Complaint) {
    let cases = try CaseTables(in: directory)
    let table = try Table(question.fileName, in: directory, columns: question.columns)
    var text = (question.columns + question.answers).joined(separator: ",") + "\n"
    for row in table.rows {
      text += try question.line(for: row, of: table, in: cases)
      text += "\n"
    }
    try Console.print(text)
  }
}
