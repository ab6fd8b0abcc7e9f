import Testing

@testable import CaffeineEngine

extension LedgerMemory {
  /// A ledger with a peer 0.
  static func withPeer(
    capacity: Int = 32, aliases: UInt32 = 0, device: UInt64 = testDevice
  ) throws -> LedgerMemory {
    let memory = try LedgerMemory(
      capacity: capacity, configuration: Configuration(deviceID: device, aliases: aliases))
    try memory.ledger.addPeer(0)
    return memory
  }

  /// A page of changes for a peer, and where it ends.
  func changes(
    for peer: Int = 0, after: UInt64 = 0, count: Int = 64
  ) throws -> (page: [Drink], anchor: UInt64) {
    var anchor = after
    var page = [Drink](repeating: Drink(time: Timestamp(0), dose: .zero), count: count + 1)
    let told = try page.withUnsafeMutableBufferPointer {
      try ledger.changes(for: peer, after: &anchor, into: #require($0.baseAddress), count: count)
    }
    return (Array(page[..<told]), anchor)
  }

  /// Takes in a page that goes on from what is kept.
  @discardableResult
  func apply(
    _ page: [Drink], from peer: Int = 0, after: UInt64? = nil, anchor: UInt64? = nil
  ) throws -> PageResult {
    let received = try after ?? ledger.received(from: peer)
    // A pointer also to no drink at all.
    let more = page + [.cup()]
    return try more.withUnsafeBufferPointer {
      try ledger.apply(
        #require($0.baseAddress), count: page.count, from: peer, after: received,
        anchor: anchor ?? received + 8)
    }
  }

  /// The window for a peer.
  func window(
    for peer: Int = 0, from: Int64 = 0, until: Timestamp = .forever, after: UInt64 = 0,
    pageSize: Int = 64
  ) throws -> (Window, [Drink]) {
    var window = Window(from: Timestamp(from), until: until, after: after)
    var page: [Drink] = [], index = 0, told = 0
    repeat {
      var part = [Drink](repeating: .cup(), count: pageSize)
      told = try part.withUnsafeMutableBufferPointer {
        try ledger.tell(
          &window, to: peer, from: &index, into: #require($0.baseAddress), count: pageSize)
      }
      page += part[..<told]
    } while told > 0
    return (window, page)
  }

  @discardableResult
  func replace(_ window: Window, with page: [Drink], from peer: Int = 0) throws -> PageResult {
    let more = page + [.cup()]
    return try more.withUnsafeBufferPointer {
      try ledger.replace(window, with: #require($0.baseAddress), count: page.count, from: peer)
    }
  }
}

extension PageResult {
  /// What became of a page, in the order of the counts.
  var counts: [UInt32] { [added, edited, removed, unchanged, stale, tooOld] }
}

extension Drink {
  /// An entry that removes a drink.
  static func removal(_ id: UInt64, revision: UInt32 = 2, source: UInt8 = 0) -> Drink {
    Drink(
      id: .test(id), time: Timestamp(0), dose: .zero, revision: revision, flags: .removed,
      source: source)
  }
}
