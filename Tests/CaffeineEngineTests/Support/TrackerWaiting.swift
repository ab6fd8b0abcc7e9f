@testable import CaffeineEngine

extension CaffeineTracker {
  /// A tracker whose day is easy to reckon: straight into the body, which halves in an hour.
  static func hourly(capacity: Int = 16) throws -> CaffeineTracker {
    try CaffeineTracker(
      configuration: Configuration(profile: profile(0, 3_600), deviceID: testDevice),
      capacity: capacity)
  }

  /// Returns once so many wait for a change.
  nonisolated func waiters(_ count: Int) async {
    while await changes.waiterCount != count { await Task.yield() }
  }
}
