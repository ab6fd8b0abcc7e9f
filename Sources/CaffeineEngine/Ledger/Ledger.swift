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
  /// - Parameters:
  ///   - capacity: 1 to 65 535 drinks.
  ///   - aliases: How many aliases there is room for (`Configuration.aliases`).
  /// - Returns: The size (bytes); 0 for any other capacity.
  public static func byteCount(capacity: Int, aliases: Int = 0) -> Int {
    guard capacity > 0, capacity <= largestCapacity, aliases >= 0, aliases <= largestCapacity
    else { return 0 }
    return Int(
      truncatingIfNeeded: size(
        UInt32(truncatingIfNeeded: capacity), UInt32(truncatingIfNeeded: aliases)))
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

  /// See `init(in:byteCount:configuration:)` in Ledger+Swift: whatever the memory held becomes an empty
  /// ledger.
  package func setUp(
    byteCount: UInt32, configuration: UnsafePointer<Configuration>
  ) -> Status {
    let status = check(byteCount: byteCount, configuration)
    if status.isRefusal { return status }
    let aliases = configuration.pointee.aliases
    // 50 bytes a place. Of the 8 bytes with which the list of ends begins, the spare place takes 2.
    var capacity =
      (byteCount & ~7 &- Ledger.size(0, aliases) &+ 6) / UInt32(truncatingIfNeeded: 50)
    let most = UInt32(truncatingIfNeeded: Ledger.largestCapacity)
    if capacity > most { capacity = most }
    let size = Ledger.size(capacity, aliases)
    let words = UnsafeMutableRawPointer(header).assumingMemoryBound(to: UInt64.self)
    var word: UInt32 = 0
    while word < size &>> 3 {
      words[Int(truncatingIfNeeded: word)] = 0
      word &+= 1
    }
    header.pointee.mark = Header.mark
    header.pointee.capacity = Int32(bitPattern: capacity)
    header.pointee.configuration = configuration.pointee
    header.pointee.front.time = .min
    header.pointee.front.rates.use(configuration.pointee.profile)
    // Nothing is in it, so nothing is out of range.
    _ = refresh()
    return .done
  }

  /// Checks what does not depend on what the memory holds.
  @inline(never)
  func check(
    byteCount: UInt32, _ configuration: UnsafePointer<Configuration>
  ) -> Status {
    guard configuration.pointee.cup != .zero, configuration.pointee.sleepThreshold != .zero
    else { return .refused(.argument) }
    guard isAligned else { return .refused(.align) }
    let aliases = configuration.pointee.aliases
    let most = UInt32(truncatingIfNeeded: Ledger.largestCapacity)
    guard byteCount >= Ledger.size(1, aliases < most ? aliases : most) else {
      return .refused(.memory)
    }
    guard configuration.pointee.profile.isValid, configuration.pointee.dayStart < 1_440,
      aliases <= most
    else { return .refused(.range) }
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
    drink.stamp = 0
    return drink
  }

  /// Copies the drink at a valid position of the list; the stamp stays as it was.
  package func copyDrink(at index: Int32, to drink: UnsafeMutablePointer<Drink>) {
    drink.tell(self.drink(index))
  }

  /// The position of the drink with this id, -1 if there is none.
  ///
  /// - Complexity: O(`count`).
  @inline(never)
  package func find(_ id: UnsafePointer<DrinkID>) -> Int32 {
    id.search(
      UnsafeRawPointer(drinks) + Drink.idStart, MemoryLayout<Drink>.stride, header.pointee.count)
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
    let first = firstToFold
    if first >= 0, header.pointee.count == header.pointee.capacity, find(drink.id) < 0 {
      // Not before the fold time: the drink would have been folded first.
      closed = end(of: first)
    }
    let open = closed &+ 1
    return Timestamp(open < 0 ? 0 : open)
  }

  /// Four words that the host keeps with the ledger, 0 at first: the C face's callbacks.
  package var hostWords: (UInt, UInt, UInt, UInt) {
    get { header.pointee.hostWords }
    nonmutating set { header.pointee.hostWords = newValue }
  }

  @inline(never)
  func drink(_ index: Int32) -> UnsafeMutablePointer<Drink> {
    drinks + Int(index)
  }

  /// When a listed drink ends (s).
  @inline(never)
  func end(of index: Int32) -> Int64 { drink(index).pointee.end.seconds }

  /// The drink at a position of the order of ends.
  @inline(never)
  func ending(_ position: Int32) -> UnsafeMutablePointer<Drink> {
    drink(Int32(ends[Int(position)]))
  }

  /// The index of the drink with the least (end, id) of those that count, -1: there is none.
  @inline(never)
  var firstToFold: Int32 {
    var position: Int32 = 0
    while position < header.pointee.count {
      if ending(position).isCounted { return Int32(ends[Int(position)]) }
      position &+= 1
    }
    return -1
  }

  /// What the drinks that do not count mean for an answer: `undated` with one that has no date, `due`
  /// with a plan whose time has come by then.
  @inline(never)
  func flagsOfUncounted(at time: Int64) -> UInt32 {
    let isDue = time >= header.pointee.dueFrom && Ledger.isPlan(header.pointee.dueFrom)
    return header.pointee.undated | (isDue ? Flags.due.rawValue : 0)
  }

  /// The same for a question in which the plans from a time on count. No plan is before 0.
  @inline(never)
  func flagsOfUncounted(before time: Int64) -> UInt32 {
    flagsOfUncounted(at: time < 0 ? time : time &- 1)
  }

  /// Whether a plan may have such a time (s): none is as late as 2^33, and `.max` is none.
  @inline(__always)
  static func isPlan(_ dueFrom: Int64) -> Bool { dueFrom &>> 33 == 0 }

  /// The index of a tombstone by id, -1 if there is none.
  @inline(never)
  func findTombstone(_ id: UnsafePointer<DrinkID>) -> Int32 {
    id.search(
      UnsafeRawPointer(tombstones) + Drink.idStart, MemoryLayout<Tombstone>.stride,
      header.pointee.tombstoneCount)
  }
}

extension UnsafePointer<DrinkID> {
  /// The last of some ids, so many bytes apart, that is this one; -1: none is.
  @inline(never)
  func search(_ first: UnsafeRawPointer, _ stride: Int, _ count: Int32) -> Int32 {
    var index = count &- 1
    while index >= 0, !isEqual(first + Int(index) &* stride) { index &-= 1 }
    return index
  }

  /// Whether the id that lies there is the same.
  @inline(never)
  func isEqual(_ other: UnsafeRawPointer) -> Bool {
    pointee == other.load(as: DrinkID.self)
  }
}
