import CaffeineExecutor
import Foundation
import Synchronization

/// Runs one variant, the only work of this process, and prints its counters.
struct LoneRun {
  let variant: Variant
  /// Feeds or requests.
  let count: Int

  /// Runs the variant; it ends the process where Dispatch has the main thread.
  func run() throws(Complaint) {
    switch variant.executor {
    case .dispatch: runInQueues()
    case .stock: runOnStock()
    case .twoWorkers: try runOnTwo()
    }
  }

  private func runInQueues() -> Never {
    let screen = Screen()
    let group = DispatchGroup()
    let before = ProcessCounters.now
    AllocationTrace.begin()
    screen.begin()
    NewsFeed.inQueues(count, isOneQueue: variant == .newsInOneQueue, screen, group)
    group.notify(queue: .main) {
      AllocationTrace.end()
      var measured = Measurement(screen, since: before)
      measured.jobs = count * NewsFeed.blocksPerFeed
      Self.end(measured)
    }
    dispatchMain()
  }

  private func runOnStock() -> Never {
    let canCount = JobHooks.install()
    Task.detached {
      var measured = await work()
      // Main-actor jobs, one for each snapshot, pass no hook: they are counted by the screen.
      measured.jobs = canCount ? measured.jobs + JobHooks.count : -1
      Self.end(measured)
    }
    dispatchMain()
  }

  private func runOnTwo() throws(Complaint) {
    let found = Mutex(Measurement())
    let statistics: Statistics
    do {
      statistics = try CooperativeExecutor.run(.init()) { _ in
        let measured = await work()
        found.withLock { $0 = measured }
      }
    } catch {
      throw .data(variant.rawValue, "the run broke off (\(error))", "report this as a bug")
    }
    if let reason = statistics.fallbackReason {
      Console.report("The stock executor served: \(reason)")
    }
    var measured = found.withLock { $0 }
    measured.jobs = Int(statistics.jobs)
    try Console.print(measured.line)
  }

  private func work() async -> Measurement {
    let screen = Screen()
    let before = ProcessCounters.now
    AllocationTrace.begin()
    screen.begin()
    switch variant {
    case .newsInQueues, .newsInOneQueue: break
    case .newsOnStock, .newsOnTwo: await NewsFeed.inTasks(count, screen)
    case .onceOnStock, .onceOnTwo: await Requests.atOnce(count, screen)
    case .stepsOnStock, .stepsOnTwo: await Requests.inSteps(count, screen)
    }
    AllocationTrace.end()
    return Measurement(screen, since: before)
  }

  private static func end(_ measured: Measurement) -> Never {
    do throws(Complaint) { try Console.print(measured.line) } catch { exit(error.kind.rawValue) }
    exit(0)
  }
}
