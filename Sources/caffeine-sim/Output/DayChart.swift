import CaffeineFoundation

extension Chart {
  /// The chart of a replayed day.
  init(_ plan: DayPlan, _ result: DayResult) {
    let hours = Chart.hours(plan)
    let letters = DayChart.letters
    self.init(
      start: plan.start, end: plan.chartEnd,
      samples: result.samples.map { ($0.time, $0.amounts.body.micrograms) },
      threshold: plan.settings.threshold.micrograms, bedtime: plan.bedtime,
      bedtimeText: plan.clock.shortText(plan.bedtime),
      marks: plan.listed.enumerated().map { place, index in
        (plan.drinks[index].time ?? 0, letters[min(place, letters.count - 1)])
      },
      hours: hours, pens: plan.settings.isASCII ? .ascii : .blocks)
  }

  /// The full hours by which the wall clock can be divided by three; by six on a long axis.
  private static func hours(_ plan: DayPlan) -> [(time: Int64, hour: Int)] {
    let every = plan.chartEnd - plan.start > 30 * 3600 ? 6 : 3
    // Offsets are whole minutes, so a full local hour may be any minute.
    return stride(from: plan.start, to: plan.chartEnd, by: 60).compactMap { time in
      let second = Int(plan.clock.local(time).secondOfDay)
      guard second % (every * 3600) < 60 else { return nil }
      return (time, second / 3600)
    }
  }
}

/// How the drinks of a chart are called.
enum DayChart {
  /// 1 to 9, then letters, then a plus for all others.
  static let letters = Array("123456789abcdefghijklmnopqrstuvwxyz+")
}
