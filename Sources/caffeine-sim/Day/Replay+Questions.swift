import CaffeineEngine
import CaffeineFoundation

/// What is asked of the engines, and how the answers are put together.
extension Replay {
  func moment(at now: Timestamp) async throws(CaffeineError) -> DayResult.Moment {
    let tracker = trackers.main, threshold = plan.settings.threshold
    let bedtime = Timestamp(plan.bedtime)
    let amounts = try await tracker.amounts(at: now)
    guard now <= bedtime else {
      return DayResult.Moment(amounts: amounts, largestDose: nil, latestTime: nil)
    }
    return DayResult.Moment(
      amounts: amounts,
      largestDose: try await orNil { () async throws(CaffeineError) in
        try await tracker.largestDose(now: now, bedtime: bedtime, threshold: threshold)
      },
      latestTime: try await orNil { () async throws(CaffeineError) in
        try await tracker.latestTime(
          for: DayResult.anotherDose, now: now, bedtime: bedtime, threshold: threshold)
      })
  }

  func bedtime(in tracker: CaffeineTracker) async throws(CaffeineError) -> DayResult.Bedtime {
    let time = Timestamp(plan.bedtime)
    let amounts = try await tracker.amounts(at: time)
    let room = try await orNil { () async throws(CaffeineError) in
      try await tracker.largestDose(
        now: time, bedtime: time, threshold: plan.settings.threshold)
    }
    return DayResult.Bedtime(amounts: amounts, isWithin: room != nil)
  }

  private func outcome(
    _ tracker: CaffeineTracker, _ profile: Profile, bedtime: DayResult.Bedtime
  ) async throws(CaffeineError) -> DayResult.Outcome {
    let from = Timestamp(plan.start)
    return DayResult.Outcome(
      profile: profile,
      highest: try await tracker.highest(from: from, until: Timestamp(plan.end - 1)),
      settled: try await tracker.belowFrom(
        from, until: .forever, threshold: plan.settings.threshold),
      bedtime: bedtime)
  }

  /// Puts the parts in order and asks what is only known at the end.
  func gather(_ parts: [Part]) async throws(CaffeineError) -> DayResult {
    var curves = [[DayResult.Sample]](repeating: [], count: 1 + trackers.others.count)
    var moments: [DayResult.Moment] = []
    var atBedtime = try await bedtime(in: trackers.main)
    for part in parts {
      switch part {
      case .recorded: break
      case .curve(let place, let found): curves[place] = found
      case .moments(let found): moments = found
      case .bedtime(let found): atBedtime = found
      }
    }
    var result = DayResult(
      samples: curves[0], moments: moments,
      day: try await trackers.totals.day(LocalDate(days: Int64(plan.clock.date.daysSinceEpoch))),
      outcome: try await outcome(trackers.main, plan.settings.profile, bedtime: atBedtime))
    for (place, other) in trackers.others.enumerated() {
      let atBedtime = try await bedtime(in: other.tracker)
      result.range.append(try await outcome(other.tracker, other.profile, bedtime: atBedtime))
      result.rangeCurves.append(curves[1 + place])
    }
    result.latestTime = try await orNil { () async throws(CaffeineError) in
      try await trackers.main.latestTime(
        for: DayResult.anotherDose, now: Timestamp(plan.start), bedtime: Timestamp(plan.bedtime),
        threshold: plan.settings.threshold)
    }
    return result
  }

  /// The answer, or nil where the engine says never: typed, so that it allocates no box.
  private func orNil<Answer>(
    _ ask: () async throws(CaffeineError) -> Answer
  ) async throws(CaffeineError) -> Answer? {
    do { return try await ask() } catch {
      guard error == .never else { throw error }
      return nil
    }
  }
}
