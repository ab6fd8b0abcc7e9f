import Foundation

/// `caffeine-sim powercut`: the drink journal under power cuts, until one costs something.
struct PowerCutCommand {
  let cuts: Int
  let first: UInt64
  let geometry: String?

  static let options = [
    Option("--cuts", value: "N"), Option("--seed", value: "S"),
    Option("--geometry", value: "UNIT/BLOCKxCOUNT"),
  ]

  init(_ arguments: [String]) throws(Complaint) {
    var list = ArgumentList(arguments, command: "powercut", options: Self.options)
    try list.read()
    guard list.operands.isEmpty else {
      throw .usage("powercut takes no file", "write caffeine-sim powercut --cuts N")
    }
    guard let cuts = Int(list.value("--cuts") ?? "100000"), cuts > 0 else {
      throw .usage("--cuts needs a number from 1", "write --cuts 100000")
    }
    guard let first = UInt64(list.value("--seed") ?? "1"), first < 1 << 63 else {
      throw .usage("--seed needs a number from 0", "write --seed 1")
    }
    (self.cuts, self.first, geometry) = (cuts, first, list.value("--geometry"))
    if let geometry, CutGeometry.parse(geometry) == nil {
      throw .usage(
        "\(shown(geometry[...])) is no geometry for a journal of a dozen drinks",
        "write --geometry 8/4096x16, or 8/4096x16/00 where erased bytes are 0x00")
    }
  }

  /// Cuts; the first cut that costs something ends the program with status 1.
  func run() throws(Complaint) {
    let begun = ContinuousClock.now
    let campaign = CutCampaign(
      cuts: cuts, first: first, geometries: geometry.flatMap(CutGeometry.parse).map { [$0] })
    let outcome = campaign.run { Console.report("  \($0) power cuts") }
    if let breach = outcome.breach {
      let only = geometry.map { " --geometry \($0)" } ?? ""
      let text =
        "seed \(breach.seed) on \(breach.geometry): \(breach.text); "
        + "replay with caffeine-sim powercut --cuts 1 --seed \(breach.seed)\(only)"
      throw Complaint(kind: .data, text: text)
    }
    let counts = outcome.counts, seconds = (ContinuousClock.now - begun) / .seconds(1)
    try Console.print(
      """
      \(counts.cuts) power cuts clean: \(counts.second) of them in what followed another, \
      \(counts.inARow) in rows of 300; \(counts.histories) histories from seed \(first) on \
      \(min(counts.histories, campaign.geometries.count)) geometries, \(counts.mounts) mounts, \
      \(Int(seconds)) s

      """)
  }
}
