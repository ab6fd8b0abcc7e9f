import Testing

/// What waits in the kernel: on the I/O thread it should, in a job it is reported.
@Suite struct BlockingTests {
  @Test(arguments: ["parallel", "lockstep", "seeded"], [nil, "stock"])
  func `time stands still until blocking work is answered`(mode: String, executor: String?) throws {
    let lines = try Probe.run(["blocking", "2", mode], executor: executor).lines
    #expect(lines.count == 42)
    #expect(!lines.contains("astray"))
    #expect(lines.contains("blocked 0, end 15000000000 ns"))
    let seconds = (0..<8).flatMap { name in
      (1...5).map { "\($0 * (1 + name % 3)) s: \(name) synced" }
    }
    #expect(lines.dropLast(2).sorted() == seconds.sorted())
  }

  @Test(arguments: ["lockstep", "seeded"])
  func `the schedule does not depend on how long blocking work takes`(mode: String) throws {
    let first = try Probe.run(["blocking", "2", mode])
    for _ in 0..<5 { #expect(try Probe.run(["blocking", "2", mode]) == first) }
    guard mode == "lockstep" else { return }
    for workers in ["1", "8"] { #expect(try Probe.run(["blocking", workers, mode]) == first) }
  }

  // Sanitizers sleep in locks of their own.
  @Test(.enabled(if: !Probe.isSanitized), arguments: ["lockstep", "seeded"])
  func `a job that sleeps in the kernel is counted and named, and no other`(mode: String) throws {
    let lines = try Probe.run(["strict", "2", mode], isStrict: true).lines
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("CAFFEINE_STRICT: job 2 (priority 25, worker ") == true)
    #expect(lines.first?.hasSuffix("virtual time 0.0 s) slept in the kernel once") == true)
    #expect(lines.last == "blocked 1")
    // Nobody looks unless asked to.
    #expect(try Probe.run(["strict", "2", mode]).lines == ["blocked 0"])
  }

  @Test(.enabled(if: !Probe.isSanitized), arguments: ["lockstep", "seeded"])
  func `files synced on the I/O thread leave the strict mode silent`(mode: String) throws {
    let lines = try Probe.run(["blocking", "2", mode], isStrict: true).lines
    #expect(lines.count == 42)
    #expect(lines.contains("blocked 0, end 15000000000 ns"))
  }

  @Test func `a task that sleeps wakes a host's worker though its own is taken`() throws {
    #expect(try Probe.run(["host"]).lines == ["awake", "ended"])
  }
}
