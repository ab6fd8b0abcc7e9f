extension Ledger {
  /// Bytes that a saved copy of this ledger takes, as it is now.
  ///
  /// - Complexity: O(`count`).
  public var saveSize: Int { write(to: nil) }

  /// Writes the ledger down: the drinks, and all that their amounts, totals and peers need.
  ///
  /// Not written: the configuration but for the wearer, and the lock.
  /// - Parameters:
  ///   - bytes: Room for `saveSize` bytes, aligned in any way.
  ///   - size: How large it is (bytes).
  /// - Returns: Bytes written. The same state gives the same bytes, on every machine.
  /// - Throws: `memory` if the room is too small; then nothing is written.
  /// - Complexity: O(`count`): about 45 steps a byte.
  public func save(
    to bytes: UnsafeMutableRawPointer, size: Int
  ) throws(CaffeineError) -> Int {
    guard size >= saveSize else { throw .memory }
    return write(to: bytes)
  }

  /// See `save(to:size:)`; there must be room. Nil: counts alone.
  ///
  /// - Returns: Bytes written.
  @inline(never) @discardableResult
  package func write(to bytes: UnsafeMutableRawPointer?) -> Int {
    var writer = RecordWriter(bytes)
    var head = SavedHead(
      magic: SavedHead.magic, size: 0, reserved: 0,
      wearer: header.pointee.configuration.wearer)
    if bytes != nil { head.size = UInt32(truncatingIfNeeded: write(to: nil)) }
    writer.put(.head, &head, MemoryLayout<SavedHead>.size)
    var kind = RecordKind.state.rawValue
    while kind < RecordKind.end.rawValue {
      let section = section(kind)
      var content = section.start, left = section.count
      while left > 0 {
        writer.put(kind, content, section.size)
        content += section.size
        left &-= 1
      }
      kind &+= 1
    }
    var chain = writer.chain
    writer.put(.end, &chain, 4)
    return writer.count
  }
}

/// The content of a saved ledger's first record.
struct SavedHead {
  /// "CAFE".
  static var magic: UInt32 { 0x4546_4143 }

  var magic: UInt32
  /// Of the whole saved ledger (bytes).
  var size: UInt32
  var reserved: UInt32
  var wearer: UInt32
}

/// A part of a ledger that is written down as it lies in memory, a record for each of its places.
struct Section {
  var start: UnsafeMutableRawPointer
  /// Bytes of a place.
  var size: Int
  /// Places in use.
  var count: Int32
  /// Places there are.
  var most: Int32
}

extension Ledger {
  /// The part that records of a kind hold, with no place where they hold none.
  @inline(never)
  func section(_ kind: UInt8) -> Section {
    switch RecordKind(rawValue: kind) {
    case .state:
      return Section(
        start: UnsafeMutableRawPointer(header) + Header.keptOffset, size: Header.keptSize,
        count: 1, most: 1)
    case .change:
      return Section(
        start: changes, size: MemoryLayout<ProfileChange>.stride,
        count: header.pointee.changeCount, most: ProfileChange.capacity)
    case .removal:
      return Section(
        start: tombstones, size: MemoryLayout<Tombstone>.stride,
        count: header.pointee.tombstoneCount, most: Tombstone.capacity)
    case .days:
      // Before anything is folded they are empty.
      let count: Int32 = header.pointee.front.time == .min ? 0 : 1
      return Section(
        start: foldedDays,
        size: MemoryLayout<FoldedDay>.stride &* Int(FoldedDay.capacity), count: count, most: count)
    case .drink:
      return Section(
        start: drinks, size: MemoryLayout<Drink>.stride, count: header.pointee.count,
        most: header.pointee.capacity)
    case .alias:
      return Section(
        start: aliases, size: MemoryLayout<Alias>.stride, count: header.pointee.aliasCount,
        most: Int32(bitPattern: header.pointee.configuration.aliases))
    default:
      return Section(start: drinks, size: 0, count: 0, most: 0)
    }
  }
}
