import Foundation
import CaffeineExecutor

/// What the person sees: when the first snapshot came, and what all of them came to.
final class Screen: Sendable {
  private struct Seen {
    var begun = ContinuousClock.now
    var first: Duration?
    var count = 0
    var sum: UInt64 = 0
  }

  private let seen = Guarded(Seen())

  /// The work begins now.
  func begin() { seen.withLock { $0.begun = .now } }

  /// Shows a snapshot that holds these values.
  func show(_ values: [UInt64]) {
    seen.withLock {
      $0.first = $0.first ?? $0.begun.duration(to: .now)
      $0.count += 1
      $0.sum = values.reduce($0.sum, &+)
    }
  }

  /// Snapshots shown so far.
  var count: Int { seen.withLock { $0.count } }

  /// Since `begin` (µs): until the first snapshot, and until now; and the sum of all values.
  var result: (first: Int, all: Int, sum: UInt64) {
    seen.withLock {
      let all = $0.begun.duration(to: .now)
      return (($0.first ?? all).microseconds, all.microseconds, $0.sum)
    }
  }
}

/// What a server answers, the same each time.
enum Payload {
  /// How long a request or a transaction holds its thread (µs), as a read from a disk does.
  static let hold: UInt32 = 1000

  /// Waits in the kernel for as long as a read takes.
  static func block() { usleep(hold) }

  /// Decodes an answer: some 20 µs of arithmetic and one array.
  ///
  /// No closures over ranges: unoptimized they allocate at each step, and a traced allocation is slow.
  static func decode(_ source: Int) -> [UInt64] {
    var values = [UInt64](repeating: 0, count: 32)
    var item = 0
    while item < values.count {
      var hash = UInt64(source &* 32 &+ item)
      var word: UInt64 = 0
      while word < 512 {
        hash = (hash ^ word) &* 0x0000_0100_0000_01b3
        word &+= 1
      }
      values[item] = hash
      item += 1
    }
    return values
  }
}

extension Duration {
  /// Whole microseconds.
  var microseconds: Int {
    Int(components.seconds) * 1_000_000 + Int(components.attoseconds / 1_000_000_000_000)
  }
}
