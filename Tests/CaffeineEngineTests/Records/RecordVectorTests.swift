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

  /// A ledger with one record at least of every kind.
  static func ledger() throws -> LedgerMemory {
    let memory = try LedgerMemory(
      capacity: 3, configuration: Configuration(deviceID: testDevice, wearer: 77))
    try memory.record(
      .cup(0, flags: .estimated), .cup(60, micrograms: 0, flags: .unknownDose),
      .cup(3_600, micrograms: 64_000, lasting: 7_200, offset: 120))
    _ = try memory.ledger.remove(memory.drinks[1].id, source: 9)
    try memory.record(.cup(4_000, id: 40), .cup(5_000, id: 41))
    try memory.ledger.setProfile(profile(600, 12_000), from: morning(9_000))
    return memory
  }

  @Test func `a drink's record is the example's, and is read back`() throws {
    let examples = try RecordVectorTests.examples()
    var drink = RecordVectorTests.drink
    var bytes = [UInt8](repeating: 0, count: Drink.recordSize)
    withUnsafePointer(to: &drink) { drink in
      bytes.withUnsafeMutableBytes { drink.encode(to: $0.baseAddress!) }
    }
    #expect(bytes == examples[0])
    var read = Drink(time: Timestamp(0), dose: .zero)
    let status = bytes.withUnsafeBytes { bytes in
      withUnsafeMutablePointer(to: &read) { $0.decode(from: bytes.baseAddress!, size: bytes.count) }
    }
    #expect(status == .done)
    #expect(read == drink)
  }

  @Test func `a saved ledger is the example's, and is read back`() throws {
    let examples = try RecordVectorTests.examples()
    let memory = try RecordVectorTests.ledger()
    let bytes = try memory.saved()
    #expect(bytes == examples[1])
    let other = try LedgerMemory(
      capacity: 3, configuration: Configuration(deviceID: testDevice, wearer: 77))
    try other.load(examples[1])
    let isSame = other.bytes == memory.bytes
    #expect(isSame)
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
    other[40] = 0xFF
    #expect(status(sealed(other)) == (.refused(.corrupt), Drink.cup()))
  }
}
