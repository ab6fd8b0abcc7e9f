import Testing

@testable import CaffeineEngine

struct ClockTests {
  /// A drink logged so many seconds after the device started.
  private func undated(_ uptime: Int64, id: UInt64 = 0, micrograms: UInt32 = 64_000) -> Drink {
    Drink(
      id: id == 0 ? .unassigned : .test(id), time: Timestamp(uptime),
      dose: Amount(micrograms: micrograms), flags: .timeUnset)
  }

  private func times(_ memory: LedgerMemory) -> [Int64] {
    memory.drinks.map { $0.time.seconds - Drink.morning }
  }

  @Test func `undated drinks are dated once, and then are drinks like others`() throws {
    let memory = try LedgerMemory()
    for (id, uptime) in [(1, 100), (2, 160), (3, 160)] as [(UInt64, Int64)] {
      _ = try memory.ledger.record(undated(uptime, id: id), now: Timestamp(uptime))
    }
    #expect(try memory.ledger.clockChanged(from: Timestamp(1_000), to: morning(1_000)) == 3)
    #expect(times(memory) == [100, 160, 160])
    #expect(memory.drinks.allSatisfy { $0.flags == [] && $0.revision == 2 })
    let other = try LedgerMemory()
    for (id, seconds) in [(1, 100), (2, 160), (3, 160)] as [(UInt64, Int64)] {
      try other.record(.cup(seconds, micrograms: 64_000, id: id, revision: 2))
    }
    let isSame = memory.contents == other.contents
    #expect(isSame)
    let before = memory.bytes
    #expect(try memory.ledger.clockChanged(from: Timestamp(1_000), to: morning(1_000)) == 0)
    #expect(try memory.ledger.clockChanged(from: Timestamp(1_000), to: morning(7_777)) == 0)
    let isUnchanged = memory.bytes == before
    #expect(isUnchanged)
  }

  @Test func `presses while the clock is unset become drinks without a date, then with one`() throws
  {
    let memory = try LedgerMemory(
      configuration: Configuration(deviceID: testDevice, clockFloor: morning()))
    let shared = SharedMemory(byteCount: Inbox.byteCount)
    let inbox = Inbox(at: shared.start)
    _ = inbox.post(Inbox.Press(preset: 4, uptime: 5))
    _ = inbox.post(Inbox.Press(preset: 16, uptime: 65))
    // An unset clock often reads the uptime, or 1970, or 2000.
    #expect(
      memory.ledger.drain(inbox, now: Timestamp(946_684_870), uptime: 70, utcOffset: 120) == 2)
    #expect(memory.drinks.map(\.time) == [Timestamp(5), Timestamp(65)])
    #expect(memory.drinks.map(\.flags) == [[.estimated, .timeUnset], .timeUnset])
    memory.refuses(.clock) {
      _ = try $0.clockChanged(from: Timestamp(100), to: morning(-1))
    }
    #expect(try memory.ledger.clockChanged(from: Timestamp(100), to: morning(100)) == 2)
    #expect(times(memory) == [5, 65])
    #expect(memory.drinks.map(\.flags) == [.estimated, []])
    #expect(memory.drinks.allSatisfy { $0.utcOffset == 120 })
  }

  @Test func `a press of an uptime that no drink may bear waits`() throws {
    let memory = try LedgerMemory(
      configuration: Configuration(deviceID: testDevice, clockFloor: morning()))
    let shared = SharedMemory(byteCount: Inbox.byteCount)
    let inbox = Inbox(at: shared.start)
    _ = inbox.post(Inbox.Press(preset: 4, uptime: 1 << 31))
    #expect(
      memory.ledger.drain(inbox, now: Timestamp(0), uptime: 1 << 31, utcOffset: 0)
        == CaffeineError.range.rawValue)
    #expect(memory.ledger.drain(inbox, now: morning(9), uptime: 1 << 31 + 9, utcOffset: 0) == 1)
    #expect(times(memory) == [0])
  }

  @Test func `what cannot be dated stays as it is`() throws {
    let memory = try LedgerMemory(capacity: 5)
    // Folds all up to 2 000 s.
    try memory.record(.cup(2_000), .cup(2_001), .cup(2_002), .cup(2_003))
    for (id, uptime) in [(11, 10), (12, 500), (13, 1_120), (14, 1_121)] as [(UInt64, Int64)] {
      _ = try memory.ledger.record(undated(uptime, id: id), now: morning(3_000))
    }
    #expect(memory.ledger.foldTime == morning(2_002))
    #expect(memory.ids.prefix(4) == [11, 12, 13, 14])
    // Uptime 10 and 500 would be 2 000 and 2 490 s; 1 121 is 121 s ahead.
    #expect(try memory.ledger.clockChanged(from: Timestamp(1_000), to: morning(2_990)) == 2)
    #expect(memory.drinks.map(\.flags) == [.timeUnset, .timeUnset, [], [], []])
    #expect(memory.drinks.map(\.id.low).prefix(2) == [11, 14])
    #expect(memory.ledger.drink(at: 0)?.revision == 1)
    #expect(times(memory).suffix(3) == [2_003, 2_490, 3_110])
    // A minute later the last one may.
    #expect(try memory.ledger.clockChanged(from: Timestamp(1_060), to: morning(3_050)) == 1)
    #expect(memory.drinks.map(\.id.low).first == 11)
    #expect(memory.drinks.map(\.flags) == [.timeUnset, [], [], [], []])
  }

  @Test func `a drink at its largest revision keeps its time`() throws {
    let memory = try LedgerMemory()
    var drink = undated(100, id: 1)
    drink.revision = .max
    _ = try memory.ledger.record(drink, now: morning())
    let before = memory.bytes
    #expect(try memory.ledger.clockChanged(from: Timestamp(200), to: morning()) == 0)
    let isUnchanged = memory.bytes == before
    #expect(isUnchanged)
  }

  @Test(arguments: [-4_000, -3_600, -1, 1, 60, 3_600, 100_000] as [Int64])
  func `drinks of a wrong clock move by what it was wrong, and no others`(shift: Int64) throws {
    let memory = try LedgerMemory()
    // The clock was wrong from 1 000 s on and reads 5 000 s now.
    try memory.record(
      .cup(999, id: 1), .cup(1_000, id: 2), .cup(3_000, lasting: 600, id: 3), .cup(5_000, id: 4),
      .cup(5_120, id: 5), .cup(5_121, id: 6), .cup(3_500, id: 7, flags: .planned))
    let dated = try memory.ledger.clockChanged(
      from: morning(5_000), to: morning(5_000 + shift), wrongSince: morning(1_000))
    #expect(dated == 4)
    var moved: [UInt64: Int64] = [:]
    for drink in memory.drinks { moved[drink.id.low] = drink.time.seconds - Drink.morning }
    #expect(moved[1] == 999)
    #expect(moved[2] == 1_000 + shift)
    #expect(moved[3] == 3_000 + shift)
    #expect(moved[4] == 5_000 + shift)
    // Up to 120 s ahead of it they are its own.
    #expect(moved[5] == 5_120 + shift)
    #expect(moved[6] == 5_121)
    #expect(moved[7] == 3_500)
    for drink in memory.drinks {
      let isMoved = [2, 3, 4, 5].contains(drink.id.low)
      #expect(drink.revision == (isMoved ? 2 : 1))
    }
    let isWhole = memory.cachedState == memory.walkedState
    #expect(isWhole)
  }

  @Test func `without a wrong clock no dated drink moves`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0), .cup(100))
    let before = memory.bytes
    #expect(try memory.ledger.clockChanged(from: morning(200), to: morning(9_000)) == 0)
    #expect(
      try memory.ledger.clockChanged(
        from: morning(200), to: morning(9_000), wrongSince: morning(101)) == 0)
    let isUnchanged = memory.bytes == before
    #expect(isUnchanged)
  }

  @Test func `a clock that reads the same changes no drink`() throws {
    let memory = try LedgerMemory()
    try memory.record(.cup(0), .cup(100))
    let before = memory.bytes
    #expect(
      try memory.ledger.clockChanged(
        from: morning(200), to: morning(200), wrongSince: Timestamp(.min)) == 0)
    let isUnchanged = memory.bytes == before
    #expect(isUnchanged)
  }

  @Test func `drinks of a peer keep the time of its clock`() throws {
    let memory = try LedgerMemory()
    try memory.ledger.addPeer(0)
    try memory.record(.cup(0, id: 1))
    let page = [Drink.cup(50, id: 2, revision: 1), .cup(60, id: 4, revision: 2)]
    _ = try memory.ledger.apply(page, count: 2, from: 0, after: 0, anchor: 9)
    #expect(
      try memory.ledger.clockChanged(
        from: morning(100), to: morning(1_100), wrongSince: morning(0)) == 1)
    #expect(times(memory).suffix(3) == [50, 60, 1_000])
    #expect(memory.drinks.map(\.revision) == [1, 2, 2])
  }

  @Test func `clocks further apart than any drink's time date nothing`() throws {
    let memory = try LedgerMemory()
    _ = try memory.ledger.record(undated(5, id: 1), now: morning())
    for (old, new) in [(Int64.min, .max), (.max, .min), (0, .max), (.min, 0)] as [(Int64, Int64)] {
      #expect(try memory.ledger.clockChanged(from: Timestamp(old), to: Timestamp(new)) == 0)
    }
    #expect(memory.drinks.map(\.flags) == [.timeUnset])
  }

  @Test func `a peer hears of the new times`() throws {
    let memory = try LedgerMemory()
    try memory.ledger.addPeer(2)
    _ = try memory.ledger.record(undated(100, id: 1), now: morning())
    var page = [Drink](repeating: .cup(), count: 4), anchor: UInt64 = 0
    #expect(try memory.ledger.changes(for: 2, after: &anchor, into: &page, count: 4) == 0)
    _ = try memory.ledger.clockChanged(from: Timestamp(200), to: morning(200))
    #expect(try memory.ledger.changes(for: 2, after: &anchor, into: &page, count: 4) == 1)
    #expect(page[0].time == morning(100))
    #expect(page[0].revision == 2)
  }

  @Test func `each drink moves once even where changes are not counted any more`() throws {
    for shift in [-500, 0, 500] as [Int64] {
      let memory = try LedgerMemory()
      try memory.record(.cup(1_000, id: 1), .cup(1_010, id: 2), .cup(3_000, id: 3))
      memory.ledger.header.pointee.sync.stamp = .max - 7
      let dated = try memory.ledger.clockChanged(
        from: morning(3_000), to: morning(3_000 + shift), wrongSince: morning(0))
      #expect(dated == (shift == 0 ? 0 : 3))
      #expect(times(memory) == [1_000 + shift, 1_010 + shift, 3_000 + shift])
    }
  }

  @Test func `times at the ends of the range never trap`() throws {
    let ends = [Int64.min, .min + 1, -1, 0, 1, Drink.morning, .max - 1, .max]
    let fresh = try LedgerMemory(capacity: 4)
    try fresh.record(.cup(0, id: 1), .cup(10, id: 2, flags: .planned))
    _ = try fresh.ledger.record(undated(60, id: 3), now: morning())
    for old in ends {
      for new in ends {
        for since in ends {
          let memory = try LedgerMemory(copying: fresh)
          let before = memory.drinks
          let dated = try memory.ledger.clockChanged(
            from: Timestamp(old), to: Timestamp(new), wrongSince: Timestamp(since))
          let isSame = memory.drinks == before
          #expect(isSame == (dated == 0), "\(old), \(new), \(since)")
          #expect(memory.drinks.contains { $0.id == .test(2) && $0.time == morning(10) })
        }
      }
    }
  }

  @Test(arguments: 0..<60 as Range<UInt64>)
  func `a wrong clock put right twice leaves what a right one would have`(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let memory = try LedgerMemory(), right = try LedgerMemory()
    let wrong = generator.pick(-40_000...40_000) as Int64
    var moved = 0
    for id in 1...(generator.pick(1...12) as UInt64) {
      let time = generator.pick(50_000...60_000) as Int64
      let isLate = generator.chance(60)
      // What was logged before the clock went wrong lies before all others.
      let logged = isLate ? time + wrong : time - 49_000
      if isLate { moved += 1 }
      try memory.record(.cup(logged, lasting: generator.one(of: [0, 300]), id: id))
      var drink = try #require(memory.drinks.first { $0.id == .test(id) })
      drink.time = morning(isLate ? time : logged)
      drink.revision = isLate && wrong != 0 ? 2 : 1
      try right.record(drink)
    }
    // Whatever was wrong begins where the wrong clock stood.
    let dated = try memory.ledger.clockChanged(
      from: morning(60_000 + wrong), to: morning(60_000),
      wrongSince: morning(max(50_000 + wrong, 11_001)))
    guard wrong > -38_000 else { return }
    holds(dated == moved, seed: seed, "\(dated) of \(moved)")
    holds(memory.contents == right.contents, seed: seed, "contents")
  }
}
