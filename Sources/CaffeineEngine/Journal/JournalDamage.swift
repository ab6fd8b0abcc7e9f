/// A slot of a journal that cannot be read as it was written.
@frozen
public struct JournalDamage: Equatable, Sendable {
  /// The block in which it is.
  public var block: UInt32
  /// Where in the block it begins (bytes).
  public var offset: UInt32
  /// The device failed to read it.
  public var isUnreadable: Bool
  /// Nothing whole was written after it: torn by a power cut, and never acknowledged, or the last
  /// thing that was kept, damaged since.
  public var isLast: Bool
}

extension Journal {
  /// Whether every byte of the device is as erased: it can be formatted without loss.
  ///
  /// - Complexity: A read of all of it.
  public var isErased: Bool {
    var journal = self
    var block: UInt32 = 0
    while block < geometry.blockCount {
      if !journal.isBlank(block) { return false }
      block &+= 1
    }
    return true
  }

  /// Reads a journal without a ledger, and tells each slot that is damaged, in the order of writing.
  ///
  /// - Parameter tell: Called for each slot that `JournalReport.damaged` counts for its bytes.
  /// - Throws: As `inspect()`; nothing was told then.
  /// - Complexity: As `mount(_:)`, and each slot once more.
  public mutating func inspect(
    _ tell: (JournalDamage) -> Void
  ) throws(CaffeineError) -> JournalReport {
    let report = try inspect()
    var sequence = state.header.baseSequence &- 1
    var block = state.header.base
    var left = geometry.blockCount
    while left > 0 {
      tellDamage(in: block, &sequence, tell)
      block = following(block)
      left &-= 1
    }
    return report
  }

  /// Goes through a block's slots as mounting does.
  ///
  /// - Parameter sequence: That of the last slot that was whole.
  private mutating func tellDamage(
    in block: UInt32, _ sequence: inout UInt32, _ tell: (JournalDamage) -> Void
  ) {
    var index: UInt32 = 0
    while index < geometry.slots {
      let found = read(block, index)
      let step = Int32(bitPattern: slot.sequence &- sequence)
      if index == 0, found == .blank || found == .valid && step < 0 { return }
      if found == .valid, step >= 0 {
        sequence = slot.sequence
      } else if found == .damaged || found == .unreadable {
        tell(
          JournalDamage(
            block: block, offset: index &<< 6, isUnreadable: found == .unreadable,
            isLast: sequence == state.sequence))
      }
      index &+= 1
    }
  }
}
