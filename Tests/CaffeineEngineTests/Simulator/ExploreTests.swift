import Testing

/// Schedules of the actors, seed by seed; `make explore` runs more, `faults.sh` plants mistakes.
@Suite struct ExploreTests {
  @Test func `fifty days under fifty schedules break no promise, and replay job by job`() throws {
    let first = try SimulatorProcess.run(["explore", "--seeds", "50", "--first", "1"])
    #expect(first.status == 0, "\(first.errors)")
    #expect(first.output.hasPrefix("50 seeds clean, from 1: "))
    let again = try SimulatorProcess.run(["explore", "--seeds", "50", "--first", "1"])
    let jobs = [first, again].map { $0.output.split(separator: ",").dropLast().joined() }
    #expect(jobs[0] == jobs[1])
  }
}
