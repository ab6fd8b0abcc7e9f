/// What a call came to: done (0), a change or an order above it, or why it did nothing.
///
/// The numbers are C's; counts and positions do not fit and stay `Int32`. Within the engine this costs
/// less than a thrown error, eight to ten bytes a call on a Cortex-M4 (`make size`). A byte, since
/// each of its values fits a two-byte instruction, negative ones too.
package struct Status: Equatable, Sendable {
  private let code: Int8

  @inline(__always)
  init(_ rawValue: Int32) {
    code = Int8(truncatingIfNeeded: rawValue)
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
  package static var done: Status { Status(0) }

  @inline(__always)
  package static func refused(_ error: CaffeineError) -> Status { Status(error.rawValue) }
}
