import CaffeineEngine

/// Every slot of a journal's flash, as far as it tells of itself: what the engine cannot say of a
/// journal that it does not read, and of records that are gone without a trace.
///
/// Read as Formats.md describes it; nothing is written.
struct SlotWalk {
  private enum Slot {
    case blank
    case whole(sequence: UInt32)
    case broken(DamagedPlace.Fault)

    var isBlank: Bool {
      if case .blank = self { true } else { false }
    }
    var sequence: UInt32? {
      if case .whole(let sequence) = self { sequence } else { nil }
    }
  }

  /// By block and place in it.
  private let blocks: [[Slot]]

  /// Reads all of a device.
  init(_ flash: some FlashDevice) {
    let geometry = flash.geometry
    let size = Int(JournalSlot.size)
    var bytes = [UInt8](repeating: 0, count: Int(geometry.eraseBlock))
    blocks = (0..<geometry.blockCount).map { block in
      let result = bytes.withUnsafeMutableBytes { buffer in
        buffer.baseAddress.map {
          flash.read(block, 0, into: $0, count: geometry.eraseBlock)
        } ?? .failed
      }
      return stride(from: 0, to: bytes.count, by: size).map { start in
        guard result == .done else { return .broken(.unreadable) }
        return Self.slot(bytes[start..<start + size], geometry.erasedByte)
      }
    }
  }

  private static func slot(_ bytes: ArraySlice<UInt8>, _ erased: UInt8) -> Slot {
    if bytes.allSatisfy({ $0 == erased }) { return .blank }
    func word(_ offset: Int) -> UInt32 {
      (0..<4).reduce(0) { $0 | UInt32(bytes[bytes.startIndex + offset + $1]) << (8 * UInt32($1)) }
    }
    guard bytes[bytes.startIndex + 1] == 64, checksum(bytes.prefix(60)) == word(60) else {
      return .broken(.changed)
    }
    return .whole(sequence: word(52))
  }

  /// The CRC-32 of Ethernet and zip files.
  private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    ~bytes.reduce(UInt32.max) { crc, byte in
      (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in
        crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0)
      }
    }
  }

  // MARK: - What is wrong

  /// Slots that hold something else than what was written.
  var changed: [DamagedPlace] {
    blocks.enumerated().flatMap { block, slots in
      slots.enumerated().compactMap { index, slot in
        guard case .broken(let fault) = slot else { return nil }
        return place(block, index, fault)
      }
    }
  }

  /// Slots that are as erased, but were written: within a block, or where sequences leave a gap.
  var erased: [DamagedPlace] {
    let used = blocks.indices.filter { !blocks[$0].allSatisfy(\.isBlank) }
    return used.enumerated().flatMap { number, block in
      holes(in: block) + holes(after: block, before: used[(number + 1) % used.count])
    }
  }

  /// In a block slots are written one after another.
  private func holes(in block: Int) -> [DamagedPlace] {
    let slots = blocks[block]
    let last = slots.lastIndex { !$0.isBlank } ?? 0
    return slots[..<last].indices.filter { slots[$0].isBlank }.map { place(block, $0, .erased) }
  }

  /// The blank slots between two blocks that are not, if the second goes on after some that are gone.
  private func holes(after first: Int, before second: Int) -> [DamagedPlace] {
    guard first != second, let last = blocks[first].lastIndex(where: { $0.sequence != nil }),
      let next = blocks[second].firstIndex(where: { $0.sequence != nil }),
      let from = blocks[first][last].sequence, let until = blocks[second][next].sequence
    else { return [] }
    let begun = blocks[first].lastIndex { !$0.isBlank } ?? 0
    // Those that are broken are still there.
    let gone = Int(Int32(bitPattern: until &- from)) - 1 - (begun - last) - next
    guard gone > 0 else { return [] }
    let count = blocks.count
    let between = (1..<count).map { (first + $0) % count }.prefix { $0 != second }
    // What is left of the first block may have been left blank, where a checkpoint began.
    let isTail = gone > between.count * blocks[first].count
    let tail = isTail ? blocks[first].indices.dropFirst(begun + 1).map { (first, $0) } : []
    let places = tail + between.flatMap { block in blocks[block].indices.map { (block, $0) } }
    return places.map { place($0.0, $0.1, .erased) }
  }

  private func place(_ block: Int, _ index: Int, _ fault: DamagedPlace.Fault) -> DamagedPlace {
    DamagedPlace(block: UInt32(block), offset: UInt32(index) * JournalSlot.size, fault)
  }
}
