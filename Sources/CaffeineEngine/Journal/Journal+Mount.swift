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
    state = JournalState()
    state.wearer = ledger.header.pointee.configuration.wearer
    var status = find(&report, checksWearer: true)
    if status.isRefusal { return status }
    status = walk(&report, into: ledger)
    if !status.isRefusal { status = ledger.finishReplay() }
    if status.isRefusal {
      ledger.clear()
      return status
    }
    state.isReadOnly = report.unknown > 0
    state.marks = ledger.marks
    state.profile = ledger.header.pointee.front.rates.profile
    state.isMounted = true
    report.free = free
    return .done
  }

  /// Looks for the newest whole checkpoint.
  @inline(never)
  mutating func find(_ report: inout JournalReport, checksWearer: Bool) -> Status {
    guard geometry.isValid else { return .refused(.range) }
    var search = JournalSearch()
    var slot = JournalSlot()
    var block: UInt32 = 0
    while block < geometry.blockCount {
      let status = withUnsafeMutablePointer(to: &slot) { slot in
        look(at: block, slot, &search, checksWearer: checksWearer)
      }
      if status.isRefusal { return status }
      block &+= 1
    }
    report.unreadableBlocks = search.unreadable
    report.leastErases = search.least
    report.mostErases = search.most
    guard search.isFormatted else {
      return .refused(search.unreadable > 0 ? .device : .unavailable)
    }
    // A torn program and a torn erase may each leave one that fails.
    guard search.unreadable <= 2 else { return .refused(.device) }
    guard let end = search.end else { return .refused(.corrupt) }
    state.wear = search.most
    state.base = end.content.block
    state.baseSequence = end.content.sequence
    state.isWiping = end.extra & CheckpointEnd.wipes != 0
    return isThere(state.base, &slot) ? .done : .refused(.corrupt)
  }

  /// Whether a checkpoint's first block may be what it was, and not erased since.
  private func isThere(_ base: UInt32, _ slot: inout JournalSlot) -> Bool {
    guard base < geometry.blockCount else { return false }
    return withUnsafeMutablePointer(to: &slot) { slot in
      switch read(base, 0, into: slot) {
      case .blank: false
      case .valid: slot.pointee.sequence == state.baseSequence
      default: true
      }
    }
  }

  /// Looks at a block's header, and for the end of a checkpoint in it.
  private mutating func look(
    at block: UInt32, _ slot: UnsafeMutablePointer<JournalSlot>, _ search: inout JournalSearch,
    checksWearer: Bool
  ) -> Status {
    let found = read(block, 0, into: slot)
    if found == .blank { return .done }
    if found == .unreadable { search.unreadable &+= 1 }
    if found == .valid, slot.pointee.kind == JournalSlot.Kind.block {
      let header = slot.blockHeader
      guard header.magic == BlockHeader.magic else { return .done }
      guard slot.pointee.version &>> 8 <= UInt32(JournalFormat.version &>> 8) else {
        return .refused(.version)
      }
      guard header.geometry == geometry.mark, header.blockCount == geometry.blockCount else {
        return .refused(.geometry)
      }
      guard !checksWearer || header.wearer == state.wearer else { return .refused(.wearer) }
      search.meet(header)
    }
    var index: UInt32 = 1
    while index < geometry.slots {
      var head: UInt32 = 0
      if device.read(block, index &<< 6, into: &head, count: 4) == .done,
        UInt8(truncatingIfNeeded: head) == JournalSlot.Kind.end,
        read(block, index, into: slot) == .valid
      {
        search.meetEnd(slot)
      }
      index &+= 1
    }
    return .done
  }

  /// Goes through the slots from the newest whole checkpoint on, in the order in which they were written.
  @inline(never)
  mutating func walk(
    _ report: inout JournalReport, into ledger: Ledger?
  ) -> Status {
    var slot = JournalSlot()
    state.sequence = state.baseSequence &- 1
    state.head = state.base
    state.next = 1
    state.isForeign = false
    var block = state.base
    var left = geometry.blockCount
    while left > 0 {
      let status = withUnsafeMutablePointer(to: &slot) { walk(block, $0, &report, ledger) }
      if status.isRefusal { return status }
      block = following(block)
      left &-= 1
    }
    // What several failed reads hide is not lost yet.
    return report.unreadable > 0 && report.missing > 1 ? .refused(.device) : .done
  }

  /// Goes through a block's slots.
  private mutating func walk(
    _ block: UInt32, _ slot: UnsafeMutablePointer<JournalSlot>, _ report: inout JournalReport,
    _ ledger: Ledger?
  ) -> Status {
    var index: UInt32 = 0
    while index < geometry.slots {
      let found = read(block, index, into: slot)
      let step = Int32(bitPattern: slot.pointee.sequence &- state.sequence)
      if index == 0, found == .blank || found == .valid && step < 0 { return .done }
      if found == .valid, step >= 0 {
        report.slots &+= 1
        if step > 1 { report.missing &+= UInt32(bitPattern: step) &- 1 }
        state.sequence = slot.pointee.sequence
        state.head = block
        state.next = index &+ 1
        let status = meet(slot, &report, ledger)
        if status.isRefusal { return status }
      } else if found != .blank {
        if found != .valid {
          report.damaged &+= 1
          if found == .unreadable { report.unreadable &+= 1 }
        }
        if block == state.head { state.next = index &+ 1 }
      }
      index &+= 1
    }
    return .done
  }

  private mutating func meet(
    _ slot: UnsafeMutablePointer<JournalSlot>, _ report: inout JournalReport, _ ledger: Ledger?
  ) -> Status {
    let kind = slot.pointee.kind, extra = slot.pointee.extra
    if kind == JournalSlot.Kind.end { return .done }
    // A checkpoint that was not finished tells nothing, or it would tell half of it.
    if kind == JournalSlot.Kind.block {
      if extra & BlockHeader.begins != 0, slot.pointee.sequence != state.baseSequence {
        state.isForeign = true
      }
      if state.isForeign { return .done }
    } else if extra & JournalSlot.ofCheckpoint != 0, state.isForeign {
      return .done
    }
    if kind >= RecordKind.end.rawValue, kind != JournalSlot.Kind.block {
      if kind & JournalSlot.optional == 0 { report.unknown &+= 1 }
      return .done
    }
    guard let ledger else { return .done }
    let status = ledger.replay(slot)
    // A slot that no ledger can have written is as good as damaged.
    if status == .refused(.corrupt) {
      report.damaged &+= 1
      return .done
    }
    return status
  }
}

/// What a search for the newest whole checkpoint has met.
struct JournalSearch {
  var isFormatted = false
  var end: (sequence: UInt32, extra: UInt32, content: CheckpointEnd)?
  var least = UInt32.max
  var most: UInt32 = 0
  var unreadable: UInt32 = 0

  mutating func meet(_ header: BlockHeader) {
    isFormatted = true
    if header.erases < least { least = header.erases }
    if header.erases > most { most = header.erases }
  }

  mutating func meetEnd(_ slot: UnsafeMutablePointer<JournalSlot>) {
    let sequence = slot.pointee.sequence
    if end == nil || Int32(bitPattern: sequence &- end.unsafelyUnwrapped.sequence) > 0 {
      end = (sequence, slot.pointee.extra, slot.content.loadUnaligned(as: CheckpointEnd.self))
    }
  }
}
