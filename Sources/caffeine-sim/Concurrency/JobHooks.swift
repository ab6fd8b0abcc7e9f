import Foundation
import Synchronization

/// Counts the jobs that reach the stock executor, by the hook its runtime has for that.
///
/// Yields, sleeps and main-actor jobs do not pass it. Where the runtime has no such hook nothing is
/// counted.
enum JobHooks {
  private typealias Enqueue = @convention(c) (UnsafeMutableRawPointer) -> Void
  private typealias Hook = @convention(c) (UnsafeMutableRawPointer, Enqueue) -> Void

  private static let seen = Atomic(0)

  /// Begins to count, or returns false where that cannot be.
  static func install() -> Bool {
    guard let place = dlsym(nil, "swift_task_enqueueGlobal_hook") else { return false }
    place.assumingMemoryBound(to: Hook?.self).pointee = { job, enqueue in
      JobHooks.seen.wrappingAdd(1, ordering: .relaxed)
      enqueue(job)
    }
    return true
  }

  static var count: Int { seen.load(ordering: .relaxed) }
}
