import CaffeineEngine
import CaffeineExecutor

/// The virtual clock of a run, in whole seconds.
struct DayClock: TrackingClock {
  let clock: VirtualClock

  var now: Timestamp { Timestamp(clock.now.sinceEpoch.components.seconds) }

  func sleep(until time: Timestamp) async -> Bool {
    let instant = VirtualClock.Instant(sinceEpoch: .seconds(time.seconds))
    return (try? await clock.sleep(until: instant, phase: .inputs)) != nil
  }
}
