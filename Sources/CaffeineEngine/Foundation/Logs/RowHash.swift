/// Gives rows without an id one that depends on what the row says and on nothing else.
///
/// FNV-1a over 128 bits, with every part preceded by its length, so that no two lists of parts
/// run together into the same bytes. The same on every machine and in every run: a file that is
/// read again names the same drinks. It does not defend against forged rows, and need not.
/// - Source: Fowler, Noll, Vo, Eastlake: draft-eastlake-fnv, sections 2 and 5 (128-bit constants).
struct RowHash {
  private var high: UInt64 = 0x6c62_272e_07bb_0142
  private var low: UInt64 = 0x62b8_2175_6295_c58d

  /// Adds one byte: exclusive or, then times 2^88 + 0x13B.
  mutating func add(byte: UInt8) {
    low ^= UInt64(byte)
    let product = low.multipliedFullWidth(by: 0x13b)
    high = high &* 0x13b &+ product.high &+ low << 24
    low = product.low
  }

  /// Adds a whole number as eight bytes, least significant first.
  mutating func add(_ number: Int64) {
    for place in 0..<8 { add(byte: UInt8(truncatingIfNeeded: number >> (8 * Int64(place)))) }
  }

  /// Adds text: its length, then its bytes.
  mutating func add(text: some Collection<UInt8>) {
    add(Int64(text.count))
    for byte in text { add(byte: byte) }
  }

  /// The id so far; never all zero, which would name no drink.
  var id: LoggedID { LoggedID(high: high, low: high == 0 && low == 0 ? 1 : low) }
}
