import Testing

@testable import CaffeineExecutor

@Suite struct SleepQueueTests {
  /// A sleeper as a plain array would keep it.
  private struct Model {
    let deadline: Int64
    let phase: VirtualClock.Phase
    let order: Int
    let ticket: SleepQueue.Ticket
    /// Names the sleeper; in a random trial it also counts the armings.
    var name = 1
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `sleepers leave in the order of a sorted list`(seed: UInt64) {
    var random = SplitMix(state: seed)
    var queue = SleepQueue()
    var models: [Model] = []
    for step in 1...400 {
      switch random.next() % 8 {
      case 0:
        wakeAndCompare(&queue, &models, seed)
      case 1 where !models.isEmpty:
        let victim = models.remove(at: Int(random.next() % UInt64(models.count)))
        #expect(queue.cancel(victim.ticket) != nil, "seed \(seed)")
        queue.release(victim.ticket)
      default:
        let model = Model(
          deadline: Int64(random.next() % 6), phase: random.next() % 2 == 0 ? .inputs : .readers,
          order: Int(random.next() % 3), ticket: queue.reserve(), name: step)
        #expect(arm(model, in: &queue), "seed \(seed)")
        models.append(model)
      }
      #expect(queue.count == models.count, "seed \(seed)")
    }
    while !models.isEmpty { wakeAndCompare(&queue, &models, seed) }
    #expect(queue.earliest == nil)
  }

  @Test func `a ticket cancelled before it is armed refuses to sleep`() {
    var queue = SleepQueue()
    let ticket = queue.reserve()
    #expect(queue.cancel(ticket) == nil)
    let model = Model(deadline: 1, phase: .inputs, order: 0, ticket: ticket)
    #expect(!arm(model, in: &queue))
    #expect(queue.count == 0)
  }

  @Test func `a stale ticket does not touch the next owner of its place`() {
    var queue = SleepQueue()
    let stale = queue.reserve()
    queue.release(stale)
    let fresh = queue.reserve()
    #expect(arm(Model(deadline: 1, phase: .inputs, order: 0, ticket: fresh), in: &queue))
    #expect(queue.cancel(stale) == nil)
    queue.release(stale)
    #expect(queue.count == 1)
    #expect(queue.removeAll() == 1)
    #expect(queue.cancel(fresh) == nil)
  }

  @Test func `a run queue keeps the order of arrival while it grows`() {
    var queue = JobRing(capacity: 2)
    var taken: [UInt64] = []
    for arrival in 1...100 as ClosedRange<UInt64> {
      queue.append(runnable(arrival))
      if arrival % 3 == 0, let next = queue.popFirst() { taken.append(next.arrival) }
    }
    while let next = queue.popFirst() { taken.append(next.arrival) }
    #expect(taken == Array(1...100))
    let first = queue.firstArrival
    #expect(first == .max)
  }

  @Test func `any job of a run queue can be taken, and none is lost`() {
    var queue = RunQueue()
    for arrival in 0..<9 as Range<UInt64> {
      queue.append(runnable(arrival, isBackground: arrival % 3 == 0))
    }
    let first = (background: queue.firstArrival(true), user: queue.firstArrival(false))
    #expect(first == (background: 0, user: 1))
    var taken: [UInt64?] = []
    for place in [8, 3, 0, 5, 2, 2, 1, 1, 0] { taken.append(queue.take(at: place)?.arrival) }
    #expect(Set(taken) == Set((0..<9).map { UInt64?($0) }))
    let isDone = queue.isEmpty && queue.take(at: 0) == nil
    #expect(isDone)
  }

  @Test func `durations beyond 64 bits of nanoseconds saturate`() {
    #expect(Duration.seconds(Int64.max).saturatedNanoseconds == .max)
    #expect(Duration.seconds(-10_000_000_000).saturatedNanoseconds == .min)
    #expect(Duration.milliseconds(-1).saturatedNanoseconds == -1_000_000)
    let late = VirtualClock.Instant(nanoseconds: .max - 1)
    #expect(late.advanced(by: .seconds(1)).nanoseconds == .max)
    #expect(late.duration(to: .init(nanoseconds: .min)) < .zero)
  }

  // MARK: Helpers

  private func arm(_ model: Model, in queue: inout SleepQueue) -> Bool {
    queue.arm(
      model.ticket, at: model.deadline, phase: model.phase, order: model.order,
      wake: .job(job(model.name)))
  }

  private func runnable(_ arrival: UInt64, isBackground: Bool = false) -> RunnableJob {
    RunnableJob(
      job: job(1), arrival: arrival, parent: 0, origin: -1, isBackground: isBackground)
  }

  /// A job that is never run and whose address is its name: the queues do not look into jobs.
  private func job(_ name: Int) -> UnownedJob { unsafeBitCast(name * 16, to: UnownedJob.self) }

  private func name(_ wake: SleepQueue.Wake) -> Int? {
    guard case .job(let job) = wake else { return nil }
    return unsafeBitCast(job, to: Int.self) / 16
  }

  /// Wakes the earliest phase and compares who left, and in which order, with a sorted list.
  private func wakeAndCompare(
    _ queue: inout SleepQueue, _ models: inout [Model], _ seed: UInt64
  ) {
    func key(_ model: Model) -> (Int64, UInt8) { (model.deadline, model.phase.rawValue) }
    var wakes: [SleepQueue.Wake] = []
    var hash = ScheduleHash()
    let fired = queue.wakeEarliest(into: &wakes, &hash)
    guard let first = models.min(by: { key($0) < key($1) }) else {
      #expect(fired == nil, "seed \(seed)")
      return
    }
    #expect(fired == .init(deadline: first.deadline, phase: first.phase), "seed \(seed)")
    let due = models.filter { key($0) == key(first) }
      .sorted { ($0.order, $0.name) < ($1.order, $1.name) }
    #expect(wakes.map(name) == due.map(\.name), "seed \(seed)")
    models.removeAll { key($0) == key(first) }
    for model in due { #expect(queue.cancel(model.ticket) == nil, "seed \(seed)") }
  }
}

/// SplitMix64: reproducible from its seed.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }
}
