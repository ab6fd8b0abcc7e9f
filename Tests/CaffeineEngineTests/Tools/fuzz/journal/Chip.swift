import Glibc

/// Flash with any bytes, that counts what is done to it.
final class Chip: FlashDevice {
  let geometry: FlashGeometry
  private let bytes: UnsafeMutableRawPointer
  private let size: Int
  var bytesRead = 0
  var writes = 0

  /// Every byte of each slot twice, of each header three times, and one of each slot.
  var mostRead: Int { size * 2 + size / 64 + 2 * 64 * Int(geometry.blockCount) + 64 }

  init(option: UInt8, _ data: UnsafePointer<UInt8>, _ count: Int) {
    geometry =
      switch option & 3 {
      case 0: FlashGeometry(programUnit: 4, eraseBlock: 512, blockCount: 16)
      case 1: FlashGeometry(programUnit: 1, eraseBlock: 512, blockCount: 16, erasedByte: 0)
      case 2: FlashGeometry(programUnit: 32, eraseBlock: 2_048, blockCount: 4)
      default: FlashGeometry(programUnit: 8, eraseBlock: 256, blockCount: 36)
      }
    size = Int(geometry.eraseBlock * geometry.blockCount)
    bytes = .allocate(byteCount: size, alignment: 8)
    memset(bytes, CInt(geometry.erasedByte), size)
    bytes.copyMemory(from: data, byteCount: min(count, size))
  }

  func free() { bytes.deallocate() }

  /// Gives every slot that is not blank its checksum.
  func mend() {
    for slot in stride(from: 0, to: size, by: 64) {
      let place = bytes + slot
      guard place.load(fromByteOffset: 1, as: UInt8.self) == 64 else { continue }
      place.storeBytes(of: checksum(0, place, 60), toByteOffset: 60, as: UInt32.self)
    }
  }

  /// What is on it, without the erased end.
  var contents: Saved {
    var used = size
    while used > 0, bytes.load(fromByteOffset: used - 1, as: UInt8.self) == geometry.erasedByte {
      used -= 1
    }
    return Saved(start: UnsafeRawPointer(bytes), size: used)
  }

  private func place(_ block: UInt32, _ offset: UInt32, _ count: UInt32) -> UnsafeMutableRawPointer
  {
    demand(
      block < geometry.blockCount && offset + count <= geometry.eraseBlock, "outside the flash")
    return bytes + Int(block * geometry.eraseBlock + offset)
  }

  func read(
    _ block: UInt32, _ offset: UInt32, into target: UnsafeMutableRawPointer, count: UInt32
  ) -> FlashResult {
    bytesRead += Int(count)
    target.copyMemory(from: place(block, offset, count), byteCount: Int(count))
    return .done
  }

  func program(
    _ block: UInt32, _ offset: UInt32, from source: UnsafeRawPointer, count: UInt32
  ) -> FlashResult {
    writes += 1
    let place = place(block, offset, count)
    demand(count == 64 && offset % 64 == 0, "no slot")
    for index in 0..<Int(count) {
      demand(
        place.load(fromByteOffset: index, as: UInt8.self) == geometry.erasedByte,
        "programmed what is not erased")
    }
    place.copyMemory(from: source, byteCount: Int(count))
    return .done
  }

  func erase(_ block: UInt32) -> FlashResult {
    writes += 1
    memset(
      place(block, 0, geometry.eraseBlock), CInt(geometry.erasedByte), Int(geometry.eraseBlock))
    return .done
  }

  func sync() -> FlashResult { .done }
}
