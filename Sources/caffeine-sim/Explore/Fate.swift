/// What may be true of one drink right now, given what was asked for and what was answered.
///
/// Between the question and its answer both are allowed: the drink with and without it.
struct Fate {
  /// Whether it may be missing: not yet recorded for certain, or perhaps removed.
  private(set) var mayBeMissing = true
  /// Whether it may be listed: recorded perhaps, and not removed for certain.
  private(set) var mayBeListed = false
  /// The doses (µg) that it may have.
  private(set) var doses: [UInt32] = []
  /// Whether it was removed for certain: nothing brings it back.
  private(set) var isRemoved = false

  mutating func recordBegins(_ dose: UInt32) {
    mayBeListed = true
    doses.append(dose)
  }

  mutating func recordEnds(_ dose: UInt32) {
    mayBeMissing = false
    doses = [dose]
  }

  mutating func editBegins(_ dose: UInt32) { doses.append(dose) }

  mutating func editEnds(_ dose: UInt32) { doses = [dose] }

  /// The power was cut: what the disk has of it, nil for nothing, is all that there is.
  ///
  /// A removal that was not kept is undone; without one, what the disk does not have is nowhere.
  mutating func restart(_ dose: UInt32?) {
    mayBeMissing = dose == nil
    mayBeListed = dose != nil
    doses = dose.map { [$0] } ?? []
    isRemoved = isRemoved && dose == nil
  }

  mutating func removalBegins() { mayBeMissing = true }

  mutating func removalEnds() {
    mayBeListed = false
    isRemoved = true
  }
}
