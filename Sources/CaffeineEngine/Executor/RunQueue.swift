/// A job that waits for a worker.
struct RunnableJob {
  let job: UnownedJob
  /// Position among all jobs of the run in the order they became runnable.
  let arrival: UInt64
  /// Sequence number of the job that made it runnable, 0 when none did.
  let parent: UInt64
  /// The worker that made it runnable, -1 off the pool.
  let origin: Int
  /// Whether user work goes ahead of it.
  let isBackground: Bool
}

extension UnownedJob {
  /// Whether it has the priority `.utility`, `.background` or one in between or below.
  var isBackground: Bool {
    let priority = priority.rawValue
    return priority != 0 && priority < TaskPriority.medium.rawValue
  }
}

/// The jobs that wait for one kind of worker: user work and background work, each in its own lane.
struct RunQueue {
  private var user = JobRing()
  private var background = JobRing()

  var count: Int { user.count + background.count }
  var isEmpty: Bool { count == 0 }
  var hasBackground: Bool { background.count > 0 }

  /// Arrival of the job at the head of a lane, `UInt64.max` when there is none.
  func firstArrival(_ isBackground: Bool) -> UInt64 {
    isBackground ? background.firstArrival : user.firstArrival
  }

  mutating func append(_ job: RunnableJob) {
    if job.isBackground { background.append(job) } else { user.append(job) }
  }

  /// Takes the job at the head of a lane.
  mutating func popFirst(_ isBackground: Bool) -> RunnableJob? {
    isBackground ? background.popFirst() : user.popFirst()
  }

  /// Takes the job at a place counted over both lanes; the lane's first job moves there.
  mutating func take(at index: Int) -> RunnableJob? {
    index < user.count ? user.take(at: index) : background.take(at: index - user.count)
  }

  /// Forgets every job and returns how many there were.
  mutating func removeAll() -> Int { user.removeAll() + background.removeAll() }
}

/// First come, first served, in a ring that grows and never shrinks: no allocation in steady state.
struct JobRing {
  private var ring: [RunnableJob?]
  private var head = 0
  private(set) var count = 0

  /// Room for `capacity` jobs, a power of two, before the ring grows.
  init(capacity: Int = 256) {
    precondition(capacity > 0 && capacity & (capacity - 1) == 0, "capacity is a power of two")
    ring = Array(repeating: nil, count: capacity)
  }

  /// Arrival of the job at the head, `UInt64.max` when there is none.
  var firstArrival: UInt64 { count == 0 ? .max : ring[head]?.arrival ?? .max }

  mutating func append(_ job: RunnableJob) {
    if count == ring.count { grow() }
    ring[(head &+ count) & (ring.count - 1)] = job
    count += 1
  }

  mutating func popFirst() -> RunnableJob? {
    guard count > 0 else { return nil }
    defer {
      head = (head &+ 1) & (ring.count - 1)
      count -= 1
    }
    return ring[head]
  }

  /// Takes the job at a place counted from the head; the first job moves there.
  mutating func take(at index: Int) -> RunnableJob? {
    guard index < count else { return nil }
    ring.swapAt(head, (head &+ index) & (ring.count - 1))
    return popFirst()
  }

  /// Forgets every job and returns how many there were.
  mutating func removeAll() -> Int {
    defer { count = 0 }
    return count
  }

  private mutating func grow() {
    let ordered = ring[head...] + ring[..<head]
    ring = Array(ordered) + Array(repeating: nil, count: ring.count)
    head = 0
  }
}
