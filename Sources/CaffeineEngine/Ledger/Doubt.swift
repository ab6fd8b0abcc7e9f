/// For how long drinks of one kind, of unknown or of estimated dose, may still matter.
///
/// A drink may from its start until 25 · (absorption + elimination half-life) after its end. If a
/// profile change comes meanwhile, the longest span since its start holds: a shorter one would clear
/// the flag while milligrams are left. A drink out of doubt stays so, whatever profile comes.
struct Doubt {
  /// Seconds from the event's on, that one included, in which one may still matter (s); 0: none.
  var left: Int32
  /// From the event to the latest end of those drinks (s); 0 where none matters.
  var end: Int32

  /// Moves on by a number of seconds (s).
  @inline(__always)
  mutating func pass(_ elapsed: Int32) {
    let isOver = left <= elapsed
    left = isOver ? 0 : left &- elapsed
    end = isOver ? 0 : end &- elapsed
  }

  /// A drink starts; `lengthen` has to follow.
  @inline(__always)
  mutating func add(_ drink: UnsafePointer<Drink>) {
    let duration = Int32(bitPattern: drink.pointee.duration)
    if left == 0 { left = 1 }
    if end < duration { end = duration }
  }

  /// Drinks in doubt are so for at least this span after their end (s).
  @inline(__always)
  mutating func lengthen(to span: Int32) {
    let least = end &+ span &+ 1
    if left != 0, left < least { left = least }
  }

  /// Whether drinks could have brought it about.
  @inline(never)
  var isSound: Bool {
    guard left != 0 else { return end == 0 }
    return left > 0 && end <= Int32(bitPattern: Drink.longestDuration)
      && end >= left &- Rates.longestDoubtSpan &- 1
  }
}
