import Testing

/// A generator that gives the same numbers for the same seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A number from the range, ends included.
  mutating func pick<T: FixedWidthInteger>(_ range: ClosedRange<T>) -> T {
    T.random(in: range, using: &self)
  }

  mutating func chance(_ percent: Int) -> Bool { pick(1...100) <= percent }

  /// One of several values.
  mutating func one<T>(of values: [T]) -> T { values[pick(0...values.count - 1)] }
}

/// Records an issue with the seed where a condition fails; cheaper than `#expect` in a long loop.
///
/// - Returns: The condition, so that a loop can stop at its first failure.
@discardableResult
func holds(
  _ condition: Bool, seed: UInt64, _ text: @autoclosure () -> String = "",
  sourceLocation: SourceLocation = #_sourceLocation
) -> Bool {
  if !condition {
    Issue.record("seed \(seed): \(text())", sourceLocation: sourceLocation)
  }
  return condition
}
