#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import Synchronization

  /// What searching workers read without the lock, and who holds the lock writes.
  ///
  /// In goals: a searching worker does not slow the working one down; an alarm is heard at once; a job
  /// that its maker has no time for is found within a microsecond or two.
  struct SearchBoard: ~Copyable {
    /// Changes when a searching worker should look at once.
    let alarm = Atomic<UInt32>(0)
    /// The alarm has two cache lines of its own: it is read all the time and seldom written.
    private let gap = InlineArray<31, UInt32>(repeating: 0)
    /// Arrival of the latest job. This and the next two hold only while somebody searches.
    let latest = Atomic<UInt64>(0)
    /// Arrival of the oldest job in the shared queue, `UInt64.max` when there is none.
    let oldest = Atomic<UInt64>(.max)
    /// Arrival of the oldest main-actor job, `UInt64.max` when there is none.
    let oldestMain = Atomic<UInt64>(.max)

    /// A board in memory that nothing else lies in.
    static func make() -> UnsafeMutablePointer<SearchBoard> {
      let board = UnsafeMutableRawPointer.allocate(byteCount: 256, alignment: 128)
        .bindMemory(to: SearchBoard.self, capacity: 1)
      board.initialize(to: SearchBoard())
      return board
    }
  }
#endif
