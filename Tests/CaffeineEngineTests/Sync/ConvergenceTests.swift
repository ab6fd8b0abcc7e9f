import Foundation
import Testing

@testable import CaffeineEngine

/// Three devices end with the same drinks, whatever the links between them did.
struct ConvergenceTests {
  /// Runs for each form; `CAFFEINE_SYNC_SEEDS` asks for more.
  private static let seeds: UInt64 =
    ProcessInfo.processInfo.environment["CAFFEINE_SYNC_SEEDS"].flatMap(UInt64.init) ?? 6

  @Test(arguments: [Network.Shape.ring, .chain])
  func `devices that exchange in any order end with the same drinks`(shape: Network.Shape) throws {
    var windows = 0, deaths = 0, removals = 0, revived = 0
    for seed in 0..<ConvergenceTests.seeds {
      var network = try Network(seed: seed, shape: shape, capacities: [300, 300, 300])
      guard holds(try network.run(steps: 240), seed: seed, "\(shape): no rest") else { return }
      guard ConvergenceTests.agree(network), network.isFaithful() else { return }
      windows += network.windows
      deaths += network.deaths
      removals += network.removals
      revived += network.revivals
    }
    #expect(windows > 0 && deaths > 0)
    print(
      "\(shape): \(ConvergenceTests.seeds) seeds, \(removals) removals, \(windows) windows,",
      "\(deaths) deaths, \(revived) concurrent edits of removed drinks")
  }

  @Test(arguments: [Network.Shape.ring, .chain])
  func `devices that fold come to rest, and agree on what is open`(shape: Network.Shape) throws {
    for seed in 0..<ConvergenceTests.seeds {
      var generator = SeededGenerator(seed: ~seed)
      let capacities = (0..<3).map { _ in generator.pick(3...40) as Int }
      var network = try Network(seed: seed, shape: shape, capacities: capacities)
      network.isFolding = true
      guard holds(try network.run(steps: 240), seed: seed, "\(shape): no rest") else { return }
      guard ConvergenceTests.agreeOnOpen(network) else { return }
    }
  }

  /// Whether all devices list the same drinks from the time on that is open everywhere: a full ledger
  /// takes nothing older than what it would have to fold.
  private static func agreeOnOpen(_ network: Network) -> Bool {
    let oldest = network.oldestOpenTime
    let open = network.devices.map { $0.drinks.filter { $0.time >= oldest } }
    return holds(
      open[0] == open[1] && open[1] == open[2], seed: network.seed,
      "\(network.shape): from \(oldest) \(open.map { $0.map { ($0.id.high, $0.id.low, $0.revision) } })"
    )
  }

  /// Whether all devices list the same, and their amounts have the same bits.
  private static func agree(_ network: Network) -> Bool {
    let first = network.devices[0]
    for device in 1..<3 {
      let other = network.devices[device]
      guard
        holds(
          first.drinks == other.drinks, seed: network.seed,
          "\(network.shape): 0 and \(device) differ in "
            + "\(first.drinks.filter { !other.drinks.contains($0) }), "
            + "\(other.drinks.filter { !first.drinks.contains($0) })"),
        holds(
          first.cachedState == other.cachedState && first.walkedState == other.walkedState,
          seed: network.seed, "\(network.shape): bits of 0 and \(device)")
      else { return false }
    }
    return true
  }
}

extension Network {
  /// Checks what is left against what was done: no removed drink is back, none is lost.
  func isFaithful() -> Bool {
    var parents: [DrinkID: [Version: Version?]] = [:]
    for deed in deeds { parents[deed.id, default: [:]][deed.version] = deed.parent }
    for (id, versions) in parents {
      guard let last = versions.keys.max(by: { $0 < $1 }) else { continue }
      guard let index = devices[0].ledger.index(of: id),
        let drink = devices[0].ledger.drink(at: index)
      else {
        guard holds(last.isRemoval, seed: seed, "\(shape): \(id) is lost, last \(last)") else {
          return false
        }
        continue
      }
      let left = Version(revision: drink.revision, source: drink.source, isRemoval: false)
      for removal in versions.keys where removal.isRemoval {
        var known: Set<Version> = [], older = versions[removal] ?? nil
        while let version = older, known.insert(version).inserted {
          older = versions[version] ?? nil
        }
        // A version that was made without knowing of the removal may bring the drink back.
        let isEdited = versions.keys.contains { !$0.isRemoval && !known.contains($0) }
        guard
          holds(isEdited || !known.contains(left), seed: seed, "\(shape): \(id) is back, \(left)")
        else { return false }
      }
    }
    return true
  }

  /// Drinks whose removal was forgotten when an edit came in that did not know of it.
  var revivals: Int {
    Dictionary(grouping: deeds, by: \.id).count { id, deeds in
      deeds.map(\.version).max { $0 < $1 }?.isRemoval == true
        && devices[0].ledger.index(of: id) != nil
    }
  }
}

extension DrinkID: Hashable {
  /// Both halves.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
  }
}
