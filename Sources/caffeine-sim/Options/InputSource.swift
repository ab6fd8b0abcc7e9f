import Foundation

/// Where a command reads from.
enum InputSource: Equatable {
  /// What comes with the program.
  case sample
  case standardInput
  case file(String)

  /// Reads an operand: a file's name, or `-`.
  init(_ operand: String) {
    self = operand == "-" ? .standardInput : .file(operand)
  }

  /// A folder can be opened, but not read.
  func refuseFolder() throws(Complaint) {
    guard case .file(let path) = self else { return }
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
      throw .data(path, "this is a folder", "give a file")
    }
  }
}
