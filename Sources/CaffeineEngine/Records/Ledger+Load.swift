extension Ledger {
  /// Takes over a ledger that was saved, into one that is empty.
  ///
  /// Everything is checked. Records of a later minor version are read as far as they are known.
  /// - Parameters:
  ///   - bytes: The saved ledger, aligned in any way.
  ///   - size: How large it is (bytes).
  /// - Returns: How many records were of kinds unknown here, and left out.
  /// - Throws: `argument` if this ledger is not as it was set up, `corrupt`, `version` (a later
  ///   major version), `wearer` (another one's data) or `full` (more drinks or aliases than fit);
  ///   this ledger is then byte for byte as it was.
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
    var reader = RecordReader(bytes, size: size)
    // No ledger has this profile: the record of the state has to bring another.
    header.pointee.front.rates.elimination = 0
    var status = take(&reader, skipped)
    if !status.isRefusal {
      header.pointee.front.rates.use(header.pointee.front.rates.profile)
      status = reader.verdict
      if !status.isRefusal, !enlistAll() || !isSound || !refresh() { status = .refused(.corrupt) }
      if !status.isRefusal { return status }
      note(.error, .keeping, "saved data refused")
    }
    clear()
    return status
  }

  /// Lists the ends of the drinks that were taken in.
  ///
  /// - Returns: Whether no two have one id, of different times maybe.
  private func enlistAll() -> Bool {
    let count = header.pointee.count
    // What the head and the end were read into.
    closeGap(at: drink(count), before: 0, MemoryLayout<Drink>.size)
    header.pointee.count = 0
    while header.pointee.count < count {
      let index = header.pointee.count
      if find(drink(index).id) >= 0 { return false }
      enlist(index)
    }
    return true
  }

  /// Takes in all records; what they say is checked in the end.
  ///
  /// - Returns: Whether the frame is whole: head, checksums and the end.
  private func take(
    _ reader: inout RecordReader, _ skipped: UnsafeMutablePointer<UInt32>
  ) -> Status {
    // Kinds come in their order, the head first; of lists there are several of each.
    var least: UInt8 = 0
    while true {
      let kind = reader.kind, chain = reader.chain
      let section = section(kind)
      let index = section.count?.pointee ?? 0
      var place: UnsafeMutableRawPointer?
      if kind > RecordKind.end.rawValue {
        skipped.pointee &+= 1
      } else if kind < least {
        reader.refuse(.corrupt)
      } else if index < section.most {
        place = section.start + section.size &* Int(index)
        section.count?.pointee = index &+ 1
      } else {
        // Drinks and aliases have as much room as this ledger was given, the others the same everywhere.
        reader.refuse(kind >= RecordKind.drink.rawValue ? .full : .corrupt)
      }
      let status = reader.take(place, section.size)
      if status.isRefusal { return status }
      if least == 0 {
        let head = section.start.assumingMemoryBound(to: SavedHead.self)
        guard kind == RecordKind.head.rawValue, head.pointee.magic == SavedHead.magic,
          head.pointee.reserved == 0,
          head.pointee.size == UInt32(truncatingIfNeeded: reader.size)
        else { return .refused(.corrupt) }
        guard head.pointee.wearer == header.pointee.configuration.wearer else {
          return .refused(.wearer)
        }
      }
      if kind == RecordKind.end.rawValue {
        return section.start.load(as: UInt32.self) == chain && reader.isAtEnd
          ? status : .refused(.corrupt)
      }
      if kind < RecordKind.end.rawValue { least = section.count == nil ? kind &+ 1 : kind }
    }
  }
}
