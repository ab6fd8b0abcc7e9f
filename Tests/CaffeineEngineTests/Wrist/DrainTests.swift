import Testing

@testable import CaffeineEngine

struct DrainTests {
  private let shared = SharedMemory(byteCount: Inbox.byteCount)
  private var inbox: Inbox { Inbox(at: shared.start) }

  private func post(_ preset: Preset, _ uptime: UInt32) {
    #expect(inbox.post(Inbox.Press(preset: preset.rawValue, uptime: uptime)) == .done)
  }

  private func drain(
    _ memory: LedgerMemory, _ seconds: Int64, uptime: UInt32, offset: Int16 = 0
  ) -> Int32 {
    memory.ledger.drain(inbox, now: morning(seconds), uptime: uptime, utcOffset: offset)
  }

  @Test func `presses become drinks at the time at which the button was pressed`() throws {
    let memory = try LedgerMemory()
    post(.espresso, 100)
    post(.tablet, 160)
    post(Preset(rawValue: 200), 161)
    #expect(drain(memory, 1_000, uptime: 1_100, offset: 120) == 3)
    #expect(memory.drinks.map(\.time) == [morning(0), morning(60), morning(61)])
    #expect(memory.drinks.map(\.kind) == [4, 16, 200])
    #expect(memory.drinks.map(\.dose) == [.milligrams(64), .milligrams(100), .zero])
    #expect(memory.drinks.map(\.flags) == [.estimated, [], .unknownDose])
    #expect(memory.drinks.allSatisfy { $0.utcOffset == 120 })
    #expect(drain(memory, 1_001, uptime: 1_101) == 0)
    #expect(memory.drinks.count == 3)
  }

  @Test func `two presses in one second are two drinks`() throws {
    let memory = try LedgerMemory()
    post(.espresso, 100)
    post(.espresso, 100)
    #expect(drain(memory, 0, uptime: 100) == 2)
    #expect(try memory.amounts(at: Drink.morning).gut == .milligrams(128))
  }

  @Test func `uptime that wraps tells the right age`() throws {
    let memory = try LedgerMemory()
    post(.espresso, .max - 9)
    #expect(drain(memory, 100, uptime: 10) == 1)
    #expect(memory.drinks[0].time == morning(80))
  }

  @Test func `while the clock is unset presses become drinks without a date`() throws {
    let memory = try LedgerMemory(
      configuration: Configuration(deviceID: testDevice, clockFloor: morning(0)))
    post(.espresso, 5)
    #expect(drain(memory, -1_000_000, uptime: 6) == 1)
    #expect(memory.drinks.map(\.time) == [Timestamp(5)])
    #expect(memory.drinks.map(\.flags) == [[.estimated, .timeUnset]])
    post(.espresso, 500)
    #expect(drain(memory, 1_000, uptime: 1_500) == 1)
    #expect(memory.drinks.map(\.time) == [Timestamp(5), morning(0)])
  }

  @Test func `a press from before the fold is recorded as early as may be`() throws {
    let memory = try LedgerMemory(capacity: 1)
    post(.espresso, 0)
    try memory.record(.cup(500), .cup(1_000))
    #expect(memory.ledger.foldTime == morning(500))
    #expect(drain(memory, 2_000, uptime: 2_000) == 1)
    #expect(memory.drinks.map(\.time) == [morning(1_001)])
  }

  @Test func `an id given to a press from before the fold is not given again`() throws {
    let memory = try LedgerMemory(capacity: 1)
    try memory.record(.cup(500, id: 900), .cup(1_000, id: 901))
    post(.espresso, 0)
    #expect(drain(memory, 2_000, uptime: 2_000) == 1)
    let press = try #require(memory.drinks.first).id
    _ = try memory.ledger.remove(press)
    for id in 1_000..<1_016 as Range<UInt64> {
      try memory.record(.cup(2_000, id: id))
      _ = try memory.ledger.remove(DrinkID(high: testDevice, low: id))
    }
    #expect(try memory.record(.cup(2_000))[0].id != press)
  }

  @Test func `what cannot be recorded stays, with those behind it`() throws {
    let memory = try LedgerMemory(capacity: 1)
    try memory.record(.cup(0, lasting: 43_200))
    post(.espresso, 0)
    post(.espresso, 0)
    #expect(drain(memory, 100, uptime: 90) == CaffeineError.full.rawValue)
    #expect(memory.drinks.count == 1)
    var press = Inbox.Press(preset: 0, uptime: 0)
    #expect(inbox.peek(into: &press) == Status(2))
    // Once the sip has ended they are late, but not lost.
    #expect(drain(memory, 43_300, uptime: 43_290) == 2)
    #expect(memory.drinks.map(\.time) == [morning(43_202)])
    #expect(inbox.peek(into: &press) == .done)
  }

  @Test func `a press between two that a full ledger lists does not block the inbox`() throws {
    let memory = try LedgerMemory(capacity: 2)
    try memory.record(.cup(0), .cup(60), .cup(120), .cup(180))
    post(.espresso, 100)
    post(.espresso, 200)
    #expect(drain(memory, 9_000, uptime: 9_000) == 2)
    #expect(memory.drinks.map(\.time) == [morning(180), morning(200)])
  }

  @Test func `a press that comes while the inbox is emptied is of now`() throws {
    let memory = try LedgerMemory()
    post(.espresso, 101)
    #expect(drain(memory, 5_000, uptime: 100) == 1)
    #expect(memory.drinks.map(\.time) == [morning(5_000)])
  }

  @Test func `bytes that are no inbox are refused and left alone`() throws {
    let memory = try LedgerMemory()
    shared[word: 0] = 77
    #expect(drain(memory, 0, uptime: 0) == CaffeineError.corrupt.rawValue)
    #expect(shared[word: 0] == 77)
    #expect(memory.drinks.isEmpty)
  }
}
