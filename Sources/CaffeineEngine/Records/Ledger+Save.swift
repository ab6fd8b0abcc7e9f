extension Ledger {
  /// Bytes that a saved copy of this ledger takes, as it is now.
  ///
  /// - Complexity: O(`count`).
  public var saveSize: Int { Int(write(to: nil, room: 0)) }

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
    let written = write(to: bytes, room: UInt32(clamping: size))
    guard written >= 0 else { throw .memory }
    return Int(written)
  }

  /// See `save(to:size:)`. Nil: counts alone.
  ///
  /// - Returns: Bytes written, or `memory`.
  @inline(never)
  package func write(to bytes: UnsafeMutableRawPointer?, room: UInt32) -> Int32 {
    var writer = RecordWriter(bytes)
    var head = SavedHead(
      magic: SavedHead.magic, size: 0, reserved: 0,
      wearer: header.pointee.configuration.wearer)
    if bytes != nil {
      head.size = UInt32(bitPattern: write(to: nil, room: 0))
      guard head.size <= room else { return CaffeineError.memory.rawValue }
    }
    writer.put(.head, &head, MemoryLayout<SavedHead>.size)
    var kind = RecordKind.state.rawValue
    while kind < RecordKind.end.rawValue {
      let section = section(kind)
      var content = section.start
      var left = section.count?.pointee ?? section.most
      while left > 0 {
        writer.put(kind, content, section.size)
        content += section.size
        left &-= 1
      }
      kind &+= 1
    }
    var chain = writer.chain
    writer.put(.end, &chain, 4)
    return Int32(truncatingIfNeeded: writer.count)
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
  /// Places there are.
  var most: Int32
  /// How many of a list's are in use; nil: there is one place at most.
  var count: UnsafeMutablePointer<Int32>?
}

extension Ledger {
  /// The part that records of a kind hold.
  ///
  /// Of the head and the end, which are no part of a ledger: the place that is free for one drink more.
  @inline(never)
  func section(_ kind: UInt8) -> Section {
    var section = Section(
      start: drink(header.pointee.count), size: MemoryLayout<SavedHead>.size, most: 1)
    let number = kind &- RecordKind.change.rawValue
    if number < 4 {
      section.count =
        (UnsafeMutableRawPointer(header) + Header.countsOffset)
        .assumingMemoryBound(to: Int32.self) + Int(number)
    }
    switch kind {
    case RecordKind.state.rawValue:
      section.start = UnsafeMutableRawPointer(header) + Header.keptOffset
      section.size = Header.keptSize
    case RecordKind.days.rawValue:
      section.start = UnsafeMutableRawPointer(foldedDays)
      section.size = MemoryLayout<FoldedDay>.stride &* Int(FoldedDay.capacity)
      // Before anything is folded they are empty.
      if header.pointee.front.time == .min { section.most = 0 }
    case RecordKind.change.rawValue:
      section.start = UnsafeMutableRawPointer(changes)
      section.most = ProfileChange.capacity
    case RecordKind.removal.rawValue:
      section.start = UnsafeMutableRawPointer(tombstones)
      section.size = MemoryLayout<Tombstone>.stride
      section.most = Tombstone.capacity
    case RecordKind.drink.rawValue:
      section.start = UnsafeMutableRawPointer(drinks)
      section.size = MemoryLayout<Drink>.stride
      section.most = header.pointee.capacity
    case RecordKind.alias.rawValue:
      section.start = UnsafeMutableRawPointer(aliases)
      section.size = MemoryLayout<Alias>.stride
      section.most = Int32(bitPattern: header.pointee.configuration.aliases)
    case RecordKind.end.rawValue:
      section.size = 4
    default: break
    }
    return section
  }
}
