// Records drinks through the actor, from a running task, and asks for the amounts and for a timeline
// after each, in the room of the last one: ten drinks first, then as many as the argument says between
// two calls of getrusage, where the counter takes its marks. The task is detached: a hop to the main
// actor and back is a job of its own.
import CaffeineEngine
import Glibc

let count = CommandLine.arguments.count > 1 ? Int(CommandLine.arguments[1]) ?? 0 : 0
try await Task.detached {
  let tracker = try CaffeineTracker(capacity: 64)
  var timeline = AmountTimeline()
  var time = Timestamp(1_786_170_600)
  func mark() {
    var usage = rusage()
    getrusage(Int32(RUSAGE_SELF.rawValue), &usage)
  }
  for number in 0..<(10 + count) {
    if number == 10 { mark() }
    try await tracker.record(Drink(time: time, dose: .milligrams(64), duration: 600), now: time)
    _ = try await tracker.amounts(at: time.adding(60))
    try await tracker.rebuild(&timeline, from: time, zone: ZoneOffsets(utcOffset: 0))
    time = time.adding(3_600)
  }
  mark()
}.value
