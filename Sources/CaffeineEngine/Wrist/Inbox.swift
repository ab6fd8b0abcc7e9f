/// Button presses on their way from an interrupt to the owner of the engine.
///
/// A ring of eight in memory of the caller's, of which zero bytes are an empty one. Two counters
/// only ever grow and wrap; each has one writer, so loads and stores are enough.
/// ```
/// interrupt: post  ->  [tail] press, press, press [head]  ->  owner: peek, record it, drop
/// ```
/// A press stays until it is dropped: one that could not be recorded is not lost. The counters are
/// data like any other: whatever they hold, no access leaves the ring.
/// - Isolation: `post` from one interrupt, or from several that do not interrupt each other;
///   `peek` and `drop` from the engine's owner, also meanwhile and on another core.
package struct Inbox: @unchecked Sendable {
  private let memory: UnsafeMutableRawPointer

  /// How many presses wait at most.
  package static var capacity: UInt32 { 8 }

  /// Bytes that an inbox takes.
  package static var byteCount: Int { 72 }

  /// A view of an inbox.
  ///
  /// - Parameter memory: `byteCount` bytes aligned to 4, unchecked.
  @inline(__always)
  package init(at memory: UnsafeMutableRawPointer) {
    self.memory = memory
  }

  /// A press of a button.
  package struct Press: Equatable, Sendable {
    /// When it was pressed (s since the device started).
    package var uptime: UInt32
    /// The preset that the button stands for.
    package var preset: UInt8

    package init(preset: UInt8, uptime: UInt32) {
      self.uptime = uptime
      self.preset = preset
    }
  }
}

// MARK: - The interrupt

extension Inbox {
  /// Adds a press.
  ///
  /// - Returns: 0; or FULL, then those that wait are as they were.
  /// - Complexity: O(1): no loop, no lock.
  @inline(__always)
  package func post(_ press: Press) -> Status {
    let posted = head.load()
    // Acquired, so that the owner has read the place before it is written again.
    let taken = tail.loadAcquiring()
    guard posted &- taken < Inbox.capacity else { return .refused(.full) }
    place(posted).pointee = press
    head.storeReleasing(posted &+ 1)
    return .done
  }
}

// MARK: - The owner

extension Inbox {
  /// Copies the press that has waited longest, and leaves it there.
  ///
  /// - Returns: How many wait, 0 to 8, and with 0 nothing is copied; or CORRUPT where the counters
  ///   are none of an inbox, until `drop`.
  /// - Complexity: O(1), no lock.
  @inline(__always)
  package func peek(into press: UnsafeMutablePointer<Press>) -> Status {
    let taken = tail.load()
    let waiting = head.loadAcquiring() &- taken
    guard waiting <= Inbox.capacity else { return .refused(.corrupt) }
    if waiting != 0 { press.pointee = place(taken).pointee }
    return Status(Int32(bitPattern: waiting))
  }

  /// Gives up the press that has waited longest; does nothing if none waits.
  ///
  /// Where the counters are none of an inbox, it empties the inbox.
  /// - Complexity: O(1), no lock.
  @inline(__always)
  package func drop() {
    let taken = tail.load()
    let posted = head.load()
    let isOrdinary = posted &- taken &- 1 < Inbox.capacity
    tail.storeReleasing(isOrdinary ? taken &+ 1 : posted)
  }
}

// MARK: - Where things lie: as in C's caffeine_inbox (InboxTests)

extension Inbox {
  /// Presses posted so far, modulo 2^32; written by `post` alone.
  @inline(__always)
  private var head: SharedWord { SharedWord(at: memory) }

  /// Presses dropped so far, modulo 2^32; written by `drop` alone.
  @inline(__always)
  private var tail: SharedWord { SharedWord(at: memory + 4) }

  /// The place of a press by its number: eight divides 2^32, so wrapping skips none.
  @inline(__always)
  private func place(_ number: UInt32) -> UnsafeMutablePointer<Press> {
    let index = Int(truncatingIfNeeded: number & (Inbox.capacity &- 1))
    return (memory + 8 + 8 &* index).assumingMemoryBound(to: Press.self)
  }
}
