import CaffeineExecutor
import Foundation
import Synchronization

/// Jobs that wait in the kernel, and work that does so for them.
extension ExecutorProbe {
  /// Eight writers sync a file each between sleeps; every answer comes before time moves.
  func blocking() {
    let log = Log()
    let statistics = run { clock in
      await withTaskGroup(of: Void.self) { group in
        for name in 0..<8 {
          group.addTask {
            for turn in 1...5 {
              try? await clock.sleep(for: .seconds(1 + name % 3))
              let before = clock.now
              let worker = await BlockingWork.run { Self.sync(name, turn) }
              log.add("\(before.sinceEpoch.components.seconds) s: \(name) synced")
              if worker != nil || clock.now != before { log.add("astray") }
            }
          }
        }
      }
    }
    for line in log.lines { print(line) }
    guard let statistics else { return }
    print("blocked \(statistics.blockedJobs), end \(statistics.endText)")
    print("schedule \(statistics.scheduleHash)")
  }

  /// Writes and syncs a file; returns the worker that it ran on, none.
  private static func sync(_ name: Int, _ turn: Int) -> Int? {
    let path = "\(NSTemporaryDirectory())/executor-probe-\(getpid())-\(name)"
    let file = open(path, O_CREAT | O_RDWR, 0o600)
    _ = write(file, path, turn)
    fsync(file)
    close(file)
    unlink(path)
    // Longer than a job, so that an order that depended on it would show.
    usleep(UInt32((name * turn) % 4) * 300)
    return CooperativeExecutor.currentWorker
  }

  /// Prints how many jobs slept, of one that does, one that spins and one that suspends.
  func strict() {
    let statistics = run { clock in
      await Task(priority: .high) { _ = usleep(2_000) }.value
      await Task {
        let end = ContinuousClock.now + .milliseconds(2)
        while ContinuousClock.now < end { sched_yield() }
      }.value
      try? await clock.sleep(for: .seconds(1))
      await BlockingWork.run { _ = usleep(2_000) }
    }
    if let statistics { print("blocked \(statistics.blockedJobs)") }
  }
}
