import CCaffeine
import CaffeineEngine

@_cdecl("caffeine_record") @implementation
public func caffeine_record(
  _ engine: OpaquePointer?, _ drink: UnsafePointer<caffeine_drink>?, _ now_s: Int64,
  _ receipt: UnsafeMutablePointer<caffeine_receipt>?
) -> Int32 {
  put(engine, drink, now_s, receipt, isEdit: false)
}

@_cdecl("caffeine_edit") @implementation
public func caffeine_edit(
  _ engine: OpaquePointer?, _ drink: UnsafePointer<caffeine_drink>?, _ now_s: Int64,
  _ receipt: UnsafeMutablePointer<caffeine_receipt>?
) -> Int32 {
  put(engine, drink, now_s, receipt, isEdit: true)
}

@_cdecl("caffeine_remove") @implementation
public func caffeine_remove(
  _ engine: OpaquePointer?, _ id: UnsafePointer<UInt8>?, _ revision: UInt32, _ source: UInt8,
  _ receipt: UnsafeMutablePointer<caffeine_receipt>?
) -> Int32 {
  guard let id, isWholeOrNull(receipt) else { return CaffeineError.argument.rawValue }
  return call(engine) { (ledger) throws(CaffeineError) in
    let result = try ledger.remove(DrinkID(id), revision: revision, source: source)
    fill(receipt, result, ledger)
    return CAFFEINE_OK
  }
}

@_cdecl("caffeine_count") @implementation
public func caffeine_count(_ engine: OpaquePointer?) -> Int32 {
  call(engine) { Int32(truncatingIfNeeded: $0.count) }
}

@_cdecl("caffeine_capacity") @implementation
public func caffeine_capacity(_ engine: OpaquePointer?) -> Int32 {
  call(engine) { Int32(truncatingIfNeeded: $0.capacity) }
}

@_cdecl("caffeine_at") @implementation
public func caffeine_at(
  _ engine: OpaquePointer?, _ index: UInt32, _ drink: UnsafeMutablePointer<caffeine_drink>?
) -> Int32 {
  call(engine, drink) { (ledger, drink) throws(CaffeineError) in
    guard index < UInt32(truncatingIfNeeded: ledger.count) else { throw .range }
    ledger.copy(Int32(bitPattern: index), to: drink)
    return CAFFEINE_OK
  }
}

@_cdecl("caffeine_find") @implementation
public func caffeine_find(
  _ engine: OpaquePointer?, _ id: UnsafePointer<UInt8>?,
  _ drink: UnsafeMutablePointer<caffeine_drink>?
) -> Int32 {
  guard let id, drink == nil || isWhole(drink, MemoryLayout<caffeine_drink>.size) else {
    return CaffeineError.argument.rawValue
  }
  return call(engine) { (ledger) throws(CaffeineError) in
    let index = ledger.find(DrinkID(id))
    guard index >= 0 else { throw .unknownID }
    if let drink { ledger.copy(index, to: drink) }
    return index
  }
}

@_cdecl("caffeine_first_from") @implementation
public func caffeine_first_from(_ engine: OpaquePointer?, _ time_s: Int64) -> Int32 {
  call(engine) { Int32(truncatingIfNeeded: $0.firstIndex(from: Timestamp(time_s))) }
}

@_cdecl("caffeine_set_profile") @implementation
public func caffeine_set_profile(
  _ engine: OpaquePointer?, _ from_s: Int64, _ absorption_half_life_s: UInt32,
  _ elimination_half_life_s: UInt32
) -> Int32 {
  call(engine) { (ledger) throws(CaffeineError) in
    try ledger.setProfile(
      Profile(
        absorptionHalfLife: absorption_half_life_s,
        eliminationHalfLife: elimination_half_life_s),
      from: from_s == .min ? nil : Timestamp(from_s))
    return CAFFEINE_OK
  }
}

@_cdecl("caffeine_fold_time") @implementation
public func caffeine_fold_time(
  _ engine: OpaquePointer?, _ time_s: UnsafeMutablePointer<Int64>?
) -> Int32 {
  guard let time_s, UInt(bitPattern: time_s) & 7 == 0 else {
    return CaffeineError.argument.rawValue
  }
  return call(engine) { (ledger) throws(CaffeineError) in
    guard let time = ledger.foldTime else { throw .never }
    time_s.pointee = time.seconds
    return CAFFEINE_OK
  }
}

// MARK: - Between the two faces

@inline(never)
private func put(
  _ engine: OpaquePointer?, _ drink: UnsafePointer<caffeine_drink>?, _ now: Int64,
  _ receipt: UnsafeMutablePointer<caffeine_receipt>?, isEdit: Bool
) -> Int32 {
  guard let drink, isWhole(drink, MemoryLayout<caffeine_drink>.size), isWholeOrNull(receipt)
  else { return CaffeineError.argument.rawValue }
  return call(engine) { (ledger) throws(CaffeineError) in
    // The same layout: DrinkTests compares every offset.
    let input = UnsafeRawPointer(drink).assumingMemoryBound(to: Drink.self)
    do throws(CaffeineError) {
      fill(receipt, try ledger.record(input, now: Timestamp(now), isEdit: isEdit), ledger)
    } catch {
      if error == .tooOld, let receipt {
        receipt.pointee.oldest_open_s = ledger.oldestOpenTime.seconds
      }
      throw error
    }
    return CAFFEINE_OK
  }
}

@inline(__always)
private func isWholeOrNull(_ receipt: UnsafeMutablePointer<caffeine_receipt>?) -> Bool {
  receipt == nil || isWhole(receipt, MemoryLayout<caffeine_receipt>.size)
}

@inline(never)
private func fill(
  _ receipt: UnsafeMutablePointer<caffeine_receipt>?, _ result: Receipt, _ ledger: Ledger
) {
  guard let receipt else { return }
  receipt.pointee.change = Int32(result.change.rawValue)
  receipt.pointee.oldest_open_s = ledger.oldestOpenTime.seconds
  receipt.pointee.revision = result.revision
  receipt.pointee.flags = 0
  (UnsafeMutableRawPointer(receipt) + 8).storeBytes(of: result.id, as: DrinkID.self)
}

extension DrinkID {
  /// Reads 16 bytes.
  @inline(never)
  fileprivate init(_ bytes: UnsafePointer<UInt8>) {
    self = UnsafeRawPointer(bytes).loadUnaligned(as: DrinkID.self)
  }
}

extension Ledger {
  /// Copies a drink out; the structure's size stays as the caller set it.
  @inline(never)
  fileprivate func copy(_ index: Int32, to drink: UnsafeMutablePointer<caffeine_drink>) {
    let size = drink.pointee.struct_size
    copyDrink(at: index, to: UnsafeMutableRawPointer(drink).assumingMemoryBound(to: Drink.self))
    drink.pointee.struct_size = size
  }
}
