// Two orders over the same drinks: (time, id), in which they lie, and (end, id), which the links
// spell. Inserting and taking out are exact inverses, byte for byte.

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
    header.pointee.count = count &+ 1
    renumber(from: index, by: 1)
    var link = firstLink
    while link.pointee >= 0, !precedes(drink, self.drink(link.pointee), byEnd: true) {
      link = linkField(link.pointee)
    }
    place.pointee.link = link.pointee
    link.pointee = index
    return index
  }

  /// Takes a drink out of both orders and clears the place that comes free.
  ///
  /// - Complexity: O(`count`).
  @inline(never)
  func takeOut(_ index: Int32) {
    let count = header.pointee.count &- 1
    let place = drink(index)
    var link = firstLink
    while link.pointee != index { link = linkField(link.pointee) }
    link.pointee = place.pointee.link
    closeGap(at: place, before: count &- index, MemoryLayout<Drink>.size)
    header.pointee.count = count
    renumber(from: index, by: -1)
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

  /// Follows drinks that moved: links at or past `index` change by one.
  private func renumber(from index: Int32, by step: Int32) {
    var link = firstLink
    var next: Int32 = 0
    while true {
      if link.pointee >= index { link.pointee = link.pointee &+ step }
      guard next < header.pointee.count else { return }
      link = linkField(next)
      next &+= 1
    }
  }

  /// Where the order of ends begins.
  @inline(__always)
  private var firstLink: UnsafeMutablePointer<Int32> {
    (UnsafeMutableRawPointer(header) + 16).assumingMemoryBound(to: Int32.self)
  }

  @inline(__always)
  private func linkField(_ index: Int32) -> UnsafeMutablePointer<Int32> {
    UnsafeMutableRawPointer(drink(index)).assumingMemoryBound(to: Int32.self)
  }
}
