extension Journal {
  /// Writes down what changed in the ledger since the last call; when it returns, that is kept.
  ///
  /// Call it after each change, or after several: a page of a peer, say. What it could not write, the
  /// next call writes.
  /// - Returns: How many slots were written; 0: nothing had changed.
  /// - Throws: `device` (it failed), `busy` (an erase was put off), `full` (the ledger has outgrown the
  ///   device: remove drinks), `version` (a later version's data may only be read) or `argument` (not
  ///   mounted). The ledger is as it was, and so is what was kept.
  /// - Complexity: O(`count`) and a slot for each change; a checkpoint (`Ledger.count` + 34 slots at
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
    let marks = ledger.marks
    if marks == state.marks { return 0 }
    // What a checkpoint under way has written stays true, but the rest would not fit it.
    state.checkpoint = nil
    guard ledger.blocksNeeded(geometry) <= reserve else { return CaffeineError.full.rawValue }
    let before = state.sequence
    state.profile = ledger.header.pointee.front.rates.profile
    var status = Status.refused(.full)
    if ledger.isLogged(from: state.marks, to: marks) { status = log(ledger, marks) }
    if status == .refused(.full) {
      status = begin()
      while !status.isRefusal, state.checkpoint != nil { status = step(ledger) }
    }
    return status.isRefusal ? status.rawValue : Int32(bitPattern: state.sequence &- before)
  }

  /// Writes a slot for each change, in the order of the changes.
  private mutating func log(_ ledger: Ledger, _ marks: JournalMarks) -> Status {
    var stamp = state.marks.stamp | 7
    var status = Status.done
    var idCounter = state.marks.idCounter
    while let item = ledger.change(after: stamp) {
      var extra: UInt32 = 0
      if item.kind == RecordKind.drink.rawValue, ledger.isAssigned(item.index) {
        extra = 1
        idCounter = marks.idCounter
      }
      status = put(item, extra, of: ledger)
      if status.isRefusal { return status }
      stamp = ledger.stamp(of: item)
    }
    if marks.undated != state.marks.undated {
      status = putUndated(ledger, &idCounter)
      if status.isRefusal { return status }
    }
    status = putAliases(ledger, marks)
    if status.isRefusal { return status }
    // How far peers came must not be kept before what they brought.
    let isAhead =
      marks.peers != state.marks.peers || idCounter != marks.idCounter
      || (stamp | 7) != (marks.stamp | 7)
    if isAhead {
      guard device.sync() == .done else { return .refused(.device) }
      var index: Int32 = 1
      while index <= 2 {
        let item = JournalItem(kind: RecordKind.state.rawValue, index: index)
        status = put(item, UInt32(bitPattern: index), of: ledger)
        if status.isRefusal { return status }
        index &+= 1
      }
    }
    return settle(marks)
  }

  /// Makes what was written outlive a power cut, and knows it to be kept.
  mutating func settle(_ marks: JournalMarks) -> Status {
    guard device.sync() == .done else { return .refused(.device) }
    state.marks = marks
    return .done
  }

  /// Writes all drinks without a date: their changes are not counted.
  private mutating func putUndated(_ ledger: Ledger, _ idCounter: inout UInt64) -> Status {
    var index: Int32 = 0
    while index < ledger.header.pointee.count {
      if UnsafePointer(ledger.drink(index)).isUndated {
        var extra: UInt32 = 0
        if ledger.isAssigned(index) {
          extra = 1
          idCounter = ledger.header.pointee.idCounter
        }
        let item = JournalItem(kind: RecordKind.drink.rawValue, index: index)
        let status = put(item, extra, of: ledger)
        if status.isRefusal { return status }
      }
      index &+= 1
    }
    return .done
  }

  /// Writes the aliases of each group in which one is otherwise.
  private mutating func putAliases(_ ledger: Ledger, _ marks: JournalMarks) -> Status {
    var index: Int32 = 0
    while index < ledger.header.pointee.aliasCount {
      let group = Int(index & 7)
      if marks.aliases[unchecked: group] != state.marks.aliases[unchecked: group] {
        let item = JournalItem(kind: RecordKind.alias.rawValue, index: index)
        let status = put(item, UInt32(bitPattern: index), of: ledger)
        if status.isRefusal { return status }
      }
      index &+= 1
    }
    return .done
  }
}
