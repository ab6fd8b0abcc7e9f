import Testing

@testable import CaffeineEngine

extension LedgerMemory {
  /// The ledger written down.
  func saved() throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: ledger.saveSize)
    let written = try bytes.withUnsafeMutableBytes { buffer in
      try ledger.save(to: #require(buffer.baseAddress), size: buffer.count)
    }
    #expect(written == bytes.count)
    return bytes
  }

  /// Takes over a ledger that was written down; returns how many records were left out.
  @discardableResult
  func load(_ bytes: [UInt8]) throws -> UInt32 {
    try bytes.withUnsafeBytes { buffer in
      try ledger.load(from: #require(buffer.baseAddress), size: buffer.count)
    }
  }
}

extension LedgerMemory {
  /// Lists another store's id for a drink; there must be room.
  func addAlias(_ alias: DrinkID, of id: DrinkID) {
    let count = ledger.header.pointee.aliasCount
    ledger.aliases[Int(count)] = Alias(alias: alias, id: id)
    ledger.header.pointee.aliasCount = count + 1
  }
}

/// The records of a saved ledger, to take apart and put together.
func records(of saved: [UInt8]) -> [[UInt8]] {
  var records: [[UInt8]] = [], offset = 0
  while offset < saved.count {
    let size = Int(saved[offset + 1])
    records.append(Array(saved[offset..<offset + size]))
    offset += size
  }
  return records
}

/// A record with its checksum made right.
func sealed(_ record: [UInt8]) -> [UInt8] {
  let content = Array(record.dropLast(4))
  return content + littleEndian(crc32(content))
}

/// A saved ledger from its records: sizes and checksums made right.
func saved(_ records: [[UInt8]]) -> [UInt8] {
  var records = records.map(sealed)
  let size = UInt32(records.reduce(0) { $0 + $1.count })
  records[0].replaceSubrange(8..<12, with: littleEndian(size))
  records[0] = sealed(records[0])
  let last = records.count - 1
  records[last].replaceSubrange(
    4..<8, with: littleEndian(crc32(records.dropLast().flatMap { $0.suffix(4) })))
  records[last] = sealed(records[last])
  return records.flatMap { $0 }
}

/// The CRC-32 of Ethernet and zip files, slowly and obviously.
func crc32(_ bytes: [UInt8]) -> UInt32 {
  var crc: UInt32 = 0xFFFF_FFFF
  for byte in bytes {
    crc ^= UInt32(byte)
    for _ in 0..<8 { crc = crc & 1 == 1 ? crc >> 1 ^ 0xEDB8_8320 : crc >> 1 }
  }
  return ~crc
}

/// A number's bytes, the least first.
func littleEndian(_ value: UInt32) -> [UInt8] {
  (0..<4).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
}
