import Glibc

/// Some bytes that may be a saved ledger.
struct Saved {
  let start: UnsafeRawPointer
  let size: Int

  /// Whether a record among them is of a later minor version.
  var hasNewer: Bool {
    var isNewer = false
    forEachRecord { offset, _ in
      if byte(offset + 3) > Record.minorVersion { isNewer = true }
    }
    return isNewer
  }

  func isEqual(to other: Saved) -> Bool {
    size == other.size && memcmp(start, other.start, size) == 0
  }

  func free() { start.deallocate() }

  /// Hands over a copy whose sizes and checksums are right, so that what lies behind is reached.
  func withMended(_ body: (Saved) -> Void) {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: max(size, 1), alignment: 1)
    defer { copy.deallocate() }
    copy.copyMemory(from: start, byteCount: size)
    var chain: UInt32 = 0
    forEachRecord { offset, length in
      let record = copy + offset
      switch RecordKind(rawValue: byte(offset)) {
      case .head where length >= 16:
        record.storeBytes(of: UInt32(truncatingIfNeeded: size), toByteOffset: 8, as: UInt32.self)
      case .end where length >= 12:
        record.storeBytes(of: chain, toByteOffset: 4, as: UInt32.self)
      case .days where length >= 8 + 15 * 16:
        // After 2^31 - 1 folded drinks of a date, which nobody drinks, the count is refused.
        for place in stride(from: 4, to: 4 + 15 * 16, by: 16) {
          let uppermost = place + 11
          record.storeBytes(
            of: byte(offset + uppermost) & 0xBF, toByteOffset: uppermost, as: UInt8.self)
        }
      default: break
      }
      var crc = checksum(0, record, length - 4)
      record.storeBytes(of: crc, toByteOffset: length - 4, as: UInt32.self)
      chain = checksum(chain, &crc, 4)
    }
    body(Saved(start: copy, size: size))
  }

  private func byte(_ offset: Int) -> UInt8 { start.load(fromByteOffset: offset, as: UInt8.self) }

  /// Calls with the place and the length of each record, as far as they can be told apart.
  private func forEachRecord(_ body: (Int, Int) -> Void) {
    var offset = 0
    while size - offset >= Record.overhead {
      let length = Int(byte(offset + 1))
      guard length >= Record.overhead, length <= size - offset else { return }
      body(offset, length)
      offset += length
    }
  }
}

/// For what a ledger has room.
struct Room {
  let capacity: Int
  let aliases: UInt32

  init(option: UInt8) {
    capacity = [1, 3, 40, 3][Int(option & 3)]
    aliases = UInt32(option >> 2 & 3)
  }

  var configuration: Configuration { Configuration(deviceID: 7, aliases: aliases) }
}

/// An empty ledger in memory that ends where the ledger does.
struct Memory {
  let start: UnsafeMutableRawPointer
  let size: Int
  let ledger: Ledger

  let room: Room

  init(_ room: Room) {
    self.room = room
    size = Ledger.byteCount(capacity: room.capacity, aliases: Int(room.aliases))
    start = .allocate(byteCount: size, alignment: Ledger.alignment)
    ledger = Ledger(at: start)
    let isSetUp =
      (try? Ledger(in: start, byteCount: size, configuration: room.configuration)) != nil
    demand(isSetUp, "no ledger was set up")
  }

  func free() { start.deallocate() }

  func copy() -> UnsafeMutableRawPointer {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: Ledger.alignment)
    copy.copyMemory(from: start, byteCount: size)
    return copy
  }

  /// Whether what lies there is taken over after a reset, as it is.
  var isAdopted: Bool {
    let before = copy()
    defer { before.deallocate() }
    let ledger = try? Ledger(adopting: start, byteCount: size, configuration: room.configuration)
    return ledger != nil && isEqual(to: before)
  }

  func isEqual(to copy: UnsafeMutableRawPointer) -> Bool { memcmp(start, copy, size) == 0 }

  /// The ledger written down, in memory that ends where the bytes do; free it.
  func saved() -> Saved {
    let needed = ledger.saveSize
    let bytes = UnsafeMutableRawPointer.allocate(byteCount: needed, alignment: 1)
    let written = try? ledger.save(to: bytes, size: needed)
    demand(written == needed, "save wrote another number of bytes than it had said")
    return Saved(start: UnsafeRawPointer(bytes), size: needed)
  }
}
