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
    status = check(now)
    if status.isRefusal { return status }
    // The drink's time is in range, so this difference does not overflow.
    guard drink.pointee.time.seconds &- Ledger.clockSkew <= now.seconds else {
      return .refused(.future)
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
      guard self.drink(index).pointee.time.seconds > header.pointee.front.time else {
        return .refused(.tooOld)
      }
      takeOut(index)
      // Less caffeine than before is in range, but for the rounding of a step that is now longer.
      _ = refresh(always: true)
    } else {
      guard order != .same else { return Status(.unchanged) }
      unbury(tombstone)
    }
    // The seventeenth removal takes the place of the oldest.
    if header.pointee.tombstoneCount == Tombstone.capacity { unbury(0) }
    let count = header.pointee.tombstoneCount
    tombstones[Int(count)] = Tombstone(
      id: drink.pointee.id, revision: drink.pointee.revision, source: UInt32(drink.pointee.source))
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
  private func settle(_ drink: UnsafeMutablePointer<Drink>, isEdit: Bool) -> Status {
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
    let front = header.pointee.front.time, time = drink.pointee.time.seconds
    guard time > front else { return .refused(.tooOld) }
    // One place is always free, and keeps the former version meanwhile.
    let count = header.pointee.count
    let previous = self.drink(count)
    let mustFold = old < 0 && count == header.pointee.capacity
    if old >= 0 {
      guard self.drink(old).pointee.time.seconds > front else { return .refused(.tooOld) }
      previous.copy(self.drink(old))
      takeOut(old)
    } else if mustFold {
      let end = end(of: header.pointee.firstToEnd)
      guard end <= time else { return .refused(.full) }
      guard end < time else { return .refused(.tooOld) }
    }
    let index = insert(drink)
    let fits = isDayInRange(of: drink) && refresh()
    if !fits {
      takeOut(index)
      if old >= 0 { _ = insert(previous) }
    } else if mustFold {
      fold()
    }
    if old >= 0 { closeGap(at: previous, before: 0, MemoryLayout<Drink>.size) }
    return fits ? .done : .refused(.range)
  }

  /// Refuses a clock that was never set.
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
  /// - Parameter always: Whether it is kept even if a sum passes 2^32 - 1 µg.
  /// - Returns: Whether no sum does; if one does, nothing is kept.
  @inline(never)
  func refresh(always: Bool = false) -> Bool {
    var chain = Chain(fromFrontOf: self)
    chain.run(to: .max)
    if chain.isInRange || always { header.pointee.last = chain.state }
    return chain.isInRange
  }

  /// Forgets a removal, and clears the place that comes free.
  @inline(never)
  private func unbury(_ index: Int32) {
    let count = header.pointee.tombstoneCount &- 1
    closeGap(at: tombstones + Int(index), before: count &- index, MemoryLayout<Tombstone>.size)
    header.pointee.tombstoneCount = count
  }
}
