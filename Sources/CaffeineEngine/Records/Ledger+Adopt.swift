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
    header.pointee.origin = 0
    hostWords = (0, 0, 0, 0)
    return .done
  }

  /// Whether what is worked out anew after each change is what a walk from the front gives.
  private var isFresh: Bool {
    let fresh = UnsafeMutableRawPointer(header) + Header.lastOffset,
      size = Header.configurationOffset &- Header.lastOffset
    return withUnsafeTemporaryAllocation(byteCount: size, alignment: Ledger.alignment) { kept in
      let kept = kept.baseAddress.unsafelyUnwrapped
      kept.copyMemory(from: fresh, byteCount: size)
      let isInRange = refresh()
      if compareBytes(fresh, kept, 0, size) == 0 { return isInRange }
      fresh.copyMemory(from: kept, byteCount: size)
      return false
    }
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
    guard header.pointee.front.rates.profile.isValid,
      header.pointee.sync.stamp & (1 &<< 31 | 7) == 0
    else { return false }
    // Removals are looked for among the drinks, so those come first.
    var kind = RecordKind.alias.rawValue
    while kind >= RecordKind.change.rawValue {
      let section = section(kind), count = section.count?.pointee ?? 0
      guard UInt32(bitPattern: count) <= UInt32(bitPattern: section.most) else { return false }
      var place = section.start
      var index: Int32 = 0
      while index < count {
        guard isSound(kind, place, index) else { return false }
        place += section.size
        index &+= 1
      }
      kind &-= 1
    }
    return areDaysSound && isFrontInRange && header.pointee.front.doubts[unchecked: 0].isSound
      && header.pointee.front.doubts[unchecked: 1].isSound && isFrontSound
  }

  /// Whether an entry of a list could be there.
  @inline(never)
  private func isSound(
    _ kind: UInt8, _ place: UnsafeMutableRawPointer, _ index: Int32
  ) -> Bool {
    switch kind {
    case RecordKind.change.rawValue:
      let change = place.assumingMemoryBound(to: ProfileChange.self)
      let previous = index == 0 ? header.pointee.front.time : change[-1].time
      return change.pointee.time > previous && Drink.isRecordable(change.pointee.time)
        && change.pointee.profile.isValid
    case RecordKind.removal.rawValue:
      // Each is of one drink, and none is listed.
      let removal = place.assumingMemoryBound(to: Tombstone.self)
      let id = place.assumingMemoryBound(to: Drink.self).id
      return findTombstone(id) == index && find(id) < 0 && removal.pointee.source <= 255
        && removal.pointee.reserved == 0
        && removal.pointee.stamp <= header.pointee.sync.stamp | 7
    case RecordKind.drink.rawValue:
      // Each could be recorded, and both orders hold.
      let drink = UnsafePointer(place.assumingMemoryBound(to: Drink.self))
      let position = ends + Int(index)
      return !drink.check().isRefusal && drink.pointee.revision != 0
        && !drink.pointee.id.isUnassigned && drink.pointee.stamp <= header.pointee.sync.stamp | 7
        && Int32(position.pointee) < header.pointee.count
        && (index == 0
          || precedes(drink - 1, drink, byEnd: false)
            && precedes(ending(index &- 1), ending(index), byEnd: true))
    default:
      return true
    }
  }

  /// Whether the front takes in what the drinks in progress pour, and no more than fits.
  ///
  /// Another rate would pour in for ever, and a sum past 2^32 - 1 µg would wrap.
  private var isFrontSound: Bool {
    var chain = Chain(self)
    chain.begin(hasDrinks: false)
    var index: Int32 = 0
    while index < header.pointee.count {
      let drink = UnsafePointer(self.drink(index))
      index &+= 1
      if !drink.isCounted || drink.pointee.time.seconds > chain.state.time { continue }
      let passed = Compartments.elapsed(from: drink.pointee.time.seconds, to: chain.state.time)
      // What had ended first was folded.
      guard passed <= drink.pointee.duration else { return false }
      if passed < drink.pointee.duration {
        let rest = drink.rate &* UInt64(drink.pointee.duration &- passed)
        guard rest <= chain.state.pending else { return false }
        chain.state.pending = chain.state.pending &- rest
        chain.state.end(drink)
      }
    }
    return chain.state.pending | chain.state.compartments.rate == 0
  }

  /// Whether gut, body and all in progress are within 2^32 - 1 µg, and nothing before any fold.
  private var isFrontInRange: Bool {
    let front = header.pointee.front.compartments
    let (sum, isOver) = front.gut.addingReportingOverflow(front.body)
    let (whole, isFarOver) = sum.addingReportingOverflow(header.pointee.front.pending)
    guard !isOver, !isFarOver, whole <= UInt64(UInt32.max) &<< 32 else { return false }
    let time = header.pointee.front.time
    let latest = Drink.endOfTime &+ Int64(Drink.longestDuration)
    return time == .min ? whole == 0 : UInt64(bitPattern: time) <= UInt64(bitPattern: latest)
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
    let kept = UnsafeMutableRawPointer(header) + Header.configurationOffset
    let size = MemoryLayout<Header>.size &- Header.configurationOffset
    withUnsafeTemporaryAllocation(byteCount: size, alignment: Ledger.alignment) { copy in
      let copy = copy.baseAddress.unsafelyUnwrapped
      copy.copyMemory(from: kept, byteCount: size)
      _ = setUp(
        byteCount: Ledger.size(
          UInt32(bitPattern: header.pointee.capacity), header.pointee.configuration.aliases),
        configuration: UnsafePointer(copy.assumingMemoryBound(to: Configuration.self)))
      kept.copyMemory(from: copy, byteCount: size)
    }
  }
}
