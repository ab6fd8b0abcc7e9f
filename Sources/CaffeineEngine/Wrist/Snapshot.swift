import Synchronization

/// Up to 60 bytes that their owner publishes and another core reads, whole or not at all.
///
/// A sequence lock in memory of the caller's, of which zero bytes are one that was never published.
/// The sequence is odd while the words are written, and different after that:
/// ```
/// owner:   sequence odd | words        | sequence even
/// reader:  sequence     | words copied | sequence once more: even and the same, or all over again
/// ```
/// Each bar is a fence (`dmb` on Cortex-M). The owner never waits for a reader. A reader that is
/// held up for exactly 2^31 - 1 publications, years on a watch, would not notice.
/// - Isolation: `publish` from one context, the engine's owner; `read` from any, also an interrupt.
package struct Snapshot: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer

  /// Bytes that are published at most.
  package static var capacity: Int { 60 }

  /// Bytes that a snapshot takes.
  package static var byteCount: Int { 64 }

  /// How often a reader tries, so that it is soon through in an interrupt that stopped the owner.
  ///
  /// A try that meets an odd sequence takes eight instructions, so all of them outlast a write on
  /// the other core: some 100 instructions, 300 with a `memcpy` that goes byte by byte.
  static var tries: UInt32 { 64 }

  /// A copy on its way: 60 bytes on the stack.
  typealias Words = InlineArray<15, UInt32>

  /// A view of a snapshot.
  ///
  /// - Parameter memory: `byteCount` bytes aligned to 4, unchecked.
  @inline(__always)
  package init(at memory: UnsafeMutableRawPointer) {
    self.memory = memory
  }

  /// Publishes bytes; what they leave of the 60 is zero.
  ///
  /// - Parameter count: How many, 0 to 60.
  /// - Returns: 0; or RANGE, then nothing is written.
  /// - Complexity: O(1): two fences, 17 stores, no lock, no allocation.
  @inline(__always)
  package func publish(_ bytes: UnsafeRawPointer, count: Int) -> Status {
    publish(bytes, count: count, midway: {})
  }

  /// Copies the bytes last published.
  ///
  /// - Parameter count: How many, 0 to 60.
  /// - Returns: 0; or RANGE, NEVER (not published yet) or BUSY (every try met a publication), then
  ///   `bytes` are as they were.
  /// - Complexity: O(1): at most 64 tries; one is enough unless a publication runs meanwhile.
  @inline(__always)
  package func read(into bytes: UnsafeMutableRawPointer, count: Int) -> Status {
    read(into: bytes, count: count, midway: {})
  }
}

// MARK: - The same, stopped halfway: tests get between the halves, else it is inlined away

extension Snapshot {
  /// Publishes, and calls `midway` when half of the words are stored.
  @inline(__always)
  func publish(_ bytes: UnsafeRawPointer, count: Int, midway: () -> Void) -> Status {
    guard Snapshot.fits(count) else { return .refused(.range) }
    var words = Words(repeating: 0)
    withUnsafeMutableBytes(of: &words) { $0.baseAddress?.copyMemory(from: bytes, byteCount: count) }
    // Odd already if the owner was reset within a publication and the memory kept.
    let writing = sequence.load() | 1
    sequence.store(writing)
    atomicMemoryFence(ordering: .releasing)
    store(&words, midway: midway)
    // 0 is kept for a snapshot that was never published.
    sequence.storeReleasing(writing == .max ? 2 : writing &+ 1)
    return .done
  }

  /// Reads, and calls `midway` in every try when half of the words are loaded.
  @inline(__always)
  func read(into bytes: UnsafeMutableRawPointer, count: Int, midway: () -> Void) -> Status {
    guard Snapshot.fits(count) else { return .refused(.range) }
    var words = Words(repeating: 0)
    var left = Snapshot.tries
    while left != 0 {
      let before = sequence.loadAcquiring()
      guard before != 0 else { return .refused(.never) }
      if before & 1 == 0 {
        load(&words, midway: midway)
        atomicMemoryFence(ordering: .acquiring)
        if sequence.load() == before {
          bytes.copyMemory(from: &words, byteCount: count)
          return .done
        }
      }
      left &-= 1
    }
    return .refused(.busy)
  }

  /// Loads all words, whatever is being written meanwhile.
  @inline(__always)
  func load(_ words: UnsafeMutableRawPointer, midway: () -> Void) {
    eachWord(midway) { words.storeBytes(of: $0.load(), toByteOffset: $1, as: UInt32.self) }
  }

  @inline(__always)
  private func store(_ words: UnsafeRawPointer, midway: () -> Void) {
    eachWord(midway) { $0.store(words.load(fromByteOffset: $1, as: UInt32.self)) }
  }

  /// Calls `body` with each word and its offset among them (bytes).
  ///
  /// By addresses: a loop that counts would be unrolled, to four times the code.
  @inline(__always)
  private func eachWord(_ midway: () -> Void, _ body: (SharedWord, Int) -> Void) {
    let first = memory + 4
    let half = first + Snapshot.capacity / 2 / 4 * 4
    let end = first + Snapshot.capacity
    var address = first
    while address != end {
      if address == half { midway() }
      body(SharedWord(at: address), address - first)
      address += 4
    }
  }

  @inline(__always)
  private static func fits(_ count: Int) -> Bool {
    UInt(bitPattern: count) <= UInt(bitPattern: capacity)
  }
}

// MARK: - Where things lie: as in C's caffeine_snapshot (SnapshotTests)

extension Snapshot {
  /// 0: never published; odd: being written; modulo 2^32.
  @inline(__always)
  private var sequence: SharedWord { SharedWord(at: memory) }
}
