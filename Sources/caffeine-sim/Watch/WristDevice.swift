import CaffeineEngine

/// A watch or a phone: a ledger, and what its host keeps beside it.
final class WristDevice {
  /// What the host wrote to its storage.
  private struct Saved {
    let bytes: [UInt8]
    let time: Int64
  }

  /// The other one's number.
  static let peer = 0

  /// What its revisions are signed with.
  let source: UInt8
  private let configuration: Configuration
  private let capacity: Int
  private var held: OwnedLedger
  private var saved: Saved?

  init(
    _ configuration: Configuration, capacity: Int, source: UInt8
  ) throws(CaffeineError) {
    self.source = source
    self.configuration = configuration
    self.capacity = capacity
    held = try OwnedLedger(configuration, capacity: capacity)
    try held.ledger.addPeer(WristDevice.peer)
  }

  var ledger: Ledger { held.ledger }

  /// The drinks in the order of time.
  var drinks: [Drink] { (0..<ledger.count).compactMap(ledger.drink(at:)) }

  /// The drinks that have a date, which are all that a peer can know.
  var datedDrinks: [Drink] { drinks.filter { !$0.flags.contains(.timeUnset) } }
}

// MARK: - Keeping

extension WristDevice {
  /// Writes the ledger to where a reset does not reach.
  func save(at time: Int64) throws(CaffeineError) {
    let ledger = ledger, size = ledger.saveSize
    var bytes = [UInt8](repeating: 0, count: size)
    var failure: CaffeineError?
    bytes.withUnsafeMutableBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      do throws(CaffeineError) { _ = try ledger.save(to: start, size: size) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    saved = Saved(bytes: bytes, time: time)
  }

  /// Loses the memory, and loads what was saved into a new one.
  ///
  /// - Returns: When it was saved; nil: never, and the ledger is empty.
  func reset() throws(CaffeineError) -> Int64? {
    held = try OwnedLedger(configuration, capacity: capacity)
    guard let saved else {
      try ledger.addPeer(WristDevice.peer)
      return nil
    }
    let ledger = ledger
    var failure: CaffeineError?
    saved.bytes.withUnsafeBytes { buffer in
      guard let start = buffer.baseAddress else { return }
      do throws(CaffeineError) { try ledger.load(from: start, size: buffer.count) } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return saved.time
  }
}

// MARK: - Sync

extension WristDevice {
  /// Sends all changes that the peer does not keep yet, page by page: it says up to where it does.
  ///
  /// The peer saves before it answers: what this side takes for kept, no reset may lose.
  /// - Parameters:
  ///   - link: With `unanswered` this side gives up after the first page, as after a time-out.
  ///   - time: The present time.
  /// - Returns: What the peer took, and what it took of pages that came again.
  func send(
    to peer: WristDevice, _ link: WatchEvent.Link, at time: Int64
  ) throws(CaffeineError) -> (taken: PageCounts, again: PageCounts) {
    var taken = PageCounts(), again = PageCounts()
    let page = UnsafeMutablePointer<Drink>.allocate(capacity: WristDevice.pageSize)
    defer { page.deallocate() }
    page.initialize(
      repeating: Drink(time: Timestamp(0), dose: .zero), count: WristDevice.pageSize)
    var reached = try peer.ledger.received(from: WristDevice.peer)
    while true {
      let after = reached
      let count = try ledger.changes(
        for: WristDevice.peer, after: &reached, into: page, count: WristDevice.pageSize)
      guard count > 0 else { return (taken, again) }
      taken.add(
        try peer.ledger.apply(
          page, count: count, from: WristDevice.peer, after: after, anchor: reached))
      if link == .twice {
        again.add(
          try peer.ledger.apply(
            page, count: count, from: WristDevice.peer, after: after, anchor: reached))
      }
      try peer.save(at: time)
      guard link != .unanswered else { return (taken, again) }
      try ledger.acknowledge(reached, by: WristDevice.peer)
    }
  }

  private static let pageSize = 8
}

/// What became of the entries of some pages.
struct PageCounts {
  private var counts = [0, 0, 0, 0, 0, 0]

  mutating func add(_ result: PageResult) {
    let numbers = [
      result.added, result.edited, result.removed, result.unchanged, result.stale, result.tooOld,
    ]
    for (place, number) in numbers.enumerated() { counts[place] += Int(number) }
  }

  mutating func add(_ other: PageCounts) {
    for place in counts.indices { counts[place] += other.counts[place] }
  }

  /// Whether no entry came.
  var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

  /// `2 added, 1 unchanged`, or `nothing new`.
  var text: String {
    let names = ["added", "edited", "removed", "unchanged", "stale", "too old"]
    let parts = zip(counts, names).filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return parts.isEmpty ? "nothing new" : parts.joined(separator: ", ")
  }
}
