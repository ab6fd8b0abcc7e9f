import CaffeineEngine
import CaffeineExecutor

/// A clock that a test moves by hand; nobody waits for real time.
final class ManualClock: TrackingClock {
  private struct Sleeper {
    let number: UInt64
    let time: Timestamp
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct State {
    var now: Timestamp
    var lastNumber: UInt64 = 0
    var sleepers: [Sleeper] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []

    /// Takes out those who wait for as many sleepers as there are.
    mutating func takeWatchers() -> [CheckedContinuation<Void, Never>] {
      let count = sleepers.count
      let ready = watchers.filter { $0.count <= count }.map(\.continuation)
      watchers.removeAll { $0.count <= count }
      return ready
    }
  }

  private let state: Guarded<State>

  init(_ now: Timestamp) {
    state = Guarded(State(now: now))
  }

  var now: Timestamp { state.withLock(\.now) }

  /// How many sleep at present.
  var sleeperCount: Int { state.withLock(\.sleepers.count) }

  func sleep(until time: Timestamp) async -> Bool {
    let number = state.withLock { state in
      state.lastNumber += 1
      return state.lastNumber
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let (result, watchers) = state.withLock { state in
          // Cancelled from here on, `wake(number)` finds it: it waits for the lock.
          if Task.isCancelled { return (false as Bool?, [] as [CheckedContinuation<Void, Never>]) }
          if time <= state.now { return (true, []) }
          state.sleepers.append(Sleeper(number: number, time: time, continuation: continuation))
          return (nil, state.takeWatchers())
        }
        if let result { continuation.resume(returning: result) }
        for watcher in watchers { watcher.resume() }
      }
    } onCancel: {
      wake(number)
    }
  }

  /// Moves time and wakes all that are due, the earliest first.
  func advance(by seconds: Int64) {
    let due = state.withLock { state in
      state.now = state.now.adding(seconds)
      let now = state.now
      let due = state.sleepers.filter { $0.time <= now }
      state.sleepers.removeAll { $0.time <= now }
      return due.sorted { ($0.time, $0.number) < ($1.time, $1.number) }
    }
    for sleeper in due { sleeper.continuation.resume(returning: true) }
  }

  /// Returns once so many sleep.
  func sleepers(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isThere = state.withLock { state in
        if state.sleepers.count >= count { return true }
        state.watchers.append((count, continuation))
        return false
      }
      if isThere { continuation.resume() }
    }
  }

  private func wake(_ number: UInt64) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.number == number }) else {
        return nil
      }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(returning: false)
  }
}
