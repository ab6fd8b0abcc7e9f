#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import Glibc

  // `CAFFEINE_STRICT=1`: finds jobs that block their worker instead of suspending.

  extension WorkerPool {
    /// How often the calling thread has slept in the kernel, but for pages read from disk.
    ///
    /// A thread that gives up its CPU in order to wait counts as a voluntary switch; `sched_yield`
    /// and a lost CPU do not.
    private var sleeps: Int {
      var usage = rusage()
      // RUSAGE_THREAD, which the C library hides behind _GNU_SOURCE.
      getrusage(__rusage_who_t(1), &usage)
      return usage.ru_nvcsw - usage.ru_majflt
    }

    /// Runs `job` and reports it if the worker slept meanwhile, other than for a lock of the executor.
    func watch(_ worker: Int, isMain: Bool, priority: UInt8, _ run: () -> Void) {
      let before = sleeps - desks[worker].excused
      run()
      let slept = sleeps - desks[worker].excused - before
      guard slept > 0 else { return }
      lock()
      state.pointee.blockedJobs += 1
      let number = state.pointee.current[worker]
      unlock()
      let seconds = Double(now) / 1e9
      let kind = isMain ? "main-actor job" : "job"
      var line =
        "CAFFEINE_STRICT: \(kind) \(number) (priority \(priority), worker \(worker), virtual time "
        + "\(seconds) s) slept in the kernel \(slept == 1 ? "once" : "\(slept) times")\n"
      line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }

    /// Does something that may sleep and is no job's fault.
    func excusing(_ body: () -> Void) {
      let worker = worker
      guard isStrict, worker >= 0 else { return body() }
      let before = sleeps
      body()
      desks[worker].excused += sleeps - before
    }
  }
#endif
