extension Journal {
  /// Writes down what changed in the ledger since the last call; when it returns, that is kept.
  ///
  /// Call it after each change, or after several: a page of a peer, say. What it could not write, the
  /// next call writes.
  /// - Returns: How many slots were written; 0: nothing had changed.
  /// - Throws: `device` (it failed), `busy` (an erase was put off), `full` (the ledger has outgrown the
  ///   device: remove drinks), `version` (a later version's data may only be read) or `argument` (not
  ///   mounted, or seen to be another ledger than the mounted one). The ledger is as it was, and so is what was kept.
  /// - Complexity: O(`count`) and a slot for each change; a checkpoint (`Ledger.count` + 42 slots at
  ///   most, and aliases) where blocks run short.
  @discardableResult
  public mutating func append(_ ledger: Ledger) throws(CaffeineError) -> Int {
    let written = keep(ledger)
    try Status(written < 0 ? written : 0).check()
    return Int(written)
  }

  /// See `append(_:)`.
  ///
  /// - Returns: Slots written, or a refusal.
  @inline(never)
  package mutating func keep(_ ledger: Ledger) -> Int32 {
    guard state.isMounted else { return CaffeineError.argument.rawValue }
    guard !state.isReadOnly else { return CaffeineError.version.rawValue }
    var marks = ledger.marks
    if marks.isEqual(&state.marks) { return 0 }
    // No ledger goes back, so this is another one, whose changes would be mixed with those kept.
    guard marks.stamp >= state.marks.stamp, marks.idCounter >= state.marks.idCounter,
      state.header.wearer == ledger.header.pointee.configuration.wearer
    else { return CaffeineError.argument.rawValue }
    // What a checkpoint under way has written is in vain: the rest would not fit it.
    state.item.kind = 0
    guard ledger.blocksNeeded(geometry) <= reserve else { return CaffeineError.full.rawValue }
    let before = state.sequence
    state.header.profile = ledger.header.pointee.front.rates.profile
    var status = Status.refused(.full)
    if ledger.isLogged(from: state.marks, to: marks) { status = log(ledger, marks) }
    if status == .refused(.full) { status = writeCheckpoint(of: ledger) }
    return status.isRefusal ? status.rawValue : Int32(bitPattern: state.sequence &- before)
  }

  /// Writes a slot for each change: removals, a sync, as drinks may take their places, and drinks.
  private mutating func log(_ ledger: Ledger, _ marks: JournalMarks) -> Status {
    let known = state.marks.stamp | 7
    var latest = known, idCounter = state.marks.idCounter
    var status = Status.done
    var item = JournalItem(kind: RecordKind.removal.rawValue, index: 0)
    while item.kind <= RecordKind.drink.rawValue, !status.isRefusal {
      if item.index == ledger.itemCount(of: item.kind) {
        if item.kind == RecordKind.removal.rawValue, latest > known { status = settle(nil) }
        item = JournalItem(kind: item.kind &+ 1, index: 0)
        continue
      }
      let stamp = ledger.stamp(of: item)
      if stamp > known {
        // A drink without a date folds without a stamp, and may be gone again: no slot says that.
        if item.kind == RecordKind.removal.rawValue, marks.folded != state.marks.folded {
          return .refused(.full)
        }
        if stamp > latest { latest = stamp }
        if item.kind == RecordKind.drink.rawValue, ledger.isAssigned(item.index) {
          idCounter = marks.idCounter
        }
        status = put(item, of: ledger)
      }
      item.index &+= 1
    }
    if status.isRefusal { return status }
    if marks.peers != state.marks.peers || idCounter != marks.idCounter
      || latest | 7 != marks.stamp | 7
    {
      // How far peers came must not be kept before what they brought.
      status = settle(nil)
      item = JournalItem(kind: RecordKind.state.rawValue, index: 1)
      while item.index <= 2, !status.isRefusal {
        status = put(item, of: ledger)
        item.index &+= 1
      }
    }
    return status.isRefusal ? status : settle(ledger)
  }

  /// Makes what was written outlive a power cut, and knows it to be kept.
  @inline(never)
  mutating func settle(_ ledger: Ledger?) -> Status {
    guard device.sync() == .done else { return .refused(.device) }
    if let ledger { state.marks = ledger.marks }
    return .done
  }
}
