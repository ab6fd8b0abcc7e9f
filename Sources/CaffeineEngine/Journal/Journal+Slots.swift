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
  var free: UInt32 {
    let used = state.head &- state.base
    return geometry.blockCount &- 1
      &- (state.head >= state.base ? used : used &+ geometry.blockCount)
  }

  /// Blocks that stay free for a checkpoint of any ledger that is accepted: half of all.
  var reserve: UInt32 { geometry.blockCount &>> 1 }

  /// Reads a slot, twice if the device fails.
  @inline(never)
  func read(
    _ block: UInt32, _ slot: UInt32, into buffer: UnsafeMutablePointer<JournalSlot>
  ) -> SlotState {
    let size = JournalSlot.size
    if device.read(block, slot &<< 6, into: buffer, count: size) != .done,
      device.read(block, slot &<< 6, into: buffer, count: size) != .done
    {
      return .unreadable
    }
    if buffer.isBlank(geometry.erasedByte) { return .blank }
    return buffer.isWhole ? .valid : .damaged
  }

  /// Writes a slot at the head, which has a block with a free slot, or opens the next block.
  ///
  /// - Returns: Done, `device`, `busy` (an erase was put off) or `full` (no block is free).
  @inline(never)
  mutating func put(
    _ kind: UInt8, _ extra: UInt32, _ content: UnsafeRawPointer, _ size: Int
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
    _ kind: UInt8, _ extra: UInt32, _ content: UnsafeRawPointer, _ size: Int
  ) -> Bool {
    let slot = state.next
    state.next = slot &+ 1
    var pair = (JournalSlot(), JournalSlot())
    let block = state.head, sequence = state.sequence &+ 1, length = JournalSlot.size
    let flag = state.item.kind == 0 ? 0 : JournalSlot.ofCheckpoint
    let isWritten = withUnsafeMutablePointer(to: &pair) { pair in
      let buffer = UnsafeMutableRawPointer(pair).assumingMemoryBound(to: JournalSlot.self)
      buffer.pointee.header = JournalSlot.header(kind)
      copyBytes(to: buffer.content, from: content, size)
      buffer.pointee.sequence = sequence
      buffer.pointee.extra = extra | flag
      buffer.pointee.crc = checksum(0, buffer, Int(length) - 4)
      guard device.program(block, slot &<< 6, from: buffer, count: length) == .done,
        device.read(block, slot &<< 6, into: buffer + 1, count: length) == .done
      else { return false }
      return compareBytes(buffer, buffer + 1, 0, Int(length)) == 0
    }
    if isWritten {
      state.sequence = sequence
      if flag == 0 { state.kept = sequence }
    }
    return isWritten
  }

  /// What the journal is of.
  @inline(never)
  func header(base: UInt32, _ baseSequence: UInt32) -> JournalHeader {
    JournalHeader(
      magic: JournalHeader.magic, geometry: geometry.mark, previous: state.kept,
      wearer: state.wearer, erases: state.erases, stamp: state.marks.stamp,
      idCounterLow: state.marks.idCounter.low, idCounterHigh: state.marks.idCounter.high,
      profile: state.profile, base: base, baseSequence: baseSequence)
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
      let erased = erase(block)
      if erased == .notNow { return .refused(.busy) }
      if erased == .done {
        let head = (state.head, state.next)
        (state.head, state.next) = (block, 0)
        var header = header(base: state.base, state.baseSequence)
        let size = MemoryLayout<JournalHeader>.size
        if write(JournalSlot.Kind.block, JournalFormat.extra, &header, size) {
          return .done
        }
        (state.head, state.next) = head
      }
      status = .refused(.device)
      block = following(block)
      left &-= 1
    }
    return status
  }

  /// Erases a block, unless that was done ahead, and counts that.
  @inline(never)
  mutating func erase(_ block: UInt32) -> FlashResult {
    if state.isErasedAhead, block == following(state.head) {
      state.isErasedAhead = false
      return .done
    }
    let erases = erases(of: block) &+ 1
    let result = device.erase(block)
    if result == .done {
      state.erases = erases
      if state.wear < erases { state.wear = erases }
    }
    return result
  }

  /// How often a block was erased, as its header says, or else once less than the most worn one: in a ring
  /// it is that one's next.
  private func erases(of block: UInt32) -> UInt32 {
    var buffer = JournalSlot()
    return withUnsafeMutablePointer(to: &buffer) { buffer in
      guard read(block, 0, into: buffer) == .valid, buffer.pointee.kind == JournalSlot.Kind.block
      else { return state.wear == 0 ? 0 : state.wear &- 1 }
      return buffer.journalHeader.pointee.erases
    }
  }
}
