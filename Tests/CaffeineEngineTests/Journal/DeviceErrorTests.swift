import Testing

@testable import CaffeineEngine
@testable import caffeine_sim

/// A device that fails at its Nth call, once or from then on: a status, and memory and journal agree after
/// the next call that succeeds.
@Suite struct DeviceErrorTests {
  enum Operation: CaseIterable {
    case append, several, checkpoint, steps, wipe, mount, inspect, format
  }

  @Test(arguments: Operation.allCases, [false, true])
  func `a device that fails at any call`(operation: Operation, forGood: Bool) throws {
    for geometry in [FlashGeometry.various[1], .various[2], .various[4]] {
      var number = 0, isDone = false
      while !isDone {
        number += 1
        isDone = try fail(operation, at: number, forGood: forGood, geometry)
        #expect(number < 2_000, "it never succeeds")
        if number >= 2_000 { return }
      }
    }
  }

  /// Fails a call of a device while a journal does something.
  ///
  /// - Returns: Whether there were not so many calls.
  private func fail(
    _ operation: Operation, at number: Int, forGood: Bool, _ geometry: FlashGeometry
  ) throws -> Bool {
    let bench = try JournalBench(geometry, capacity: 5)
    try bench.append(drinks: operation == .steps ? 40 : 8)
    let before = try bench.memory.saved()
    switch operation {
    case .append: try bench.drink()
    case .several: for _ in 0..<2 { try bench.drink() }
    case .checkpoint: try bench.ledger.setProfile(profile(420, 9_000), from: nil)
    default: break
    }
    bench.flash.calls = 0
    bench.flash.fails = { forGood ? $0 >= number : $0 == number }
    let refusal = call(operation, bench)
    let wasReached = bench.flash.calls >= number
    bench.flash.fails = { _ in false }
    let place = "\(operation) on \(geometry.name), call \(number)"
    #expect(refusal == nil || refusal == .device, "\(place): \(String(describing: refusal))")
    #expect(bench.flash.breach == nil, "\(place)")
    // Reads are tried twice; whatever else fails for good is told.
    if forGood, wasReached { #expect(refusal == .device, "\(place)") }
    if operation == .format {
      if refusal != nil { try bench.journal.format() }
      _ = try bench.restart()
      #expect(bench.ledger.count == 0, "\(place)")
    } else if operation == .mount || operation == .inspect {
      #expect(try bench.mounted().memory.saved() == before, "\(place)")
    } else if operation == .wipe, refusal != nil {
      try bench.journal.wipe(bench.ledger)
    }
    try bench.append(drinks: 2)
    #expect(try bench.isKept(), "\(place): memory and journal differ")
    return !wasReached
  }

  private func call(_ operation: Operation, _ bench: JournalBench) -> CaffeineError? {
    do throws(CaffeineError) {
      switch operation {
      case .append, .several, .checkpoint: try bench.journal.append(bench.ledger)
      case .steps:
        var left = 60
        while left > 0, try bench.journal.compactStep(bench.ledger) { left -= 1 }
      case .wipe: try bench.journal.wipe(bench.ledger)
      case .format: try bench.journal.format()
      case .inspect:
        var journal = Journal(on: bench.flash)
        _ = try journal.inspect()
      case .mount:
        guard let memory = try? LedgerMemory(capacity: 5) else { return .memory }
        var journal = Journal(on: bench.flash)
        try journal.mount(memory.ledger)
      }
      return nil
    } catch { return error }
  }

  @Test func `worn blocks that tell it are passed over`() throws {
    try wear(silently: false)
  }

  @Test func `worn blocks that keep silent are found by reading back`() throws {
    try wear(silently: true)
  }

  private func wear(silently: Bool) throws {
    for geometry in [FlashGeometry.various[0], .various[1]] {
      let bench = try JournalBench(geometry, capacity: 6)
      bench.flash.isWearSilent = silently
      for round in 0..<3 {
        bench.flash.worn.insert(UInt32(5 * round + 3))
        try bench.append(drinks: 400)
        #expect(try bench.isKept(), "\(geometry.name), \(round)")
      }
      #expect(bench.flash.breach == nil)
    }
  }

  @Test func `a host that puts erasing off is asked again, and nothing is lost meanwhile`() throws {
    let bench = try JournalBench(capacity: 6)
    bench.flash.refusesErases = true
    var refusals = 0
    for _ in 0..<300 {
      try bench.drink()
      do throws(CaffeineError) {
        try bench.journal.append(bench.ledger)
        let isKept = try? bench.isKept()
        #expect(isKept == true)
      } catch {
        #expect(error == .busy)
        refusals += 1
        bench.flash.refusesErases = refusals % 3 != 0
      }
      if refusals % 3 == 0 { bench.flash.refusesErases = true }
    }
    #expect(refusals > 0)
    bench.flash.refusesErases = false
    try bench.journal.append(bench.ledger)
    #expect(try bench.isKept())
  }
}
