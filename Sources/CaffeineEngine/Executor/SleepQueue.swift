#if !os(none)

  /// The sleepers of a virtual clock in the order in which they wake.
  ///
  /// A binary heap over (deadline, phase, order, arming sequence), and a table of places that finds a
  /// sleeper's heap entry when it is cancelled.
  /// ```
  ///             arm (2)              wake (3)
  ///   reserved ─────────▶ armed ─────────────────▶ ended ──┐
  ///     ▲  │                │       cancel (4)       ▲     │ release (6)
  /// (1) │  │ cancel (5)     └────────────────────────┘     ▼
  ///   free └──────────────▶ cancelled ──arm──▶ (refused) ─▶ free
  ///
  ///   (1) reserve  (2) arm  (3) wakeEarliest  (4), (5) cancel  (6) release
  /// ```
  /// A value with no lock of its own: its owner guards it.
  struct SleepQueue {
    /// A reserved place; the serial keeps a stale ticket from touching the place's next owner.
    struct Ticket: Sendable, Equatable {
      fileprivate let place: Int
      fileprivate let serial: UInt64
    }

    /// How a sleeper is woken.
    enum Wake {
      /// Resumed with true when its instant came and false when it was cancelled.
      case continuation(UnsafeContinuation<Bool, Never>)
      /// Made runnable; it cannot be told that it was cancelled.
      case job(UnownedJob)
    }

    /// The phase that was just woken.
    struct Fired: Equatable {
      let deadline: Int64
      let phase: VirtualClock.Phase
    }

    private enum State { case free, reserved, armed, cancelled, ended }

    private struct Place {
      var state = State.free
      var serial: UInt64 = 0
      var heapIndex = 0
      var wake: Wake?
    }

    private struct Entry {
      let deadline: Int64
      let phase: VirtualClock.Phase
      let order: Int
      let sequence: UInt64
      let place: Int

      static func < (a: Entry, b: Entry) -> Bool {
        if a.deadline != b.deadline { return a.deadline < b.deadline }
        if a.phase != b.phase { return a.phase.rawValue < b.phase.rawValue }
        if a.order != b.order { return a.order < b.order }
        return a.sequence < b.sequence
      }
    }

    private var heap: [Entry] = []
    private var places: [Place] = []
    private var freePlaces: [Int] = []
    private var serials: UInt64 = 0
    private var sequences: UInt64 = 0

    /// Sleepers that are armed.
    var count: Int { heap.count }

    /// When the next sleeper is due (ns).
    var earliest: Int64? { heap.first?.deadline }

    mutating func reserve() -> Ticket {
      serials += 1
      let place: Int
      if let free = freePlaces.popLast() {
        place = free
      } else {
        place = places.count
        places.append(Place())
        // Room for every place to be free at once, so that release never allocates.
        freePlaces.reserveCapacity(places.capacity)
      }
      places[place].state = .reserved
      places[place].serial = serials
      return Ticket(place: place, serial: serials)
    }

    /// Returns false when the ticket was cancelled before: the caller then wakes the sleeper itself.
    mutating func arm(
      _ ticket: Ticket, at deadline: Int64, phase: VirtualClock.Phase, order: Int, wake: Wake
    ) -> Bool {
      guard owns(ticket), places[ticket.place].state == .reserved else { return false }
      places[ticket.place].state = .armed
      places[ticket.place].wake = wake
      sequences += 1
      heap.append(
        Entry(
          deadline: deadline, phase: phase, order: order, sequence: sequences, place: ticket.place))
      siftUp(heap.count - 1)
      return true
    }

    /// Returns what to wake as cancelled, or nil when the sleeper is not asleep.
    mutating func cancel(_ ticket: Ticket) -> Wake? {
      guard owns(ticket) else { return nil }
      switch places[ticket.place].state {
      case .reserved:
        places[ticket.place].state = .cancelled
        return nil
      case .armed:
        remove(at: places[ticket.place].heapIndex)
        return end(ticket.place)
      case .free, .cancelled, .ended:
        return nil
      }
    }

    mutating func release(_ ticket: Ticket) {
      guard owns(ticket) else { return }
      precondition(places[ticket.place].state != .armed, "a sleeper left while asleep")
      free(ticket.place)
    }

    /// Removes all sleepers of the earliest phase and appends them to `wakes` in waking order.
    ///
    /// Jobs give their places back at once, for nobody holds a ticket of theirs.
    mutating func wakeEarliest(into wakes: inout [Wake], _ hash: inout ScheduleHash) -> Fired? {
      guard let first = heap.first else { return nil }
      hash.mix(UInt64(bitPattern: first.deadline))
      while let next = heap.first, next.deadline == first.deadline, next.phase == first.phase {
        remove(at: 0)
        hash.mix(UInt64(bitPattern: Int64(next.order)) << 1 | UInt64(next.phase.rawValue))
        hash.mix(next.sequence)
        guard let wake = end(next.place) else { continue }
        wakes.append(wake)
        if case .job = wake { free(next.place) }
      }
      return Fired(deadline: first.deadline, phase: first.phase)
    }

    /// Forgets every sleeper and returns how many were asleep; tickets held elsewhere become stale.
    mutating func removeAll() -> Int {
      let count = heap.count
      heap.removeAll(keepingCapacity: true)
      freePlaces.removeAll(keepingCapacity: true)
      for place in places.indices.reversed() { free(place) }
      sequences = 0
      return count
    }

    private func owns(_ ticket: Ticket) -> Bool { places[ticket.place].serial == ticket.serial }

    private mutating func end(_ place: Int) -> Wake? {
      places[place].state = .ended
      let wake = places[place].wake
      places[place].wake = nil
      return wake
    }

    private mutating func free(_ place: Int) {
      places[place].state = .free
      places[place].serial = 0
      places[place].wake = nil
      freePlaces.append(place)
    }

    private mutating func remove(at index: Int) {
      let last = heap.removeLast()
      guard index < heap.count else { return }
      set(last, at: index)
      siftDown(index)
      siftUp(places[last.place].heapIndex)
    }

    private mutating func set(_ entry: Entry, at index: Int) {
      heap[index] = entry
      places[entry.place].heapIndex = index
    }

    private mutating func siftUp(_ start: Int) {
      let entry = heap[start]
      var index = start
      while index > 0, entry < heap[(index - 1) / 2] {
        set(heap[(index - 1) / 2], at: index)
        index = (index - 1) / 2
      }
      set(entry, at: index)
    }

    private mutating func siftDown(_ start: Int) {
      let entry = heap[start]
      var index = start
      while true {
        var child = 2 * index + 1
        guard child < heap.count else { break }
        if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
        guard heap[child] < entry else { break }
        set(heap[child], at: index)
        index = child
      }
      set(entry, at: index)
    }
  }
#endif
