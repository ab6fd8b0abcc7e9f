// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

import CCaffeine
import CaffeineEngine

@inline(__always) @_cdecl("caffeine_record") @implementation
public func caffeine_record(
  _ engine: OpaquePointer?, _ drink: UnsafePointer<caffeine_drink>?, _ now_s: Int64,
  _ receipt: UnsafeMutablePointer<caffeine_receipt>?
) -> Int32 {
  put(engine, drink, now_s, receipt, isEdit: false)
}

@inline(__always) @_cdecl("caffeine_edit") @implementation
public func caffeine_edit(
  _ engine: OpaquePointer?, _ drink: UnsafePointer<caffeine_drink>?, _ now_s: Int64,
  _ receipt: UnsafeMutablePointer<caffeine_receipt>?
) -> Int32 {
  put(engine, drink, now_s, receipt, isEdit: true)
}

@inline(__always) @_cdecl("caffeine_remove") @implementation
public func caffeine_remove(
  _ engine: OpaquePointer?, _ id: UnsafePointer<UInt8>?, _ revision: UInt32, _ source: UInt8,
  _ receipt: UnsafeMutablePointer<caffeine_receipt>?
) -> Int32 {
  guard let id, receipt == nil || isWhole(receipt) else { return CaffeineError.argument.rawValue }
  return call(engine) { (ledger) throws(CaffeineError) in
    var copy = DrinkID(id), kept = revision
    do throws(CaffeineError) {
      let change = try ledger.remove(&copy, revision: &kept, source: source)
      fill(receipt, &copy, kept, change)
    } catch {
      throw explain(error, receipt, ledger, isNew: false)
    }
    return CAFFEINE_OK
  }
}

@inline(__always) @_cdecl("caffeine_count") @implementation
public func caffeine_count(_ engine: OpaquePointer?) -> Int32 {
  call(engine) { Int32(truncatingIfNeeded: $0.count) }
}

@inline(__always) @_cdecl("caffeine_capacity") @implementation
public func caffeine_capacity(_ engine: OpaquePointer?) -> Int32 {
  call(engine) { Int32(truncatingIfNeeded: $0.capacity) }
}

@inline(__always) @_cdecl("caffeine_at") @implementation
public func caffeine_at(
  _ engine: OpaquePointer?, _ index: UInt32, _ drink: UnsafeMutablePointer<caffeine_drink>?
) -> Int32 {
  call(engine, drink) { (ledger, drink) throws(CaffeineError) in
    guard index < UInt32(truncatingIfNeeded: ledger.count) else { throw .range }
    ledger.copy(Int32(bitPattern: index), to: drink)
    return CAFFEINE_OK
  }
}

@inline(__always) @_cdecl("caffeine_find") @implementation
public func caffeine_find(
  _ engine: OpaquePointer?, _ id: UnsafePointer<UInt8>?,
  _ drink: UnsafeMutablePointer<caffeine_drink>?
) -> Int32 {
  guard let id, drink == nil || isWhole(drink) else {
    return CaffeineError.argument.rawValue
  }
  return call(engine) { (ledger) throws(CaffeineError) in
    var copy = DrinkID(id)
    let index = ledger.find(&copy)
    guard index >= 0 else { throw .unknownID }
    if let drink { ledger.copy(index, to: drink) }
    return index
  }
}

@inline(__always) @_cdecl("caffeine_first_from") @implementation
public func caffeine_first_from(_ engine: OpaquePointer?, _ time_s: Int64) -> Int32 {
  call(engine) { Int32(truncatingIfNeeded: $0.firstIndex(from: Timestamp(time_s))) }
}

@inline(__always) @_cdecl("caffeine_set_profile") @implementation
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

@inline(__always) @_cdecl("caffeine_fold_time") @implementation
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
  guard let drink, isWhole(drink), receipt == nil || isWhole(receipt)
  else { return CaffeineError.argument.rawValue }
  return call(engine) { (ledger) throws(CaffeineError) in
    // The same layout: LayoutTests compares every offset.
    var copy = UnsafeRawPointer(drink).load(as: Drink.self)
    do throws(CaffeineError) {
      let change = try ledger.record(&copy, now: Timestamp(now), isEdit: isEdit)
      fill(receipt, &copy.id, copy.revision, change)
    } catch {
      throw explain(error, receipt, ledger, isNew: ledger.find(&copy.id) < 0)
    }
    return CAFFEINE_OK
  }
}

/// Says, where a time is too old, which one is not.
@inline(never)
private func explain(
  _ error: CaffeineError, _ receipt: UnsafeMutablePointer<caffeine_receipt>?, _ ledger: Ledger,
  isNew: Bool
) -> CaffeineError {
  if error == .tooOld, let receipt {
    receipt.pointee.oldest_open_s = ledger.oldestOpenTime(isNew: isNew).seconds
  }
  return error
}

@inline(never)
private func fill(
  _ receipt: UnsafeMutablePointer<caffeine_receipt>?, _ id: UnsafePointer<DrinkID>,
  _ revision: UInt32, _ change: Receipt.Change
) {
  guard let receipt else { return }
  receipt.pointee.change = Int32(change.rawValue)
  receipt.pointee.revision = revision
  receipt.pointee.flags = 0
  (UnsafeMutableRawPointer(receipt) + 8).storeBytes(of: id.pointee, as: DrinkID.self)
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
