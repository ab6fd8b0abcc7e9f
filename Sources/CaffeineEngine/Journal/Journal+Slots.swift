// Reading and writing slots. What is written is read back: a slot that does not read as it was
// written is left behind and never programmed again before its block is erased.

extension Journal {
  /// So many slots in a row may turn out bad before a call gives up.
  private static var patience: UInt32 { 4 }

  /// The block after another in the ring.
  @inline(__always)
  func following(_ block: UInt32) -> UInt32 {
    block &+ 1 == geometry.blockCount ? 0 : block &+ 1
  }

  /// How many blocks after the head are not needed.
  @inline(never)
  var free: UInt32 {
    mutating get {
      let used = state.head &- state.header.base
      return geometry.blockCount &- 1
        &- (state.head >= state.header.base ? used : used &+ geometry.blockCount)
    }
  }

  /// Blocks that stay free for a checkpoint of any ledger that is accepted: half of all.
  var reserve: UInt32 { geometry.blockCount &>> 1 }

  /// Reads a slot into `slot`, twice if the device fails.
  @inline(never)
  mutating func read(_ block: UInt32, _ index: UInt32) -> SlotState {
    let size = JournalSlot.size
    if device.read(block, index &<< 6, into: &slot, count: size) != .done,
      device.read(block, index &<< 6, into: &slot, count: size) != .done
    {
      return .unreadable
    }
    if JournalSlot.isBlank(&slot, geometry.erasedByte) { return .blank }
    return JournalSlot.isWhole(&slot) ? .valid : .damaged
  }

  /// Writes a slot at the head, which has a block with a free slot, or opens the next block.
  ///
  /// - Returns: Done, `device`, `busy` (an erase was put off) or `full` (no block is free).
  @inline(never)
  mutating func put(
    _ kind: UInt8, _ extra: UInt32, _ content: UnsafeRawPointer?, _ size: Int
  ) -> Status {
    var left = Journal.patience
    while left > 0 {
      if state.next == geometry.slots {
        // The log leaves the reserve alone; a checkpoint is what that is for.
        guard state.item.kind != 0 || free > reserve else { return .refused(.full) }
        let status = open()
        if status.isRefusal { return status }
      }
      if write(kind, extra, content, size) { return .done }
      left &-= 1
    }
    return .refused(.device)
  }

  /// Programs the next slot of the head's block and reads it back.
  ///
  /// - Returns: Whether it is there. If not, the slot is left behind, and what comes next has the
  ///   same sequence.
  @inline(never)
  private mutating func write(
    _ kind: UInt8, _ extra: UInt32, _ content: UnsafeRawPointer?, _ size: Int
  ) -> Bool {
    let index = state.next
    state.next = index &+ 1
    slot = JournalSlot()
    slot.header = JournalSlot.header(kind)
    if let content {
      copyBytes(to: &slot.content, from: content, size)
    } else {
      slot.content = state.header
      slot.content.stamp = state.marks.stamp
      slot.content.idCounterLow = state.marks.idCounter.low
      slot.content.idCounterHigh = state.marks.idCounter.high
      if kind == JournalSlot.Kind.end {
        (slot.content.base, slot.content.baseSequence) = (state.begun, state.begunSequence)
      }
    }
    slot.sequence = state.sequence &+ 1
    slot.extra = state.item.kind == 0 ? extra : extra | JournalSlot.ofCheckpoint
    let crc = checksum(0, &slot, Int(JournalSlot.size) - 4)
    slot.crc = crc
    guard
      device.program(state.head, index &<< 6, from: &slot, count: JournalSlot.size) == .done,
      read(state.head, index) == .valid, slot.crc == crc
    else { return false }
    state.sequence = slot.sequence
    if state.item.kind == 0 { state.header.previous = slot.sequence }
    return true
  }

  /// Erases the block after the head and makes it the head, or the next one where it is bad.
  @inline(never)
  mutating func open() -> Status {
    // A block does not come before the slots before it.
    var status = settle(nil)
    if status.isRefusal { return status }
    status = .refused(.full)
    var block = following(state.head)
    var left = free
    while left > 0 {
      status = erase(block)
      if status == .refused(.busy) { return status }
      if !status.isRefusal {
        let head = (state.head, state.next)
        (state.head, state.next) = (block, 0)
        if write(JournalSlot.Kind.block, JournalFormat.extra, nil, 0) { return .done }
        (state.head, state.next) = head
        status = .refused(.device)
      }
      block = following(block)
      left &-= 1
    }
    return status
  }

  /// Erases a block, unless that was done ahead, and counts that.
  @inline(never)
  mutating func erase(_ block: UInt32) -> Status {
    if state.isErasedAhead, block == following(state.head) {
      state.isErasedAhead = false
      return .done
    }
    // As its header says, or else once less than the most worn one: in a ring it is that one's next.
    var erases = state.wear == 0 ? 1 : state.wear
    if read(block, 0) == .valid, slot.kind == JournalSlot.Kind.block {
      erases = slot.content.erases &+ 1
    }
    let result = device.erase(block)
    if result == .notNow { return .refused(.busy) }
    // What an erase leaves of older slots would be taken for this journal's.
    guard result == .done, isBlank(block) else { return .refused(.device) }
    state.header.erases = erases
    if state.wear < erases { state.wear = erases }
    return .done
  }
}
