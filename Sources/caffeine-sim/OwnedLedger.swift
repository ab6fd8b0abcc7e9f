import CaffeineEngine

/// A ledger together with the memory it lives in.
final class OwnedLedger {
  let ledger: Ledger
  private let memory: UnsafeMutableRawPointer

  /// Sets up an empty ledger.
  ///
  /// - Throws: `memory` for no capacity or beyond 65 535 drinks, `range` for the profile.
  init(_ configuration: Configuration, capacity: Int) throws(CaffeineError) {
    let byteCount = Ledger.byteCount(capacity: capacity)
    guard byteCount > 0 else { throw .memory }
    memory = .allocate(byteCount: byteCount, alignment: Ledger.alignment)
    do throws(CaffeineError) {
      ledger = try Ledger(in: memory, byteCount: byteCount, configuration: configuration)
    } catch {
      memory.deallocate()
      throw error
    }
  }

  /// Sets up the ledger of one case, with room for all its doses, so that it never folds.
  convenience init(profile: Profile, doses: Int) throws(CaffeineError) {
    try self.init(Configuration(profile: profile, deviceID: 1), capacity: max(doses, 1))
  }

  deinit { memory.deallocate() }
}
