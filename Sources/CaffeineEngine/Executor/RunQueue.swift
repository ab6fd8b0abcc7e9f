#if !os(none)

  /// A job that waits for a worker.
  struct RunnableJob {
    let job: UnownedJob
    /// Position among all jobs of the run in the order they became runnable.
    let arrival: UInt64
    /// Sequence number of the job that made it runnable, 0 when none did.
    let parent: UInt64
    /// The worker that made it runnable, -1 off the pool.
    let origin: Int8
    /// Whether user work goes ahead of it.
    let isBackground: Bool
    /// Whether all it does is make a task runnable again.
    var resumesOnly = false
  }

  extension UnownedJob {
    /// Whether it has the priority `.utility`, `.background` or one in between or below.
    var isBackground: Bool {
      let priority = priority.rawValue
      // 21 is `.medium`, which to ask for costs two calls of the runtime.
      return priority != 0 && priority < 21
    }
  }

  /// The jobs that wait for one kind of worker: user work and background work, each in its own lane.
  struct RunQueue: ~Copyable {
    private var user = JobRing()
    private var background = JobRing()

    var count: Int { user.count + background.count }
    var isEmpty: Bool { count == 0 }
    var hasBackground: Bool { background.count > 0 }

    /// Arrival of the oldest job, `UInt64.max` when there is none.
    var firstArrival: UInt64 { min(user.firstArrival, background.firstArrival) }

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
  ///
  /// Over memory of its own and not an array: an array is asked at each change whether it is shared.
  struct JobRing: ~Copyable {
    private var ring: UnsafeMutablePointer<RunnableJob>
    /// Capacity - 1, where the capacity is a power of two.
    private var mask: Int
    private var head = 0
    private(set) var count = 0

    /// Room for `capacity` jobs, a power of two, before the ring grows.
    init(capacity: Int = 256) {
      precondition(capacity > 0 && capacity & (capacity - 1) == 0, "capacity is a power of two")
      ring = .allocate(capacity: capacity)
      mask = capacity - 1
    }

    deinit { ring.deallocate() }

    /// Arrival of the job at the head, `UInt64.max` when there is none.
    var firstArrival: UInt64 { count == 0 ? .max : ring[head].arrival }

    mutating func append(_ job: RunnableJob) {
      if count > mask { grow() }
      (ring + ((head &+ count) & mask)).initialize(to: job)
      count &+= 1
    }

    mutating func popFirst() -> RunnableJob? {
      guard count > 0 else { return nil }
      defer {
        head = (head &+ 1) & mask
        count &-= 1
      }
      return ring[head]
    }

    /// Takes the job at a place counted from the head; the first job moves there.
    mutating func take(at index: Int) -> RunnableJob? {
      guard index < count else { return nil }
      let place = (head &+ index) & mask
      let job = ring[place]
      ring[place] = ring[head]
      ring[head] = job
      return popFirst()
    }

    /// Forgets every job and returns how many there were.
    mutating func removeAll() -> Int {
      defer { count = 0 }
      return count
    }

    private mutating func grow() {
      let larger = UnsafeMutablePointer<RunnableJob>.allocate(capacity: 2 * (mask + 1))
      for place in 0..<count {
        (larger + place).initialize(to: ring[(head &+ place) & mask])
      }
      ring.deallocate()
      ring = larger
      mask = 2 * mask + 1
      head = 0
    }
  }
#endif
