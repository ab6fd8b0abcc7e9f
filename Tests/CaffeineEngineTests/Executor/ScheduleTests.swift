import Testing

/// Who comes next: seeded schedules and priorities.
@Suite struct ScheduleTests {
  @Test func `a seed replays its schedule and another seed draws another`() throws {
    let first = try Probe.run(["seeded", "7"])
    #expect(first.lines.count > 320)
    #expect(try Probe.run(["seeded", "7"]) == first)
    let second = try Probe.run(["seeded", "8"])
    #expect(second.lines.last != first.lines.last)
    #expect(second.lines.dropLast().sorted() == first.lines.dropLast().sorted())
  }

  @Test func `the hook is called after every job`() throws {
    let lines = try Probe.run(["seeded", "1"]).lines
    #expect(lines.contains("calls missing 0, astray 0"))
  }

  @Test func `seeds come between an await and its answer, though the actor is idle`() throws {
    let orders = try Probe.run(["interleavings"]).lines
    // Two tasks that both wait for an actor keep their order, as in the runtime's own queue.
    let pairs = ["a1a2b1b2", "a1b1a2b2", "b1a1b2a2", "b1b2a1a2"]
    #expect(Set(orders.map { $0.replacing("m", with: "") }) == Set(pairs))
    #expect(Set(orders.compactMap { $0.firstIndex(of: "m")?.utf16Offset(in: $0) }) == [0, 2, 4, 8])
  }

  @Test(arguments: [("1", "parallel"), ("1", "lockstep"), ("2", "lockstep")])
  func `user work goes ahead of background work, which waits for 32 jobs at most`(
    workers: String, mode: String
  ) throws {
    let line = try #require(try Probe.run(["priorities", workers, mode]).lines.first)
    let runs = line.split(separator: "b", omittingEmptySubsequences: false)
    #expect(runs.count == 5)
    #expect(runs.allSatisfy { $0.count <= 32 })
    #expect(line.hasPrefix("uuuu") && line.hasSuffix("ub"))
    // Among equals, first come is first served.
    #expect(line.prefix { $0 != "m" }.count { $0 == "u" } == 50)
  }
}
