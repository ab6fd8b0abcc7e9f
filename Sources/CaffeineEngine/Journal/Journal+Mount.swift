extension Journal {
  /// Reads the journal into an empty ledger, as it was kept.
  ///
  /// - Parameter ledger: As it was set up: its capacity may be another one than that of the ledger
  ///   that was kept, as long as what is kept fits.
  /// - Returns: What was found.
  /// - Throws: `argument` (the ledger is not empty), `range` (no such geometry), `unavailable` (no journal
  ///   is there), `geometry` (it was formatted for another one), `version` (by a later major version),
  ///   `wearer`, `full`, `corrupt` or `device`; the ledger is as it was, and nothing was written.
  /// - Complexity: Two reads of each block's header, eight bytes of each slot, and each slot that is
  ///   needed once; twice what fails. O(`count`) for each slot.
  @discardableResult
  public mutating func mount(_ ledger: Ledger) throws(CaffeineError) -> JournalReport {
    var report = JournalReport()
    try mount(ledger, &report).check()
    return report
  }

  /// See `mount(_:)`.
  @inline(never)
  package mutating func mount(_ ledger: Ledger, _ report: inout JournalReport) -> Status {
    guard ledger.isEmpty else { return .refused(.argument) }
    var status = find(&report)
    if status.isRefusal { return status }
    guard state.wearer == ledger.header.pointee.configuration.wearer else {
      return .refused(.wearer)
    }
    status = walk(&report, into: ledger)
    if !status.isRefusal { status = ledger.finishReplay() }
    if status.isRefusal {
      ledger.clear()
      return status
    }
    state.isReadOnly = report.unknown > 0
    state.marks = ledger.marks
    state.isMounted = true
    return .done
  }

  /// Looks for the newest whole checkpoint: reads the headers, and the last slots of checkpoints.
  @inline(never)
  mutating func find(_ report: inout JournalReport) -> Status {
    reset()
    guard geometry.isValid else { return .refused(.range) }
    var slot = JournalSlot()
    return withUnsafeMutablePointer(to: &slot) { search($0, &report) }
  }

  private mutating func search(
    _ slot: UnsafeMutablePointer<JournalSlot>, _ report: inout JournalReport
  ) -> Status {
    var isFormatted = false, hasEnd = false, isHidden = false
    report.leastErases = .max
    var block: UInt32 = 0, index: UInt32 = 0
    while block < geometry.blockCount {
      var kind: UInt8 = JournalSlot.Kind.block
      var found = SlotState.damaged
      // Of most slots the first byte tells enough.
      if index == 0
        || device.read(block, index &<< 6, into: &kind, count: 1) == .done
          && kind == JournalSlot.Kind.end
      {
        found = read(block, index, into: slot)
      }
      if index == 0, found == .unreadable {
        report.unreadableBlocks &+= 1
        // A block whose first slot was torn holds nothing; of any other more might be read.
        if read(block, 1, into: slot) != .blank { isHidden = true }
      }
      if index == 0, found == .blank { index = geometry.slots }
      let header = slot.journalHeader
      if found == .valid, slot.pointee.kind == kind,
        header.pointee.magic == JournalHeader.magic
      {
        guard slot.pointee.version &>> 8 <= JournalFormat.majorVersion else {
          return .refused(.version)
        }
        guard header.pointee.geometry == geometry.mark else { return .refused(.geometry) }
        state.wearer = header.pointee.wearer
        let erases = header.pointee.erases, sequence = slot.pointee.sequence
        if erases < report.leastErases { report.leastErases = erases }
        if erases > state.wear { state.wear = erases }
        if kind == JournalSlot.Kind.end,
          !hasEnd || Int32(bitPattern: sequence &- state.begunSequence) > 0
        {
          hasEnd = true
          state.begunSequence = sequence
          state.base = header.pointee.base
          state.baseSequence = header.pointee.baseSequence
          state.isWiping = slot.pointee.extra & JournalHeader.wipes != 0
        }
        // The first block of a journal whose formatting was cut short holds nothing yet.
        if sequence != 1 || read(block, 3, into: slot) != .blank { isFormatted = true }
      }
      index &+= 1
      if index >= geometry.slots {
        index = 0
        block &+= 1
      }
    }
    report.mostErases = state.wear
    if hasEnd, state.base < geometry.blockCount { return .done }
    if isHidden { return .refused(.device) }
    return .refused(isFormatted ? .corrupt : .unavailable)
  }

  /// Goes through the slots from the newest whole checkpoint on, in the order in which they were written.
  @inline(never)
  mutating func walk(_ report: inout JournalReport, into ledger: Ledger?) -> Status {
    var slot = JournalSlot()
    state.sequence = state.baseSequence &- 1
    state.kept = state.sequence
    state.head = state.base
    state.next = 1
    let status = withUnsafeMutablePointer(to: &slot) { walk($0, &report, ledger) }
    // The blocks of a checkpoint that was not finished are free: the next one is opened anew.
    if state.kept != state.sequence { state.next = geometry.slots }
    report.free = free
    // The end of a checkpoint has to be met on the way from its beginning.
    let isMet = Int32(bitPattern: state.kept &- state.begunSequence) >= 0
    return status.isRefusal || isMet ? status : .refused(.corrupt)
  }

  private mutating func walk(
    _ slot: UnsafeMutablePointer<JournalSlot>, _ report: inout JournalReport, _ ledger: Ledger?
  ) -> Status {
    // Reads that failed since the last slot that counts.
    var failed = 0
    var block = state.base, index: UInt32 = 0
    repeat {
      let found = read(block, index, into: slot)
      let step = Int32(bitPattern: slot.pointee.sequence &- state.sequence)
      let isBase = block == state.base
      if index == 0, found == .blank || found == .valid && (step < 0 || isBase && step != 1) {
        // A checkpoint whose first block is erased, or was and is another's, is none any more.
        if isBase { return .refused(.corrupt) }
        index = geometry.slots
      } else if found == .valid, step >= 0 {
        report.slots &+= 1
        let isOfCheckpoint = slot.pointee.extra & JournalSlot.ofCheckpoint != 0
        var gap = step &- 1
        if index == 0, !isOfCheckpoint {
          gap = Int32(bitPattern: slot.journalHeader.pointee.previous &- state.kept)
        } else if index > 0, block != state.head, gap > Int32(bitPattern: index) {
          // Without its header it is not known what came before the block.
          gap = Int32(bitPattern: index)
        }
        state.sequence = slot.pointee.sequence
        // A checkpoint that was not finished tells half of what it has to.
        let end = Int32(bitPattern: state.sequence &- state.begunSequence)
        if !isOfCheckpoint || end <= 0 {
          // What several failed reads hide is not lost yet.
          if gap > 1, failed > 1 { return .refused(.device) }
          if gap > 0 { report.missing &+= UInt32(bitPattern: gap) }
          failed = 0
          state.kept = state.sequence
          state.head = block
          state.next = index &+ 1
          let status = take(slot, &report, ledger)
          if status.isRefusal { return status }
        }
      } else {
        if found == .damaged || found == .unreadable { report.damaged &+= 1 }
        if found == .unreadable {
          report.unreadable &+= 1
          failed &+= 1
        }
        if found != .blank, block == state.head { state.next = index &+ 1 }
      }
      index &+= 1
      if index >= geometry.slots {
        index = 0
        block = following(block)
      }
    } while index > 0 || block != state.base
    // Nor is what a device holds that fails for good.
    return report.unreadable > 0 && !isAlive(slot) ? .refused(.device) : .done
  }

  /// Takes in what a slot says.
  private mutating func take(
    _ slot: UnsafeMutablePointer<JournalSlot>, _ report: inout JournalReport, _ ledger: Ledger?
  ) -> Status {
    let kind = slot.pointee.kind
    if kind >= RecordKind.end.rawValue, kind != JournalSlot.Kind.block {
      if kind != JournalSlot.Kind.end, kind & JournalSlot.optional == 0 { report.unknown &+= 1 }
      return .done
    }
    guard let ledger else { return .done }
    let status = ledger.replay(slot)
    guard status == .refused(.corrupt) else { return status }
    // A slot that no ledger can have written is as good as damaged.
    report.damaged &+= 1
    return .done
  }

  /// Whether any block's header can be read.
  private func isAlive(_ slot: UnsafeMutablePointer<JournalSlot>) -> Bool {
    var block = geometry.blockCount
    while block > 0 {
      block &-= 1
      if read(block, 0, into: slot) != .unreadable { return true }
    }
    return false
  }
}
