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

  @Test func `a seed lives the same schedule alone and in a row of seeds`() throws {
    let row = try explore(first: 1, seeds: 12)
    let alone = try (1...12).map { try explore(first: $0, seeds: 1) }
    #expect(Set(alone.map(\.schedules)).count == 12)
    #expect(alone.reduce(0) { $0 + $1.jobs } == row.jobs)
    #expect(alone.reduce(0) { $0 &+ $1.schedules } == row.schedules)
  }

  /// How many jobs ran, and the sum of the schedules' hashes.
  private func explore(first: Int, seeds: Int) throws -> (jobs: Int, schedules: UInt64) {
    let run = try SimulatorProcess.run(["explore", "--seeds", "\(seeds)", "--first", "\(first)"])
    let line = try #require(run.output.firstMatch(of: /(\d+) jobs, .*schedules ([0-9a-f]+),/))
    return (try #require(Int(line.1)), try #require(UInt64(line.2, radix: 16)))
  }
}
