import Foundation

/// A folder of a test's own, gone with it.
final class TemporaryFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/caffeine-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  /// The path of a name in the folder.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: path).sorted() }
  }

  func content(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: path(name))))
  }

  func put(_ content: [UInt8], _ name: String) throws {
    try Data(content).write(to: URL(filePath: path(name)))
  }

  /// Flips a bit in a file.
  func flip(_ name: String, at byte: Int, bit: UInt8 = 0) throws {
    var content = try content(name)
    content[byte] ^= 1 << bit
    try put(content, name)
  }
}
