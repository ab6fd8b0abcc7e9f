import CaffeineEngine
import CaffeineExecutor

/// A file that is slow and sometimes fails, before or after the deed.
actor SimulatedDisk: DrinkFile {
  private(set) var content: [UInt8]?
  /// How often the content was changed.
  private(set) var writes = 0
  private var isReliable = false
  private var draw: Draw
  private let clock: DayClock

  init(_ seed: UInt64, _ clock: DayClock) {
    draw = Draw(seed)
    self.clock = clock
  }

  /// Holds from the start what another disk held when the power was cut.
  func take(over content: [UInt8]?) {
    self.content = content
    writes += 1
  }

  /// From here on every call works at once.
  func recover() { isReliable = true }

  func read() async throws(DrinkStoreError) -> [UInt8]? {
    await Task.yield()
    return content
  }

  func replace(with bytes: [UInt8]) async throws(DrinkStoreError) {
    try await fail(.noSpace)
    content = bytes
    writes += 1
    try await fail(.failed)
  }

  func setAside(at time: Timestamp) async throws(DrinkStoreError) { content = nil }

  private func fail(_ error: DrinkStoreError) async throws(DrinkStoreError) {
    guard !isReliable else { return }
    let luck = draw.below(8)
    if luck < 3 { _ = await clock.sleep(until: clock.now.adding(Int64(luck * 20))) }
    await Task.yield()
    if luck == 7 { throw error }
  }
}
