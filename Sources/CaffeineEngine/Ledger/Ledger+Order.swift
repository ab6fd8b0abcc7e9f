// Two orders over the same drinks: (time, id), in which they lie, and (end, id), in which a list of
// their positions follows them. Inserting and taking out are exact inverses, byte for byte.

extension Ledger {
  /// Inserts a drink in both orders; there must be a free place.
  ///
  /// - Returns: Its index.
  /// - Complexity: O(`count`).
  @inline(never)
  func insert(_ drink: UnsafePointer<Drink>) -> Int32 {
    let count = header.pointee.count
    var index = count
    while index > 0, precedes(drink, self.drink(index &- 1), byEnd: false) { index &-= 1 }
    let place = self.drink(index)
    makeRoom(at: place, for: count &- index, MemoryLayout<Drink>.size)
    place.copy(drink)
    enlist(index)
    return index
  }

  /// Counts in the drink that lies at an index, and lists its end.
  @inline(never)
  func enlist(_ index: Int32) {
    var place = ends + Int(header.pointee.count)
    header.pointee.count = header.pointee.count &+ 1
    let drink = self.drink(index)
    var isPlaced = false
    while place > ends {
      // Positions from the new one on have moved up by one.
      var position = Int32(place[-1])
      if position >= index { position = position &+ 1 }
      if !isPlaced, !precedes(drink, self.drink(position), byEnd: true) {
        place.pointee = UInt16(truncatingIfNeeded: index)
        isPlaced = true
      }
      place[isPlaced ? -1 : 0] = UInt16(truncatingIfNeeded: position)
      place -= 1
    }
    if !isPlaced { place.pointee = UInt16(truncatingIfNeeded: index) }
  }

  /// Takes a drink out of both orders and clears the places that come free.
  ///
  /// - Complexity: O(`count`).
  @inline(never)
  func takeOut(_ index: Int32) {
    let count = header.pointee.count &- 1
    var place = ends, kept = place
    let last = place + Int(count)
    while place <= last {
      let position = Int32(place.pointee)
      if position != index {
        kept.pointee = UInt16(truncatingIfNeeded: position > index ? position &- 1 : position)
        kept += 1
      }
      place += 1
    }
    last.pointee = 0
    closeGap(at: drink(index), before: count &- index, MemoryLayout<Drink>.size)
    header.pointee.count = count
  }

  /// Moves `count` places of `size` bytes, a multiple of 8, one place up.
  @inline(never)
  func makeRoom(at place: UnsafeMutableRawPointer, for count: Int32, _ size: Int) {
    let first = place.assumingMemoryBound(to: UInt64.self), words = size &>> 3
    var word = first + Int(count) &* words
    while word > first {
      word -= 1
      word[words] = word.pointee
    }
  }

  /// Moves the `count` places after this one down over it and clears the one that comes free.
  @inline(never)
  func closeGap(at place: UnsafeMutableRawPointer, before count: Int32, _ size: Int) {
    let words = size &>> 3
    var word = place.assumingMemoryBound(to: UInt64.self)
    let last = word + Int(count) &* words, end = last + words
    while word < end {
      word.pointee = word < last ? word[words] : 0
      word += 1
    }
  }

  /// Whether a drink comes before another by (time, id), or by (end, id).
  @inline(never)
  func precedes(
    _ a: UnsafePointer<Drink>, _ b: UnsafePointer<Drink>, byEnd: Bool
  ) -> Bool {
    var difference = a.pointee.time.seconds &- b.pointee.time.seconds
    if byEnd {
      difference = difference &+ Int64(a.pointee.duration) &- Int64(b.pointee.duration)
    }
    return difference == 0 ? a.compareID(with: b) < 0 : difference < 0
  }
}
