/// A page on its way from or to a peer: its entries are as far apart as the host says.
package struct Exchange {
  /// The drink that is under way, and what became of the entries so far. They lie first.
  var drink = Drink(time: Timestamp(0), dose: .zero)
  var counts = PageResult()
  let ledger: Ledger
  let peer: UInt32
  let page: UnsafeMutableRawPointer?
  let count: UInt32
  let size: UInt32
  /// The window that a page from the peer is all of; nil: the page is of changes.
  var window: UnsafePointer<Window>?
  /// Of changes, and of a window: up to where the peer was asked, and where the page ends.
  var after: UInt64 = 0
  var anchor: UInt64 = 0
  /// Up to where the peer has the changes here.
  var known: UInt32 = 0

  @inline(never)
  package init(
    _ ledger: Ledger, _ peer: UInt32, _ page: UnsafeMutableRawPointer?, _ count: UInt32,
    _ size: UInt32
  ) {
    self.ledger = ledger
    self.peer = peer
    self.page = page
    self.count = count
    self.size = size
  }

  /// The same for Swift's arrays.
  init(_ ledger: Ledger, _ peer: Int, _ page: UnsafeMutablePointer<Drink>, _ count: Int) {
    self.init(
      ledger, UInt32(clamping: UInt(bitPattern: peer)), page, UInt32(clamping: count),
      UInt32(truncatingIfNeeded: MemoryLayout<Drink>.stride))
  }
}

extension UnsafeMutablePointer<Exchange> {
  /// An entry of the page.
  @inline(never)
  func entry(_ index: UInt32) -> UnsafeMutablePointer<Drink> {
    (pointee.page.unsafelyUnwrapped + Int(truncatingIfNeeded: index &* pointee.size))
      .assumingMemoryBound(to: Drink.self)
  }

  /// The drink that is under way.
  @inline(__always)
  var drink: UnsafeMutablePointer<Drink> {
    UnsafeMutableRawPointer(self).assumingMemoryBound(to: Drink.self)
  }

  /// What became of the entries so far.
  @inline(__always)
  var counts: UnsafeMutablePointer<PageResult> {
    (UnsafeMutableRawPointer(self) + MemoryLayout<Drink>.size)
      .assumingMemoryBound(to: PageResult.self)
  }
}
