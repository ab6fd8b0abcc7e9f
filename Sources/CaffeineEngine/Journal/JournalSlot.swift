// The journal's format; Formats.md describes it byte by byte.
//
//     0  kind      1  64      2  major version      3  minor version
//     4  content, 48 bytes                          52  sequence
//     56 extra                                      60  CRC-32 of all bytes before

/// One record of a journal: 64 bytes, which is a whole number of any program unit and fits a block a
/// whole number of times, so that a damaged one never hides where the next one begins.
public struct JournalSlot {
  /// Bytes of a slot, which are programmed at once.
  public static var size: UInt32 { 64 }
  /// Bytes that a slot can hold of a record's content.
  static var contentSize: Int { 48 }

  /// What a slot of unknown kind has set if a reader may pass over it; without, it may not write.
  static let optional: UInt8 = 0x80

  var header: UInt32 = 0
  /// Of a header its own; of other kinds bytes as they are in a ledger.
  var content = JournalHeader()
  var sequence: UInt32 = 0
  var extra: UInt32 = 0
  var crc: UInt32 = 0

  /// What a record is, in a slot of a journal: those of a saved ledger, and these.
  enum Kind {
    /// The first slot of a block.
    static var block: UInt8 { 16 }
    /// All that was alive has a slot since a block's header. Two are alike: one may be damaged.
    static var end: UInt8 { 17 }
  }

  /// The first four bytes of a slot: a record of minor version 1, which may have appended to the content
  /// of minor version 0.
  static func header(_ kind: UInt8) -> UInt32 {
    Record.header(kind, contentSize: Int(size) - Record.overhead) | 1 &<< 24
  }

  var kind: UInt8 { UInt8(truncatingIfNeeded: header) }
  /// Set in the extra word of a checkpoint's slots: they count once it is whole.
  static var ofCheckpoint: UInt32 { 1 &<< 31 }
  var isOfCheckpoint: Bool { extra & JournalSlot.ofCheckpoint != 0 }

  /// Of a header: the format's version, the major one in the upper byte.
  var version: UInt32 { (extra & ~JournalSlot.ofCheckpoint) &>> 16 }
}

/// The format's own version.
enum JournalFormat {
  static var majorVersion: UInt32 { 1 }
  static var minorVersion: UInt32 { 0 }

  /// In the extra word of headers.
  static var extra: UInt32 { majorVersion &<< 24 | minorVersion &<< 16 }
}

/// What a slot turned out to be.
enum SlotState {
  case blank, valid, damaged, unreadable
}

/// The content of a block's header, and of a checkpoint's last slots.
///
/// The same in both, so that where one is damaged others tell what the journal is of.
struct JournalHeader {
  /// "CAFJ".
  static var magic: UInt32 { 0x4A46_4143 }
  /// In the extra word of a checkpoint's last slots: the other blocks are to be erased.
  static var wipes: UInt32 { 1 }

  var magic: UInt32 = 0
  /// `FlashGeometry.mark`.
  var geometry: UInt32 = 0
  /// Of a log's block: the sequence of the last slot before that counts. Slots of checkpoints that were not
  /// finished may lie between.
  var previous: UInt32 = 0
  var wearer: UInt32 = 0
  /// How often this block was erased.
  var erases: UInt32 = 0
  /// What was kept before: other slots tell it too, unless they are damaged.
  var stamp: UInt32 = 0
  /// In halves: a slot's content is aligned to four bytes.
  var idCounterLow: UInt32 = 0
  var idCounterHigh: UInt32 = 0
  var profile = Profile(absorptionHalfLife: 0, eliminationHalfLife: 0)
  /// Where the newest checkpoint begins, and the sequence of that block's header.
  var base: UInt32 = 0
  var baseSequence: UInt32 = 0
}

extension FlashGeometry {
  /// All of it in a word.
  @inline(never)
  var mark: UInt32 {
    UInt32(truncatingIfNeeded: programUnit.trailingZeroBitCount)
      | UInt32(truncatingIfNeeded: eraseBlock.trailingZeroBitCount) &<< 8
      | UInt32(erasedByte & 1) &<< 15 | (blockCount &- 1) &<< 16
  }
}

extension UnsafeMutablePointer<JournalSlot> {
  /// The record's content.
  @inline(__always)
  var content: UnsafeMutableRawPointer {
    UnsafeMutableRawPointer(self) + Record.headerSize
  }
}

extension JournalSlot {
  /// Whether every byte of a slot is as erased.
  @inline(never)
  static func isBlank(_ slot: UnsafeRawPointer, _ erasedByte: UInt8) -> Bool {
    let blank: UInt32 = erasedByte == 0 ? 0 : .max
    var offset = 0
    while offset < Int(JournalSlot.size) {
      if slot.load(fromByteOffset: offset, as: UInt32.self) != blank { return false }
      offset &+= 4
    }
    return true
  }

  /// Whether the bytes are a slot that was written whole.
  @inline(never)
  static func isWhole(_ slot: UnsafePointer<JournalSlot>) -> Bool {
    UInt8(truncatingIfNeeded: slot.pointee.header &>> 8) == UInt8(JournalSlot.size)
      && checksum(0, slot, Int(JournalSlot.size)) == Record.residue
  }
}
