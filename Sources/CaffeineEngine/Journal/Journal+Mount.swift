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
    var status = scan(&report, into: ledger)
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

  /// Reads what is there, into a ledger if there is one.
  @inline(never)
  mutating func scan(_ report: inout JournalReport, into ledger: Ledger?) -> Status {
    reset()
    guard geometry.isValid else { return .refused(.range) }
    let status = search(&report)
    if status.isRefusal { return status }
    if let ledger, state.header.wearer != ledger.header.pointee.configuration.wearer {
      return .refused(.wearer)
    }
    return walk(&report, into: ledger)
  }

  /// Looks for the newest whole checkpoint: reads the headers, and the last slots of checkpoints.
  private mutating func search(_ report: inout JournalReport) -> Status {
    var isFormatted = false, hasEnd = false, isHidden = false
    report.leastErases = .max
    var block: UInt32 = 0, index: UInt32 = 0
    while block < geometry.blockCount {
      let kind = index == 0 ? JournalSlot.Kind.block : JournalSlot.Kind.end
      var found = SlotState.damaged
      // Of most slots the first byte tells enough.
      if index == 0
        || device.read(block, index &<< 6, into: &slot, count: 1) == .done && slot.kind == kind
      {
        found = read(block, index)
      }
      if found == .valid, slot.kind == kind, slot.content.magic == state.header.magic {
        guard slot.version &>> 8 <= JournalFormat.majorVersion else { return .refused(.version) }
        guard slot.content.geometry == state.header.geometry else { return .refused(.geometry) }
        state.header.wearer = slot.content.wearer
        let erases = slot.content.erases, sequence = slot.sequence
        if erases < report.leastErases { report.leastErases = erases }
        if erases > state.wear { state.wear = erases }
        if index > 0, !hasEnd || Int32(bitPattern: sequence &- state.begunSequence) > 0 {
          hasEnd = true
          state.begunSequence = sequence
          state.header.base = slot.content.base
          state.header.baseSequence = slot.content.baseSequence
          state.isWiping = slot.extra & JournalHeader.wipes != 0
        }
        // The first block of a journal whose formatting was cut short holds nothing yet.
        if sequence != 1 || read(block, 3) != .blank { isFormatted = true }
      } else if index == 0 {
        if found == .blank { index = geometry.slots }
        if found == .unreadable {
          report.unreadableBlocks &+= 1
          // A block whose first slot was torn holds nothing; of any other more might be read.
          if read(block, 1) != .blank { isHidden = true }
        }
      }
      index &+= 1
      if index >= geometry.slots {
        index = 0
        block &+= 1
      }
    }
    report.mostErases = state.wear
    if hasEnd, state.header.base < geometry.blockCount { return .done }
    if isHidden { return .refused(.device) }
    return .refused(isFormatted ? .corrupt : .unavailable)
  }

  /// Goes through the slots from the newest whole checkpoint on, in the order in which they were written.
  private mutating func walk(_ report: inout JournalReport, into ledger: Ledger?) -> Status {
    state.sequence = state.header.baseSequence &- 1
    state.header.previous = state.sequence
    state.head = state.header.base
    state.next = 1
    let status = walk(through: ledger, &report)
    // The blocks of a checkpoint that was not finished are free: the next one is opened anew.
    if state.header.previous != state.sequence { state.next = geometry.slots }
    report.free = free
    // The end of a checkpoint has to be met on the way from its beginning.
    let isMet = Int32(bitPattern: state.header.previous &- state.begunSequence) >= 0
    return status.isRefusal || isMet ? status : .refused(.corrupt)
  }

  private mutating func walk(through ledger: Ledger?, _ report: inout JournalReport) -> Status {
    // Reads that failed since the last slot that counts.
    var failed = 0
    var block = state.header.base, index: UInt32 = 0
    repeat {
      let found = read(block, index)
      let step = Int32(bitPattern: slot.sequence &- state.sequence)
      let isBase = block == state.header.base
      if index == 0, found == .blank || found == .valid && (step < 0 || isBase && step != 1) {
        // A checkpoint whose first block is erased, or was and is another's, is none any more.
        if isBase { return .refused(.corrupt) }
        index = geometry.slots
      } else if found == .valid, step >= 0 {
        report.slots &+= 1
        var gap = step &- 1
        if index == 0, !slot.isOfCheckpoint {
          gap = Int32(bitPattern: slot.content.previous &- state.header.previous)
        } else if index > 0, block != state.head, gap > Int32(bitPattern: index) {
          // Without its header it is not known what came before the block.
          gap = Int32(bitPattern: index)
        }
        state.sequence = slot.sequence
        // A checkpoint that was not finished tells half of what it has to.
        let end = Int32(bitPattern: state.sequence &- state.begunSequence)
        if !slot.isOfCheckpoint || end <= 0 {
          // What several failed reads hide is not lost yet.
          if gap > 1, failed > 1 { return .refused(.device) }
          if gap > 0 { report.missing &+= UInt32(bitPattern: gap) }
          failed = 0
          state.header.previous = state.sequence
          state.head = block
          state.next = index &+ 1
          let status = take(&report, ledger)
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
    } while index > 0 || block != state.header.base
    // Nor is what a device holds that fails for good.
    return report.unreadable > 0 && !isAlive ? .refused(.device) : .done
  }

  /// Takes in what a slot says.
  private mutating func take(_ report: inout JournalReport, _ ledger: Ledger?) -> Status {
    let kind = slot.kind
    if kind >= RecordKind.end.rawValue, kind != JournalSlot.Kind.block {
      if kind != JournalSlot.Kind.end, kind & JournalSlot.optional == 0 { report.unknown &+= 1 }
      return .done
    }
    guard let ledger else { return .done }
    let status = ledger.replay(&slot)
    guard status == .refused(.corrupt) else { return status }
    // A slot that no ledger can have written is as good as damaged.
    report.damaged &+= 1
    return .done
  }

  /// Whether any block's header can be read.
  private var isAlive: Bool {
    mutating get {
      var block = geometry.blockCount
      while block > 0 {
        block &-= 1
        if read(block, 0) != .unreadable { return true }
      }
      return false
    }
  }
}
