// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

import CCaffeine
import CaffeineEngine

// What may be called beside the engine's owner. It takes no engine, and so no lock.

@inline(__always) @_cdecl("caffeine_inbox_post") @implementation
public func caffeine_inbox_post(
  _ inbox: UnsafeMutablePointer<caffeine_inbox>?, _ preset: UInt8, _ uptime_s: UInt32
) -> Int32 {
  guard let inbox, UInt(bitPattern: inbox) & 3 == 0 else { return CaffeineError.argument.rawValue }
  // The same layout: InboxTests compares every offset.
  return Inbox(at: inbox).post(Inbox.Press(preset: preset, uptime: uptime_s)).rawValue
}

@inline(__always) @_cdecl("caffeine_snapshot_publish") @implementation
public func caffeine_snapshot_publish(
  _ snapshot: UnsafeMutablePointer<caffeine_snapshot>?, _ bytes: UnsafeRawPointer?, _ size: UInt32
) -> Int32 {
  guard let snapshot, UInt(bitPattern: snapshot) & 3 == 0, let bytes else {
    return CaffeineError.argument.rawValue
  }
  return Snapshot(at: snapshot).publish(bytes, count: Int(truncatingIfNeeded: size)).rawValue
}

@inline(__always) @_cdecl("caffeine_snapshot_read") @implementation
public func caffeine_snapshot_read(
  _ snapshot: UnsafePointer<caffeine_snapshot>?, _ bytes: UnsafeMutableRawPointer?, _ size: UInt32
) -> Int32 {
  guard let snapshot, UInt(bitPattern: snapshot) & 3 == 0, let bytes else {
    return CaffeineError.argument.rawValue
  }
  // Read only: the view has a pointer that might write.
  return Snapshot(at: UnsafeMutableRawPointer(mutating: snapshot))
    .read(into: bytes, count: Int(truncatingIfNeeded: size)).rawValue
}
