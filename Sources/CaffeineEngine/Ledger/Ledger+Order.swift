// Two orders over the same drinks: (time, id), in which they lie, and (end, id), in which a list of
// their positions follows them. Inserting and taking out are exact inverses, byte for byte.

extension Ledger {
  /// Inserts a drink in both orders; there must be a free place.
  ///
  /// - Returns: Its index.
  /// - Complexity: O(`count`).
  @inline(never)
  func insert(_ drink: UnsafePointer<Drink>) -> Int32 {
    let index = position(of: drink, byEnd: false)
    let place = self.drink(index)
    makeRoom(at: place, for: header.pointee.count &- index, MemoryLayout<Drink>.size)
    place.copy(drink)
    enlist(index)
    return index
  }

  /// Counts in the drink that lies at an index, and lists its end.
  @inline(never)
  func enlist(_ index: Int32) {
    let count = header.pointee.count, ends = ends
    // Positions from the new one on have moved up by one.
    var place = ends
    while place < ends + Int(count) {
      if Int32(place.pointee) >= index { place.pointee = place.pointee &+ 1 }
      place += 1
    }
    let end = position(of: drink(index), byEnd: true)
    makeRoom(at: ends + Int(end), for: count &- end, MemoryLayout<UInt16>.size)
    ends[Int(end)] = UInt16(truncatingIfNeeded: index)
    header.pointee.count = count &+ 1
  }

  /// Where a drink belongs in one of the orders.
  @inline(never)
  private func position(of drink: UnsafePointer<Drink>, byEnd: Bool) -> Int32 {
    var place = header.pointee.count
    while place > 0,
      precedes(drink, byEnd ? ending(place &- 1) : self.drink(place &- 1), byEnd: byEnd)
    {
      place &-= 1
    }
    return place
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

  /// Moves `count` places of `size` bytes one place up.
  @inline(never)
  func makeRoom(at place: UnsafeMutableRawPointer, for count: Int32, _ size: Int) {
    (place + size).copyMemory(from: place, byteCount: Ledger.bytes(count, size))
  }

  /// Moves the `count` places after this one down over it and clears the one that comes free.
  @inline(never)
  func closeGap(at place: UnsafeMutableRawPointer, before count: Int32, _ size: Int) {
    let length = Ledger.bytes(count, size)
    place.copyMemory(from: place + size, byteCount: length)
    (place + length).initializeMemory(as: UInt8.self, repeating: 0, count: Ledger.bytes(1, size))
  }

  /// Bytes of up to 65 535 places. Cut, or the compiler would bring a trap on a length below 0.
  @inline(__always)
  private static func bytes(_ count: Int32, _ size: Int) -> Int {
    Int(UInt16(truncatingIfNeeded: count)) &* Int(UInt8(truncatingIfNeeded: size))
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
