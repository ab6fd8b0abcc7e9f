import Foundation
import Testing

/// The comparison of queues, the stock executor and two workers. Nothing here judges a time.
@Suite struct ConcurrencyTests {
  struct Variants: Decodable {
    struct Variant: Decodable {
      var name: String
      var threads_peak: Int
      var jobs: Int?
      var first_snapshot_us: Int
      var total_us: Int
    }
    var feeds: Int
    var variants: [Variant]
  }

  struct Hops: Decodable {
    struct Kind: Decodable {
      var name: String
      var stock_ns: Int
      var ours_ns: Int
    }
    var runs: Int
    var threads_ours: Int
    var kinds: [Kind]
  }

  static let small = ["concurrency", "--feeds", "12", "--runs", "1"]

  @Test func `each variant does the same work, ours on two threads`() throws {
    let result = try SimulatorProcess.run(Self.small + ["--json"])
    #expect(result.status == 0 && result.errors == "")
    let found = try JSONDecoder().decode(Variants.self, from: Data(result.output.utf8))
    #expect(found.feeds == 12)
    #expect(
      found.variants.map(\.name) == [
        "news-queues", "news-one-queue", "news-stock", "news-two", "once-stock", "once-two",
        "steps-stock", "steps-two",
      ])
    let jobs = Dictionary(uniqueKeysWithValues: found.variants.map { ($0.name, $0.jobs) })
    #expect(jobs["news-queues"] == 36 && jobs["news-one-queue"] == 36)
    for variant in found.variants {
      #expect(variant.first_snapshot_us <= variant.total_us)
      if variant.name.hasSuffix("-two"), !Probe.isSanitized { #expect(variant.threads_peak == 2) }
    }
  }

  @Test func `the tables fit a terminal`() throws {
    let result = try SimulatorProcess.run(Self.small)
    #expect(result.status == 0 && result.errors == "")
    #expect(result.lines.allSatisfy { $0.count < 80 })
    #expect(result.lines.count { $0.contains("two workers") } == 3)
  }

  @Test func `hops are measured on both executors`() throws {
    let result = try SimulatorProcess.run(["concurrency", "--hops", "--runs", "1", "--json"])
    #expect(result.status == 0 && result.errors == "")
    let found = try JSONDecoder().decode(Hops.self, from: Data(result.output.utf8))
    #expect(found.runs == 1)
    #expect(found.kinds.map(\.name) == ["uncontended", "contended", "mainActor", "yield"])
    #expect(found.kinds.allSatisfy { $0.stock_ns > 0 && $0.ours_ns > 0 })
    if !Probe.isSanitized { #expect(found.threads_ours == 2) }
  }
}
