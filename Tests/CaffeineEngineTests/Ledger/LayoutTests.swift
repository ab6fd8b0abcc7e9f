import CCaffeine
import Testing

@testable import CaffeineEngine

/// The C face hands drinks and configurations across without copying field by field, and the ledger
/// reaches into its header by offsets: both hold only while these layouts agree.
@Suite struct LayoutTests {
  @Test func `a drink lies in memory as the header says`() {
    typealias C = caffeine_drink
    #expect(MemoryLayout<Drink>.size == MemoryLayout<C>.size)
    #expect(MemoryLayout<Drink>.stride == 48)
    #expect(MemoryLayout<Drink>.alignment == MemoryLayout<C>.alignment)
    let offsets: [(Int?, Int?)] = [
      (MemoryLayout<Drink>.offset(of: \.link), MemoryLayout<C>.offset(of: \.struct_size)),
      (MemoryLayout<Drink>.offset(of: \.revision), MemoryLayout<C>.offset(of: \.revision)),
      (MemoryLayout<Drink>.offset(of: \.id), MemoryLayout<C>.offset(of: \.id)),
      (MemoryLayout<Drink>.offset(of: \.time), MemoryLayout<C>.offset(of: \.time_s)),
      (MemoryLayout<Drink>.offset(of: \.dose), MemoryLayout<C>.offset(of: \.dose_ug)),
      (MemoryLayout<Drink>.offset(of: \.duration), MemoryLayout<C>.offset(of: \.duration_s)),
      (MemoryLayout<Drink>.offset(of: \.flags), MemoryLayout<C>.offset(of: \.flags)),
      (MemoryLayout<Drink>.offset(of: \.utcOffset), MemoryLayout<C>.offset(of: \.utc_offset_min)),
      (MemoryLayout<Drink>.offset(of: \.kind), MemoryLayout<C>.offset(of: \.kind)),
      (MemoryLayout<Drink>.offset(of: \.source), MemoryLayout<C>.offset(of: \.source)),
    ]
    for (swift, c) in offsets { #expect(swift == c) }
    #expect(MemoryLayout<Drink>.offset(of: \.id) == 8)
    #expect(MemoryLayout<Drink>.offset(of: \.time) == Drink.contentStart)
    #expect(MemoryLayout<Drink>.offset(of: \.source) == Drink.contentEnd)
  }

  @Test func `a configuration lies in memory as the header says`() {
    typealias S = Configuration
    typealias C = caffeine_config
    let offsets: [(Int?, Int?)] = [
      (MemoryLayout<S>.offset(of: \.size), MemoryLayout<C>.offset(of: \.struct_size)),
      (
        MemoryLayout<S>.offset(of: \.profile.absorptionHalfLife),
        MemoryLayout<C>.offset(of: \.absorption_half_life_s)
      ),
      (
        MemoryLayout<S>.offset(of: \.profile.eliminationHalfLife),
        MemoryLayout<C>.offset(of: \.elimination_half_life_s)
      ),
      (MemoryLayout<S>.offset(of: \.dailyLimit), MemoryLayout<C>.offset(of: \.daily_limit_ug)),
      (MemoryLayout<S>.offset(of: \.singleLimit), MemoryLayout<C>.offset(of: \.single_limit_ug)),
      (MemoryLayout<S>.offset(of: \.cup), MemoryLayout<C>.offset(of: \.cup_ug)),
      (MemoryLayout<S>.offset(of: \.dayStart), MemoryLayout<C>.offset(of: \.day_start_min)),
      (MemoryLayout<S>.offset(of: \.reserved), MemoryLayout<C>.offset(of: \.reserved)),
      (MemoryLayout<S>.offset(of: \.deviceID), MemoryLayout<C>.offset(of: \.device_id)),
      (MemoryLayout<S>.offset(of: \.clockFloor), MemoryLayout<C>.offset(of: \.clock_floor_s)),
      (MemoryLayout<S>.size, MemoryLayout<C>.offset(of: \.lock)),
    ]
    for (swift, c) in offsets { #expect(swift == c) }
  }

  @Test func `the header's states and constants lie where the ledger looks for them`() {
    #expect(MemoryLayout<Header>.offset(of: \.firstToEnd) == 16)
    #expect(MemoryLayout<Header>.offset(of: \.last) == Header.lastOffset)
    #expect(MemoryLayout<ChainState>.offset(of: \.rates) == ChainState.ratesOffset)
    #expect(MemoryLayout<ChainState>.size == MemoryLayout<ChainState>.stride)
    #expect(MemoryLayout<Header>.stride % 8 == 0)
  }

  @Test func `the storage macro is at least as large as the ledger`() {
    for drinks in [1, 2, 32, 64, 1_000, 65_535] {
      #expect(1_536 + 48 * drinks >= Ledger.byteCount(capacity: drinks))
    }
  }
}
