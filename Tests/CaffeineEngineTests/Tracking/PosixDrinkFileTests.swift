import CaffeineEngine
import Foundation
import CaffeineExecutor
import Testing

/// The file of drinks as the system keeps it.
final class PosixDrinkFileTests {
  let world = StoreWorld()
  private let directory = FileManager.default.temporaryDirectory
    .appendingPathComponent("drinks-\(UUID().uuidString)")
  private var path: String { directory.appendingPathComponent("drinks").path }

  init() throws {
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: false)
  }

  deinit { try? FileManager.default.removeItem(at: directory) }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: directory.path).sorted() }
  }

  private func content(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: directory.appendingPathComponent(name)))
  }

  private func put(_ content: [UInt8], _ name: String = "drinks") throws {
    try Data(content).write(to: directory.appendingPathComponent(name))
  }

  @Test func `a tracker is kept and loaded again`() async throws {
    let file = PosixDrinkFile(path: path)
    let tracker = try await world.tracker()
    let store = world.store(file, tracker)
    #expect(try await store.load() == .nothing)
    for low in 1...3 as ClosedRange<UInt64> {
      try await tracker.record(world.cup(low), now: world.clock.now)
      #expect(try await store.save() == .written)
    }
    #expect(try await store.save() == .unchanged)
    #expect(try await world.loadedCount(file) == 3)
    #expect(try names == ["drinks"])
    #expect(try content("drinks") == (await tracker.save()))
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test func `what an interrupted write left is written over`() async throws {
    try put([9, 9, 9], "drinks.new")
    try await PosixDrinkFile(path: path).replace(with: [1])
    #expect(try names == ["drinks"])
    #expect(try content("drinks") == [1])
  }

  @Test func `damaged files are set aside one beside the other`() async throws {
    let file = PosixDrinkFile(path: path)
    for byte in 1...3 as ClosedRange<UInt8> {
      try put([byte])
      let store = world.store(file, try await world.tracker())
      #expect(try await store.load() == .setAside)
      try await store.save()
    }
    let aside = "drinks.damaged-1780272000"
    #expect(try names == ["drinks", aside, "\(aside)-2", "\(aside)-3"])
    #expect(try content(aside) == [1])
    #expect(try content("\(aside)-3") == [3])
  }

  @Test func `setting aside what is not there does nothing`() async throws {
    try await PosixDrinkFile(path: path).setAside(at: world.clock.now)
    #expect(try names.isEmpty)
  }

  @Test func `what cannot be read is not absent`() async throws {
    // A missing directory, a directory under the file's name, more than it may hold, a loop of links.
    let lost = PosixDrinkFile(path: directory.path + "/lost/drinks")
    await #expect(throws: DrinkStoreError.failed) { try await lost.read() }
    await #expect(throws: DrinkStoreError.failed) { try await lost.replace(with: [1]) }
    let folder = PosixDrinkFile(path: directory.path)
    await #expect(throws: DrinkStoreError.failed) { try await folder.read() }
    try put([1, 2, 3])
    let small = PosixDrinkFile(path: path, byteLimit: 2)
    await #expect(throws: DrinkStoreError.tooLarge) { try await small.read() }
    await #expect(throws: DrinkStoreError.tooLarge) { try await small.replace(with: [1, 2, 3]) }
    #expect(try content("drinks") == [1, 2, 3])
    let loop = directory.appendingPathComponent("loop").path
    try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
    await #expect(throws: DrinkStoreError.failed) { try await PosixDrinkFile(path: loop).read() }
    #expect(mkfifo(directory.path + "/pipe", 0o600) == 0)
    let pipe = PosixDrinkFile(path: directory.path + "/pipe")
    await #expect(throws: DrinkStoreError.failed) { try await pipe.read() }
  }

  @Test func `a new file is not written through somebody's link`() async throws {
    try put([7], "other")
    try FileManager.default.createSymbolicLink(
      atPath: path + ".new", withDestinationPath: directory.path + "/other")
    await #expect(throws: DrinkStoreError.failed) {
      try await PosixDrinkFile(path: self.path).replace(with: [1])
    }
    #expect(try content("other") == [7])
  }

  @Test(.enabled(if: geteuid() != 0, "the superuser may everything"))
  func `what the system does not permit is denied`() async throws {
    try put([1])
    chmod(path, 0)
    chmod(directory.path, 0o500)
    defer { chmod(directory.path, 0o700) }
    let file = PosixDrinkFile(path: path)
    await #expect(throws: DrinkStoreError.denied) { try await file.read() }
    await #expect(throws: DrinkStoreError.denied) { try await file.replace(with: [2]) }
    await #expect(throws: DrinkStoreError.denied) {
      try await file.setAside(at: Timestamp(0))
    }
  }

  @Test func `every blocking call goes to the runner`() async throws {
    let calls = Guarded(0)
    let file = PosixDrinkFile(path: path) { work in
      calls.withLock { $0 += 1 }
      return work()
    }
    #expect(try await file.read() == nil)
    try await file.replace(with: [1])
    try await file.setAside(at: world.clock.now)
    #expect(calls.withLock(\.self) == 3)
    // What the runner does not run does not happen.
    let idle = PosixDrinkFile(path: path) { _ in .failure(.failed) }
    await #expect(throws: DrinkStoreError.failed) { try await idle.replace(with: [2]) }
    #expect(try names == ["drinks", "drinks.damaged-1780272000"])
  }
}
