extension Ledger {
  /// Takes over memory that outlived a reset with a ledger in it.
  ///
  /// Everything is checked but the totals of folded days: the last state has to be what a walk over
  /// the drinks gives, so hardly a flipped bit stays unseen. The limits, the cup, the day's start and
  /// the clock's floor are taken from the configuration; its profile is not, the ledger keeps its own.
  /// - Parameters:
  ///   - memory: The memory, aligned to 8 bytes.
  ///   - byteCount: Its size (bytes).
  ///   - configuration: As for a new ledger.
  /// - Throws: `align`, `argument` or `range` for the configuration, `memory` (less than the ledger
  ///   takes), `corrupt` or `wearer`; the memory is as it was.
  /// - Complexity: O(`count`), no allocation.
  public init(
    adopting memory: UnsafeMutableRawPointer, byteCount: Int, configuration: Configuration
  ) throws(CaffeineError) {
    self.init(at: memory)
    try withUnsafePointer(to: configuration) {
      adopt(byteCount: UInt32(clamping: byteCount), configuration: $0)
    }.check()
  }

  /// See `init(adopting:byteCount:configuration:)`.
  @inline(never)
  package func adopt(
    byteCount: UInt32, configuration: UnsafePointer<Configuration>
  ) -> Status {
    let status = check(byteCount: byteCount, configuration)
    if status.isRefusal { return status }
    let capacity = header.pointee.capacity
    guard header.pointee.mark == Header.mark, capacity > 0,
      capacity <= Int32(truncatingIfNeeded: Ledger.largestCapacity)
    else { return .refused(.corrupt) }
    guard byteCount >= UInt32(truncatingIfNeeded: Ledger.byteCount(capacity: Int(capacity)))
    else { return .refused(.memory) }
    guard header.pointee.configuration.wearer == configuration.pointee.wearer else {
      return .refused(.wearer)
    }
    guard isSound, isFresh else { return .refused(.corrupt) }
    header.pointee.configuration = configuration.pointee
    hostWords = (0, 0, 0)
    return .done
  }

  /// Whether the state after the last event is what a walk from the front gives.
  private var isFresh: Bool {
    var kept = header.pointee.last
    let isInRange = refresh()
    let size = MemoryLayout<ChainState>.size
    let isSame = withUnsafePointer(to: &header.pointee.last) { isEqual($0, &kept, size) }
    if !isSame { header.pointee.last = kept }
    return isSame && isInRange
  }

  /// Whether two structures hold the same, as far as a CRC-32 of each tells: it is there already.
  private func isEqual(_ a: UnsafeRawPointer, _ b: UnsafeRawPointer, _ size: Int) -> Bool {
    checksum(0, a, size) == checksum(0, b, size)
  }
}

// MARK: - Whether a ledger can be as it is

extension Ledger {
  /// Whether every list is as recording leaves it, so that no walk goes astray.
  ///
  /// What the front's gut and body hold cannot be told from the rest: their sum alone is checked. The
  /// folded days are not.
  /// - Complexity: O(`count`).
  @inline(never)
  var isSound: Bool {
    let count = header.pointee.count, changeCount = header.pointee.changeCount
    guard count >= 0, count <= header.pointee.capacity, header.pointee.begun >= 0,
      header.pointee.begun <= count, changeCount >= 0, changeCount <= ProfileChange.capacity,
      header.pointee.tombstoneCount >= 0, header.pointee.tombstoneCount <= Tombstone.capacity,
      header.pointee.front.rates.profile.isValid
    else { return false }
    return areDrinksSound && areEndsSound && areChangesSound && isFrontSound
  }

  /// Whether each drink could be recorded, and they lie in their order.
  private var areDrinksSound: Bool {
    var index: Int32 = 0
    while index < header.pointee.count {
      let drink = UnsafePointer(drink(index))
      guard !drink.check().isRefusal, drink.pointee.revision != 0, !drink.pointee.id.isUnassigned,
        index == 0 || precedes(self.drink(index &- 1), drink, byEnd: false)
      else { return false }
      index &+= 1
    }
    return true
  }

  /// Whether the links lead through all drinks in the order of their ends.
  private var areEndsSound: Bool {
    var link = header.pointee.firstToEnd, last: Int32 = -1, number: Int32 = 0
    while link != -1 {
      guard link >= 0, link < header.pointee.count, number < header.pointee.count,
        last < 0 || precedes(drink(last), drink(link), byEnd: true)
      else { return false }
      last = link
      link = drink(link).pointee.link
      number &+= 1
    }
    return number == header.pointee.count
  }

  /// Whether the front divides the drinks as folding does, and takes in what those in progress pour.
  ///
  /// Another rate would pour in for ever, and a sum past 2^32 - 1 µg would wrap.
  private var isFrontSound: Bool {
    let time = header.pointee.front.time
    var rate: UInt64 = 0, pending: UInt64 = 0
    var index: Int32 = 0
    while index < header.pointee.count {
      let drink = UnsafePointer(self.drink(index))
      let start = drink.pointee.time.seconds, end = drink.pointee.end.seconds
      if index >= header.pointee.begun {
        guard start >= time else { return false }
      } else {
        guard start <= time, end >= time, pending.high != .max else { return false }
        if end > time {
          rate = rate &+ drink.rate
          pending = pending &+ drink.rate &* UInt64(bitPattern: end &- time)
        }
      }
      index &+= 1
    }
    let front = header.pointee.front.compartments
    let (sum, isOver) = front.gut.addingReportingOverflow(front.body)
    let (whole, isFarOver) = sum.addingReportingOverflow(pending)
    guard rate == front.rate, pending == header.pointee.front.pending, !isOver, !isFarOver,
      whole <= UInt64(UInt32.max) &<< 32
    else { return false }
    guard header.pointee.front.unknown.isSound, header.pointee.front.estimated.isSound else {
      return false
    }
    let latest = Drink.endOfTime &+ Int64(Drink.longestDuration)
    return time == .min ? sum == 0 : UInt64(bitPattern: time) <= UInt64(bitPattern: latest)
  }

  /// Whether the profile changes are valid and in their order.
  private var areChangesSound: Bool {
    var time = header.pointee.front.time
    var index: Int32 = 0
    while index < header.pointee.changeCount {
      let change = changes + Int(index)
      guard change.pointee.time > time, Drink.isRecordable(change.pointee.time),
        change.pointee.profile.isValid
      else { return false }
      time = change.pointee.time
      index &+= 1
    }
    return true
  }
}

// MARK: - As it was set up

extension Ledger {
  /// Whether nothing has come into the ledger since it was set up.
  var isEmpty: Bool {
    header.pointee.count | header.pointee.changeCount | header.pointee.tombstoneCount == 0
      && header.pointee.idCounter == 0 && header.pointee.front.time == .min
      && header.pointee.front.rates.profile == header.pointee.configuration.profile
  }

  /// Makes the ledger what it was when it was set up.
  @inline(never)
  func clear() {
    var configuration = header.pointee.configuration
    let words = hostWords
    let size = Ledger.byteCount(capacity: capacity)
    _ = setUp(byteCount: UInt32(truncatingIfNeeded: size), configuration: &configuration)
    hostWords = words
  }
}
