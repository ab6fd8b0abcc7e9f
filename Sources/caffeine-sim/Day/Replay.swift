import CaffeineEngine
import CaffeineExecutor
import CaffeineFoundation
import Synchronization

/// Replays a day on the workers: drinks go in at their instants, readers ask at theirs.
///
/// Every task brings its own answers home and they are put in order of time afterwards, so the
/// result is the same whichever worker ran what.
struct Replay: Sendable {
  let plan: DayPlan
  let trackers: Trackers
  /// Where the drinks are kept too.
  let journal: DayJournal?

  /// A drink that the engine refused.
  struct Refusal: Error, Equatable {
    let line: Int
    let error: CaffeineError
  }

  enum Part: Sendable {
    case recorded
    /// The curve of an engine: its place among all curves, the main one first.
    case curve(Int, [DayResult.Sample])
    /// One for each of the day's drinks, in their order.
    case moments([DayResult.Moment])
    case bedtime(DayResult.Bedtime)
  }

  /// Runs the day.
  ///
  /// - Parameter journal: Keeps each drink before the next one comes; those before the day at once.
  /// - Returns: What was found, and the executor's counters.
  /// - Throws: A data complaint with the line of the drink that the engine refuses, or the journal's.
  static func run(
    _ plan: DayPlan, keptIn journal: DayJournal? = nil
  ) throws(Complaint) -> (DayResult, Statistics) {
    let outcome = Mutex<Result<DayResult, Complaint>?>(nil)
    let statistics: Statistics
    do {
      let replay = Replay(plan: plan, trackers: try Trackers(plan), journal: journal)
      statistics = try CooperativeExecutor.run(
        .init(
          workers: plan.settings.workers, mode: plan.settings.mode,
          start: .seconds(plan.replayStart))
      ) { clock in
        let found: Result<DayResult, Complaint>
        do { found = .success(try await replay.play(clock)) } catch {
          found = .failure(replay.complaint(error))
        }
        outcome.withLock { $0 = found }
      }
    } catch {
      throw .data(plan.log.fileName, "the replay broke off (\(error))", "report this as a bug")
    }
    switch outcome.withLock({ $0 }) {
    case .success(let result): return (result, statistics)
    case .failure(let complaint): throw complaint
    case nil: throw .data(plan.log.fileName, "the replay never ended", "report this as a bug")
    }
  }

  private func complaint(_ error: any Error) -> Complaint {
    if let complaint = error as? Complaint { return complaint }
    let refusal = error as? Refusal
    let advice = (refusal?.error ?? error as? CaffeineError ?? .argument).advice
    return .data(plan.log.fileName, line: refusal?.line ?? 0, advice.what, advice.todo)
  }

  private func play(_ clock: VirtualClock) async throws -> DayResult {
    let begun = plan.replayStart
    let before = plan.drinks.prefix { ($0.time ?? 0) < begun }
    for drink in before { try await record(drink) }
    try await journal?.keep(Array(before))
    for drink in plan.listed.map({ plan.drinks[$0] }) + plan.dayOnly {
      try await count(drink)
    }
    var parts: [Part] = []
    try await withThrowingTaskGroup(of: Part.self) { group in
      addInputs(to: &group, clock)
      addReaders(to: &group, clock)
      for try await part in group { parts.append(part) }
    }
    return try await gather(parts)
  }

  // MARK: - Tasks

  /// One task for all drinks: a task is four allocations, a drink none.
  private func addInputs(
    to group: inout ThrowingTaskGroup<Part, any Error>, _ clock: VirtualClock
  ) {
    let begun = plan.replayStart
    group.addTask {
      for drink in plan.drinks {
        guard let time = drink.time, time >= begun else { continue }
        try await wait(until: time, .inputs, order: 0, clock)
        try await record(drink)
        try await journal?.keep([drink])
      }
      return .recorded
    }
  }

  private func addReaders(
    to group: inout ThrowingTaskGroup<Part, any Error>, _ clock: VirtualClock
  ) {
    // The curves are independent, so both workers have one to read at each instant.
    let curves = 1 + trackers.others.count
    for place in 0..<curves {
      group.addTask {
        let tracker = place == 0 ? trackers.main : trackers.others[place - 1].tracker
        var samples: [DayResult.Sample] = []
        samples.reserveCapacity(Int((plan.chartEnd - plan.start) / DayPlan.step) + 1)
        for time in stride(from: plan.start, through: plan.chartEnd, by: Int(DayPlan.step)) {
          try await wait(until: time, .readers, order: place, clock)
          let amounts = try await tracker.amounts(at: Timestamp(time))
          samples.append(DayResult.Sample(time: time, amounts: amounts))
        }
        return .curve(place, samples)
      }
    }
    group.addTask {
      var moments: [DayResult.Moment] = []
      moments.reserveCapacity(plan.listed.count)
      for index in plan.listed {
        let time = plan.drinks[index].time ?? 0
        try await wait(until: time, .readers, order: curves, clock)
        moments.append(try await moment(at: Timestamp(time)))
      }
      return .moments(moments)
    }
    group.addTask {
      try await wait(until: plan.bedtime, .readers, order: curves + 1, clock)
      return .bedtime(try await bedtime(in: trackers.main))
    }
  }

  private func wait(
    until time: Int64, _ phase: VirtualClock.Phase, order: Int, _ clock: VirtualClock
  ) async throws {
    let instant = VirtualClock.Instant(sinceEpoch: .seconds(time))
    try await clock.sleep(until: instant, phase: phase, order: order)
  }

  private func record(_ drink: LoggedDrink) async throws(Refusal) {
    do {
      try await trackers.record(Drink(drink, dayStart: plan.settings.dayStart))
    } catch { throw Refusal(line: drink.line, error: error) }
  }

  /// Adds a drink to the day's total alone.
  private func count(_ drink: LoggedDrink) async throws(Refusal) {
    let counted = Drink(drink, dayStart: plan.settings.dayStart)
    do { try await trackers.totals.record(counted, now: counted.time) } catch {
      throw Refusal(line: drink.line, error: error)
    }
  }
}
