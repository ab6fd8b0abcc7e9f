import CaffeineEngine
import CaffeineExecutor

extension ExploredDay {
  /// Cuts the wrist's power once or twice, in the middle of whatever goes on.
  func addPowerCuts(_ draw: inout Draw, to group: inout TaskGroup<Void>) {
    let times = (0...draw.below(2)).map { _ in
      Self.halfHour(&draw).adding([0, 0, 1, 20][draw.below(4)])
    }.sorted()
    group.addTask { [draw] in
      var draw = draw
      for time in times {
        let seed = UInt64(draw.below(1 << 30))
        guard let next = try? await Life(seed, phone, clock) else { return }
        _ = await clock.sleep(until: time)
        // A few turns later, so that it is not the first thing of the half hour.
        for _ in 0..<draw.below(20) { await Task.yield() }
        witness.cutPower(startingWith: next)
        next.begin(self, draw)
      }
    }
  }

  /// Lets the phone forget what changed early in the day.
  func addForgetting(_ draw: inout Draw, to group: inout TaskGroup<Void>) {
    let time = Self.halfHour(&draw)
    group.addTask {
      _ = await clock.sleep(until: time)
      await phone.forget()
      witness.note("the phone forgets old changes")
    }
  }
}
