import CaffeineExecutor
import Dispatch
import Foundation
import Synchronization

/// Measures the hops of one executor, the only work of this process.
enum LoneHops {
  static let stock = "hops-stock"
  static let two = "hops-two"

  /// Prints a line of counters; it ends the process where Dispatch has the main thread.
  static func run(on executor: Variant.Executor) throws(Complaint) {
    guard case .twoWorkers = executor else { runOnStock() }
    let line = Mutex("")
    do {
      let statistics = try CooperativeExecutor.run(.init()) { _ in
        let found = await HopMeasurement().line
        line.withLock { $0 = found }
      }
      if let reason = statistics.fallbackReason {
        Console.report("The stock executor served: \(reason)")
      }
    } catch {
      throw .data(two, "the run broke off (\(error))", "report this as a bug")
    }
    try Console.print(line.withLock { $0 })
  }

  private static func runOnStock() -> Never {
    Task.detached {
      let line = await HopMeasurement().line
      do throws(Complaint) { try Console.print(line) } catch { exit(error.kind.rawValue) }
      exit(0)
    }
    dispatchMain()
  }
}
