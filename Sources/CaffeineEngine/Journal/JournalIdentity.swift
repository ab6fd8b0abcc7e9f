// Files are the host's: the whole file is left out elsewhere.
#if canImport(Glibc) && !hasFeature(Embedded)

  /// What a journal says of itself in its block headers: enough to open it.
  @frozen
  public struct JournalIdentity: Equatable, Sendable {
    /// What it was formatted for.
    public var geometry: FlashGeometry
    /// The format's version, the major one in the upper byte.
    public var version: UInt16
    /// Whose drinks it holds.
    public var wearer: UInt32
  }

  extension JournalIdentity {
    /// Looks for what a journal says of itself in a file; nil: it says nothing, it is none.
    ///
    /// If the file has another size than `geometry.byteCount`, it is a part of a journal, or more.
    /// - Throws: Any but `noSpace` and `size`: the file cannot be read.
    /// - Complexity: O(size). In a journal it is early in the file, unless that was wiped.
    public static func found(at path: String) throws(FileFlashError) -> JournalIdentity? {
      guard let file = try OpenFile.at(path, writes: false) else { throw .absent }
      guard let size = file.size else { throw .last }
      let most = 1 << 16, step = Int(JournalSlot.size)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: most, alignment: 8)
      defer { memory.deallocate() }
      for start in stride(from: 0, to: size, by: most) {
        let count = min(most, size - start)
        guard file.read(memory, count, at: start) else { throw .last }
        for offset in stride(from: 0, through: count - step, by: step) {
          let slot = (memory + offset).assumingMemoryBound(to: JournalSlot.self)
          if let identity = JournalIdentity(slot, at: start + offset) { return identity }
        }
      }
      return nil
    }

    /// Reads a block's header, or the end of a checkpoint, which says the same; nil if it is neither.
    private init?(_ slot: UnsafeMutablePointer<JournalSlot>, at place: Int) {
      let header = slot.pointee.content, kind = slot.pointee.kind
      guard kind == JournalSlot.Kind.block || kind == JournalSlot.Kind.end,
        JournalSlot.isWhole(slot),
        header.magic == JournalHeader.magic,
        let geometry = FlashGeometry(mark: header.geometry),
        (place % Int(geometry.eraseBlock) == 0) == (kind == JournalSlot.Kind.block)
      else { return nil }
      self.init(
        geometry: geometry, version: UInt16(truncatingIfNeeded: slot.pointee.version),
        wearer: header.wearer)
    }
  }

  extension FlashGeometry {
    /// What a block header says; nil: no journal can be kept on such a device.
    init?(mark: UInt32) {
      self.init(
        programUnit: 1 << (mark & 0xFF), eraseBlock: 1 << (mark >> 8 & 0x7F),
        blockCount: mark >> 16 + 1, erasedByte: mark >> 15 & 1 == 0 ? 0 : 0xFF)
      guard isValid else { return nil }
    }
  }

#endif
