// Reading slots back into a ledger: each says how one thing is from then on.

extension Ledger {
  /// Takes in a slot.
  ///
  /// - Returns: Done; `corrupt` if no ledger can have written it, or `full` if there is no room: then
  ///   nothing is changed.
  @inline(never)
  func replay(_ slot: UnsafeMutablePointer<JournalSlot>) -> Status {
    let kind = slot.pointee.kind, extra = slot.pointee.extra & ~JournalSlot.ofCheckpoint
    switch kind {
    case JournalSlot.Kind.block:
      let block = slot.pointee.content
      raise(stamp: block.stamp)
      let counter =
        UInt64(block.idCounterHigh) &<< 32 | UInt64(block.idCounterLow)
      if header.pointee.idCounter < counter { header.pointee.idCounter = counter }
      // Before the first change none is known: it is the configuration's.
      if block.profile.isValid, header.pointee.front.time == .min {
        header.pointee.front.rates.use(block.profile)
      }
      return .done
    case RecordKind.removal.rawValue, RecordKind.drink.rawValue:
      // Aligned; a removal's fields lie as a drink's.
      var copy = Drink(time: Timestamp(0), dose: .zero)
      return withUnsafeMutablePointer(to: &copy) { drink in
        copyBytes(to: drink, from: slot.content, MemoryLayout<Drink>.size)
        if drink.pointee.id.isUnassigned { return .refused(.corrupt) }
        if kind == RecordKind.removal.rawValue {
          return replayRemoval(
            UnsafeMutableRawPointer(drink).assumingMemoryBound(to: Tombstone.self))
        }
        let status = replayDrink(drink)
        if !status.isRefusal, extra & 1 != 0 { header.pointee.idCounter = drink.pointee.id.low }
        return status
      }
    default:
      return replayPlace(kind, extra, slot.content)
    }
  }

  /// Writes a part of the state or of the folded days, a profile change or an alias to its place.
  private func replayPlace(
    _ kind: UInt8, _ extra: UInt32, _ content: UnsafeRawPointer
  ) -> Status {
    let section = section(kind)
    guard kind >= RecordKind.state.rawValue, kind < RecordKind.end.rawValue, extra <= 65_535
    else { return .refused(.corrupt) }
    var index = Int32(bitPattern: extra)
    // Folded days have no place before the front says that there are any.
    let most = kind == RecordKind.days.rawValue ? 5 : section.count == nil ? 3 : section.most
    guard index < most else {
      return .refused(kind == RecordKind.alias.rawValue ? .full : .corrupt)
    }
    if let count = section.count, count.pointee <= index {
      // Those whose slots were lost leave no gap. A slot may be there twice.
      index = count.pointee
      if index > 0,
        compareBytes(section.start + Int(index &- 1) &* section.size, content, 0, section.size) == 0
      {
        return .done
      }
      count.pointee = index &+ 1
    }
    let (place, size) = place(of: JournalItem(kind: kind, index: index))
    copyBytes(to: place, from: content, size)
    return .done
  }

  /// A removal: the drink goes, and this is remembered last of all.
  private func replayRemoval(_ removal: UnsafeMutablePointer<Tombstone>) -> Status {
    let id = UnsafeMutableRawPointer(removal).assumingMemoryBound(to: Drink.self).id
    guard removal.pointee.source <= 255, removal.pointee.reserved == 0 else {
      return .refused(.corrupt)
    }
    raise(stamp: removal.pointee.stamp)
    let listed = find(id), buried = findTombstone(id)
    if listed >= 0 { takeOut(listed) }
    if buried >= 0 {
      // A checkpoint says again what is known: its place stays.
      if tombstones[Int(buried)].stamp == removal.pointee.stamp { return .done }
      unbury(buried)
    }
    if header.pointee.tombstoneCount == Tombstone.capacity {
      lose(tombstones.pointee.stamp)
      unbury(0)
    }
    tombstones[Int(header.pointee.tombstoneCount)] = removal.pointee
    header.pointee.tombstoneCount &+= 1
    return .done
  }

  /// A drink, or a newer version of one; a full ledger folds, as when it was recorded.
  private func replayDrink(_ drink: UnsafeMutablePointer<Drink>) -> Status {
    guard !UnsafePointer(drink).check().isRefusal, drink.pointee.revision != 0 else {
      return .refused(.corrupt)
    }
    let listed = find(drink.id), buried = findTombstone(drink.id)
    var leaving: Int32 = -1
    if listed >= 0 {
      takeOut(listed)
    } else if header.pointee.count == header.pointee.capacity {
      leaving = firstToFold
      // As it was recorded; or, in a smaller ledger, after all that has yet to come.
      guard leaving >= 0 else { return .refused(.full) }
      let spare = foldLimit(for: drink) &- end(of: leaving)
      guard spare > 0 || spare == 0 && !drink.isCounted else { return .refused(.full) }
    }
    raise(stamp: drink.pointee.stamp)
    if buried >= 0 { unbury(buried) }
    let index = insert(drink)
    if leaving >= 0 {
      header.pointee.front.rates.use(header.pointee.front.rates.profile)
      fold(leaving >= index ? leaving &+ 1 : leaving)
    }
    return .done
  }

  /// Changes up to this one were counted.
  private func raise(stamp: UInt32) {
    let stamp = stamp & ~7
    if header.pointee.sync.stamp < stamp { header.pointee.sync.stamp = stamp }
  }

  /// Works out what follows from the slots, once all are taken in.
  ///
  /// Where slots were damaged, what the drinks in progress pour in at the front is worked out anew.
  /// - Returns: Done, or `corrupt` if no ledger can have been so.
  @inline(never)
  func finishReplay() -> Status {
    header.pointee.front.rates.use(header.pointee.front.rates.profile)
    pourAnew()
    return isSound && refresh() ? .done : .refused(.corrupt)
  }

  /// Sets the rate at the front, and what is yet to be poured in, to those of the drinks in progress there.
  private func pourAnew() {
    let front = header.pointee.front.time
    header.pointee.front.compartments.rate = 0
    header.pointee.front.pending = 0
    var index: Int32 = 0
    while index < header.pointee.count {
      let drink = UnsafePointer(self.drink(index))
      index &+= 1
      if !drink.isCounted || drink.pointee.time.seconds > front { continue }
      let passed = Compartments.elapsed(from: drink.pointee.time.seconds, to: front)
      if passed < drink.pointee.duration {
        let rate = drink.rate, rest = rate &* UInt64(drink.pointee.duration &- passed)
        header.pointee.front.compartments.rate &+= rate
        header.pointee.front.pending &+= rest
      }
    }
  }
}
