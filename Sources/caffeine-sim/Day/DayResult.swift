import CaffeineEngine
import CaffeineFoundation

/// What a replay found.
struct DayResult: Sendable {
  /// Gut and body at one of the regular instants.
  struct Sample: Sendable {
    let time: Int64
    let amounts: Amounts
  }

  /// What was asked at a drink's own instant, knowing the drinks up to then.
  struct Moment: Sendable {
    let amounts: Amounts
    /// Nil: no dose at all would have kept the bedtime; asked before bedtime only.
    let largestDose: Allowance?
    /// The latest time of another 64 mg.
    let latestTime: CaffeineEngine.Moment?
  }

  /// What was asked at bedtime.
  struct Bedtime: Sendable {
    let amounts: Amounts
    /// Whether gut and body together are within the threshold.
    let isWithin: Bool

    var total: UInt32 {
      let (sum, overflow) = amounts.gut.micrograms.addingReportingOverflow(
        amounts.body.micrograms)
      return overflow ? .max : sum
    }
  }

  /// The day at one half-life.
  struct Outcome: Sendable {
    let profile: Profile
    let highest: Peak
    let settled: CaffeineEngine.Moment
    let bedtime: Bedtime
  }

  /// The dose of the question "until when would another have fit": an espresso.
  static let anotherDose = Amount.milligrams(64)

  var samples: [Sample] = []
  /// One for each of the plan's listed drinks.
  var moments: [Moment] = []
  var day: Day
  var outcome: Outcome
  /// The same day for the half-lives between which most healthy adults are.
  var range: [Outcome] = []
  /// The curves that belong to it.
  var rangeCurves: [[Sample]] = []
  /// Until when another 64 mg would have fit, all drinks of the day counted; nil: never.
  var latestTime: CaffeineEngine.Moment?
}
