import CaffeineEngine
import Dispatch
import Synchronization

/// Histories one after another, each under a seed of its own, on two threads.
final class CutCampaign: Sendable {
  let geometries: [FlashGeometry]
  private let cuts: Int
  private let progress: Mutex<Progress>

  /// What became of a campaign.
  struct Outcome {
    var counts = CutCounts()
    var breach: (seed: UInt64, geometry: String, text: String)?
  }

  private struct Progress {
    var next: UInt64
    /// When to tell how far it came.
    var tell: Int
    var outcome = Outcome()
  }

  /// Prepares a campaign of so many cuts, and as many more as the last histories bring.
  init(cuts: Int, first: UInt64, geometries: [FlashGeometry]? = nil) {
    self.cuts = cuts
    self.geometries = geometries ?? CutGeometry.all
    progress = Mutex(Progress(next: first, tell: cuts / 10))
  }

  /// Lives histories until there were enough cuts, or one broke a promise.
  ///
  /// - Parameter tell: Told the number of cuts now and then, on any thread.
  func run(telling tell: @Sendable (Int) -> Void = { _ in }) -> Outcome {
    DispatchQueue.concurrentPerform(iterations: 2) { _ in
      while let seed = next() {
        let geometry = geometries[Int(seed % UInt64(geometries.count))]
        let (counts, breach) = CutCampaign.live(seed, geometry)
        if let reached = finish(counts, breach.map { (seed, geometry.name, $0) }) { tell(reached) }
      }
    }
    return progress.withLock { $0.outcome }
  }

  private func next() -> UInt64? {
    progress.withLock { progress in
      guard progress.outcome.breach == nil, progress.outcome.counts.cuts < cuts else { return nil }
      progress.next += 1
      return progress.next - 1
    }
  }

  /// Adds up a history.
  ///
  /// - Returns: How many cuts there were, after every tenth of them.
  private func finish(
    _ counts: CutCounts, _ breach: (seed: UInt64, geometry: String, text: String)?
  ) -> Int? {
    progress.withLock { progress in
      progress.outcome.counts += counts
      // Of two at once the earlier seed, the same every time.
      if let breach, breach.seed < progress.outcome.breach?.seed ?? .max {
        progress.outcome.breach = breach
      }
      let reached = progress.outcome.counts.cuts
      guard reached >= progress.tell, reached < cuts else { return nil }
      progress.tell = reached + cuts / 10
      return reached
    }
  }

  /// Lives a history to its end, or to the first broken promise.
  private static func live(_ seed: UInt64, _ geometry: FlashGeometry) -> (CutCounts, String?) {
    var counts = CutCounts()
    do {
      var history = try CutHistory(seed: seed, geometry: geometry)
      defer { counts = history.counts }
      try history.live()
    } catch let breach as CutBreach {
      return (counts, breach.text)
    } catch {
      return (counts, "\(error)")
    }
    counts.histories = 1
    return (counts, nil)
  }
}
