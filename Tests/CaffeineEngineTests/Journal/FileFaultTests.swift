import Foundation
import Testing

@testable import CaffeineEngine

/// A file whose device fails: another one takes the place of its open descriptor for a while.
struct FileFaultTests {
  let folder: TemporaryFolder
  private var path: String { folder.path("drinks") }
  private let geometry = FlashGeometry.file(drinks: 64)

  init() throws { folder = try TemporaryFolder() }

  /// Puts `/dev/full`, which takes no byte and cannot be synced, in place of a file that is open here.
  private struct FullDevice {
    let descriptor: Int32
    /// The same open file, with its lock.
    private let file: Int32

    init(for path: String) throws {
      let all = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
      descriptor = try #require(
        all.compactMap(Int32.init).first {
          (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))
            == path
        })
      file = dup(descriptor)
      let full = open("/dev/full", O_RDWR)
      #expect(file >= 0 && full >= 0 && dup2(full, descriptor) == descriptor)
      close(full)
    }

    func end() {
      #expect(dup2(file, descriptor) == descriptor)
      close(file)
    }
  }

  private func mounted(
    _ flash: FileFlash
  ) throws -> (journal: Journal<FileFlash>, memory: LedgerMemory) {
    var journal = Journal(on: flash)
    let memory = try LedgerMemory(capacity: 64)
    try journal.mount(memory.ledger)
    return (journal, memory)
  }

  @Test func `after a sync that failed only reading goes on, until the file is opened anew`() throws
  {
    let flash = try FileFlash(path: path, geometry)
    var (journal, memory) = try mounted(flash)
    try memory.record(.cup())
    try journal.append(memory.ledger)
    let fault = try FullDevice(for: path)
    #expect(flash.sync() == .failed)
    #expect(flash.failure == .failed)
    fault.end()

    // The device is well again, and may have dropped what was written before.
    let content = try folder.content("drinks")
    let kept = try memory.saved()
    try memory.record(.cup(60))
    let slot = [UInt8](repeating: 1, count: 64)
    for _ in 0..<2 {
      #expect(flash.sync() == .failed)
      #expect(flash.program(7, 0, from: slot, count: 64) == .failed)
      #expect(flash.erase(7) == .failed)
      #expect(throws: CaffeineError.device) { try journal.append(memory.ledger) }
      var other = Journal(on: flash)
      #expect(throws: CaffeineError.device) { try other.format() }
    }
    #expect(try mounted(flash).memory.saved() == kept)
    #expect(try folder.content("drinks") == content)

    try flash.reopen()
    #expect(flash.failure == nil)
    var again = try mounted(flash)
    #expect(try again.memory.saved() == kept)
    try again.memory.record(.cup(60))
    try again.journal.append(again.memory.ledger)
    flash.close()
    let other = try FileFlash(path: path, geometry)
    #expect(try mounted(other).memory.saved() == again.memory.saved())
  }

  @Test func `a disk that is full is told, and once there is room all is kept`() throws {
    let flash = try FileFlash(path: path, geometry)
    var (journal, memory) = try mounted(flash)
    try memory.record(.cup())
    let fault = try FullDevice(for: path)
    #expect(throws: CaffeineError.device) { try journal.append(memory.ledger) }
    #expect(flash.failure == .noSpace)
    fault.end()
    try memory.record(.cup(60))
    try journal.append(memory.ledger)
    #expect(try mounted(flash).memory.saved() == memory.saved())
  }
}
