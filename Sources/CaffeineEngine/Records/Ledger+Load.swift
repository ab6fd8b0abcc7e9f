extension Ledger {
  /// Takes over a ledger that was saved, into one that is empty.
  ///
  /// Everything is checked. Records of a later minor version are read as far as they are known.
  /// - Parameters:
  ///   - bytes: The saved ledger, aligned in any way.
  ///   - size: How large it is (bytes).
  /// - Returns: How many records were of kinds unknown here, and left out.
  /// - Throws: `argument` if this ledger is not as it was set up, `corrupt` (also if more aliases
  ///   come than fit), `version` (a later major version), `wearer` (another one's data) or `full`
  ///   (more drinks than fit); this ledger is then byte for byte as it was.
  /// - Complexity: O(`count`²), no allocation.
  @discardableResult
  public func load(from bytes: UnsafeRawPointer, size: Int) throws(CaffeineError) -> UInt32 {
    var skipped: UInt32 = 0
    try read(bytes, size: size, skipped: &skipped).check()
    return skipped
  }

  /// See `load(from:size:)`.
  @inline(never)
  package func read(
    _ bytes: UnsafeRawPointer, size: Int, skipped: UnsafeMutablePointer<UInt32>
  ) -> Status {
    guard isEmpty else { return .refused(.argument) }
    var status = Ledger.checkSaved(
      bytes, size: size, wearer: header.pointee.configuration.wearer)
    if status.isRefusal { return status }
    var reader = RecordReader(bytes, size: size)
    var lastKind: UInt8 = 0
    while !status.isRefusal, !reader.isAtEnd {
      let kind = reader.kind
      status = take(&reader)
      if kind > RecordKind.end.rawValue {
        skipped.pointee &+= 1
        continue
      }
      // Kinds come in their order, head and state always; lists have several of each.
      let least = kind == lastKind && kind >= RecordKind.change.rawValue ? kind : lastKind &+ 1
      if kind < least || kind > least && lastKind < RecordKind.state.rawValue {
        status = .refused(.corrupt)
      }
      lastKind = kind
    }
    if !status.isRefusal, !isSound || !refresh() { status = .refused(.corrupt) }
    if status.isRefusal {
      clear()
      note(.error, .keeping, "saved data refused")
    }
    return status
  }

  /// Checks the frame of a saved ledger: its head, each record's checksum, and the end.
  @inline(never)
  private static func checkSaved(
    _ bytes: UnsafeRawPointer, size: Int, wearer: UInt32
  ) -> Status {
    var reader = RecordReader(bytes, size: size)
    var head = SavedHead(magic: 0, size: 0, reserved: 0, wearer: 0)
    guard reader.kind == RecordKind.head.rawValue else { return .refused(.corrupt) }
    var status = reader.take(&head, MemoryLayout<SavedHead>.size)
    if status.isRefusal { return status }
    guard head.magic == SavedHead.magic, head.reserved == 0,
      head.size == UInt32(truncatingIfNeeded: size)
    else {
      return .refused(.corrupt)
    }
    guard head.wearer == wearer else { return .refused(.wearer) }
    while true {
      let kind = reader.kind, all = reader.chain
      var chain: UInt32 = 0
      let isEnd = kind == RecordKind.end.rawValue
      status = isEnd ? reader.take(&chain, 4) : reader.take(nil, 0)
      if status.isRefusal { return status }
      if isEnd { return chain == all && reader.isAtEnd ? status : .refused(.corrupt) }
    }
  }

  /// Takes in the next record; what it says is checked in the end.
  @inline(never)
  private func take(_ reader: inout RecordReader) -> Status {
    let kind = reader.kind
    let section = section(kind)
    guard kind > RecordKind.head.rawValue, kind < RecordKind.end.rawValue else {
      let status = reader.take(nil, 0)
      return kind > RecordKind.end.rawValue && !reader.isNewer ? .refused(.corrupt) : status
    }
    let index = kind < RecordKind.change.rawValue ? 0 : section.count
    guard index < section.most else {
      return .refused(kind == RecordKind.drink.rawValue ? .full : .corrupt)
    }
    let place = section.start + section.size &* Int(index)
    let status = reader.take(place, section.size)
    // Two of one id may be of different times.
    if kind == RecordKind.drink.rawValue, find(drink(index).id) >= 0 {
      return .refused(.corrupt)
    }
    switch RecordKind(rawValue: kind) {
    case .change: header.pointee.changeCount = index &+ 1
    case .removal: header.pointee.tombstoneCount = index &+ 1
    case .alias: header.pointee.aliasCount = index &+ 1
    case .drink: enlist(index)
    case .state: header.pointee.front.rates.use(header.pointee.front.rates.profile)
    default: break
    }
    return status
  }
}
