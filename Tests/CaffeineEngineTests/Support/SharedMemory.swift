import Foundation
import Synchronization

/// Zeroed memory between two guards, which two threads may share.
final class SharedMemory: @unchecked Sendable {
  let start: UnsafeMutableRawPointer
  private let byteCount: Int
  private static var guardCount: Int { 64 }
  private static var guardByte: UInt8 { 0xA5 }

  init(byteCount: Int) {
    self.byteCount = byteCount
    let whole = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount + 2 * SharedMemory.guardCount, alignment: 8)
    whole.initializeMemory(
      as: UInt8.self, repeating: SharedMemory.guardByte,
      count: byteCount + 2 * SharedMemory.guardCount)
    start = whole + SharedMemory.guardCount
    start.initializeMemory(as: UInt8.self, repeating: 0, count: byteCount)
  }

  deinit { (start - SharedMemory.guardCount).deallocate() }

  /// The bytes between the guards.
  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: start, count: byteCount)) }

  /// Whether nothing was written outside.
  var guardsHold: Bool {
    let count = SharedMemory.guardCount
    let before = UnsafeRawBufferPointer(start: start - count, count: count)
    let after = UnsafeRawBufferPointer(start: start + byteCount, count: count)
    return before.allSatisfy { $0 == SharedMemory.guardByte }
      && after.allSatisfy { $0 == SharedMemory.guardByte }
  }

  /// A 32-bit word of it.
  subscript(word index: Int) -> UInt32 {
    get { start.load(fromByteOffset: 4 * index, as: UInt32.self) }
    set { start.storeBytes(of: newValue, toByteOffset: 4 * index, as: UInt32.self) }
  }
}

/// Runs two bodies on two threads, neither before both are there, and waits for them.
func onTwoThreads(_ one: @escaping @Sendable () -> Void, _ other: @escaping @Sendable () -> Void) {
  let arrived = Counter(), group = DispatchGroup()
  for body in [one, other] {
    group.enter()
    Thread.detachNewThread {
      arrived.value.add(1, ordering: .relaxed)
      while arrived.value.load(ordering: .relaxed) < 2 { sched_yield() }
      body()
      group.leave()
    }
  }
  group.wait()
}

private final class Counter: Sendable {
  let value = Atomic<Int>(0)
}

/// A count that one thread keeps, read when that is over.
final class Tally: @unchecked Sendable {
  var count = 0
}

extension SeededGenerator {
  /// Lets the other thread go ahead now and then.
  mutating func sometimesYield() {
    if chance(2) { sched_yield() }
  }
}
