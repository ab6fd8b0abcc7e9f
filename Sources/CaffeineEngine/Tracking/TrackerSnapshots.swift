#if !os(none)

  import _Concurrency

  /// What a tracker holds after a number of changes.
  public struct TrackerSnapshot: Equatable, Sendable {
    /// How often the tracker had changed; of two snapshots the later one has the greater or same count.
    public let changeCount: UInt64
    /// The drinks then, in the order (time, id).
    public let drinks: [Drink]
    /// Up to and including this time the past can no longer change.
    public let foldTime: Timestamp?
  }

  extension CaffeineTracker {
    /// Snapshots: the present one at once, then one whenever the tracker has changed.
    ///
    ///     for await snapshot in tracker.snapshots() { model.show(snapshot.drinks) }
    ///
    /// A record, edit, removal, confirmation, dating, sync, profile change, erasure or load that changed
    /// something counts; a refused call and one that changed nothing do not. The newest wins: nothing is
    /// buffered, so who asks late gets the present state and misses those in between. Counts only grow.
    ///
    /// It ends when its consumer's task is cancelled, and only then. A consumer that just leaves
    /// the loop leaves nothing behind.
    /// - Complexity: a snapshot copies the drinks, in the consumer's own turn of the tracker. A change costs
    ///   one resumption for each consumer that waits, no allocation, and nothing where none waits.
    /// - Isolation: any; each iterator is a subscriber of its own. It keeps the tracker alive.
    nonisolated public func snapshots() -> TrackerSnapshots {
      TrackerSnapshots(tracker: self)
    }

    /// How often the tracker has changed: ``TrackerSnapshot/changeCount``.
    public var changeCount: UInt64 { changes.count }

    /// The first snapshot with another count than the one seen; nil once the task is cancelled.
    fileprivate func snapshot(after seen: UInt64?) async -> TrackerSnapshot? {
      guard await changeCount(after: seen) != nil else { return nil }
      return TrackerSnapshot(changeCount: changes.count, drinks: drinks, foldTime: foldTime)
    }

    /// The first count other than the one seen; nil once the task is cancelled.
    func changeCount(after seen: UInt64?) async -> UInt64? {
      while !Task.isCancelled {
        guard changes.count == seen else { return changes.count }
        if PlantedFault.planted == .lateWait { await Task.yield() }
        await nextChange()
      }
      return nil
    }

    /// Waits for a change, or until the task is cancelled.
    private func nextChange() async {
      let number = changes.nextNumber()
      await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          // Cancelled from here on, `leave` finds it: it cannot run before this turn has ended.
          guard !Task.isCancelled else { return continuation.resume() }
          changes.wait(number, continuation)
        }
      } onCancel: {
        Task { await self.leave(number) }
      }
    }

    private func leave(_ number: UInt64) {
      changes.leave(number)
    }
  }

  /// A tracker's snapshots, as ``CaffeineTracker/snapshots()`` tells.
  public struct TrackerSnapshots: AsyncSequence, Sendable {
    let tracker: CaffeineTracker

    /// A subscriber: what it has seen already it is not told again.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
      let tracker: CaffeineTracker
      var seen: UInt64?

      /// Waits for a snapshot that was not seen yet; nil once the task is cancelled.
      public mutating func next() async -> TrackerSnapshot? {
        let snapshot = await tracker.snapshot(after: seen)
        if let snapshot { seen = snapshot.changeCount }
        return snapshot
      }
    }

    /// Subscribes.
    public func makeAsyncIterator() -> Iterator { Iterator(tracker: tracker) }
  }
#endif
