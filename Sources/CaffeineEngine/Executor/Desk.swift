#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  /// What a worker keeps to itself: nobody else touches it, so it needs no lock.
  ///
  /// `Task.yield` is made of two jobs: the first does nothing but make the task runnable again. Where
  /// jobs run on all workers at once, the first waits on the desk and not in a queue:
  /// ```
  ///   job: yields ─▶ desk        job ends ─▶ first job, from the desk ─▶ task to the end of the queue
  /// ```
  /// The task still goes behind all that wait. One job at a time, both go through the queue, for
  /// there each of them is a step of the schedule. A job that goes on after a task of its own has
  /// given way, as after `Task.immediate`, holds that task back until it ends or waits.
  struct Desk {
    /// Whether the worker runs a job.
    private var isAtWork = false
    /// Whether that does nothing but make a task runnable again.
    private var isResuming = false
    /// Whether there is a place on the desk.
    private var isOpen = false
    private var isMain = false
    private var job: UnownedJob?
    /// Jobs from the desk since the last job from a queue began.
    private(set) var count: UInt64 = 0
    /// Sleeps of the worker that were no job's fault.
    var excused = 0
    /// Until when (ns of the uptime) its CPU is taken to be wanted by others.
    var crowdedUntil: Int64 = 0
    /// Two cache lines: the neighbours' desks, and what else lies there, change all the time.
    private let gap = InlineArray<16, UInt64>(repeating: 0)

    /// Whether the job that runs ends as soon as it has made another job runnable.
    func isEnding(_ enqueuesYield: Bool) -> Bool { isAtWork && (enqueuesYield || isResuming) }

    /// A job from a queue begins.
    mutating func begin(resumesOnly: Bool, isOpen: Bool) {
      isAtWork = true
      isResuming = resumesOnly
      self.isOpen = isOpen
      count = 0
    }

    /// It has ended, and the desk is empty.
    mutating func end() {
      isAtWork = false
      isOpen = false
    }

    /// Takes a job that only resumes the task that gives way, if there is a place.
    mutating func take(_ job: UnownedJob, _ isMain: Bool) -> Bool {
      guard isOpen, self.job == nil else { return false }
      self.job = job
      self.isMain = isMain
      return true
    }

    /// Begins the job on the desk.
    mutating func next() -> (job: UnownedJob, isMain: Bool)? {
      guard let job else { return nil }
      self.job = nil
      isResuming = true
      count += 1
      return (job, isMain)
    }
  }
#endif
