extension Journal {
  /// Erases the whole device and begins an empty journal. What was on it is lost.
  ///
  /// A power cut meanwhile leaves a device that is to be formatted again. One that held no journal is
  /// `unavailable` still. A former journal is as it was, or cannot be mounted, or tells that slots are
  /// missing. The journal is not mounted yet.
  /// - Parameter wearer: Whose drinks it will hold (`Configuration.wearer`).
  /// - Throws: `range` (no such geometry), `memory` (too small for any ledger), `device` or `busy` (an
  ///   erase was put off: call it again).
  /// - Complexity: An erase for each block, a read of all of it, two slots.
  public mutating func format(wearer: UInt32 = 0) throws(CaffeineError) {
    try begin(wearer: wearer).check()
  }

  /// See `format(wearer:)`.
  @inline(never)
  package mutating func begin(wearer: UInt32) -> Status {
    guard geometry.isValid else { return .refused(.range) }
    guard Ledger.blocksNeeded(for: 1, geometry) <= reserve else { return .refused(.memory) }
    // What is older goes first, or a power cut could leave it without what came after.
    var report = JournalReport()
    _ = scan(&report, into: nil)
    var block = state.head
    reset()
    state.header.wearer = wearer
    var left = geometry.blockCount
    var status = Status.done
    while left > 0, !status.isRefusal {
      block = following(block)
      status = erase(block)
      if !status.isRefusal { status = settle(nil) }
      left &-= 1
    }
    if status.isRefusal { return status }
    // The first block follows the last one.
    state.head = geometry.blockCount &- 1
    state.header.base = state.head
    state.isErasedAhead = true
    status = begin()
    return status.isRefusal ? status : complete(nil)
  }

  /// Erases all drinks, from the ledger and from the device.
  ///
  /// The ledger is empty in any case, as after `Ledger.eraseAll`. A power cut leaves the journal as it was
  /// or empty; once it is empty, `compactStep` goes on erasing where this broke off.
  /// - Throws: `argument` (not mounted), `version`: then nothing was done; `device`, `busy` (an erase was
  ///   put off) or `full` (too many bad blocks): call it again.
  /// - Complexity: A checkpoint of an empty ledger, and an erase for each block but its own.
  public mutating func wipe(_ ledger: Ledger) throws(CaffeineError) {
    try erase(ledger).check()
  }

  /// See `wipe(_:)`.
  @inline(never)
  package mutating func erase(_ ledger: Ledger) -> Status {
    guard state.isMounted else { return .refused(.argument) }
    guard !state.isReadOnly else { return .refused(.version) }
    ledger.eraseAll()
    state.isWiping = true
    let status = writeCheckpoint(of: ledger)
    if status.isRefusal { return status }
    while state.isWiping {
      let more = wipeStep()
      if more < 0 { return Status(more) }
    }
    return .done
  }

  /// Erases the next block that holds anything of before the wipe.
  ///
  /// One that no longer erases is left behind, and that is told once. It may lie between blocks of the new
  /// checkpoint, too.
  /// - Returns: 1: there may be more, 0: there is not, or a refusal.
  @inline(never)
  mutating func wipeStep() -> Int32 {
    var status: Int32 = 0
    var isFree = true
    var block = following(state.head)
    while block != state.head {
      if block == state.header.base { isFree = false }
      let found = content(of: block, isFree: isFree)
      if found == .unreadable { status = CaffeineError.device.rawValue }
      if found == .damaged {
        let erased = erase(block)
        if erased == .refused(.busy) { return erased.rawValue }
        if !erased.isRefusal { return 1 }
        status = erased.rawValue
      }
      block = following(block)
    }
    // Later calls have other work; a wipe or a restart tries again.
    state.isWiping = false
    return status
  }

  /// What a block holds: nothing, something that mounting reads, only what it passes over (`damaged`), or
  /// what cannot be told just now.
  private mutating func content(of block: UInt32, isFree: Bool) -> SlotState {
    var content = SlotState.blank, isRead = !isFree
    var index: UInt32 = 0
    while index < geometry.slots {
      let found = read(block, index)
      if found != .blank {
        content = .damaged
      } else if index == 0 {
        isRead = false
      }
      if isRead {
        if found == .unreadable { return found }
        if found == .valid, Int32(bitPattern: slot.sequence &- state.header.baseSequence) >= 0 {
          return found
        }
      }
      index &+= 1
    }
    return content
  }

  /// Whether every byte of a block is as erased.
  @inline(never)
  mutating func isBlank(_ block: UInt32) -> Bool {
    var index: UInt32 = 0
    while index < geometry.slots {
      if read(block, index) != .blank { return false }
      index &+= 1
    }
    return true
  }

  /// Reads a journal without a ledger: how it is, and how worn.
  ///
  /// - Throws: As `mount`, but for the wearer.
  public mutating func inspect() throws(CaffeineError) -> JournalReport {
    var report = JournalReport()
    try inspect(&report).check()
    return report
  }

  /// See `inspect()`.
  package mutating func inspect(_ report: inout JournalReport) -> Status {
    scan(&report, into: nil)
  }
}
