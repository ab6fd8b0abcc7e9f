#if os(Linux) && compiler(>=6.3) && compiler(<6.4)
  import Glibc

  // Which job comes next. In goals: the same program, the same order (lockstep, seeded); user work
  // ahead of background work; no job waits for ever.

  extension WorkerPool {
    /// So many jobs of user work in a row pass a background job that waits; then it is its turn.
    ///
    /// Behind n other background jobs one waits for at most (n + 1) * 32 jobs of user work.
    static let patience = 32

    /// Where the next job lies.
    struct Choice {
      let isMain: Bool
      let isBackground: Bool
    }

    /// The next job of all and the worker whose turn it is, one job at a time.
    var turn: (owner: Int, choice: Choice)? {
      guard let choice = choice(withMain: true) else { return nil }
      if choice.isMain { return (0, choice) }
      return (Int(state.pointee.started % UInt64(state.pointee.workers)), choice)
    }

    /// Where the next job for `worker` lies; nil when there is none for it.
    func choice(for worker: Int) -> Choice? {
      guard state.pointee.phase == .open else { return nil }
      guard state.pointee.isLockstep else { return choice(withMain: worker == 0) }
      guard state.pointee.running == 0, let turn, turn.owner == worker else { return nil }
      return turn.choice
    }

    private func choice(withMain: Bool) -> Choice? {
      let isBackgroundDue = state.pointee.passes >= Self.patience
      return oldest(isBackgroundDue, withMain) ?? oldest(!isBackgroundDue, withMain)
    }

    private func oldest(_ isBackground: Bool, _ withMain: Bool) -> Choice? {
      let shared = state.pointee.shared.firstArrival(isBackground)
      let main = withMain ? state.pointee.main.firstArrival(isBackground) : .max
      guard min(shared, main) != .max else { return nil }
      return Choice(isMain: main < shared, isBackground: isBackground)
    }

    /// Takes the next job for `worker` and counts it as started. The lock is held.
    ///
    /// - Returns: The job, and the worker to rouse for the one after it.
    func take(for worker: Int) -> (job: UnownedJob, isMain: Bool, other: Int?)? {
      guard let choice = choice(for: worker), let (next, isMain) = pop(choice) else { return nil }
      let isPassed = state.pointee.shared.hasBackground || state.pointee.main.hasBackground
      state.pointee.passes = isPassed && !next.isBackground ? state.pointee.passes + 1 : 0
      state.pointee.running += 1
      state.pointee.started += 1
      state.pointee.current[worker] = state.pointee.started
      state.pointee.jobs[worker] += 1
      desks[worker].begin(resumesOnly: next.resumesOnly, isOpen: !state.pointee.isLockstep)
      if next.origin >= 0, next.origin != worker { state.pointee.handOvers += 1 }
      state.pointee.hash.mix(next.arrival << 1 | (isMain ? 1 : 0))
      state.pointee.hash.mix(next.parent)
      // One wake is in flight at a time: who was woken wakes the next while there is more.
      let isMore =
        !state.pointee.isLockstep && !state.pointee.shared.isEmpty && state.pointee.searching == 0
      return (next.job, isMain, isMore ? claim(0xff, isUrgent: false) : nil)
    }

    /// Takes the chosen job, or in seeded mode one drawn among all.
    private func pop(_ choice: Choice) -> (job: RunnableJob, isMain: Bool)? {
      let shared = state.pointee.shared.count
      let drawn = state.pointee.draw?.below(shared + state.pointee.main.count)
      let isMain = drawn.map { $0 >= shared } ?? choice.isMain
      let next =
        switch (drawn, isMain) {
        case (let index?, true): state.pointee.main.take(at: index - shared)
        case (let index?, false): state.pointee.shared.take(at: index)
        case (nil, true): state.pointee.main.popFirst(choice.isBackground)
        case (nil, false): state.pointee.shared.popFirst(choice.isBackground)
        }
      publishBacklog()
      return next.map { ($0, isMain) }
    }
  }
#endif
