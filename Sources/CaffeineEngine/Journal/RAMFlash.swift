/// Flash in memory: for tests, and for memory that outlives a reset or keeps its bytes without power.
///
/// The memory stays the caller's, and in place for as long as the device is used.
public struct RAMFlash: FlashDevice {
  /// As it was given.
  public let geometry: FlashGeometry
  private let memory: UnsafeMutableRawPointer

  /// Takes memory of `eraseBlock` times `blockCount` bytes for flash.
  public init(_ memory: UnsafeMutableRawPointer, _ geometry: FlashGeometry) {
    self.memory = memory
    self.geometry = geometry
  }

  private func place(_ block: UInt32, _ offset: UInt32) -> UnsafeMutableRawPointer {
    memory + Int(block) &* Int(geometry.eraseBlock) + Int(offset)
  }

  /// Copies bytes.
  public func read(
    _ block: UInt32, _ offset: UInt32, into bytes: UnsafeMutableRawPointer, count: UInt32
  ) -> FlashResult {
    copyBytes(to: bytes, from: place(block, offset), Int(count))
    return .done
  }

  /// Copies bytes: what is not erased is overwritten, not refused.
  public func program(
    _ block: UInt32, _ offset: UInt32, from bytes: UnsafeRawPointer, count: UInt32
  ) -> FlashResult {
    copyBytes(to: place(block, offset), from: bytes, Int(count))
    return .done
  }

  /// Fills a block with the erased byte.
  public func erase(_ block: UInt32) -> FlashResult {
    let start = place(block, 0)
    var index = 0
    while index < Int(geometry.eraseBlock) {
      start.storeBytes(of: geometry.erasedByte, toByteOffset: index, as: UInt8.self)
      index &+= 1
    }
    return .done
  }

  /// Nothing to do.
  public func sync() -> FlashResult { .done }
}
