import CaffeineExecutor
import Foundation

/// Visits every way in which Swift runs a job and logs whether a worker of the pool ran it.
struct JobKinds: Sendable {
  let log: Log

  func visitAll(_ clock: VirtualClock) async {
    see("body")
    await actors()
    await tasks()
    await children()
    await sleeps(clock)
    await continuations()
    await mainActor(clock)
    await executorPreferences()
  }

  private func see(_ name: String) {
    log.add("\(name): \(CooperativeExecutor.currentWorker == nil ? "astray" : "pool")")
  }

  @MainActor private func seeMain(_ name: String) {
    MainActor.assertIsolated()
    log.add("\(name): \(CooperativeExecutor.currentWorker.map { "worker \($0)" } ?? "astray")")
  }

  private func actors() async {
    let visitor = Visitor()
    await visitor.visit { see("actor") }
    see("after actor")
    await visitor.visitAroundYield({ see("actor before yield") }, { see("actor after yield") })
    await Task.detached {
      await visitor.visit { see("actor from detached") }
      await Task.yield()
      see("detached after yield")
    }.value
  }

  private func tasks() async {
    await Task.yield()
    see("yield")
    await Task { see("task") }.value
    await Task(priority: .high) { see("task, high priority") }.value
    await Task.detached { see("detached") }.value
    await Task.detached(priority: .background) { see("detached, background") }.value
    await Task.immediate {
      see("immediate")
      await Task.yield()
      see("immediate after yield")
    }.value
  }

  private func children() async {
    await withTaskGroup(of: Void.self) { group in group.addTask { see("group child") } }
    await withDiscardingTaskGroup { group in group.addTask { see("discarding group child") } }
    async let child: Void = see("async let")
    await child
  }

  private func sleeps(_ clock: VirtualClock) async {
    try? await clock.sleep(for: .seconds(1))
    see("virtual sleep")
    try? await clock.sleep(for: .seconds(1), phase: .readers)
    see("virtual sleep, reader")
    try? await Task.sleep(nanoseconds: 1_000_000)
    see("sleep in nanoseconds")
    try? await Task.sleep(for: .milliseconds(1))
    see("sleep for")
    try? await Task.sleep(for: .milliseconds(1), clock: .suspending)
    see("sleep on the suspending clock")
    try? await ContinuousClock().sleep(until: .now + .milliseconds(1))
    see("sleep on the continuous clock")
    let sleeper = Task {
      try? await Task.sleep(for: .seconds(1000))
      see("cancelled sleep")
    }
    sleeper.cancel()
    await sleeper.value
  }

  private func continuations() async {
    await withUnsafeContinuation { continuation in
      // A foreign thread resumes; the job blocks until it has, as `run` demands.
      let thread = ForeignThread { continuation.resume() }
      thread.join()
    }
    see("continuation resumed by a foreign thread")
    let (stream, feed) = AsyncStream<Int>.makeStream()
    Task.detached {
      see("stream producer")
      feed.yield(1)
      feed.finish()
    }
    for await _ in stream { see("stream consumer") }
  }

  private func mainActor(_ clock: VirtualClock) async {
    await seeMain("main actor")
    see("after main actor")
    await Task { @MainActor in
      seeMain("main-actor task")
      try? await clock.sleep(for: .seconds(1), phase: .inputs)
      seeMain("main actor after virtual sleep")
      try? await Task.sleep(nanoseconds: 1000)
      seeMain("main actor after sleep")
      await Task.yield()
      seeMain("main actor after yield")
    }.value
  }

  private func executorPreferences() async {
    await withTaskExecutorPreference(globalConcurrentExecutor) { see("global executor preferred") }
    await Task(executorPreference: globalConcurrentExecutor) { see("task on global executor") }
      .value
  }
}

private actor Visitor {
  func visit(_ body: @Sendable () -> Void) { body() }
  func visitAroundYield(_ before: @Sendable () -> Void, _ after: @Sendable () -> Void) async {
    before()
    await Task.yield()
    after()
  }
}

/// One thread outside the pool.
private struct ForeignThread {
  private var thread = pthread_t()

  init(_ body: @escaping @Sendable () -> Void) {
    let box = Unmanaged.passRetained(Box(body)).toOpaque()
    pthread_create(
      &thread, nil,
      { box in
        if let box { Unmanaged<Box>.fromOpaque(box).takeRetainedValue().body() }
        return nil
      }, box)
  }

  func join() { pthread_join(thread, nil) }

  private final class Box: Sendable {
    let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}
