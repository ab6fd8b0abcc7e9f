import CaffeineEngine

/// A ledger together with the memory it lives in.
final class OwnedLedger {
  let ledger: Ledger
  private let memory: UnsafeMutableRawPointer
  private let byteCount: Int

  /// Sets up an empty ledger.
  ///
  /// - Throws: `memory` for no capacity or beyond 65 535 drinks, `range` for the profile.
  init(_ configuration: Configuration, capacity: Int) throws(CaffeineError) {
    byteCount = Ledger.byteCount(
      capacity: capacity, aliases: Int(configuration.aliases))
    guard byteCount > 0 else { throw .memory }
    memory = .allocate(byteCount: byteCount, alignment: Ledger.alignment)
    do throws(CaffeineError) {
      ledger = try Ledger(in: memory, byteCount: byteCount, configuration: configuration)
    } catch {
      memory.deallocate()
      throw error
    }
  }

  /// A ledger in memory of its own that is alike, byte for byte.
  func copy() throws(CaffeineError) -> OwnedLedger {
    try OwnedLedger(copying: self)
  }

  private init(copying other: OwnedLedger) throws(CaffeineError) {
    byteCount = other.byteCount
    memory = .allocate(byteCount: byteCount, alignment: Ledger.alignment)
    memory.copyMemory(from: other.memory, byteCount: byteCount)
    guard let copy = Ledger(adopting: memory) else {
      memory.deallocate()
      throw .argument
    }
    ledger = copy
  }

  /// Sets up the ledger of one case, with room for all its doses, so that it never folds.
  convenience init(profile: Profile, doses: Int) throws(CaffeineError) {
    try self.init(Configuration(profile: profile, deviceID: 1), capacity: max(doses, 1))
  }

  /// The ledger written down: equal ledgers give equal bytes.
  var saved: [UInt8] {
    let size = ledger.saveSize
    return Array(unsafeUninitializedCapacity: size) { bytes, count in
      count = bytes.baseAddress.flatMap { try? ledger.save(to: $0, size: size) } ?? 0
    }
  }

  deinit { memory.deallocate() }
}
