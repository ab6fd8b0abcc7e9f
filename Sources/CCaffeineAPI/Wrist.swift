// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

import CCaffeine
import CaffeineEngine

@inline(__always) @_cdecl("caffeine_preset") @implementation
public func caffeine_preset(
  _ preset: UInt8, _ drink: UnsafeMutablePointer<caffeine_drink>?
) -> Int32 {
  guard let drink, isWhole(drink) else { return CaffeineError.argument.rawValue }
  let preset = Preset(rawValue: preset)
  guard preset.isListed else { return CaffeineError.range.rawValue }
  UnsafeMutableRawPointer(drink).assumingMemoryBound(to: Drink.self).take(preset)
  return CAFFEINE_OK
}

@inline(__always) @_cdecl("caffeine_next_local") @implementation
public func caffeine_next_local(
  _ now_s: Int64, _ minute_of_day: UInt32, _ zone: UnsafePointer<caffeine_zone>?,
  _ time_s: UnsafeMutablePointer<Int64>?
) -> Int32 {
  guard let zone, isWhole(zone), let time_s, UInt(bitPattern: time_s) & 7 == 0 else {
    return CaffeineError.argument.rawValue
  }
  guard minute_of_day < 1_440,
    let clock = WallClock(
      offset: zone.pointee.offset_min, change: zone.pointee.next_change_s,
      offsetAfter: zone.pointee.offset_after_min)
  else { return CaffeineError.range.rawValue }
  time_s.pointee = clock.next(minute: minute_of_day, after: now_s)
  return CAFFEINE_OK
}

@inline(__always) @_cdecl("caffeine_inbox_drain") @implementation
public func caffeine_inbox_drain(
  _ engine: OpaquePointer?, _ inbox: UnsafeMutablePointer<caffeine_inbox>?, _ now_s: Int64,
  _ uptime_s: UInt32, _ utc_offset_min: Int32
) -> Int32 {
  guard let inbox, UInt(bitPattern: inbox) & 3 == 0 else {
    return CaffeineError.argument.rawValue
  }
  guard UInt32(bitPattern: utc_offset_min &+ 1_080) <= 2 * 1_080 else {
    return CaffeineError.range.rawValue
  }
  let offset = Int16(truncatingIfNeeded: utc_offset_min)
  return call(engine) { ledger in
    ledger.drain(Inbox(at: inbox), now: Timestamp(now_s), uptime: uptime_s, utcOffset: offset)
  }
}

@inline(__always) @_cdecl("caffeine_similar") @implementation
public func caffeine_similar(
  _ engine: OpaquePointer?, _ drink: UnsafePointer<caffeine_drink>?
) -> Int32 {
  let status = enter(
    engine, drink, MemoryLayout<caffeine_drink>.size, MemoryLayout<caffeine_drink>.alignment)
  guard status == 0 else { return status }
  // `enter` refused null pointers.
  let engine = engine.unsafelyUnwrapped, drink = UnsafeRawPointer(drink.unsafelyUnwrapped)
  let index = Ledger(at: UnsafeMutableRawPointer(engine))
    .similar(to: drink.assumingMemoryBound(to: Drink.self))
  return leave(engine, index < 0 ? CaffeineError.unknownID.rawValue : index)
}

@inline(__always) @_cdecl("caffeine_erase_all") @implementation
public func caffeine_erase_all(_ engine: OpaquePointer?) -> Int32 {
  call(engine) { ledger in
    ledger.eraseAll()
    return CAFFEINE_OK
  }
}

@inline(__always) @_cdecl("caffeine_face_at") @implementation
public func caffeine_face_at(
  _ engine: OpaquePointer?, _ now_s: Int64, _ utc_offset_min: Int32, _ digit_ug: UInt32,
  _ face: UnsafeMutablePointer<caffeine_face>?
) -> Int32 {
  call(engine, face) { (ledger, face: UnsafeMutablePointer<Face>) in
    ledger.face(now: now_s, utcOffset: utc_offset_min, digit: digit_ug, into: face)
  }
}

@inline(__always) @_cdecl("caffeine_may_have") @implementation
public func caffeine_may_have(
  _ engine: OpaquePointer?, _ now_s: Int64, _ dose_ug: UInt32, _ bedtime_s: Int64,
  _ utc_offset_min: Int32, _ answer: UnsafeMutablePointer<caffeine_may_have_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer: UnsafeMutablePointer<Verdict>) in
    ledger.mayHave(
      dose_ug, now: now_s, bedtime: bedtime_s, utcOffset: utc_offset_min, into: answer)
  }
}

@inline(__always) @_cdecl("caffeine_what_if") @implementation
public func caffeine_what_if(
  _ engine: OpaquePointer?, _ drink: UnsafePointer<caffeine_drink>?, _ now_s: Int64,
  _ time_s: Int64, _ answer: UnsafeMutablePointer<caffeine_amounts_answer>?
) -> Int32 {
  guard let drink, isWhole(drink) else { return CaffeineError.argument.rawValue }
  return call(engine, answer) { (ledger, answer: UnsafeMutablePointer<Amounts>) in
    ledger.whatIf(
      UnsafeRawPointer(drink).assumingMemoryBound(to: Drink.self), now: now_s, at: time_s,
      into: answer)
  }
}

@inline(__always) @_cdecl("caffeine_confirm") @implementation
public func caffeine_confirm(
  _ engine: OpaquePointer?, _ id: UnsafePointer<UInt8>?, _ source: UInt8, _ time_s: Int64,
  _ now_s: Int64, _ receipt: UnsafeMutablePointer<caffeine_receipt>?
) -> Int32 {
  guard let id else { return CaffeineError.argument.rawValue }
  return call(engine, receipt, size: MemoryLayout<caffeine_receipt>.size) { ledger in
    var drink = Drink(id: DrinkID(id), time: Timestamp(time_s), dose: .zero, source: source)
    let status = ledger.confirm(&drink, now: Timestamp(now_s))
    return tell(receipt, status, &drink, ledger)
  }
}

@inline(__always) @_cdecl("caffeine_clock_changed") @implementation
public func caffeine_clock_changed(
  _ engine: OpaquePointer?, _ old_now_s: Int64, _ new_now_s: Int64, _ wrong_since_s: Int64
) -> Int32 {
  call(engine) { $0.changeClock(from: old_now_s, to: new_now_s, wrongSince: wrong_since_s) }
}
