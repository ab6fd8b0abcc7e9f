import CaffeineFoundation
import Foundation

/// `caffeine-sim watch`: lives a script on a watch and a phone, and prints what the face showed.
struct WatchCommand {
  let source: InputSource
  /// Whether the sample script is printed instead.
  let isTemplate: Bool

  /// Reads the arguments: without a file the sample is lived.
  init(_ arguments: [String]) throws(Complaint) {
    var list = ArgumentList(arguments, command: "watch", options: [Option("--template")])
    try list.read()
    guard list.operands.count <= 1 else {
      throw .usage("watch takes one script", "call it once for each")
    }
    isTemplate = list.has("--template")
    guard list.operands.isEmpty || !isTemplate else {
      throw .usage("--template and a script at once", "write one of them")
    }
    source = list.operands.first.map(InputSource.init) ?? .sample
  }

  /// Lives the script; the result comes last, so that an error leaves none.
  func run() throws(Complaint) {
    if isTemplate { return try Console.print(SampleWatch.script) }
    let script = try readScript()
    try Console.print(WatchRenderer.text(try WatchDay.live(script)))
  }

  private func readScript() throws(Complaint) -> WatchScript {
    switch source {
    case .sample: return try WatchScript(SampleWatch.script, file: SampleWatch.name)
    case .standardInput: return try read(try Console.readAll(), Console.inputName)
    case .file(let path):
      try source.refuseFolder()
      guard let data = FileManager.default.contents(atPath: path) else {
        throw .data(path, "the file cannot be opened", "check that it exists and may be read")
      }
      return try read([UInt8](data), path)
    }
  }

  private func read(_ bytes: [UInt8], _ file: String) throws(Complaint) -> WatchScript {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? bytes.dropFirst(3) : bytes[...]
    guard let text = String(validating: text, as: UTF8.self) else {
      throw .data(file, "the file is not UTF-8 text", "save it as plain text in UTF-8")
    }
    return try WatchScript(text, file: file)
  }
}
