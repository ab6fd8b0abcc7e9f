extension Ledger {
  /// Takes over memory that outlived a reset with a ledger in it.
  ///
  /// Everything is checked: the last state has to be what a walk over the drinks gives, so hardly a
  /// flipped bit stays unseen. The limits, the cup, the day's start and the clock's floor are taken
  /// from the configuration; its profile and its room for aliases are not: the ledger has its own.
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
    let capacity = header.pointee.capacity, aliases = header.pointee.configuration.aliases
    let most = UInt32(truncatingIfNeeded: Ledger.largestCapacity)
    guard header.pointee.mark == Header.mark, capacity > 0,
      UInt32(bitPattern: capacity) <= most, aliases <= most
    else { return .refused(.corrupt) }
    guard byteCount >= Ledger.size(UInt32(bitPattern: capacity), aliases) else {
      return .refused(.memory)
    }
    guard header.pointee.configuration.wearer == configuration.pointee.wearer else {
      return .refused(.wearer)
    }
    guard isSound, isFresh else { return .refused(.corrupt) }
    header.pointee.configuration = configuration.pointee
    header.pointee.configuration.aliases = aliases
    hostWords = (0, 0, 0, 0)
    return .done
  }

  /// Whether what is worked out anew after each change is what a walk from the front gives.
  private var isFresh: Bool {
    var kept = header.pointee.last
    let undated = header.pointee.undated, dueFrom = header.pointee.dueFrom
    let isInRange = refresh()
    let size = MemoryLayout<ChainState>.size
    let isSame =
      withUnsafePointer(to: &header.pointee.last) { isEqual($0, &kept, size) }
      && header.pointee.undated == undated && header.pointee.dueFrom == dueFrom
    if !isSame {
      header.pointee.last = kept
      header.pointee.undated = undated
      header.pointee.dueFrom = dueFrom
    }
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
  /// What the front's gut and body hold cannot be told from the rest: their sum alone is checked.
  /// - Complexity: O(`count`).
  @inline(never)
  var isSound: Bool {
    let count = header.pointee.count, changeCount = header.pointee.changeCount
    guard count >= 0, count <= header.pointee.capacity, changeCount >= 0,
      changeCount <= ProfileChange.capacity, header.pointee.tombstoneCount >= 0,
      header.pointee.tombstoneCount <= Tombstone.capacity, header.pointee.aliasCount >= 0,
      UInt32(bitPattern: header.pointee.aliasCount) <= header.pointee.configuration.aliases,
      header.pointee.front.rates.profile.isValid, header.pointee.sync.stamp & (1 &<< 31 | 7) == 0
    else { return false }
    return areDrinksSound && areChangesSound && areRemovalsSound && areDaysSound && isFrontSound
  }

  /// Whether each drink could be recorded, and both orders hold.
  private var areDrinksSound: Bool {
    var index: Int32 = 0
    while index < header.pointee.count {
      let drink = UnsafePointer(drink(index)), place = ends + Int(index)
      guard !drink.check().isRefusal, drink.pointee.revision != 0, !drink.pointee.id.isUnassigned,
        drink.pointee.stamp <= header.pointee.sync.stamp | 7,
        Int32(place.pointee) < header.pointee.count,
        index == 0
          || precedes(self.drink(index &- 1), drink, byEnd: false)
            && precedes(self.drink(Int32(place[-1])), self.drink(Int32(place.pointee)), byEnd: true)
      else { return false }
      index &+= 1
    }
    return true
  }

  /// Whether the front takes in what the drinks in progress pour.
  ///
  /// Another rate would pour in for ever, and a sum past 2^32 - 1 µg would wrap.
  private var isFrontSound: Bool {
    let time = header.pointee.front.time
    var rate: UInt64 = 0, pending: UInt64 = 0
    var index: Int32 = 0
    while index < header.pointee.count {
      let drink = UnsafePointer(self.drink(index))
      let start = drink.pointee.time.seconds, end = drink.pointee.end.seconds
      if drink.isCounted, start <= time {
        // What had ended first was folded.
        guard end >= time else { return false }
        if end > time {
          rate = rate &+ drink.rate
          let sum = pending.addingReportingOverflow(
            drink.rate &* UInt64(bitPattern: end &- time))
          guard !sum.overflow else { return false }
          pending = sum.partialValue
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
    guard header.pointee.front.doubts[unchecked: 0].isSound,
      header.pointee.front.doubts[unchecked: 1].isSound
    else { return false }
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

  /// Whether each removal is of one drink, and none is listed.
  private var areRemovalsSound: Bool {
    var index: Int32 = 0
    while index < header.pointee.tombstoneCount {
      let removal = tombstones + Int(index)
      guard findTombstone(&removal.pointee.id) == index, find(&removal.pointee.id) < 0,
        removal.pointee.source <= 255, removal.pointee.reserved == 0,
        removal.pointee.stamp <= header.pointee.sync.stamp | 7
      else { return false }
      index &+= 1
    }
    return true
  }

  /// Whether each date lies in its place, and there is one once anything is folded.
  private var areDaysSound: Bool {
    var isFolded = false
    var day = foldedDays
    let end = day + Int(FoldedDay.capacity)
    while day < end {
      if day.pointee.drinks != 0 {
        // The counts have room for all that may be folded.
        guard foldedPlace(of: day.pointee.date) == day, Int32(bitPattern: day.pointee.drinks) > 0,
          day.pointee.unknowns & ~FoldedDay.estimated <= day.pointee.drinks
        else { return false }
        isFolded = true
      } else if UInt32(bitPattern: day.pointee.date) | day.pointee.total | day.pointee.unknowns != 0
      {
        return false
      }
      day += 1
    }
    return isFolded == (header.pointee.front.time != .min)
  }
}

// MARK: - As it was set up

extension Ledger {
  /// Whether nothing has come into the ledger since it was set up.
  var isEmpty: Bool {
    // All other changes of drinks, and so folds, removals and aliases, have a stamp.
    header.pointee.count | header.pointee.changeCount == 0 && header.pointee.idCounter == 0
      && header.pointee.sync.stamp | header.pointee.sync.peers == 0
      && header.pointee.front.rates.profile == header.pointee.configuration.profile
  }

  /// Makes the ledger what it was when it was set up.
  @inline(never)
  func clear() {
    var configuration = header.pointee.configuration
    let words = hostWords
    let size = Ledger.size(UInt32(bitPattern: header.pointee.capacity), configuration.aliases)
    _ = setUp(byteCount: size, configuration: &configuration)
    hostWords = words
  }
}
