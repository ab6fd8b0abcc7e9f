// A checkpoint writes all that is alive anew, from a fresh block on. Until its last slot is kept the
// blocks before it stay as they are; slots that were written for nothing do no harm.

extension Journal {
  /// Does a piece of the work that appending would have to do at once: erases the next block, or writes a
  /// slot of a checkpoint.
  ///
  /// Call it while the device is idle. A change of the ledger in between ends a checkpoint under way,
  /// whose slots are then wasted; it begins only where there is room for that.
  /// - Returns: Whether there is more to do now.
  /// - Throws: `device`, `busy` (the erase was put off) or `argument` (not mounted).
  /// - Complexity: One erase and a read of that block, or one slot and a sync.
  public mutating func compactStep(_ ledger: Ledger) throws(CaffeineError) -> Bool {
    let more = stepAhead(ledger)
    try Status(more < 0 ? more : 0).check()
    return more > 0
  }

  /// See `compactStep(_:)`.
  ///
  /// - Returns: 1: there is more to do, 0: there is not, or a refusal.
  @inline(never)
  package mutating func stepAhead(_ ledger: Ledger) -> Int32 {
    guard state.isMounted else { return CaffeineError.argument.rawValue }
    var marks = ledger.marks
    if state.isReadOnly || !marks.isEqual(&state.marks) { return 0 }
    if state.isWiping { return wipeStep() }
    var status = Status.done
    if state.item.kind != 0 {
      status = step(ledger)
    } else if geometry.slots &- state.next <= geometry.slots &>> 2, !state.isErasedAhead, free > 0 {
      status = erase(following(state.head))
      state.isErasedAhead = !status.isRefusal
    } else {
      let needed = ledger.blocksNeeded(geometry), spare = reserve &+ needed
      // The log has gone on since the checkpoint before, or this would never end.
      let hasLog = geometry.blockCount &- free > needed
      if !hasLog || free < spare || free > spare &+ 1 || state.next < geometry.slots &>> 1 {
        return 0
      }
      status = begin()
    }
    return status.isRefusal ? status.rawValue : 1
  }

  /// Writes a checkpoint at once.
  @inline(never)
  mutating func writeCheckpoint(of ledger: Ledger) -> Status {
    state.header.profile = ledger.header.pointee.front.rates.profile
    var status = begin()
    while !status.isRefusal, state.item.kind != 0 { status = step(ledger) }
    return status
  }

  /// Opens a block for a checkpoint.
  @inline(never)
  mutating func begin() -> Status {
    state.item = JournalItem(kind: RecordKind.state.rawValue, index: 0)
    let status = open()
    state.begun = state.head
    state.begunSequence = state.sequence
    if status.isRefusal { state.item.kind = 0 }
    return status
  }

  /// Writes a checkpoint's next slot. After the last one there is no checkpoint under way.
  @inline(never)
  mutating func step(_ ledger: Ledger) -> Status {
    let item = state.item
    if item.kind == RecordKind.end.rawValue { return complete(ledger) }
    if item.index == ledger.itemCount(of: item.kind) {
      state.item = JournalItem(kind: item.kind &+ 1, index: 0)
      return .done
    }
    let status = put(item, of: ledger)
    state.item.index &+= 1
    if status.isRefusal { abandon() }
    return status
  }

  /// Writes a checkpoint's last slots: the blocks before it come free.
  @inline(never)
  mutating func complete(_ ledger: Ledger?) -> Status {
    // The last slot says that all before it is there.
    var status = settle(nil)
    let extra = JournalFormat.extra | (state.isWiping ? JournalHeader.wipes : 0)
    if !status.isRefusal { status = put(JournalSlot.Kind.end, extra, nil, 0) }
    if status.isRefusal {
      abandon()
      return status
    }
    // One is enough, should the other fail.
    _ = put(JournalSlot.Kind.end, extra, nil, 0)
    state.item.kind = 0
    state.header.previous = state.sequence
    (state.header.base, state.header.baseSequence) = (state.begun, state.begunSequence)
    return settle(ledger)
  }

  /// Ends a checkpoint that failed: its blocks are free again.
  private mutating func abandon() {
    state.head = (state.begun == 0 ? geometry.blockCount : state.begun) &- 1
    state.next = geometry.slots
    state.isErasedAhead = false
    state.item.kind = 0
  }

  /// Writes an item of a ledger down.
  ///
  /// Parts and entries are numbered; of a drink the number is 1 where its id is the last one assigned.
  /// A part is written twice, as more than one drink rests on it.
  @inline(never)
  mutating func put(_ item: JournalItem, of ledger: Ledger) -> Status {
    let (place, size) = ledger.place(of: item)
    var extra = UInt32(bitPattern: item.index)
    if item.kind == RecordKind.drink.rawValue { extra = ledger.isAssigned(item.index) ? 1 : 0 }
    if item.kind <= RecordKind.days.rawValue {
      let status = put(item.kind, extra, place, size)
      if status.isRefusal { return status }
    }
    return put(item.kind, extra, place, size)
  }
}

/// One thing of a ledger that fills a slot: a part of its state or of its folded days, or a whole record of
/// another kind.
struct JournalItem {
  var kind: UInt8
  var index: Int32
}

extension Ledger {
  /// How many items of a kind there are.
  @inline(never)
  func itemCount(of kind: UInt8) -> Int32 {
    let section = section(kind)
    if let count = section.count { return count.pointee }
    var parts: Int32 = 0
    var left = Int32(truncatingIfNeeded: section.size) &* section.most
    while left > 0 {
      left &-= Int32(truncatingIfNeeded: JournalSlot.contentSize)
      parts &+= 1
    }
    return parts
  }

  /// Where an item lies, and its size (bytes).
  @inline(never)
  func place(of item: JournalItem) -> (UnsafeMutableRawPointer, Int) {
    let section = section(item.kind)
    let isPart = section.count == nil
    let offset = Int(item.index) &* (isPart ? JournalSlot.contentSize : section.size)
    let left = section.size &- offset
    let size =
      !isPart ? section.size : left < JournalSlot.contentSize ? left : JournalSlot.contentSize
    return (section.start + offset, size)
  }

  /// How many blocks a checkpoint may take, whatever is removed.
  func blocksNeeded(_ geometry: FlashGeometry) -> UInt32 {
    Ledger.blocksNeeded(for: header.pointee.count &+ header.pointee.aliasCount, geometry)
  }

  /// Slots that a checkpoint may take beside drinks and aliases: three parts of the state and five of the
  /// folded days, twice each, changes, removals, and the last two.
  static var slotsBesideEntries: Int32 { 18 &+ ProfileChange.capacity &+ Tombstone.capacity }

  /// How many blocks a checkpoint of so many drinks and aliases may take.
  @inline(never)
  static func blocksNeeded(for entries: Int32, _ geometry: FlashGeometry) -> UInt32 {
    var left = entries &+ slotsBesideEntries
    var blocks: UInt32 = 0
    while left > 0 {
      left &-= Int32(bitPattern: geometry.slots) &- 1
      blocks &+= 1
    }
    return blocks
  }

  /// Whether the slots of what changed say all that changed.
  ///
  /// What was lost since must have been kept; and reading a drink's slot folds as recording it did, but
  /// of several changes the order in which they were made is not known.
  func isLogged(from old: JournalMarks, to new: JournalMarks) -> Bool {
    new.others == old.others && (new.lost == old.lost || new.lost <= old.stamp | 7)
      && (new.folded == old.folded || new.stamp == old.stamp &+ 8)
  }

  /// The stamp of a drink or a removal.
  func stamp(of item: JournalItem) -> UInt32 { place(of: item).0.load(as: UInt32.self) }

  /// Whether a drink bears the last id that was assigned.
  func isAssigned(_ index: Int32) -> Bool {
    let id = drink(index).pointee.id
    return id.low == header.pointee.idCounter && id.high == header.pointee.configuration.deviceID
  }
}
