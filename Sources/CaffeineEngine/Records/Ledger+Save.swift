extension Ledger {
  /// Bytes that a saved copy of this ledger takes, as it is now.
  ///
  /// - Complexity: O(1).
  @inline(never)
  public var saveSize: Int {
    var size = RecordSize.head &+ RecordSize.state &+ RecordSize.end
    size = size &+ RecordSize.change &* Int(header.pointee.changeCount)
    size = size &+ RecordSize.removal &* Int(header.pointee.tombstoneCount)
    var day = foldedDays
    let end = day + Int(FoldedDay.capacity)
    while day < end {
      if day.pointee.drinks != 0 { size = size &+ RecordSize.day }
      day += 1
    }
    return size &+ RecordSize.drink &* count
  }

  /// Writes the ledger down: the drinks, and all that their amounts and totals need.
  ///
  /// Not written: the configuration but for the wearer, and the lock.
  /// - Parameters:
  ///   - bytes: Room for `saveSize` bytes, aligned in any way.
  ///   - size: How large it is (bytes).
  /// - Returns: Bytes written. The same state gives the same bytes, on every machine.
  /// - Throws: `memory` if the room is too small; then nothing is written.
  /// - Complexity: O(`count`): about 45 steps a byte.
  public func save(
    to bytes: UnsafeMutableRawPointer, size: Int
  ) throws(CaffeineError) -> Int {
    let needed = saveSize
    guard size >= needed else { throw .memory }
    write(to: bytes)
    return needed
  }

  /// See `save(to:size:)`; there must be room.
  @inline(never)
  package func write(to bytes: UnsafeMutableRawPointer) {
    var writer = RecordWriter(bytes)
    var head = SavedHead(
      magic: SavedHead.magic, size: UInt32(truncatingIfNeeded: saveSize),
      reserved: 0, wearer: header.pointee.configuration.wearer)
    writer.put(.head, &head, MemoryLayout<SavedHead>.size)
    var state = SavedState()
    copyFront(&state, isSaving: true)
    state.idCounter = header.pointee.idCounter
    state.begun = header.pointee.begun
    writer.put(.state, &state, MemoryLayout<SavedState>.size)
    writer.put(
      .change, changes, MemoryLayout<ProfileChange>.stride, header.pointee.changeCount)
    writer.put(
      .removal, tombstones, MemoryLayout<Tombstone>.stride, header.pointee.tombstoneCount)
    var day = foldedDays
    let end = day + Int(FoldedDay.capacity)
    while day < end {
      if day.pointee.drinks != 0 { writer.put(.day, day, MemoryLayout<FoldedDay>.size) }
      day += 1
    }
    var index: Int32 = 0
    while index < header.pointee.count {
      writer.put(drink(index))
      index &+= 1
    }
    var chain = writer.chain
    writer.put(.end, &chain, 4)
  }
}

/// The sizes of records (bytes).
enum RecordSize {
  static var head: Int { Record.overhead &+ MemoryLayout<SavedHead>.size }
  static var state: Int { Record.overhead &+ MemoryLayout<SavedState>.size }
  static var change: Int { Record.overhead &+ MemoryLayout<ProfileChange>.stride }
  static var removal: Int { Record.overhead &+ MemoryLayout<Tombstone>.stride }
  static var day: Int { Record.overhead &+ MemoryLayout<FoldedDay>.stride }
  static var drink: Int { Record.overhead &+ Drink.recordedSize }
  static var end: Int { Record.overhead &+ 4 }
}

/// The content of a saved ledger's first record.
struct SavedHead {
  /// "CAFE".
  static var magic: UInt32 { 0x4546_4143 }

  var magic: UInt32
  /// Of the whole saved ledger (bytes).
  var size: UInt32
  var reserved: UInt32
  var wearer: UInt32
}

/// The content of the record with the chain's beginning: the front but for what its half-lives make of
/// themselves, and what the ledger counts.
struct SavedState {
  var time: Int64 = 0
  var compartments = Compartments(gut: 0, body: 0, rate: 0)
  var pending: UInt64 = 0
  var profile = Profile(absorptionHalfLife: 0, eliminationHalfLife: 0)
  var unknown = Doubt(left: 0, end: 0)
  var estimated = Doubt(left: 0, end: 0)
  var idCounter: UInt64 = 0
  var begun: Int32 = 0
  var reserved: UInt32 = 0

  /// Where the profile lies (bytes): LayoutTests compares it.
  static var profileOffset: Int { 40 }
}

extension Ledger {
  /// Copies what a saved state and the front have in common, one way or the other.
  @inline(never)
  func copyFront(_ saved: UnsafeMutableRawPointer, isSaving: Bool) {
    let front = UnsafeMutableRawPointer(header) + Header.frontOffset
    let upper = ChainState.halfLivesOffset, size = MemoryLayout<ChainState>.size &- upper
    let savedUpper = saved + SavedState.profileOffset
    if isSaving {
      saved.copyMemory(from: front, byteCount: SavedState.profileOffset)
      savedUpper.copyMemory(from: front + upper, byteCount: size)
    } else {
      front.copyMemory(from: saved, byteCount: SavedState.profileOffset)
      (front + upper).copyMemory(from: savedUpper, byteCount: size)
    }
  }
}
