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

  /// Hands over a copy whose sizes and checksums are right, so that what lies behind them is reached.
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
      case .day where length >= 24:
        // After 2^31 - 1 folded drinks of a date, which nobody drinks, the count is refused.
        record.storeBytes(of: byte(offset + 15) & 0xBF, toByteOffset: 15, as: UInt8.self)
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

/// An empty ledger in memory that ends where the ledger does.
struct Memory {
  let start: UnsafeMutableRawPointer
  let size: Int
  let ledger: Ledger

  init(capacity: Int) {
    size = Ledger.byteCount(capacity: capacity)
    start = .allocate(byteCount: size, alignment: Ledger.alignment)
    ledger = Ledger(at: start)
    let isSetUp =
      (try? Ledger(in: start, byteCount: size, configuration: Configuration(deviceID: 7))) != nil
    demand(isSetUp, "no ledger was set up")
  }

  func free() { start.deallocate() }

  func copy() -> UnsafeMutableRawPointer {
    let copy = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: Ledger.alignment)
    copy.copyMemory(from: start, byteCount: size)
    return copy
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
