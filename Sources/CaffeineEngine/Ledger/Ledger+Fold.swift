extension Ledger {
  /// Folds the listed drink with the least (end, id) into the front of the chain.
  ///
  /// The front moves over all events up to and including that end, so the amounts after it keep
  /// their bits. Other drinks that began by then stay listed; what they still pour in is kept.
  /// Profile changes up to the fold are swallowed.
  func fold() {
    let index = header.pointee.firstToEnd
    let drink = self.drink(index)
    let end = end(of: index)
    var chain = Chain(fromFrontOf: self)
    chain.run(to: end &- 1)
    chain.state.advance(to: end)
    chain.takeEndsAndChanges()
    // A drink that takes no time enters at this second, and those before it in (time, id) too.
    if drink.pointee.duration == 0 { chain.takeStarts(before: index &+ 1) }
    header.pointee.front = chain.state
    header.pointee.begun = chain.nextStart &- 1
    var swallowed = chain.nextChange
    while swallowed > 0 {
      closeGap(at: 0)
      swallowed &-= 1
    }
    addToFoldedDays(drink)
    takeOut(index)
  }

  /// Takes a profile change out and clears the place that comes free.
  @inline(never)
  func closeGap(at index: Int32) {
    let count = header.pointee.changeCount &- 1
    closeGap(
      at: changes + Int(index), before: count &- index, MemoryLayout<ProfileChange>.size)
    header.pointee.changeCount = count
  }
}
