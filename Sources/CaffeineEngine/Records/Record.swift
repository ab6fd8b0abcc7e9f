// How drinks and ledgers are written down: records, whose bytes are little-endian and nowhere aligned.
// Formats.md describes them all.
//
//     0  kind      1  size of the whole record      2  major version      3  minor version
//     4  content                                    size - 4  CRC-32 of all bytes before

/// What a record holds, in the order of a saved ledger.
enum RecordKind: UInt8 {
  /// Of a saved ledger the first record.
  case head = 1
  /// The chain where it begins, and how far ids, changes and peers came.
  case state
  /// What the folded drinks of each date add up to, once any is folded.
  case days
  /// A profile that holds from a time on. From this kind on there may be several of each.
  case change
  /// A removal: id, revision, source, stamp.
  case removal
  /// A drink.
  case drink
  /// Another store's id for a drink.
  case alias
  /// Of a saved ledger the last record: the CRC-32 of the checksums of all before it.
  case end
}

/// What all records have in common.
enum Record {
  static let majorVersion: UInt8 = 1
  static let minorVersion: UInt8 = 0
  /// Bytes before the content.
  static let headerSize = 4
  /// Bytes around the content.
  static let overhead = 8
  /// The CRC-32 of any bytes and their own CRC-32 after them.
  static let residue: UInt32 = 0x2144_DF1C

  /// The record's first four bytes as a number.
  static func header(_ kind: UInt8, contentSize: Int) -> UInt32 {
    UInt32(truncatingIfNeeded: contentSize &+ overhead) &<< 8 | UInt32(kind)
      | UInt32(majorVersion) &<< 16 | UInt32(minorVersion) &<< 24
  }
}

/// Goes on with a CRC-32 (reflected polynomial 0xEDB88320, as of Ethernet and zip files).
///
/// - Parameters:
///   - crc: The checksum of the bytes before; 0 where there are none.
///   - bytes: What follows.
///   - count: How many (bytes).
/// - Complexity: O(`count`), eight steps a byte and no table.
@inline(never)
func checksum(_ crc: UInt32, _ bytes: UnsafeRawPointer, _ count: Int) -> UInt32 {
  var crc = ~crc
  var index = 0
  while index < count {
    crc ^= UInt32(bytes.load(fromByteOffset: index, as: UInt8.self))
    var bits = 8
    repeat {
      crc = crc &>> 1 ^ (0 &- (crc & 1)) & 0xEDB8_8320
      bits &-= 1
    } while bits != 0
    index &+= 1
  }
  return ~crc
}

/// Copies bytes, aligned in any way. `copyMemory` brings a trap where the count is no constant.
@inline(never)
func copyBytes(
  to target: UnsafeMutableRawPointer, from bytes: UnsafeRawPointer, _ count: Int
) {
  var index = 0
  while index < count {
    target.storeBytes(
      of: bytes.load(fromByteOffset: index, as: UInt8.self), toByteOffset: index, as: UInt8.self)
    index &+= 1
  }
}

/// Appends records to memory that has room for them, or counts their bytes alone.
struct RecordWriter {
  private let start: UnsafeMutableRawPointer?
  /// Bytes written.
  private(set) var count = 0
  /// The CRC-32 of all records' checksums so far. One of whole records would tell nothing: whatever
  /// bytes a checksum follows, over both a CRC is the same.
  private(set) var chain: UInt32 = 0

  init(_ start: UnsafeMutableRawPointer?) {
    self.start = start
  }

  /// Appends a record.
  @inline(never)
  mutating func put(_ kind: UInt8, _ content: UnsafeRawPointer, _ size: Int) {
    if let start {
      let record = start + count
      record.storeBytes(of: Record.header(kind, contentSize: size), as: UInt32.self)
      copyBytes(to: record + Record.headerSize, from: content, size)
      let end = record + Record.headerSize + size
      end.storeBytes(of: checksum(0, record, Record.headerSize &+ size), as: UInt32.self)
      chain = checksum(chain, end, 4)
    }
    count = count &+ size &+ Record.overhead
  }

  /// Appends a record.
  @inline(__always)
  mutating func put(_ kind: RecordKind, _ content: UnsafeRawPointer, _ size: Int) {
    put(kind.rawValue, content, size)
  }
}

/// Reads records one after another, and trusts none.
struct RecordReader {
  private let start: UnsafeRawPointer
  let size: Int
  /// Where the next record begins (bytes).
  private(set) var offset = 0

  init(_ start: UnsafeRawPointer, size: Int) {
    self.start = start
    self.size = size
  }

  /// The kind of the next record, 0 where there is none.
  var kind: UInt8 { offset < size ? start.load(fromByteOffset: offset, as: UInt8.self) : 0 }

  /// Whether every byte was read.
  var isAtEnd: Bool { offset == size }

  /// The CRC-32 of all records' checksums so far.
  private(set) var chain: UInt32 = 0

  /// Done, or why no ledger takes what the records say, though each of them is whole.
  private(set) var verdict = Status.done

  /// Notes why what a record says is not taken, unless there was a reason before.
  @inline(never)
  mutating func refuse(_ error: CaffeineError) {
    if !verdict.isRefusal { verdict = .refused(error) }
  }

  /// Goes past the next record and copies the first bytes of its content.
  ///
  /// A record of another size is refused, but a longer one of a later minor version is cut.
  /// - Parameters:
  ///   - content: Where to, `contentSize` bytes; nil: the content is refused, or unknown here in a
  ///     record of a later minor version.
  /// - Returns: Done if the record is whole, or `corrupt`, or `version` for a later major version.
  @inline(never)
  mutating func take(_ content: UnsafeMutableRawPointer?, _ contentSize: Int) -> Status {
    let record = start + offset, left = size &- offset
    guard left >= Record.overhead else { return .refused(.corrupt) }
    let length = Int(record.load(fromByteOffset: 1, as: UInt8.self))
    guard length >= Record.overhead, length <= left,
      checksum(0, record, length) == Record.residue
    else { return .refused(.corrupt) }
    let major = record.load(fromByteOffset: 2, as: UInt8.self)
    guard major == Record.majorVersion else {
      return .refused(major < Record.majorVersion ? .corrupt : .version)
    }
    let isNewer = record.load(fromByteOffset: 3, as: UInt8.self) > Record.minorVersion
    let more = length &- Record.overhead &- contentSize
    if let content, more == 0 || isNewer && more > 0 {
      copyBytes(to: content, from: record + Record.headerSize, contentSize)
    } else if content != nil || !isNewer {
      refuse(.corrupt)
    }
    chain = checksum(chain, record + length - 4, 4)
    offset = offset &+ length
    return .done
  }
}
