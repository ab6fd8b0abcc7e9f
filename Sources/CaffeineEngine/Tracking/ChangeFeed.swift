#if !os(none)

  import _Concurrency

  /// How often a tracker has changed, and who waits for the next change.
  ///
  /// - Isolation: its tracker's. A waiter runs only when that turn has ended.
  struct ChangeFeed {
    /// Changes so far.
    private(set) var count: UInt64 = 0
    private var waiting: [(number: UInt64, continuation: CheckedContinuation<Void, Never>)] = []
    private var lastNumber: UInt64 = 0

    /// How many wait.
    var waiterCount: Int { waiting.count }

    /// Counts a change and wakes all that wait.
    ///
    /// - Complexity: one resumption a waiter, no allocation: the list keeps its room.
    mutating func note() {
      count &+= 1
      for waiter in waiting { waiter.continuation.resume() }
      waiting.removeAll(keepingCapacity: true)
    }

    /// The same for what came of a call, unless that changed nothing.
    mutating func note(_ receipt: Receipt) -> Receipt {
      if receipt.change != .unchanged { note() }
      return receipt
    }

    /// The same for what came of a page.
    mutating func note(_ page: PageResult) -> PageResult {
      if page.added | page.edited | page.removed != 0 { note() }
      return page
    }

    /// A number for one who is about to wait.
    mutating func nextNumber() -> UInt64 {
      lastNumber &+= 1
      return lastNumber
    }

    mutating func wait(_ number: UInt64, _ continuation: CheckedContinuation<Void, Never>) {
      waiting.append((number, continuation))
    }

    /// Wakes one that was cancelled, unless a change did already.
    mutating func leave(_ number: UInt64) {
      guard let index = waiting.firstIndex(where: { $0.number == number }) else { return }
      waiting.remove(at: index).continuation.resume()
    }
  }
#endif
