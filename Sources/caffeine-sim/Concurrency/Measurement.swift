import CaffeineExecutor
import Foundation

/// What a variant cost, counted by the process that ran it.
struct Measurement: Sendable {
  /// Threads at the end; neither executor ends one within seconds, so it is the peak.
  var threads = 0
  /// The largest address space (KiB); 0 where the system does not tell.
  var addressSpace = 0
  var voluntarySwitches = 0
  /// Pieces of work that were given to an executor or a queue; -1 where they cannot be counted.
  var jobs = 0
  /// Until the first snapshot (µs).
  var first = 0
  /// Until the end (µs).
  var all = 0
  /// What was shown, summed up: the same for each variant of the same work.
  var sum: UInt64 = 0
}

extension Measurement {
  /// The counters on a line, for the parent process.
  var line: String {
    "\(threads) \(addressSpace) \(voluntarySwitches) \(jobs) \(first) \(all) \(sum)\n"
  }

  /// Reads what a child wrote.
  init?(line: Substring) {
    let words = line.split(separator: " ")
    let numbers = words.dropLast().compactMap { Int($0) }
    guard numbers.count == 6, let last = words.last, let sum = UInt64(last) else { return nil }
    threads = numbers[0]
    addressSpace = numbers[1]
    voluntarySwitches = numbers[2]
    jobs = numbers[3]
    first = numbers[4]
    all = numbers[5]
    self.sum = sum
  }

  /// The median of each counter on its own.
  init(medianOf runs: [Measurement]) {
    threads = runs.map(\.threads).median
    addressSpace = runs.map(\.addressSpace).median
    voluntarySwitches = runs.map(\.voluntarySwitches).median
    jobs = runs.map(\.jobs).median
    first = runs.map(\.first).median
    all = runs.map(\.all).median
    sum = runs[0].sum
  }

  /// The process as it is now, and what the screen has seen.
  init(_ screen: Screen, since before: ProcessCounters) {
    (first, all, sum) = screen.result
    jobs = screen.count
    threads = ProcessCounters.threads
    voluntarySwitches = ProcessCounters.now.voluntarySwitches - before.voluntarySwitches
    addressSpace = Measurement.addressSpace
  }

  /// The process's peak of `VmSize` (KiB).
  private static var addressSpace: Int {
    guard let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8) else {
      return 0
    }
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmPeak:") }
    return line?.split { !$0.isNumber }.first.flatMap { Int($0) } ?? 0
  }
}

extension Array where Element: Comparable {
  /// The middle one; the array is not empty.
  var median: Element { sorted()[count / 2] }
}
