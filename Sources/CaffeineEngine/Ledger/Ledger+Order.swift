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
    (place + 1).update(from: place, count: Int(count &- index))
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
    place.update(from: place + 1, count: Int(count &- index))
    drink(count).pointee = .nothing
    header.pointee.count = count
    renumber(from: index, by: -1)
  }

  /// Whether a drink comes before another by (time, id), or by (end, id).
  @inline(never)
  private func precedes(
    _ a: UnsafePointer<Drink>, _ b: UnsafePointer<Drink>, byEnd: Bool
  ) -> Bool {
    var difference = a.pointee.time.seconds &- b.pointee.time.seconds
    if byEnd {
      difference = difference &+ Int64(a.pointee.duration) &- Int64(b.pointee.duration)
    }
    return difference == 0 ? a.pointee.id < b.pointee.id : difference < 0
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
