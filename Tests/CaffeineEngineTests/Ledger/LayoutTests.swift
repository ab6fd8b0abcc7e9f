import CCaffeine
import Testing

@testable import CaffeineEngine

/// Where things lie: the C interface and the engine's pointers rely on it.
struct LayoutTests {
  /// Expects fields to lie where C's members do.
  private func lies<Ours, Structure>(
    _ ours: Ours.Type, _ structure: Structure.Type,
    _ fields: (PartialKeyPath<Ours>, PartialKeyPath<Structure>)..., isWhole: Bool = true,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    if isWhole {
      #expect(
        MemoryLayout<Ours>.size == MemoryLayout<Structure>.size, sourceLocation: sourceLocation)
    }
    #expect(
      MemoryLayout<Ours>.alignment == MemoryLayout<Structure>.alignment,
      sourceLocation: sourceLocation)
    for (field, member) in fields {
      let offset = MemoryLayout<Ours>.offset(of: field)
      #expect(
        offset == MemoryLayout<Structure>.offset(of: member), sourceLocation: sourceLocation)
    }
  }

  @Test func `a drink lies as C's caffeine_drink`() {
    lies(
      Drink.self, caffeine_drink.self, (\.stamp, \.struct_size), (\.revision, \.revision),
      (\.id, \.id), (\.time, \.time_s), (\.dose, \.dose_ug), (\.duration, \.duration_s),
      (\.flags, \.flags), (\.utcOffset, \.utc_offset_min), (\.kind, \.kind), (\.source, \.source))
    #expect(MemoryLayout<Drink>.stride == 48)
    #expect(MemoryLayout<Drink>.offset(of: \.id) == Drink.idStart)
    #expect(MemoryLayout<Drink>.offset(of: \.time) == Drink.contentStart)
    #expect(MemoryLayout<Drink>.offset(of: \.source) == Drink.contentEnd)
    // Where the C interface writes an id.
    #expect(MemoryLayout<caffeine_receipt>.offset(of: \.id) == 8)
  }

  @Test func `a configuration lies as the beginning of C's caffeine_config`() {
    lies(
      Configuration.self, caffeine_config.self, (\.size, \.struct_size),
      (\.profile.absorptionHalfLife, \.absorption_half_life_s),
      (\.profile.eliminationHalfLife, \.elimination_half_life_s),
      (\.dailyLimit, \.daily_limit_ug), (\.singleLimit, \.single_limit_ug), (\.cup, \.cup_ug),
      (\.dayStart, \.day_start_min), (\.wearer, \.wearer),
      (\.sleepThreshold, \.sleep_threshold_ug), (\.aliases, \.aliases), (\.deviceID, \.device_id),
      (\.clockFloor, \.clock_floor_s), isWhole: false)
    #expect(
      MemoryLayout<Configuration>.size == MemoryLayout<caffeine_config>.offset(of: \.lock))
  }

  @Test func `what peers exchange lies as C's`() {
    lies(
      Window.self, caffeine_window_span.self, (\.size, \.struct_size), (\.reserved, \.reserved),
      (\.from, \.from_s), (\.until, \.until_s), (\.after, \.after), (\.anchor, \.anchor),
      (\.known, \.known))
    lies(
      PageResult.self, caffeine_page_result.self, (\.size, \.struct_size), (\.added, \.added),
      (\.edited, \.edited), (\.removed, \.removed), (\.unchanged, \.unchanged),
      (\.stale, \.stale), (\.tooOld, \.too_old), (\.flags, \.flags))
  }

  @Test func `answers lie as C's`() {
    lies(
      Amounts.self, caffeine_amounts_answer.self, (\.size, \.struct_size), (\.gut, \.gut_ug),
      (\.body, \.body_ug), (\.flags, \.flags))
    lies(
      Peak.self, caffeine_highest_answer.self, (\.size, \.struct_size), (\.body, \.body_ug),
      (\.time, \.time_s), (\.reserved, \.reserved), (\.flags, \.flags))
    lies(
      Moment.self, caffeine_time_answer.self, (\.size, \.struct_size), (\.reserved, \.reserved),
      (\.time, \.time_s), (\.reserved2, \.reserved2), (\.flags, \.flags))
    lies(
      Allowance.self, caffeine_dose_answer.self, (\.size, \.struct_size), (\.dose, \.dose_ug),
      (\.flags, \.flags))
    lies(
      Area.self, caffeine_area_answer.self, (\.size, \.struct_size),
      (\.reserved, \.reserved), (\.microgramSeconds, \.area_ug_s), (\.reserved2, \.reserved2),
      (\.flags, \.flags))
    lies(
      Concentration.self, caffeine_concentration_answer.self, (\.size, \.struct_size),
      (\.nanogramsPerMilliliter, \.ng_per_ml), (\.flags, \.flags))
    lies(
      Day.self, caffeine_day_answer.self, (\.size, \.struct_size), (\.statusNumber, \.status),
      (\.date, \.date), (\.cupHundredths, \.cup_hundredths), (\.total, \.total_ug),
      (\.drinks, \.drinks), (\.unknowns, \.unknown_drinks), (\.flags, \.flags))
  }

  @Test func `what a wrist and a peer are told lies as C's`() {
    lies(
      Face.self, caffeine_face.self, (\.size, \.struct_size), (\.body, \.body_ug),
      (\.gut, \.gut_ug), (\.today, \.today_ug), (\.nextChange, \.next_change_s),
      (\.trendNumber, \.trend), (\.statusNumber, \.day_status), (\.drinks, \.today_drinks),
      (\.flags, \.flags))
    lies(
      Verdict.self, caffeine_may_have_answer.self, (\.size, \.struct_size), (\.mayHave, \.verdict),
      (\.latest, \.latest_s), (\.largestDose, \.largest_ug), (\.reasons, \.reasons),
      (\.reserved, \.reserved), (\.flags, \.flags))
    lies(
      PageResult.self, caffeine_page_result.self, (\.size, \.struct_size), (\.added, \.added),
      (\.edited, \.edited), (\.removed, \.removed), (\.unchanged, \.unchanged),
      (\.stale, \.stale), (\.tooOld, \.too_old), (\.flags, \.flags))
  }

  @Test func `the engine's own offsets are where its pointers look`() {
    #expect(MemoryLayout<Header>.offset(of: \.front) == Header.frontOffset)
    #expect(MemoryLayout<Header>.offset(of: \.changeCount) == Header.countsOffset)
    #expect(MemoryLayout<Header>.offset(of: \.aliasCount) == Header.countsOffset + 3 * 4)
    #expect(MemoryLayout<Header>.offset(of: \.last) == Header.lastOffset)
    #expect(MemoryLayout<Header>.offset(of: \.dueFrom) == Header.lastOffset + 88)
    #expect(MemoryLayout<Header>.offset(of: \.configuration) == Header.configurationOffset)
    #expect(MemoryLayout<Exchange>.offset(of: \.drink) == 0)
    #expect(MemoryLayout<Exchange>.offset(of: \.counts) == MemoryLayout<Drink>.size)
    #expect(MemoryLayout<ChainState>.offset(of: \.rates) == 0)
    #expect(MemoryLayout<ChainState>.offset(of: \.rates.absorption) == ChainState.keptOffset)
    #expect(MemoryLayout<Header>.offset(of: \.front.rates.absorption) == Header.keptOffset)
    #expect(Header.keptSize == 64 + 8 + 32 + 32)
  }

  @Test func `no byte of a ledger's structures is padding`() {
    // Sizes of all fields added up by hand.
    #expect(MemoryLayout<ChainState>.size == 8 + 24 + 8 + 32 + 2 * 8)
    #expect(MemoryLayout<Header>.size == 32 + 2 * 88 + 8 + 64 + 56 + 8 + 32)
    #expect(MemoryLayout<ProfileChange>.stride == 16)
    #expect(MemoryLayout<Tombstone>.stride == 32)
    #expect(MemoryLayout<FoldedDay>.stride == 16)
    #expect(MemoryLayout<DrinkID>.size == 16)
  }

  @Test func `memory for more drinks grows by a drink each`() {
    #expect(Ledger.byteCount(capacity: 0) == 0)
    #expect(Ledger.byteCount(capacity: -1) == 0)
    #expect(Ledger.byteCount(capacity: 65_536) == 0)
    #expect(Ledger.byteCount(capacity: 6) - Ledger.byteCount(capacity: 2) == 4 * 50)
    #expect(Ledger.byteCount(capacity: 65_535) > 65_535 * 48)
    // The budget: 4.5 KiB for 64 drinks; the header's: 1 320 bytes + 50 each.
    #expect(Ledger.byteCount(capacity: 64) <= 4_608)
    #expect(Ledger.byteCount(capacity: 64) <= 1_320 + 64 * 50)
  }

  @Test func `a ledger fills the memory that it is given`() throws {
    for capacity in [1, 2, 17] {
      let memory = try LedgerMemory(capacity: capacity)
      #expect(memory.ledger.capacity == capacity)
    }
    let bytes = Ledger.byteCount(capacity: 5) + 43
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 8)
    defer { memory.deallocate() }
    let ledger = try Ledger(in: memory, byteCount: bytes, configuration: .test)
    #expect(ledger.capacity == 5)
    #expect(ledger.isReady)
    #expect(Ledger(adopting: memory) != nil)
    #expect(Ledger(adopting: memory + 1) == nil)
    memory.storeBytes(of: 0, as: UInt64.self)
    #expect(Ledger(adopting: memory) == nil)
  }

  @Test func `a ledger of any capacity keeps to its memory while it folds and refuses`() throws {
    for capacity in 1...20 {
      let size = Ledger.byteCount(capacity: capacity, aliases: 1)
      let memory = UnsafeMutableRawPointer.allocate(byteCount: size + 16, alignment: 8)
      memory.initializeMemory(as: UInt8.self, repeating: 0x5A, count: size + 16)
      defer { memory.deallocate() }
      let ledger = try Ledger(
        in: memory, byteCount: size, configuration: Configuration(deviceID: 1, aliases: 1))
      #expect(ledger.capacity == capacity)
      for index in 0..<Int64(capacity) + 3 {
        _ = try ledger.record(.cup(60 * index), now: morning(60 * index))
      }
      #expect(throws: CaffeineError.tooOld) { try ledger.record(.cup(0), now: morning()) }
      // The last place is an alias's, and nobody took it.
      #expect(ledger.aliases[0].id.isUnassigned && ledger.aliases[0].alias.isUnassigned)
      let past = UnsafeRawBufferPointer(start: memory + size, count: 16)
      #expect(past.allSatisfy { $0 == 0x5A })
    }
  }

  @Test func `memory of any size holds as many drinks as it can`() throws {
    let most = Ledger.byteCount(capacity: 12)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: most, alignment: 8)
    defer { memory.deallocate() }
    for size in Ledger.byteCount(capacity: 1)...most {
      let ledger = try Ledger(in: memory, byteCount: size, configuration: .test)
      #expect(Ledger.byteCount(capacity: ledger.capacity) <= size)
      #expect(Ledger.byteCount(capacity: ledger.capacity + 1) > size)
    }
  }

  @Test func `bad memory or configuration is refused and the memory left alone`() {
    let bytes = Ledger.byteCount(capacity: 1)
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes + 8, alignment: 8)
    memory.initializeMemory(as: UInt8.self, repeating: 0x5A, count: bytes + 8)
    defer { memory.deallocate() }
    func refused(
      _ expected: CaffeineError, offset: Int = 0, bytes: Int = bytes,
      _ configuration: Configuration = .test, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(throws: expected, sourceLocation: sourceLocation) {
        try Ledger(in: memory + offset, byteCount: bytes, configuration: configuration)
      }
      let contents = UnsafeRawBufferPointer(start: memory, count: bytes + 8)
      #expect(contents.allSatisfy { $0 == 0x5A }, sourceLocation: sourceLocation)
    }
    refused(.align, offset: 4)
    refused(.align, offset: 1)
    refused(.memory, bytes: bytes - 1)
    refused(.memory, bytes: 0)
    refused(.memory, bytes: -1)
    refused(.argument, Configuration(cup: .zero))
    refused(.range, Configuration(profile: profile(29, 18_000)))
    refused(.range, Configuration(dayStart: 1_440))
  }
}
