import Foundation
import Testing

@testable import CaffeineEngine

/// Flash in a file: made whole, locked, and never said to be kept when it is not.
struct FileFlashTests {
  let folder: TemporaryFolder
  private var path: String { folder.path("drinks") }
  private let geometry = FlashGeometry.file(drinks: 64)

  init() throws { folder = try TemporaryFolder() }

  /// Records so many drinks into the journal of a file, each kept.
  @discardableResult
  private func record(_ minutes: Range<Int64>) throws -> JournalReport {
    var journal = Journal(on: try FileFlash(path: path, geometry))
    let memory = try LedgerMemory(capacity: 64)
    let report = try journal.mount(memory.ledger)
    for minute in minutes {
      _ = try memory.ledger.record(.cup(60 * minute), now: morning(1 << 20))
      try journal.append(memory.ledger)
    }
    return report
  }

  private func mountedCount() throws -> Int {
    let memory = try LedgerMemory(capacity: 64)
    var journal = Journal(on: try FileFlash(reading: path, geometry))
    try journal.mount(memory.ledger)
    return memory.ledger.count
  }

  @Test func `what was appended is there when the file is opened anew`() throws {
    for turn in 0..<10 as Range<Int64> { try record(5 * turn..<5 * turn + 5) }
    #expect(try mountedCount() == 50)
    #expect(try folder.names == ["drinks"])
    #expect(try folder.content("drinks").count == geometry.byteCount)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `a new file mounts, whatever was left of one that was not finished`() throws {
    for left in [[], [9, 9, 9], [UInt8](repeating: 1, count: geometry.byteCount + 1)] {
      try folder.put(left, "drinks.new")
      #expect(try record(0..<1).slots == 3, "a header and the end of a checkpoint, twice")
      #expect(try folder.names == ["drinks"])
      #expect(try folder.content("drinks").count == geometry.byteCount)
      try FileManager.default.removeItem(atPath: path)
    }
  }

  @Test func `the geometry and whose it is are found in the file`() throws {
    for (unit, block, count) in [(1, 256, 64), (32, 512, 33), (8, 131_072, 2), (4, 4_096, 16)] {
      let geometry = FlashGeometry(
        programUnit: UInt32(unit), eraseBlock: UInt32(block), blockCount: UInt32(count),
        erasedByte: count == 16 ? 0 : 0xFF)
      _ = try FileFlash(path: path, geometry, wearer: 77)
      let found = try JournalIdentity.found(at: path)
      #expect(found == JournalIdentity(geometry: geometry, version: 0x0100, wearer: 77))
      try FileManager.default.removeItem(atPath: path)
    }
    // The first block's header may be damaged: another one tells.
    try record(0..<64)
    try folder.flip("drinks", at: 0)
    #expect(try JournalIdentity.found(at: path)?.geometry == geometry)
  }

  @Test func `what is no journal has no identity`() throws {
    for content in [[], [1], [UInt8](repeating: 0xFF, count: 8_192), Array("time,dose\n".utf8)] {
      try folder.put(content, "drinks")
      #expect(try JournalIdentity.found(at: path) == nil)
    }
    try FileManager.default.removeItem(atPath: path)
    try record(0..<1)
    let whole = try folder.content("drinks")
    // A file that was cut off still tells what it was.
    try folder.put(Array(whole[..<5_000]), "drinks")
    #expect(try JournalIdentity.found(at: path)?.geometry == geometry)
  }

  @Test func `a file of another size is refused and stays as it is`() throws {
    for size in [0, 1, geometry.byteCount - 1, geometry.byteCount + 1] {
      let content = [UInt8](repeating: 7, count: size)
      try folder.put(content, "drinks")
      #expect(throws: FileFlashError.size) { try FileFlash(path: path, geometry) }
      #expect(throws: FileFlashError.size) { try FileFlash(reading: path, geometry) }
      #expect(try folder.content("drinks") == content)
      #expect(try folder.names == ["drinks"])
    }
  }

  @Test func `what is no file, not there or no geometry has its own error`() throws {
    #expect(throws: FileFlashError.notAFile) { try FileFlash(path: folder.path, geometry) }
    #expect(throws: FileFlashError.notAFile) { try FileFlash(reading: folder.path, geometry) }
    #expect(throws: FileFlashError.notAFile) { try FileFlash(path: "/dev/full", geometry) }
    #expect(throws: FileFlashError.absent) { try FileFlash(reading: path, geometry) }
    #expect(throws: FileFlashError.absent) { try FileFlash(path: path + "/none", geometry) }
    #expect(throws: FileFlashError.absent) { try JournalIdentity.found(at: path) }
    #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
    #expect(throws: FileFlashError.notAFile) { try FileFlash(path: folder.path("pipe"), geometry) }
    let tiny = FlashGeometry(programUnit: 1, eraseBlock: 256, blockCount: 2)
    let odd = FlashGeometry(programUnit: 3, eraseBlock: 256, blockCount: 64)
    for other in [tiny, odd] {
      #expect(throws: FileFlashError.geometry) { try FileFlash(path: path, other) }
    }
    #expect(try folder.names == ["pipe"])
  }

  @Test func `one that is open is locked`() throws {
    let shell = URL(filePath: "/bin/bash")
    func isFree(_ kind: String) throws -> Bool {
      let script = "exec 9<'\(path)'; flock -n \(kind) 9 && echo free"
      return try SimulatorProcess.run(shell, ["-c", script]).output == "free\n"
    }
    do {
      let flash = try FileFlash(path: path, geometry)
      #expect(throws: FileFlashError.inUse) { try FileFlash(path: path, geometry) }
      #expect(throws: FileFlashError.inUse) { try FileFlash(reading: path, geometry) }
      #expect(throws: FileFlashError.inUse) { try JournalIdentity.found(at: path) }
      #expect(try isFree("-s") == false, "another process")
      withExtendedLifetime(flash) {}
    }
    do {
      let flash = try FileFlash(reading: path, geometry)
      #expect(try FileFlash(reading: path, geometry).isReadOnly)
      #expect(throws: FileFlashError.inUse) { try FileFlash(path: path, geometry) }
      #expect(try isFree("-s"))
      #expect(try isFree("-x") == false)
      withExtendedLifetime(flash) {}
    }
    #expect(try isFree("-x"))
  }

  @Test func `opened to read it writes nothing`() throws {
    try record(0..<3)
    let content = try folder.content("drinks")
    let flash = try FileFlash(reading: path, geometry)
    var journal = Journal(on: flash)
    let memory = try LedgerMemory(capacity: 64)
    try journal.mount(memory.ledger)
    _ = try memory.ledger.record(.cup(9_000), now: morning(1 << 20))
    #expect(throws: CaffeineError.device) { try journal.append(memory.ledger) }
    #expect(throws: CaffeineError.device) { try journal.format() }
    #expect(flash.sync() == .failed)
    #expect(throws: DrinkStoreError.denied) { try flash.setAside(at: morning()) }
    #expect(try folder.content("drinks") == content)
  }

  @Test func `a file that becomes shorter under the journal is an error and no crash`() throws {
    try record(0..<3)
    let flash = try FileFlash(path: path, geometry)
    var journal = Journal(on: flash)
    let memory = try LedgerMemory(capacity: 64)
    #expect(truncate(path, 0) == 0)
    #expect(throws: CaffeineError.device) { try journal.mount(memory.ledger) }
    #expect(flash.failure == .failed)
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may everything"))
  func `what the system does not permit is denied`() throws {
    try record(0..<1)
    chmod(path, 0o400)
    #expect(throws: FileFlashError.denied) { try FileFlash(path: path, geometry) }
    #expect(try mountedCount() == 1)
    chmod(path, 0)
    #expect(throws: FileFlashError.denied) { try FileFlash(reading: path, geometry) }
  }

  @Test func `a file has room for what it is made for`() throws {
    for drinks in [1, 64, 1_000, 4_000] {
      let geometry = FlashGeometry.file(drinks: drinks, aliases: drinks / 2)
      let needed = Ledger.blocksNeeded(for: Int32(drinks + drinks / 2), geometry)
      #expect(needed * 4 <= geometry.blockCount || geometry.blockCount == 8)
    }
    #expect(FlashGeometry.file(drinks: 64).byteCount == 32_768)
    #expect(FlashGeometry.file(drinks: .max, aliases: .max).isValid)
  }
}
