/// A list of drinks, and the amounts they leave, in memory that the caller owns.
///
/// A view of one pointer: it allocates nothing, copies nothing and never reads a clock. Copies of
/// the view share the memory. The caller keeps the memory in place and calls from one isolation at
/// a time; questions only read, so several may run side by side while nothing changes.
public struct Ledger {
  let header: UnsafeMutablePointer<Header>

  /// The most drinks that a ledger holds.
  public static var largestCapacity: Int { 65_535 }

  /// Bytes that a ledger for `capacity` drinks needs.
  ///
  /// - Parameter capacity: 1 to 65 535 drinks.
  /// - Returns: The size (bytes); 0 for any other capacity.
  public static func byteCount(capacity: Int) -> Int {
    guard capacity > 0, capacity <= largestCapacity else { return 0 }
    return drinksOffset &+ MemoryLayout<Drink>.stride &* (capacity &+ 1)
  }

  /// Alignment that the memory needs (bytes).
  public static var alignment: Int { 8 }

  /// Takes over memory that holds a ledger already.
  ///
  /// - Returns: Nil if the memory is misaligned or was not set up by `init(in:byteCount:configuration:)`.
  public init?(adopting memory: UnsafeMutableRawPointer) {
    self.init(at: memory)
    guard isReady else { return nil }
  }

  /// Takes over memory that holds a ledger, unchecked: for callers that checked before.
  package init(at memory: UnsafeMutableRawPointer) {
    header = memory.assumingMemoryBound(to: Header.self)
  }

  /// Whether the memory is aligned and holds a ledger.
  package var isReady: Bool { isAligned && header.pointee.mark == Header.mark }

  private var isAligned: Bool { UInt(bitPattern: header) & UInt(Ledger.alignment &- 1) == 0 }

  /// See `init(in:byteCount:configuration:)` in Ledger+Swift: whatever the memory held becomes an empty ledger.
  package func setUp(
    byteCount: UInt32, configuration: UnsafePointer<Configuration>
  ) -> Status {
    let status = check(byteCount: byteCount, configuration)
    if status.isRefusal { return status }
    let most = UInt32(truncatingIfNeeded: Ledger.byteCount(capacity: Ledger.largestCapacity))
    let size = byteCount < most ? byteCount : most
    let words = UnsafeMutableRawPointer(header).assumingMemoryBound(to: UInt64.self)
    var word: UInt32 = 0
    while word < size &>> 3 {
      words[Int(truncatingIfNeeded: word)] = 0
      word &+= 1
    }
    header.pointee.mark = Header.mark
    let stride = UInt32(truncatingIfNeeded: MemoryLayout<Drink>.stride)
    let places = (size &- UInt32(truncatingIfNeeded: Ledger.drinksOffset)) / stride
    header.pointee.capacity = Int32(bitPattern: places &- 1)
    header.pointee.firstToEnd = -1
    header.pointee.configuration = configuration.pointee
    header.pointee.front.time = .min
    header.pointee.front.rates.use(configuration.pointee.profile)
    // Nothing is in it, so nothing is out of range.
    _ = refresh()
    return .done
  }

  /// Checks what does not depend on what the memory holds.
  func check(
    byteCount: UInt32, _ configuration: UnsafePointer<Configuration>
  ) -> Status {
    guard configuration.pointee.cup != .zero else { return .refused(.argument) }
    guard isAligned else { return .refused(.align) }
    let least = UInt32(truncatingIfNeeded: Ledger.byteCount(capacity: 1))
    guard byteCount >= least else { return .refused(.memory) }
    guard configuration.pointee.profile.isValid, configuration.pointee.dayStart < 1_440 else {
      return .refused(.range)
    }
    return .done
  }
}

// MARK: - The list

extension Ledger {
  /// How many drinks fit.
  public var capacity: Int { Int(header.pointee.capacity) }

  /// How many drinks are listed.
  public var count: Int { Int(header.pointee.count) }

  /// The drink at a position of the list, which is in the order (time, id).
  ///
  /// - Returns: Nil outside 0 ..< `count`.
  public func drink(at index: Int) -> Drink? {
    guard index >= 0, index < count else { return nil }
    var drink = drinks[index]
    drink.link = 0
    return drink
  }

  /// Copies the drink at a valid position of the list; the link stays as it was.
  @inline(never)
  package func copyDrink(at index: Int32, to drink: UnsafeMutablePointer<Drink>) {
    let link = drink.pointee.link
    drink.copy(self.drink(index))
    drink.pointee.link = link
  }

  /// The position of the drink with this id, -1 if there is none.
  ///
  /// - Complexity: O(`count`).
  @inline(never)
  package func find(_ id: UnsafePointer<DrinkID>) -> Int32 {
    var index = header.pointee.count &- 1
    while index >= 0, drink(index).pointee.id != id.pointee { index &-= 1 }
    return index
  }

  /// The position of the first drink at or after a time; `count` if there is none.
  ///
  /// - Complexity: O(`count`).
  public func firstIndex(from time: Timestamp) -> Int {
    var index = 0
    while index < count, drinks[index].time < time { index &+= 1 }
    return index
  }

  /// Up to and including this time the past is folded and can no longer change; nil: nothing is.
  public var foldTime: Timestamp? {
    let time = header.pointee.front.time
    return time == .min ? nil : Timestamp(time)
  }

  /// The earliest time a new drink may bear: a full ledger has to fold before it takes one.
  public var oldestOpenTime: Timestamp {
    // It has no id, so it is not listed.
    var drink = Drink(time: Timestamp(0), dose: .zero)
    return oldestOpenTime(for: &drink)
  }

  /// The earliest time that a version of a drink may bear: a listed one has its place already.
  ///
  /// A drink that is listed at or before the fold time can no longer change at all.
  @inline(never)
  package func oldestOpenTime(for drink: UnsafeMutablePointer<Drink>) -> Timestamp {
    var closed = header.pointee.front.time
    if header.pointee.count == header.pointee.capacity, find(drink.id) < 0 {
      let end = end(of: header.pointee.firstToEnd)
      if end > closed { closed = end }
    }
    return Timestamp(closed < 0 ? 0 : closed &+ 1)
  }

  /// Three words that the host keeps with the ledger, 0 at first: the C face's lock.
  package var hostWords: (UInt, UInt, UInt) {
    get {
      let words = header.pointee.hostWords
      return (words.0, words.1, words.2)
    }
    nonmutating set { header.pointee.hostWords = (newValue.0, newValue.1, newValue.2, 0) }
  }

  @inline(never)
  func drink(_ index: Int32) -> UnsafeMutablePointer<Drink> {
    drinks + Int(index)
  }

  /// When a listed drink ends (s).
  @inline(never)
  func end(of index: Int32) -> Int64 { drink(index).pointee.end.seconds }

  /// The index of a tombstone by id, -1 if there is none.
  @inline(never)
  func findTombstone(_ id: UnsafePointer<DrinkID>) -> Int32 {
    var index = header.pointee.tombstoneCount &- 1
    while index >= 0, tombstones[Int(index)].id != id.pointee { index &-= 1 }
    return index
  }
}
