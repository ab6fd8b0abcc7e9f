import Foundation
import Testing

@testable import CaffeineEngine

/// Random calls on a ledger and on the slow one, which must answer alike.
///
/// The long form and how to repeat a seed: Tools/README.md.
struct RandomOperationsTests {
  private static func setting(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  private static let operations = 10_000
  /// A question after each operation in the long form, else after each so many.
  private static let interval = setting("MODEL_EVERY") ?? (setting("MODEL_SEEDS") == nil ? 10 : 1)

  private static let seeds: [UInt64] = {
    guard let count = setting("MODEL_SEEDS") else { return [2, 6, 13, 16, 21] }
    let first = setting("MODEL_FIRST") ?? 0
    return (first..<first + count).map { UInt64($0) }
  }()

  @Test(arguments: seeds)
  func `random calls do what the slow ledger does`(seed: UInt64) throws {
    var run = try ModelRun(seed: seed)
    for _ in 0..<RandomOperationsTests.operations where run.failure == nil {
      run.advance(askingEvery: RandomOperationsTests.interval)
    }
    holds(run.failure == nil, seed: seed, run.failure ?? "")
    if ProcessInfo.processInfo.environment["MODEL_COUNTS"] != nil {
      print("seed \(seed):", run.outcomes.sorted { $0.key < $1.key }.map { "\($0) \($1)" })
    }
  }
}
