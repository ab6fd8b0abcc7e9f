import Testing

/// The campaign's command line; `make powercut` cuts a million times.
@Suite struct PowerCutTests {
  @Test func `a campaign says how often it cut, and the same seed does it again`() throws {
    let words = ["powercut", "--cuts", "1", "--seed", "3", "--geometry", "4/1024x8"]
    let runs = try (0..<2).map { _ in try SimulatorProcess.run(words) }
    #expect(runs[0].status == 0, "\(runs[0].errors)")
    let counts = runs.map { $0.output.split(separator: ",").dropLast().joined() }
    #expect(counts[0] == counts[1])
    #expect(counts[0].contains("power cuts clean"))
  }

  @Test(arguments: [
    (["--cuts", "0"], "--cuts needs a number from 1"), (["file"], "powercut takes no file"),
    (["--seed", "-1"], "--seed needs a number from 0"),
    (["--geometry", "3/4096x2"], "is no geometry"), (["--geometry", "8/256x4"], "is no geometry"),
  ]) func `a wrong option says what to write`(words: [String], text: String) throws {
    let run = try SimulatorProcess.run(["powercut"] + words)
    #expect(run.status == 2)
    #expect(run.errors.contains(text), "\(run.errors)")
  }
}
