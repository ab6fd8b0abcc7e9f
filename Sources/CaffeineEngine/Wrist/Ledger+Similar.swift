extension Ledger {
  /// The position of the first listed drink that may be this one, logged twice; nil if there is none.
  ///
  /// Within ten minutes of it, with the same dose or the same kind, and another id. Nothing is done
  /// about it: two coffees in ten minutes are two coffees to all but who drank them.
  /// - Complexity: O(`count`), no allocation.
  public func index(similarTo drink: Drink) -> Int? {
    let index = withUnsafePointer(to: drink) { similar(to: $0) }
    return index < 0 ? nil : Int(index)
  }

  /// See `index(similarTo:)`; -1 if there is none.
  @inline(never)
  package func similar(to drink: UnsafePointer<Drink>) -> Int32 {
    var index: Int32 = 0
    while index < header.pointee.count {
      let other = UnsafePointer(self.drink(index))
      let after = other.pointee.time.seconds &- drink.pointee.time.seconds
      if UInt64(bitPattern: after &+ 600) <= 1_200, drink.compareID(with: other) != 0 {
        let flags = other.pointee.flags.rawValue | drink.pointee.flags.rawValue
        let isKnown = flags & Flags.unknownDose.rawValue == 0
        if isKnown, other.pointee.dose == drink.pointee.dose { return index }
        if drink.pointee.kind != 0, other.pointee.kind == drink.pointee.kind { return index }
      }
      index &+= 1
    }
    return -1
  }

  /// Wipes the memory: no drink, no amount, no id and no profile change is left in it.
  ///
  /// The configuration and the lock stay. Peers are not told; what they keep is theirs to erase. The
  /// counts of ids and changes go on: a new drink under an old id, or an old anchor among new changes,
  /// would be taken for what it was. A peer that is added again with an anchor from before has one that is
  /// too old.
  /// - Complexity: O(capacity).
  public func eraseAll() {
    let counter = header.pointee.idCounter, stamp = header.pointee.sync.stamp
    let isEmpty = isEmpty
    clear()
    header.pointee.idCounter = counter
    header.pointee.sync.stamp = stamp
    // A peer, or a journal, has to see that nothing before is left.
    if !isEmpty { lose(nextStamp()) }
  }
}
