import CaffeineExecutor
import Foundation

/// Holds the jobs of tasks that prefer it until a test has them run, one after another.
final class HeldExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var watcher: CheckedContinuation<Void, Never>?
    var isReleased = false
  }

  private let state = Guarded(State())

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (watcher, isReleased) = state.withLock { state in
      if !state.isReleased { state.jobs.append(job) }
      defer { state.watcher = nil }
      return (state.watcher, state.isReleased)
    }
    watcher?.resume()
    if isReleased { run(job) }
  }

  var isHolding: Bool { state.withLock { !$0.jobs.isEmpty } }

  /// Returns once a job is held.
  func holdsJob() async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.jobs.isEmpty { state.watcher = continuation }
        return !state.jobs.isEmpty
      }
      if isThere { continuation.resume() }
    }
  }

  /// Runs the job that was held last, or the next one if there is none.
  func runLast() async {
    await holdsJob()
    guard let job = state.withLock({ $0.jobs.popLast() }) else { return }
    await withCheckedContinuation { continuation in
      run(job) { continuation.resume() }
    }
  }

  /// Runs all that is held, and holds nothing from now on.
  func release() {
    let jobs = state.withLock { state in
      state.isReleased = true
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs { run(job) }
  }

  /// On a thread of its own: no task runs there already.
  private func run(_ job: UnownedJob, then end: @escaping @Sendable () -> Void = {}) {
    Thread.detachNewThread {
      job.runSynchronously(on: self.asUnownedTaskExecutor())
      end()
    }
  }
}
