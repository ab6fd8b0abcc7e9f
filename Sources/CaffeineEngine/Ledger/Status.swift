/// What a call came to: done (0), a count or a change above it, or why it did nothing.
///
/// The numbers are C's. Within the engine they cost less than thrown errors: a call that may throw
/// takes eight to ten bytes more on a Cortex-M4 than one that returns a number, and a byte is as
/// much as one short instruction loads (`make size`).
package struct Status: Equatable, Sendable {
  private let code: Int8

  @inline(__always)
  package init(_ rawValue: Int32) {
    code = Int8(truncatingIfNeeded: rawValue)
  }

  @inline(__always)
  package init(_ error: CaffeineError) {
    self.init(error.rawValue)
  }

  /// The number as C is told it.
  @inline(__always)
  package var rawValue: Int32 { Int32(code) }

  /// Nothing was done.
  @inline(__always)
  package var isRefusal: Bool { code < 0 }

  /// Throws what a refusal says.
  func check() throws(CaffeineError) {
    if let error = CaffeineError(rawValue: rawValue) { throw error }
  }

  @inline(__always)
  static var done: Status { Status(0) }

  @inline(__always)
  static func refused(_ error: CaffeineError) -> Status { Status(error) }
}
