import Testing

@testable import CaffeineEngine

/// A ledger in memory of its own, whose bytes can be compared, with a guard behind it.
final class LedgerMemory {
  private static var guardCount: Int { 64 }
  let memory: UnsafeMutableRawPointer
  let byteCount: Int
  let ledger: Ledger

  init(capacity: Int = 16, configuration: Configuration = .test) throws {
    byteCount = Ledger.byteCount(capacity: capacity, aliases: Int(configuration.aliases))
    memory = LedgerMemory.allocate(byteCount)
    do {
      ledger = try Ledger(in: memory, byteCount: byteCount, configuration: configuration)
    } catch {
      memory.deallocate()
      throw error
    }
  }

  /// A copy, byte for byte.
  init(copying other: LedgerMemory) throws {
    byteCount = other.byteCount
    memory = LedgerMemory.allocate(byteCount)
    memory.copyMemory(from: other.memory, byteCount: byteCount)
    ledger = try #require(Ledger(adopting: memory))
  }

  deinit { memory.deallocate() }

  private static func allocate(_ byteCount: Int) -> UnsafeMutableRawPointer {
    let whole = UnsafeMutableRawPointer.allocate(
      byteCount: byteCount + guardCount, alignment: Ledger.alignment)
    whole.initializeMemory(as: UInt8.self, repeating: 0xA5, count: byteCount + guardCount)
    return whole
  }

  /// Whether nothing was written behind the ledger.
  var guardHolds: Bool {
    UnsafeRawBufferPointer(start: memory + byteCount, count: LedgerMemory.guardCount)
      .allSatisfy { $0 == 0xA5 }
  }

  /// Every byte of the ledger.
  var bytes: [UInt8] { Array(UnsafeRawBufferPointer(start: memory, count: byteCount)) }

  /// Those bytes but for how many changes there were, and which came last.
  var contents: [UInt8] {
    var bytes = bytes
    func clear(_ offset: Int, _ count: Int) {
      bytes.replaceSubrange(offset..<offset + count, with: repeatElement(0, count: count))
    }
    clear(Header.acknowledgedOffset - 8, MemoryLayout<SyncState>.size)
    for index in 0..<Int(Tombstone.capacity) {
      clear(Ledger.tombstonesOffset + 32 * index, 4)
    }
    for index in 0..<ledger.capacity { clear(Ledger.drinksOffset + 48 * index, 4) }
    return bytes
  }

  /// Records drinks, each at its own time.
  @discardableResult
  func record(_ drinks: Drink...) throws -> [Receipt] {
    try drinks.map { try ledger.record($0, now: $0.time) }
  }

  /// Edits a drink at its own time.
  @discardableResult
  func edit(_ drink: Drink) throws -> Receipt { try ledger.edit(drink, now: drink.time) }

  /// Expects a call to throw and to leave every byte as it was.
  func refuses(
    _ expected: CaffeineError, sourceLocation: SourceLocation = #_sourceLocation,
    _ call: (Ledger) throws -> Void
  ) {
    let before = bytes
    do {
      try call(ledger)
      Issue.record("not refused, expected \(expected)", sourceLocation: sourceLocation)
    } catch {
      #expect(error as? CaffeineError == expected, sourceLocation: sourceLocation)
    }
    let isUnchanged = bytes == before
    #expect(isUnchanged, "a byte changed", sourceLocation: sourceLocation)
  }

  /// Expects a record to throw and to leave every byte as it was.
  func refuses(
    _ expected: CaffeineError, _ drink: Drink, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    refuses(expected, sourceLocation: sourceLocation) { _ = try $0.record(drink, now: drink.time) }
  }
}

extension LedgerMemory {
  /// The listed drinks.
  var drinks: [Drink] { (0..<ledger.count).compactMap { ledger.drink(at: $0) } }

  /// The second halves of the listed drinks' ids.
  var ids: [UInt64] { drinks.map(\.id.low) }

  /// Gut and body at a time, in 2^-32 µg.
  func exactAmounts(at time: Int64) -> Compartments {
    var chain = Chain(ledger)
    chain.begin(at: time)
    return chain.ask { $0.compartments(at: time) }
  }

  /// Gut and body at a time.
  func amounts(at time: Int64) throws -> Amounts { try ledger.amounts(at: Timestamp(time)) }

  /// The body amount in µg.
  func body(at time: Int64) throws -> UInt32 { try amounts(at: time).body.micrograms }

  /// The totals of a date.
  func day(_ date: Int64) throws -> Day { try ledger.day(LocalDate(days: date)) }

  /// The cached state after the last event.
  var cachedState: [UInt8] { stateBytes(ledger.header.pointee.last) }

  /// That state worked out anew from the front of the chain.
  var walkedState: [UInt8] {
    var chain = Chain(ledger)
    chain.begin()
    chain.run(to: .max)
    return stateBytes(chain.state)
  }
}

/// The bytes of a chain's state, none of which is padding (`LayoutTests`).
func stateBytes(_ state: ChainState) -> [UInt8] {
  withUnsafeBytes(of: state) { Array($0) }
}

extension Configuration {
  /// The defaults under a device id, so that ids are assigned.
  static var test: Configuration { Configuration(deviceID: testDevice) }
}

/// The device id of most tests.
let testDevice: UInt64 = 0xD0D1_D2D3_D4D5_D6D7

extension Drink {
  /// 2026-06-01 00:00 UTC: the day on which most tests begin.
  static let morning: Int64 = 1_780_272_000
  /// That day's local date.
  static let morningDate: Int64 = 20_605

  /// A drink so many seconds after the morning; id 0: the ledger assigns one.
  static func cup(
    _ seconds: Int64 = 0, micrograms: UInt32 = 96_000, lasting duration: UInt32 = 0,
    id: UInt64 = 0, revision: UInt32 = 0, flags: Flags = [], offset: Int16 = 0, kind: UInt8 = 0,
    source: UInt8 = 0
  ) -> Drink {
    Drink(
      id: DrinkID(high: id == 0 ? 0 : testDevice, low: id), time: Timestamp(morning + seconds),
      dose: Amount(micrograms: micrograms), duration: duration, revision: revision, flags: flags,
      utcOffset: offset, kind: kind, source: source)
  }
}

extension DrinkID {
  /// An id as `Drink.cup` gives it.
  static func test(_ low: UInt64) -> DrinkID { DrinkID(high: testDevice, low: low) }
}

/// So many seconds after the morning on which most tests begin.
func morning(_ seconds: Int64 = 0) -> Timestamp { Timestamp(Drink.morning + seconds) }

/// Two half-lives in seconds.
func profile(_ absorption: UInt32, _ elimination: UInt32) -> Profile {
  Profile(absorptionHalfLife: absorption, eliminationHalfLife: elimination)
}

extension Rates {
  /// The constants of a valid profile.
  init(_ profile: Profile) {
    self.init(
      slowReciprocal: 0, reciprocalDifference: 0, ratio: 0, absorption: 0, elimination: 0)
    use(profile)
  }
}
