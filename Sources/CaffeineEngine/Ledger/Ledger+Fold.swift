extension Ledger {
  /// Folds a listed drink, the one with the least (end, id) of those that count, into the front.
  ///
  /// The front moves over all events up to and including that second, so the amounts after it keep
  /// their bits. Other drinks that began by then stay listed; what they still pour in is kept.
  /// Profile changes up to the fold are swallowed.
  func fold(_ index: Int32) {
    var chain = Chain(self)
    chain.begin()
    chain.run(to: end(of: index))
    header.pointee.front = chain.state
    var swallowed = chain.changesPassed
    while swallowed > 0 {
      closeGap(at: 0)
      swallowed &-= 1
    }
    let drink = self.drink(index)
    addToFoldedDays(drink)
    lose(drink.pointee.stamp)
    takeOut(index)
    note(.info, .ledger, "folded a drink")
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
