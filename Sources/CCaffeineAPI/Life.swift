// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

import CCaffeine
import CaffeineEngine

@inline(__always) @_cdecl("caffeine_size") @implementation
public func caffeine_size(_ drinks: UInt32) -> UInt32 {
  UInt32(truncatingIfNeeded: Ledger.byteCount(capacity: Int(truncatingIfNeeded: drinks)))
}

@inline(__always) @_cdecl("caffeine_align") @implementation
public func caffeine_align() -> UInt32 {
  UInt32(truncatingIfNeeded: Ledger.alignment)
}

@inline(__always) @_cdecl("caffeine_config_default") @implementation
public func caffeine_config_default(_ config: UnsafeMutablePointer<caffeine_config>?) -> Int32 {
  guard let config, UInt(bitPattern: config) & 7 == 0 else {
    return CaffeineError.argument.rawValue
  }
  var standard = Configuration()
  UnsafeMutableRawPointer(config).copyMemory(
    from: &standard, byteCount: MemoryLayout<Configuration>.size)
  config.pointee.struct_size = UInt32(truncatingIfNeeded: MemoryLayout<caffeine_config>.size)
  config.pointee.lock = nil
  config.pointee.unlock = nil
  config.pointee.user = nil
  config.pointee.log = nil
  return CAFFEINE_OK
}

@inline(__always) @_cdecl("caffeine_init") @implementation
public func caffeine_init(
  _ memory: UnsafeMutableRawPointer?, _ memory_size: UInt32, _ abi: UInt32,
  _ config: UnsafePointer<caffeine_config>?, _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  start(memory, abi, config, engine) { $0.setUp(byteCount: memory_size, configuration: $1) }
}

/// Checks what an engine is begun with, and hands over its callbacks once it is.
@inline(__always)
func start(
  _ memory: UnsafeMutableRawPointer?, _ abi: UInt32, _ config: UnsafePointer<caffeine_config>?,
  _ engine: UnsafeMutablePointer<OpaquePointer?>?,
  _ begin: (Ledger, UnsafePointer<Configuration>) -> Status
) -> Int32 {
  guard abi == CAFFEINE_ABI else { return CaffeineError.abi.rawValue }
  guard let memory, let engine, let config,
    UInt(bitPattern: engine) & UInt(MemoryLayout<OpaquePointer>.alignment &- 1) == 0,
    isWhole(config), (config.pointee.lock == nil) == (config.pointee.unlock == nil)
  else { return CaffeineError.argument.rawValue }
  let ledger = Ledger(at: memory)
  // The same layout: LayoutTests compares every offset.
  let status = begin(ledger, UnsafeRawPointer(config).assumingMemoryBound(to: Configuration.self))
  if !status.isRefusal {
    ledger.hostWords = (
      unsafeBitCast(config.pointee.lock, to: UInt.self),
      unsafeBitCast(config.pointee.unlock, to: UInt.self), UInt(bitPattern: config.pointee.user),
      unsafeBitCast(config.pointee.log, to: UInt.self)
    )
    engine.pointee = OpaquePointer(memory)
  }
  return status.rawValue
}

@inline(__always) @_cdecl("caffeine_version") @implementation
public func caffeine_version() -> UInt32 {
  UInt32(CAFFEINE_VERSION_MAJOR) &<< 16 | UInt32(CAFFEINE_VERSION_MINOR) &<< 8
    | UInt32(CAFFEINE_VERSION_PATCH)
}

@inline(__always) @_cdecl("caffeine_abi_version") @implementation
public func caffeine_abi_version() -> UInt32 {
  CAFFEINE_ABI
}

@inline(__always) @_cdecl("caffeine_strerror") @implementation
public func caffeine_strerror(_ status: Int32) -> UnsafePointer<CChar>? {
  // One text: a name for each status, in order, each ended by a zero.
  let names: StaticString = """
    success\0memory too small\0misaligned\0ABI mismatch\0bad argument\0out of range\0\
    too old\0not kept\0full\0stale\0unknown id\0in the future\0clock not set\0\
    suspicious\0never\0busy\0another wearer\0corrupt data\0newer version\0\
    anchor too old\0no peer\0device failed\0geometry\0unavailable\0cancelled\0denied\0\
    timed out\0unknown\0
    """
  var text = names.utf8Start
  var skipped = status > 0 ? 0 : status < -27 ? -27 : status
  while skipped != 0 {
    while text.pointee != 0 { text += 1 }
    text += 1
    skipped &+= 1
  }
  return UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self)
}
