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
  guard let id else { return CaffeineError.argument.rawValue }
  return call(engine, receipt, size: MemoryLayout<caffeine_receipt>.size) { ledger in
    var drink = Drink(
      id: DrinkID(id), time: Timestamp(0), dose: .zero, revision: revision, source: source)
    return tell(receipt, ledger.remove(&drink), &drink, ledger)
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
  call(engine, drink) { (ledger, drink: UnsafeMutablePointer<Drink>) in
    guard index < UInt32(truncatingIfNeeded: ledger.count) else { return .refused(.range) }
    ledger.copyDrink(at: Int32(bitPattern: index), to: drink)
    return .done
  }
}

@inline(__always) @_cdecl("caffeine_find") @implementation
public func caffeine_find(
  _ engine: OpaquePointer?, _ id: UnsafePointer<UInt8>?,
  _ drink: UnsafeMutablePointer<caffeine_drink>?
) -> Int32 {
  guard let id else { return CaffeineError.argument.rawValue }
  return call(engine, drink, size: MemoryLayout<caffeine_drink>.size) { ledger in
    var copy = DrinkID(id)
    let index = ledger.find(&copy)
    guard index >= 0 else { return CaffeineError.unknownID.rawValue }
    if let drink {
      ledger.copyDrink(
        at: index, to: UnsafeMutableRawPointer(drink).assumingMemoryBound(to: Drink.self))
    }
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
  call(engine) { ledger in
    let profile = Profile(
      absorptionHalfLife: absorption_half_life_s, eliminationHalfLife: elimination_half_life_s)
    return ledger.setProfile(profile, from: from_s).rawValue
  }
}

@inline(__always) @_cdecl("caffeine_fold_time") @implementation
public func caffeine_fold_time(
  _ engine: OpaquePointer?, _ time_s: UnsafeMutablePointer<Int64>?
) -> Int32 {
  guard let time_s, UInt(bitPattern: time_s) & 7 == 0 else {
    return CaffeineError.argument.rawValue
  }
  return call(engine) { ledger in
    guard let time = ledger.foldTime else { return CaffeineError.never.rawValue }
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
  guard let drink, isWhole(drink) else { return CaffeineError.argument.rawValue }
  return call(engine, receipt, size: MemoryLayout<caffeine_receipt>.size) { ledger in
    // The same layout: LayoutTests compares every offset.
    var copy = UnsafeRawPointer(drink).load(as: Drink.self)
    let status = ledger.record(&copy, now: Timestamp(now), isEdit: isEdit)
    return tell(receipt, status, &copy, ledger)
  }
}

/// Tells what became of a drink, or, where its time is too old, which one is not.
@inline(never)
func tell(
  _ receipt: UnsafeMutablePointer<caffeine_receipt>?, _ status: Status,
  _ drink: UnsafeMutablePointer<Drink>, _ ledger: Ledger
) -> Int32 {
  if let receipt {
    if status == .refused(.tooOld) {
      receipt.pointee.oldest_open_s = ledger.oldestOpenTime(for: drink).seconds
    }
    if !status.isRefusal {
      receipt.pointee.change = status.rawValue
      receipt.pointee.revision = drink.pointee.revision
      receipt.pointee.flags = 0
      (UnsafeMutableRawPointer(receipt) + 8).storeBytes(of: drink.pointee.id, as: DrinkID.self)
    }
  }
  return status.isRefusal ? status.rawValue : CAFFEINE_OK
}

extension DrinkID {
  /// Reads 16 bytes.
  @inline(never)
  init(_ bytes: UnsafePointer<UInt8>) {
    self = UnsafeRawPointer(bytes).loadUnaligned(as: DrinkID.self)
  }
}
