// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

import CCaffeine
import CaffeineEngine

@inline(__always) @_cdecl("caffeine_peer_add") @implementation
public func caffeine_peer_add(_ engine: OpaquePointer?, _ peer: UInt32, _ links: UInt32) -> Int32 {
  call(engine) { $0.addPeer(peer, links: links).rawValue }
}

@inline(__always) @_cdecl("caffeine_changes") @implementation
public func caffeine_changes(
  _ engine: OpaquePointer?, _ peer: UInt32, _ anchor: UnsafeMutablePointer<UInt64>?,
  _ page: UnsafeMutablePointer<caffeine_drink>?, _ count: UInt32, _ element_size: UInt32
) -> Int32 {
  guard let anchor, UInt(bitPattern: anchor) & 7 == 0, page != nil else {
    return CaffeineError.argument.rawValue
  }
  return exchange(engine, peer, page, count, element_size, UnsafeRawPointer(engine), 0) {
    $0.tellChanges(after: anchor)
  }
}

@inline(__always) @_cdecl("caffeine_ack") @implementation
public func caffeine_ack(_ engine: OpaquePointer?, _ peer: UInt32, _ anchor: UInt64) -> Int32 {
  call(engine) { $0.acknowledge(peer, anchor).rawValue }
}

@inline(__always) @_cdecl("caffeine_apply") @implementation
public func caffeine_apply(
  _ engine: OpaquePointer?, _ peer: UInt32, _ page: UnsafePointer<caffeine_drink>?,
  _ count: UInt32, _ element_size: UInt32, _ after: UInt64, _ anchor: UInt64,
  _ result: UnsafeMutablePointer<caffeine_page_result>?
) -> Int32 {
  exchange(
    engine, peer, page, count, element_size, result, MemoryLayout<caffeine_page_result>.size
  ) { $0.apply(after: after, anchor, into: counts(result)).rawValue }
}

@inline(__always) @_cdecl("caffeine_received") @implementation
public func caffeine_received(
  _ engine: OpaquePointer?, _ peer: UInt32, _ anchor: UnsafeMutablePointer<UInt64>?
) -> Int32 {
  guard let anchor, UInt(bitPattern: anchor) & 7 == 0 else {
    return CaffeineError.argument.rawValue
  }
  return call(engine) { ledger in
    guard ledger.hasPeer(peer) else { return CaffeineError.peer.rawValue }
    anchor.pointee = ledger.received(peer).pointee
    return CAFFEINE_OK
  }
}

@inline(__always) @_cdecl("caffeine_window") @implementation
public func caffeine_window(
  _ engine: OpaquePointer?, _ peer: UInt32, _ span: UnsafeMutablePointer<caffeine_window_span>?,
  _ index: UnsafeMutablePointer<UInt32>?, _ page: UnsafeMutablePointer<caffeine_drink>?,
  _ count: UInt32, _ element_size: UInt32
) -> Int32 {
  guard isWhole(span), let span, let index, UInt(bitPattern: index) & 3 == 0, page != nil else {
    return CaffeineError.argument.rawValue
  }
  return exchange(engine, peer, page, count, element_size, UnsafeRawPointer(engine), 0) {
    $0.tell(window(span), from: index)
  }
}

@inline(__always) @_cdecl("caffeine_replace_window") @implementation
public func caffeine_replace_window(
  _ engine: OpaquePointer?, _ peer: UInt32, _ span: UnsafePointer<caffeine_window_span>?,
  _ page: UnsafePointer<caffeine_drink>?, _ count: UInt32, _ element_size: UInt32,
  _ result: UnsafeMutablePointer<caffeine_page_result>?
) -> Int32 {
  guard isWhole(span), let span else { return CaffeineError.argument.rawValue }
  return exchange(
    engine, peer, page, count, element_size, result, MemoryLayout<caffeine_page_result>.size
  ) {
    $0.replace(window(UnsafeMutablePointer(mutating: span)), into: counts(result)).rawValue
  }
}

@inline(__always) @_cdecl("caffeine_alias") @implementation
public func caffeine_alias(
  _ engine: OpaquePointer?, _ id: UnsafePointer<UInt8>?, _ alias: UnsafePointer<UInt8>?,
  _ source: UInt8
) -> Int32 {
  guard let id, let alias else { return CaffeineError.argument.rawValue }
  return call(engine) { ledger in
    var pair = Alias(alias: DrinkID(alias), id: DrinkID(id))
    return ledger.alias(&pair, source: source).rawValue
  }
}

/// The engine's own name for a span: LayoutTests compares every offset.
@inline(__always)
private func window(
  _ span: UnsafeMutablePointer<caffeine_window_span>
) -> UnsafeMutablePointer<Window> {
  UnsafeMutableRawPointer(span).assumingMemoryBound(to: Window.self)
}

/// The same for what became of a page, where `enter` refused a null pointer.
@inline(__always)
private func counts(
  _ result: UnsafeMutablePointer<caffeine_page_result>?
) -> UnsafeMutablePointer<PageResult> {
  UnsafeMutableRawPointer(result.unsafelyUnwrapped).assumingMemoryBound(to: PageResult.self)
}

/// Runs a call that gives or takes a page between `open` and `leave`.
@inline(__always)
private func exchange(
  _ engine: OpaquePointer?, _ peer: UInt32, _ page: UnsafeRawPointer?, _ count: UInt32,
  _ size: UInt32, _ answer: UnsafeRawPointer?, _ answerSize: Int,
  _ body: (UnsafeMutablePointer<Exchange>) -> Int32
) -> Int32 {
  withUnsafeTemporaryAllocation(of: Exchange.self, capacity: 1) { room in
    let exchange = room.baseAddress.unsafelyUnwrapped
    let status = open(engine, peer, page, count, size, exchange, answer, answerSize)
    guard status == 0 else { return status }
    // `enter` refused a null pointer.
    return leave(engine.unsafelyUnwrapped, body(exchange))
  }
}

/// Checks a page, then all that `enter` does, and makes the exchange.
@inline(never)
private func open(
  _ engine: OpaquePointer?, _ peer: UInt32, _ page: UnsafeRawPointer?, _ count: UInt32,
  _ size: UInt32, _ exchange: UnsafeMutablePointer<Exchange>, _ answer: UnsafeRawPointer?,
  _ answerSize: Int
) -> Int32 {
  guard isPage(page, count, size) else { return CaffeineError.argument.rawValue }
  let status = enter(engine, answer, answerSize, 4)
  guard status == 0 else { return status }
  exchange.initialize(
    to: Exchange(
      Ledger(at: UnsafeMutableRawPointer(engine.unsafelyUnwrapped)), peer,
      UnsafeMutableRawPointer(mutating: page), count, size))
  return status
}

/// Whether there is room for so many drinks, each with its size before it.
private func isPage(_ page: UnsafeRawPointer?, _ count: UInt32, _ size: UInt32) -> Bool {
  let least = UInt32(truncatingIfNeeded: MemoryLayout<caffeine_drink>.size)
  // All of it has to lie within 2 GiB.
  guard size >= least, size & 7 == 0, count <= 65_536, size <= 32_767 else { return false }
  var index: UInt32 = 0
  while index < count {
    guard let page, isWhole(page + Int(truncatingIfNeeded: index &* size), Int(least), 8) else {
      return false
    }
    index = index &+ 1
  }
  return true
}
