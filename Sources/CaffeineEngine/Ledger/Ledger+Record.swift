extension Ledger {
  /// A drink may be dated this far ahead of now (s): clocks differ.
  static var clockSkew: Int64 { 120 }

  /// Adds a drink, or a newer version of one that is listed or was removed.
  ///
  /// - Parameters:
  ///   - drink: A copy of the drink, in which revision 0 and an all-zero id are replaced by what
  ///     the ledger assigns.
  ///   - now: The present time.
  ///   - isEdit: Whether the drink has to be listed already.
  /// - Returns: The change, or an error as `record(_:now:)`, with every byte as it was.
  @inline(never)
  package func record(
    _ drink: UnsafeMutablePointer<Drink>, now: Timestamp, isEdit: Bool
  ) -> Status {
    var status = UnsafePointer(drink).check()
    if status.isRefusal { return status }
    // Without a date there is no clock to check, and a plan may lie ahead.
    if !UnsafePointer(drink).isUndated {
      status = check(now)
      if status.isRefusal { return status }
      // The drink's time is in range, so this difference does not overflow.
      guard drink.pointee.time.seconds &- Ledger.clockSkew <= now.seconds || !drink.isCounted
      else { return .refused(.future) }
    }
    return settle(drink, isEdit: isEdit)
  }

  /// Removes a drink for good and remembers that it did.
  ///
  /// - Parameter drink: Its id, the removal's revision (0 is replaced by the next one) and source.
  /// - Returns: The change, or an error as `remove(_:revision:source:)`, with every byte as it was.
  @inline(never)
  package func remove(_ drink: UnsafeMutablePointer<Drink>) -> Status {
    let index = find(drink.id), tombstone = findTombstone(drink.id)
    // Removing it again needs a revision to compare.
    guard index >= 0 || tombstone >= 0 && drink.pointee.revision != 0 else {
      return .refused(.unknownID)
    }
    let order = weigh(drink, against: index, tombstone)
    if order.isRefusal { return order }
    if index >= 0 {
      guard isOpen(self.drink(index)) else { return .refused(.tooOld) }
      takeOut(index)
      // Less caffeine than before is in range, but for the rounding of a step that is now longer.
      _ = refresh()
    } else {
      guard order != .same else { return Status(.unchanged) }
      unbury(tombstone)
    }
    return bury(drink)
  }

  /// Remembers a removal.
  @inline(never)
  func bury(_ drink: UnsafePointer<Drink>) -> Status {
    // The seventeenth removal takes the place of the oldest.
    if header.pointee.tombstoneCount == Tombstone.capacity {
      lose(tombstones.pointee.stamp)
      unbury(0)
      note(.info, .sync, "forgot a removal")
    }
    let count = header.pointee.tombstoneCount
    let place = tombstones + Int(count)
    place.pointee.stamp = nextStamp()
    place.pointee.revision = drink.pointee.revision
    place.pointee.id = drink.pointee.id
    place.pointee.source = UInt32(drink.pointee.source)
    header.pointee.tombstoneCount = count &+ 1
    return Status(.removed)
  }
}

// MARK: - Steps

extension Status {
  /// What `weigh` finds: revision and source as the kept version's, or greater.
  fileprivate static var same: Status { .done }
  fileprivate static var newer: Status { Status(1) }
}

extension Ledger {
  /// Completes a drink's id and revision, and puts it in unless a newer version is kept.
  @inline(never)
  func settle(_ drink: UnsafeMutablePointer<Drink>, isEdit: Bool) -> Status {
    let isNameless = drink.pointee.id.isUnassigned
    if isNameless {
      guard header.pointee.configuration.deviceID != 0, !isEdit else {
        return .refused(.argument)
      }
      assignID(to: drink)
    }
    let old = find(drink.id), tombstone = findTombstone(drink.id)
    guard old >= 0 || !isEdit else { return .refused(.unknownID) }
    var status = weigh(drink, against: old, tombstone)
    if status == .same {
      // A removal outranks a drink of the same revision and source.
      let order = old < 0 ? -1 : UnsafePointer(drink).compareContent(with: self.drink(old))
      guard order >= 0 else { return .refused(.stale) }
      guard order > 0 else { return Status(.unchanged) }
    }
    if !status.isRefusal { status = replace(old, with: drink) }
    if status.isRefusal { return status }
    if tombstone >= 0 { unbury(tombstone) }
    if isNameless { header.pointee.idCounter = drink.pointee.id.low }
    return Status(old >= 0 ? .edited : .added)
  }

  /// Assigns a revision of 0, and compares with the version that is kept, listed or removed.
  ///
  /// - Returns: `newer` where revision and source are greater than the kept version's, `same` where
  ///   they are as these, `stale` where they are less, or `range` where no revision is left.
  @inline(never)
  private func weigh(
    _ drink: UnsafeMutablePointer<Drink>, against index: Int32, _ tombstone: Int32
  ) -> Status {
    var kept: UInt32 = 0, keptSource: UInt32 = 0
    if index >= 0 {
      kept = self.drink(index).pointee.revision
      keptSource = UInt32(self.drink(index).pointee.source)
    } else if tombstone >= 0 {
      kept = tombstones[Int(tombstone)].revision
      keptSource = tombstones[Int(tombstone)].source
    }
    if drink.pointee.revision == 0 {
      guard kept != .max else { return .refused(.range) }
      drink.pointee.revision = kept &+ 1
    }
    let given = drink.pointee.revision, source = UInt32(drink.pointee.source)
    guard given >= kept else { return .refused(.stale) }
    if given == kept {
      guard source >= keptSource else { return .refused(.stale) }
      if source == keptSource { return .same }
    }
    return .newer
  }

  /// Inserts a drink in place of another (-1: none), folds if it must, or undoes it all.
  @inline(never)
  private func replace(_ old: Int32, with drink: UnsafePointer<Drink>) -> Status {
    guard isOpen(drink), old < 0 || isOpen(self.drink(old)) else { return .refused(.tooOld) }
    // What makes room: the former version, or the drink that is folded.
    var leaving = old
    if old < 0, header.pointee.count == header.pointee.capacity {
      leaving = firstToFold
      guard leaving >= 0 else { return .refused(.full) }
      let spare = foldLimit(for: drink) &- end(of: leaving)
      guard spare >= 0 else { return .refused(.full) }
      guard spare != 0 || !drink.isCounted else { return .refused(.tooOld) }
    }
    // One place is always free.
    let index = insert(drink)
    if leaving >= index { leaving = leaving &+ 1 }
    let former = self.drink(leaving)
    let flags = former.pointee.flags
    if old >= 0 { former.pointee.flags = .uncounted }
    let isDayInRange = isDayInRange(of: drink), isInRange = refresh()
    if old >= 0 { former.pointee.flags = flags }
    guard isDayInRange, isInRange else {
      takeOut(index)
      _ = refresh()
      return .refused(.range)
    }
    // Uptime means nothing elsewhere: peers hear of a drink once it has a date.
    self.drink(index).pointee.stamp = drink.isUndated ? 0 : nextStamp()
    if old >= 0 {
      takeOut(leaving)
    } else if leaving >= 0 {
      fold(leaving)
    }
    return .done
  }

  /// By when a drink has to have ended for another to fold it (s): by its start, or, where that does not
  /// count, may lie ahead and may be uptime, by the latest start that does.
  func foldLimit(for drink: UnsafePointer<Drink>) -> Int64 {
    var latest = drink
    var index = header.pointee.count
    while !latest.isCounted, index > 0 {
      index &-= 1
      latest = UnsafePointer(self.drink(index))
    }
    return latest.pointee.time.seconds
  }

  /// Refuses a clock that was never set.
  @inline(never)
  func check(_ now: Timestamp) -> Status {
    let floor = header.pointee.configuration.clockFloor.seconds
    return floor != 0 && now.seconds < floor ? .refused(.clock) : .done
  }

  /// Gives a drink the device's next id that no drink and no tombstone bears.
  @inline(never)
  private func assignID(to drink: UnsafeMutablePointer<Drink>) {
    var counter = header.pointee.idCounter
    repeat {
      counter = counter &+ 1
      drink.pointee.id = DrinkID(high: header.pointee.configuration.deviceID, low: counter)
    } while find(drink.id) >= 0 || findTombstone(drink.id) >= 0
  }

  /// Works out the state after the last event anew.
  ///
  /// - Returns: Whether no sum passes 2^32 - 1 µg, not even with every plan. If one does, the call that
  ///   brought it about undoes what it did, and this as well.
  @inline(never)
  func refresh() -> Bool {
    header.pointee.undated = 0
    header.pointee.dueFrom = .max
    var index = header.pointee.count
    while index > 0 {
      index &-= 1
      let drink = drink(index)
      // A former version while the new one is tried has both.
      let flags = drink.pointee.flags.rawValue & Flags.uncounted.rawValue
      if flags == Flags.timeUnset.rawValue { header.pointee.undated = Flags.undated.rawValue }
      if flags == Flags.planned.rawValue { header.pointee.dueFrom = drink.pointee.time.seconds }
    }
    var chain = Chain(self)
    // With all plans first, if there are any.
    var plansFrom = header.pointee.dueFrom
    while true {
      chain.begin(plansFrom: plansFrom)
      chain.run(to: .max)
      if !Ledger.isPlan(plansFrom) { break }
      plansFrom = .max
    }
    header.pointee.last = chain.state
    return chain.isInRange
  }

  /// Whether a drink may change: all but those whose caffeine is folded.
  @inline(never)
  private func isOpen(_ drink: UnsafePointer<Drink>) -> Bool {
    !drink.isCounted || drink.pointee.time.seconds > header.pointee.front.time
  }

  /// Counts another change: the lowest three bits of a stamp say which peer it came from, 0: none.
  @inline(never)
  func nextStamp() -> UInt32 {
    let stamp = (header.pointee.sync.stamp | 7) &+ 1
    // After half a billion changes every peer has to replace its window.
    if stamp == 0 { lose(.max) } else { header.pointee.sync.stamp = stamp }
    return header.pointee.sync.stamp | header.pointee.origin
  }

  /// A removal or a drink is not kept any more: a peer that does not know of it yet never will.
  @inline(never)
  func lose(_ stamp: UInt32) {
    if header.pointee.sync.lost < stamp { header.pointee.sync.lost = stamp }
  }

  /// Forgets a removal, and clears the place that comes free.
  @inline(never)
  func unbury(_ index: Int32) {
    let count = header.pointee.tombstoneCount &- 1
    closeGap(at: tombstones + Int(index), before: count &- index, MemoryLayout<Tombstone>.size)
    header.pointee.tombstoneCount = count
  }
}
