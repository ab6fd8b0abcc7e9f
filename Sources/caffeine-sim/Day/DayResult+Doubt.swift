import CaffeineEngine

extension DayResult {
  /// Marks all that hangs on the curve: amounts as lower bounds, room and latest times as at best.
  ///
  /// The total is not marked: drinks without a time count in it.
  /// - Parameter reason: The flag that says why.
  mutating func doubt(_ reason: Flags) {
    let low = reason.union(.lowerBound), best = reason.union(.atBest)
    samples = samples.map { $0.doubted(low) }
    rangeCurves = rangeCurves.map { $0.map { $0.doubted(low) } }
    moments = moments.map { $0.doubted(low, best) }
    outcome = outcome.doubted(low)
    range = range.map { $0.doubted(low) }
    latestTime?.flags.formUnion(best)
  }
}

extension Amounts {
  fileprivate func doubted(_ flags: Flags) -> Amounts {
    var amounts = self
    amounts.flags.formUnion(flags)
    return amounts
  }
}

extension DayResult.Sample {
  fileprivate func doubted(_ flags: Flags) -> Self {
    Self(time: time, amounts: amounts.doubted(flags))
  }
}

extension DayResult.Moment {
  fileprivate func doubted(_ low: Flags, _ best: Flags) -> Self {
    var dose = largestDose, time = latestTime
    dose?.flags.formUnion(best)
    time?.flags.formUnion(best)
    return Self(amounts: amounts.doubted(low), largestDose: dose, latestTime: time)
  }
}

extension DayResult.Outcome {
  fileprivate func doubted(_ flags: Flags) -> Self {
    var highest = self.highest, settled = self.settled
    highest.flags.formUnion(flags)
    settled.flags.formUnion(flags)
    return Self(
      profile: profile, highest: highest, settled: settled,
      bedtime: .init(amounts: bedtime.amounts.doubted(flags), isWithin: bedtime.isWithin))
  }
}
