import CaffeineEngine

/// The devices on which the power is cut: every program unit on every division into blocks, erased to
/// 0xFF and to 0x00.
enum CutGeometry {
  static let units: [UInt32] = [1, 2, 4, 8, 16, 32]

  /// Bytes of a block and how many there are: from 256 B to 128 KiB, and from 2 on.
  static let blocks: [(size: UInt32, count: UInt32)] = [
    (256, 40), (256, 53), (512, 19), (1_024, 8), (1_024, 11), (2_048, 5), (4_096, 2), (4_096, 16),
    (8_192, 3), (16_384, 2), (131_072, 2),
  ]

  /// All of them; neighbours differ in everything.
  static let all: [FlashGeometry] = (0..<units.count * blocks.count * 2).map { number in
    let block = blocks[number % blocks.count]
    return FlashGeometry(
      programUnit: units[(number + number / (2 * blocks.count)) % units.count],
      eraseBlock: block.size, blockCount: block.count, erasedByte: number % 2 == 0 ? 0xFF : 0)
  }

  /// Reads `8/4096x16`, or `8/4096x16/00` where erased bytes are 0x00.
  static func parse(_ text: String) -> FlashGeometry? {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 2 || parts.count == 3 && (parts[2] == "00" || parts[2] == "FF"),
      let unit = UInt32(parts[0])
    else { return nil }
    let sizes = parts[1].split(separator: "x", omittingEmptySubsequences: false)
    guard sizes.count == 2, let size = UInt32(sizes[0]), let count = UInt32(sizes[1]),
      units.contains(unit), size.nonzeroBitCount == 1, (256...131_072).contains(size),
      (2...65_536).contains(count), (size / JournalSlot.size - 1) * (count / 2) >= 58,
      UInt64(size) * UInt64(count) < 1 << 24
    else { return nil }
    return FlashGeometry(
      programUnit: unit, eraseBlock: size, blockCount: count,
      erasedByte: parts.count == 3 && parts[2] == "00" ? 0 : 0xFF)
  }
}

extension FlashGeometry {
  /// As `CutGeometry.parse` reads it.
  var name: String {
    "\(programUnit)/\(eraseBlock)x\(blockCount)" + (erasedByte == 0 ? "/00" : "")
  }
}
