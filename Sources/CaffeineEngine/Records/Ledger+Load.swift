extension Ledger {
  /// Takes over a ledger that was saved, into one that is empty.
  ///
  /// Everything is checked. Records of a later minor version are read as far as they are known here.
  /// - Parameters:
  ///   - bytes: The saved ledger, aligned in any way.
  ///   - size: How large it is (bytes).
  /// - Returns: How many records were of kinds that are unknown here, and left out.
  /// - Throws: `argument` if this ledger is not as it was set up, `corrupt`, `version` (a later major
  ///   version), `wearer` (another one's data) or `full` (more drinks than fit); this ledger is then
  ///   byte for byte as it was.
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
      // Kinds come in their order; head, state and end once each.
      guard RecordKind(rawValue: kind) != nil else {
        skipped.pointee &+= 1
        continue
      }
      let isRepeated = kind == lastKind && kind > RecordKind.state.rawValue
      if !isRepeated,
        lastKind < RecordKind.state.rawValue ? kind != lastKind &+ 1 : kind <= lastKind
      {
        status = .refused(.corrupt)
      }
      lastKind = kind
    }
    if !status.isRefusal, !isSound || !refresh() { status = .refused(.corrupt) }
    if status.isRefusal { clear() }
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
    var status: Status
    switch RecordKind(rawValue: reader.kind) {
    case .state:
      var state = SavedState()
      status = reader.take(&state, MemoryLayout<SavedState>.size)
      guard state.profile.isValid, state.reserved == 0 else { return .refused(.corrupt) }
      copyFront(&state, isSaving: false)
      header.pointee.front.rates.use(state.profile)
      header.pointee.idCounter = state.idCounter
      header.pointee.begun = state.begun
    case .change:
      guard header.pointee.changeCount < ProfileChange.capacity else {
        return .refused(.corrupt)
      }
      status = reader.take(
        changes + Int(header.pointee.changeCount), MemoryLayout<ProfileChange>.stride)
      header.pointee.changeCount = header.pointee.changeCount &+ 1
    case .removal:
      let count = header.pointee.tombstoneCount, place = tombstones + Int(count)
      guard count < Tombstone.capacity else { return .refused(.corrupt) }
      status = reader.take(place, MemoryLayout<Tombstone>.stride)
      guard findTombstone(&place.pointee.id) < 0, place.pointee.source <= 255 else {
        return .refused(.corrupt)
      }
      header.pointee.tombstoneCount = count &+ 1
    case .day:
      var day = FoldedDay(date: 0, total: 0, drinks: 0, unknowns: 0)
      status = reader.take(&day, MemoryLayout<FoldedDay>.stride)
      // In the order of their places, each once; the counts have room for all that may be folded.
      var place = foldedPlace(of: day.date)
      guard Int32(bitPattern: day.drinks) > 0, day.unknowns & ~FoldedDay.estimated <= day.drinks,
        place.pointee.drinks == 0
      else { return .refused(.corrupt) }
      place.pointee = day
      place += 1
      while place < foldedDays + Int(FoldedDay.capacity) {
        if place.pointee.drinks != 0 { return .refused(.corrupt) }
        place += 1
      }
    case .drink:
      var drink = Drink(time: Timestamp(0), dose: .zero)
      status = withUnsafeMutablePointer(to: &drink) {
        reader.take(UnsafeMutableRawPointer($0) + Drink.recordedStart, Drink.recordedSize)
      }
      if status.isRefusal { return status }
      guard find(&drink.id) < 0 else { return .refused(.corrupt) }
      guard header.pointee.count < header.pointee.capacity else { return .refused(.full) }
      let begun = header.pointee.begun
      guard insert(&drink) == header.pointee.count &- 1 else { return .refused(.corrupt) }
      header.pointee.begun = begun
    case .head, .end:
      status = reader.take(nil, 0)
    case nil:
      status = reader.take(nil, 0)
      if !reader.isNewer { return .refused(.corrupt) }
    }
    return status
  }
}
