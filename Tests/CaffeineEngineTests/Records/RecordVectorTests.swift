import Foundation
import Testing

@testable import CaffeineEngine

/// The examples of Reference/records.txt, which other readers of the format may use too.
struct RecordVectorTests {
  /// The bytes of the examples, in their order.
  static func examples() throws -> [[UInt8]] {
    let url = try #require(
      Bundle.module.url(forResource: "records", withExtension: "txt", subdirectory: "Reference"))
    return try String(contentsOf: url, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("hex: ") }
      .map { line in
        let digits = Array(line.dropFirst(5).utf8)
        return stride(from: 0, to: digits.count, by: 2).map {
          UInt8(String(decoding: digits[$0..<$0 + 2], as: UTF8.self), radix: 16) ?? 0
        }
      }
  }

  /// A drink in which no two fields look alike.
  static let drink = Drink(
    id: DrinkID(high: 0x0102_0304_0506_0708, low: 0x090A_0B0C_0D0E_0F10),
    time: Timestamp(1_786_170_600), dose: .micrograms(96_001), duration: 1_234, revision: 7,
    flags: [.estimated, .meant], utcOffset: -210, kind: 130, source: 3)

  /// A plan, and a drink from before the clock was set.
  static var plan: Drink {
    var drink = drink
    drink.flags.insert(.planned)
    return drink
  }
  static var undated: Drink {
    var drink = drink
    drink.flags.insert(.timeUnset)
    drink.time = Timestamp(86_399)
    return drink
  }

  /// An empty ledger for the examples.
  private static func empty(aliases: UInt32 = 0) throws -> LedgerMemory {
    try LedgerMemory(
      capacity: 4,
      configuration: Configuration(deviceID: testDevice, wearer: 77, aliases: aliases))
  }

  /// A ledger with one record at least of every kind but an alias, as the C interface's examples.
  static func ledger() throws -> LedgerMemory {
    let memory = try empty()
    try memory.record(
      .cup(0, flags: .estimated), .cup(60, micrograms: 0, flags: .unknownDose),
      .cup(3_600, micrograms: 64_000, lasting: 7_200, offset: 120))
    _ = try memory.ledger.remove(memory.drinks[1].id, source: 9)
    try memory.record(
      .cup(4_000, id: 40), .cup(90_000, micrograms: 32_000, id: 41, flags: .planned))
    // Folds the first.
    try memory.record(
      .cup(5_000 - Drink.morning, micrograms: 48_000, id: 42, flags: .timeUnset))
    try memory.ledger.setProfile(profile(600, 12_000), from: morning(9_000))
    return memory
  }

  /// A ledger with two aliases of one drink, and one of a drink that is folded.
  static func aliased() throws -> LedgerMemory {
    let memory = try empty(aliases: 3)
    try memory.record(.cup(0, id: 1))
    memory.addAlias(DrinkID(high: 0x1112_1314_1516_1718, low: 0x191A_1B1C_1D1E_1F20), of: .test(1))
    memory.addAlias(DrinkID(high: 0x2122_2324_2526_2728, low: 0x292A_2B2C_2D2E_2F30), of: .test(1))
    memory.addAlias(DrinkID(high: 0x3132_3334_3536_3738, low: 0x393A_3B3C_3D3E_3F40), of: .test(9))
    return memory
  }

  @Test func `drinks' records are the examples', and are read back`() throws {
    let examples = try RecordVectorTests.examples()
    let drinks = [RecordVectorTests.drink, RecordVectorTests.plan, RecordVectorTests.undated]
    for (drink, example) in zip(drinks, examples) {
      // A stamp is neither written nor read.
      var stamped = drink
      stamped.stamp = 0xAABB_CCDD
      var bytes = [UInt8](repeating: 0, count: Drink.recordSize)
      withUnsafePointer(to: &stamped) { drink in
        bytes.withUnsafeMutableBytes { drink.encode(to: $0.baseAddress!) }
      }
      #expect(bytes == example)
      bytes[4] = 9
      for bytes in [bytes, example].map(sealed) {
        var read = Drink(time: Timestamp(0), dose: .zero)
        read.stamp = 77
        let status = bytes.withUnsafeBytes { bytes in
          withUnsafeMutablePointer(to: &read) {
            $0.decode(from: bytes.baseAddress!, size: bytes.count)
          }
        }
        #expect(status == .done)
        #expect(read == drink)
        #expect(read.stamp == 77)
      }
    }
  }

  @Test func `saved ledgers are the examples', and are read back`() throws {
    let examples = try RecordVectorTests.examples()
    #expect(examples.count == 5)
    let ledgers = [try RecordVectorTests.ledger(), try RecordVectorTests.aliased()]
    for (memory, example) in zip(ledgers, examples.dropFirst(3)) {
      let bytes = try memory.saved()
      #expect(bytes == example)
      let other = try RecordVectorTests.empty(
        aliases: memory.ledger.header.pointee.configuration.aliases)
      try other.load(example)
      let isSame = other.bytes == memory.bytes
      #expect(isSame)
    }
    let kinds = try ledgers.flatMap { records(of: try $0.saved()).map { $0[0] } }
    #expect(Set(kinds) == [1, 2, 3, 4, 5, 6, 7, 8])
  }

  @Test func `a damaged record, another kind and a drink that no ledger takes are refused`() throws
  {
    let good = try RecordVectorTests.examples()[0]
    func status(_ record: [UInt8], size: Int? = nil) -> (Status, Drink) {
      var drink = Drink.cup()
      let status = record.withUnsafeBytes { bytes in
        withUnsafeMutablePointer(to: &drink) {
          $0.decode(from: bytes.baseAddress!, size: size ?? bytes.count)
        }
      }
      return (status, drink)
    }
    for bit in 0..<good.count * 8 {
      var flipped = good
      flipped[bit / 8] ^= 1 << (bit % 8)
      #expect(status(flipped) == (.refused(.corrupt), Drink.cup()))
    }
    for size in 0..<good.count {
      #expect(status(good, size: size) == (.refused(.corrupt), Drink.cup()))
    }
    var other = good
    other[0] = RecordKind.removal.rawValue
    #expect(status(sealed(other)).0 == .refused(.corrupt))
    other = good
    other[2] = 2
    #expect(status(sealed(other)).0 == .refused(.version))
    other = good
    other[44] = 0xFF
    #expect(status(sealed(other)) == (.refused(.corrupt), Drink.cup()))
    // Planned and undated.
    other[44] = 3
    #expect(status(sealed(other)) == (.refused(.corrupt), Drink.cup()))
    // Uptime from 2^31 s on.
    other = try RecordVectorTests.examples()[2]
    other[31] = 0x80
    #expect(status(sealed(other)) == (.refused(.corrupt), Drink.cup()))
  }
}
