import Testing

@testable import CaffeineEngine
@testable import caffeine_sim

/// A ledger whose journal lies on emulated flash.
final class JournalBench {
  let flash: FlashEmulator
  let capacity: Int
  let configuration: Configuration
  var memory: LedgerMemory
  var journal: Journal<FlashEmulator>
  /// Minutes after the morning at which the next drink is.
  private var minute: Int64 = 0

  /// Formats the device and mounts the empty journal.
  init(
    _ geometry: FlashGeometry = .small, capacity: Int = 8, configuration: Configuration = .test
  ) throws {
    flash = FlashEmulator(geometry)
    self.capacity = capacity
    self.configuration = configuration
    memory = try LedgerMemory(capacity: capacity, configuration: configuration)
    journal = Journal(on: flash)
    try journal.format()
    try journal.mount(memory.ledger)
  }

  var ledger: Ledger { memory.ledger }

  /// Records a drink an hour after the last one.
  @discardableResult
  func drink(_ milligrams: UInt32 = 80) throws -> DrinkID {
    minute += 60
    let time = morning(minute * 60)
    return try ledger.record(Drink(time: time, dose: .milligrams(milligrams)), now: time).id
  }

  /// Records so many drinks and appends each.
  func append(drinks count: Int) throws {
    for _ in 0..<count {
      try drink()
      try journal.append(ledger)
    }
  }

  /// What a restart finds.
  func mounted() throws -> (memory: LedgerMemory, report: JournalReport) {
    let memory = try LedgerMemory(capacity: capacity, configuration: configuration)
    var journal = Journal(on: flash)
    return (memory, try journal.mount(memory.ledger))
  }

  /// A restart: the mounted ledger takes the place of the one in memory.
  @discardableResult
  func restart() throws -> JournalReport {
    flash.restart()
    memory = try LedgerMemory(capacity: capacity, configuration: configuration)
    journal = Journal(on: flash)
    return try journal.mount(ledger)
  }

  /// Whether a restart would find exactly the ledger in memory.
  func isKept() throws -> Bool { try mounted().memory.saved() == memory.saved() }

  /// The refusal of a restart; nil: there is none, and the bytes are as before.
  func refusal() throws -> CaffeineError? {
    do {
      _ = try mounted()
      return nil
    } catch let error as CaffeineError {
      return error
    }
  }
}

extension FlashGeometry {
  /// A page of an external flash chip, four times.
  static var small: FlashGeometry {
    FlashGeometry(programUnit: 4, eraseBlock: 4_096, blockCount: 4)
  }

  var byteCount: Int { Int(eraseBlock * blockCount) }

  /// One of each program unit, with blocks of 256 bytes to 16 KiB, and both erased bytes.
  static var various: [FlashGeometry] {
    [
      FlashGeometry(programUnit: 4, eraseBlock: 4_096, blockCount: 16),
      FlashGeometry(programUnit: 1, eraseBlock: 256, blockCount: 40),
      FlashGeometry(programUnit: 32, eraseBlock: 1_024, blockCount: 8, erasedByte: 0),
      FlashGeometry(programUnit: 8, eraseBlock: 2_048, blockCount: 5),
      FlashGeometry(programUnit: 2, eraseBlock: 4_096, blockCount: 2),
      FlashGeometry(programUnit: 16, eraseBlock: 8_192, blockCount: 3, erasedByte: 0),
    ]
  }
}

extension FlashEmulator {
  /// Where the slots begin that begin with a byte and are whole.
  func slots(of kind: UInt8? = nil) -> [Int] {
    stride(from: 0, to: bytes.count, by: 64).filter { start in
      let slot = Array(bytes[start..<start + 64])
      return slot[1] == 64 && crc32(Array(slot[..<60])) == word(start + 60)
        && (kind == nil || slot[0] == kind)
    }
  }

  /// Four bytes as a number.
  func word(_ start: Int) -> UInt32 {
    bytes[start..<start + 4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// Replaces a word of a slot and makes its checksum right.
  func rewrite(_ slot: Int, at offset: Int, _ word: UInt32) {
    var bytes = Array(bytes[slot..<slot + 60])
    bytes.replaceSubrange(offset..<offset + 4, with: littleEndian(word))
    overwrite(slot, bytes + littleEndian(crc32(bytes)))
  }

  /// Flips a bit of a byte.
  func flip(_ byte: Int, _ bit: Int) { overwrite(byte, [bytes[byte] ^ 1 << bit]) }
}
