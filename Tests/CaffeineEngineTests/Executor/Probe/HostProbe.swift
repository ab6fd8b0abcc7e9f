import CaffeineExecutor
import Foundation

/// Threads of a host serve: one sleeps for as long as it takes, while on the other a task falls asleep
/// and a job of the main actor takes its place until that task is awake.
enum HostProbe {
  private struct State {
    var isParked = false
    var isAwake = false
  }

  private static let state = Guarded(State())
  private static let ended = DispatchSemaphore(value: 0)
  private static let wakes = [DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)]

  static func run() {
    var hooks = HostWorkers.Hooks()
    hooks.idle = { _, worker, wait in
      if worker == 1, wait < 0 { HostProbe.state.withLock { $0.isParked = true } }
      let limit = wait < 0 ? DispatchTime.distantFuture : .now() + .milliseconds(Int(wait))
      _ = HostProbe.wakes[Int(worker)].wait(timeout: limit)
    }
    hooks.wake = { _, worker in HostProbe.wakes[Int(worker)].signal() }
    guard HostWorkers.install(hooks) == .installed else { return print("not installed") }
    lend(0)
    let over = DispatchSemaphore(value: 0)
    Task {
      Task { @MainActor in
        // No measure of time: without the other worker it is for ever.
        let limit = ContinuousClock.now + .seconds(30)
        while !state.withLock(\.isAwake), ContinuousClock.now < limit { sched_yield() }
        print(state.withLock(\.isAwake) ? "awake" : "still asleep")
        over.signal()
      }
      lend(1)
      while !state.withLock(\.isParked) { sched_yield() }
      try? await Task.sleep(for: .milliseconds(1))
      state.withLock { $0.isAwake = true }
    }
    over.wait()
    HostWorkers.end()
    for _ in 0...1 { ended.wait() }
    print("ended")
  }

  private static func lend(_ worker: Int) {
    Thread.detachNewThread {
      try? HostWorkers.serve(as: worker)
      ended.signal()
    }
  }
}
