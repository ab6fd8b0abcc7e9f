// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

import CCaffeine
import CaffeineEngine

// How C reaches a ledger: the memory itself is the handle, the caller's lock brackets the call,
// and a status is the engine's own. Every function is a guard on `enter`, its one call, and `leave`.

/// Checks a handle and an answer, then takes the lock.
///
/// - Parameters:
///   - engine: The handle; null, misaligned or not an engine: ARGUMENT.
///   - answer: A structure that begins with its size, or, where there is none, the engine once more: it
///     begins with its mark, which is larger than any size.
///   - size: How large this version knows it (bytes).
///   - alignment: What its type needs (bytes).
/// - Returns: 0, then `leave` has to follow; or ARGUMENT or BUSY.
@inline(never)
func enter(
  _ engine: OpaquePointer?, _ answer: UnsafeRawPointer?, _ size: Int, _ alignment: Int
) -> Int32 {
  guard isWhole(answer, size, alignment), let engine else { return CaffeineError.argument.rawValue }
  let ledger = Ledger(at: UnsafeMutableRawPointer(engine))
  guard ledger.isReady else { return CaffeineError.argument.rawValue }
  let words = ledger.hostWords
  guard let lock = unsafeBitCast(words.0, to: Optional<Lock>.self) else { return CAFFEINE_OK }
  return lock(UnsafeMutableRawPointer(bitPattern: words.2)) == 0
    ? CAFFEINE_OK : CaffeineError.busy.rawValue
}

/// Gives the lock back.
///
/// - Returns: The status of the call.
@inline(never)
func leave(_ engine: OpaquePointer, _ status: Int32) -> Int32 {
  let words = Ledger(at: UnsafeMutableRawPointer(engine)).hostWords
  if let unlock = unsafeBitCast(words.1, to: Optional<Unlock>.self) {
    unlock(UnsafeMutableRawPointer(bitPattern: words.2))
  }
  return status
}

/// Whether a structure is there, aligned, and at least as large as this version knows it.
@inline(__always)
func isWhole(_ structure: UnsafeRawPointer?, _ size: Int, _ alignment: Int) -> Bool {
  guard let structure, UInt(bitPattern: structure) & UInt(bitPattern: alignment &- 1) == 0 else {
    return false
  }
  return structure.load(as: UInt32.self) >= UInt32(truncatingIfNeeded: size)
}

/// Whether a structure is whole in this sense.
@inline(__always)
func isWhole<T>(_ structure: UnsafePointer<T>?) -> Bool {
  isWhole(structure, MemoryLayout<T>.size, MemoryLayout<T>.alignment)
}

/// Runs a call between `enter` and `leave`, with a structure that the engine fills in place.
///
/// `Answer` is the engine's own type of the same layout as C's: LayoutTests compares every offset.
@inline(__always)
func call<Structure, Answer>(
  _ engine: OpaquePointer?, _ structure: UnsafeMutablePointer<Structure>?,
  _ body: (Ledger, UnsafeMutablePointer<Answer>) -> Status
) -> Int32 {
  let status = enter(
    engine, structure, MemoryLayout<Structure>.size, MemoryLayout<Structure>.alignment)
  guard status == 0 else { return status }
  // `enter` refused null pointers.
  let engine = engine.unsafelyUnwrapped
  let answer = UnsafeMutableRawPointer(structure.unsafelyUnwrapped)
    .assumingMemoryBound(to: Answer.self)
  return leave(engine, body(Ledger(at: UnsafeMutableRawPointer(engine)), answer).rawValue)
}

/// Runs a call without a structure, or with one that may be null.
@inline(__always)
func call(
  _ engine: OpaquePointer?, _ structure: UnsafeRawPointer? = nil, size: Int = 0,
  alignment: Int = 8, _ body: (Ledger) -> Int32
) -> Int32 {
  let status = enter(engine, structure ?? UnsafeRawPointer(engine), size, alignment)
  guard status == 0 else { return status }
  let engine = engine.unsafelyUnwrapped
  return leave(engine, body(Ledger(at: UnsafeMutableRawPointer(engine))))
}

private typealias Lock = @convention(c) (UnsafeMutableRawPointer?) -> Int32
private typealias Unlock = @convention(c) (UnsafeMutableRawPointer?) -> Void
