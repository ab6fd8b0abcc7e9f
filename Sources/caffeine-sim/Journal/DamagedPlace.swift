import CaffeineEngine

/// Slots of a journal, one after another in a block, with which the same is wrong.
struct DamagedPlace: Equatable {
  enum Fault {
    /// Not as it was written.
    case changed
    /// The device failed to read it.
    case unreadable
    /// As erased, though something was written there.
    case erased
    /// The last write, which may never have been acknowledged.
    case last
  }

  let block: UInt32
  /// Of the block.
  private(set) var bytes: Range<UInt32>
  let fault: Fault

  init(block: UInt32, offset: UInt32, _ fault: Fault) {
    self.block = block
    bytes = offset..<offset + JournalSlot.size
    self.fault = fault
  }

  init(_ damage: JournalDamage) {
    self.init(
      block: damage.block, offset: damage.offset,
      damage.isLast ? .last : damage.isUnreadable ? .unreadable : .changed)
  }

  /// Puts neighbours together.
  static func joined(_ places: [DamagedPlace]) -> [DamagedPlace] {
    var joined: [DamagedPlace] = []
    for place in places {
      if let last = joined.last, last.block == place.block, last.fault == place.fault,
        last.bytes.upperBound == place.bytes.lowerBound
      {
        joined[joined.count - 1].bytes = last.bytes.lowerBound..<place.bytes.upperBound
      } else {
        joined.append(place)
      }
    }
    return joined
  }

  /// Where it is: `block 2, byte 448`, or `block 2, bytes 448 to 575` of several slots.
  var name: String {
    bytes.count == Int(JournalSlot.size)
      ? "block \(block), byte \(bytes.lowerBound)"
      : "block \(block), bytes \(bytes.lowerBound) to \(bytes.upperBound - 1)"
  }

  var text: String {
    switch fault {
    case .changed: "\(name): not as written"
    case .unreadable: "\(name): cannot be read"
    case .erased: "\(name): erased since it was written"
    case .last: "\(name): the last write, cut short and never acknowledged, or damaged since"
    }
  }
}
