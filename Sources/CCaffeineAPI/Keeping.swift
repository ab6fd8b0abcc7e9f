// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

import CCaffeine
import CaffeineEngine

@inline(__always) @_cdecl("caffeine_save_size") @implementation
public func caffeine_save_size(_ engine: OpaquePointer?) -> Int32 {
  call(engine) { $0.write(to: nil, room: 0) }
}

@inline(__always) @_cdecl("caffeine_save") @implementation
public func caffeine_save(
  _ engine: OpaquePointer?, _ bytes: UnsafeMutableRawPointer?, _ size: UInt32
) -> Int32 {
  guard let bytes else { return CaffeineError.argument.rawValue }
  return call(engine) { $0.write(to: bytes, room: size) }
}

@inline(__always) @_cdecl("caffeine_load") @implementation
public func caffeine_load(
  _ engine: OpaquePointer?, _ bytes: UnsafeRawPointer?, _ size: UInt32,
  _ report: UnsafeMutablePointer<caffeine_load_report>?
) -> Int32 {
  guard let bytes, size <= UInt32(Int32.max) else { return CaffeineError.argument.rawValue }
  return call(
    engine, report, size: MemoryLayout<caffeine_load_report>.size,
    alignment: MemoryLayout<caffeine_load_report>.alignment
  ) { ledger in
    var skipped: UInt32 = 0
    let status = ledger.read(bytes, size: Int(truncatingIfNeeded: size), skipped: &skipped)
    if let report, !status.isRefusal {
      report.pointee.drinks = UInt32(truncatingIfNeeded: ledger.count)
      report.pointee.skipped = skipped
    }
    return status.rawValue
  }
}

@inline(__always) @_cdecl("caffeine_adopt") @implementation
public func caffeine_adopt(
  _ memory: UnsafeMutableRawPointer?, _ memory_size: UInt32, _ abi: UInt32,
  _ config: UnsafePointer<caffeine_config>?, _ engine: UnsafeMutablePointer<OpaquePointer?>?
) -> Int32 {
  start(memory, abi, config, engine) { $0.adopt(byteCount: memory_size, configuration: $1) }
}

@inline(__always) @_cdecl("caffeine_record_encode") @implementation
public func caffeine_record_encode(
  _ drink: UnsafePointer<caffeine_drink>?, _ bytes: UnsafeMutableRawPointer?, _ size: UInt32
) -> Int32 {
  guard let drink, isWhole(drink), let bytes else { return CaffeineError.argument.rawValue }
  let needed = UInt32(truncatingIfNeeded: Drink.recordSize)
  guard size >= needed else { return CaffeineError.memory.rawValue }
  UnsafeRawPointer(drink).assumingMemoryBound(to: Drink.self).encode(to: bytes)
  return Int32(bitPattern: needed)
}

@inline(__always) @_cdecl("caffeine_record_decode") @implementation
public func caffeine_record_decode(
  _ bytes: UnsafeRawPointer?, _ size: UInt32, _ drink: UnsafeMutablePointer<caffeine_drink>?
) -> Int32 {
  guard let bytes, let drink, isWhole(drink), size <= UInt32(Int32.max) else {
    return CaffeineError.argument.rawValue
  }
  return UnsafeMutableRawPointer(drink).assumingMemoryBound(to: Drink.self)
    .decode(from: bytes, size: Int(truncatingIfNeeded: size)).rawValue
}
