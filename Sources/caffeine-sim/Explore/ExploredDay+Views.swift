import CaffeineEngine
import CaffeineExecutor

extension ExploredDay {
  /// Someone who opens the app a few times, looks at the day's overview, and perhaps goes away again.
  func addViewing(_ draw: inout Draw, to group: inout TaskGroup<Void>) {
    let times = (0...draw.below(3)).map { _ in Self.halfHour(&draw) }.sorted()
    let patience = draw.below(3) == 0 ? Int64(draw.below(30)) : nil
    let first = DaySection.allCases[draw.below(DaySection.allCases.count)]
    let atOnce = 1 + draw.below(3)
    group.addTask {
      for time in times {
        _ = await clock.sleep(until: time)
        let life = await started()
        let viewing = Task {
          if atOnce == 1 { await life.model.refresh() } else { await life.model.load() }
          await look(at: life, startingAt: first, atOnce)
        }
        if let patience {
          _ = await clock.sleep(until: time.adding(patience))
          witness.note("a viewer goes away")
          viewing.cancel()
        }
        await viewing.value
      }
    }
  }

  /// Looks at the day's overview, step by step.
  private func look(at life: Life, startingAt first: DaySection, _ atOnce: Int) async {
    let question = DayQuestion(now: clock.now, zone: Life.zone, step: 3600, entries: 2)
    let steps = life.tracker.daySnapshots(
      of: question, in: DaySection.order(startingAt: first), sectionsAtOnce: atOnce
    ) { await life.controller.refreshed() }
    var last: DaySnapshot?
    for await snapshot in steps {
      witness.sees(snapshot, after: last)
      last = snapshot
    }
    guard !Task.isCancelled, last?.sectionCount != DaySection.allCases.count else { return }
    witness.report("an overview ended before its time")
  }
}

extension DaySnapshot {
  /// How many sections were answered.
  var sectionCount: Int {
    [
      amounts != nil, today != nil, highest != nil, settled != nil, timeline != nil, week != nil,
      health != nil,
    ].count { $0 }
  }
}
