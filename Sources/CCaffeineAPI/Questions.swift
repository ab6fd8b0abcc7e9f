// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

import CCaffeine
import CaffeineEngine

@inline(__always) @_cdecl("caffeine_amounts") @implementation
public func caffeine_amounts(
  _ engine: OpaquePointer?, _ time_s: Int64,
  _ answer: UnsafeMutablePointer<caffeine_amounts_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer: UnsafeMutablePointer<Amounts>) in
    ledger.amounts(at: time_s, into: answer)
  }
}

@inline(__always) @_cdecl("caffeine_timeline") @implementation
public func caffeine_timeline(
  _ engine: OpaquePointer?, _ start_s: Int64, _ step_s: UInt32, _ count: UInt32,
  _ body_ug: UnsafeMutablePointer<UInt32>?, _ flags: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  guard let body_ug, (UInt(bitPattern: body_ug) | UInt(bitPattern: flags)) & 3 == 0 else {
    return CaffeineError.argument.rawValue
  }
  guard count <= UInt32(Int32.max) else { return CaffeineError.range.rawValue }
  return call(engine) { ledger in
    let status = ledger.timeline(
      from: start_s, step: step_s, count: count, into: body_ug, flags: flags)
    return status.isRefusal ? status.rawValue : Int32(truncatingIfNeeded: count)
  }
}

@inline(__always) @_cdecl("caffeine_highest") @implementation
public func caffeine_highest(
  _ engine: OpaquePointer?, _ from_s: Int64, _ until_s: Int64,
  _ answer: UnsafeMutablePointer<caffeine_highest_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer: UnsafeMutablePointer<Peak>) in
    ledger.highest(from: from_s, until: until_s, into: answer)
  }
}

@inline(__always) @_cdecl("caffeine_below_from") @implementation
public func caffeine_below_from(
  _ engine: OpaquePointer?, _ from_s: Int64, _ until_s: Int64, _ threshold_ug: UInt32,
  _ answer: UnsafeMutablePointer<caffeine_time_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer: UnsafeMutablePointer<Moment>) in
    ledger.belowFrom(from_s, until: until_s, threshold: threshold_ug, into: answer)
  }
}

@inline(__always) @_cdecl("caffeine_largest_dose") @implementation
public func caffeine_largest_dose(
  _ engine: OpaquePointer?, _ now_s: Int64, _ bedtime_s: Int64, _ threshold_ug: UInt32,
  _ answer: UnsafeMutablePointer<caffeine_dose_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer: UnsafeMutablePointer<Allowance>) in
    ledger.largestDose(
      now: now_s, bedtime: bedtime_s, threshold: threshold_ug, into: answer)
  }
}

@inline(__always) @_cdecl("caffeine_latest_time") @implementation
public func caffeine_latest_time(
  _ engine: OpaquePointer?, _ dose_ug: UInt32, _ now_s: Int64, _ bedtime_s: Int64,
  _ threshold_ug: UInt32, _ answer: UnsafeMutablePointer<caffeine_time_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer: UnsafeMutablePointer<Moment>) in
    ledger.latestTime(
      for: dose_ug, now: now_s, bedtime: bedtime_s, threshold: threshold_ug, into: answer)
  }
}

@inline(__always) @_cdecl("caffeine_day") @implementation
public func caffeine_day(
  _ engine: OpaquePointer?, _ date: Int64, _ answer: UnsafeMutablePointer<caffeine_day_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer: UnsafeMutablePointer<Day>) in
    ledger.day(into: answer, LocalDate(days: date))
  }
}

@inline(__always) @_cdecl("caffeine_today") @implementation
public func caffeine_today(
  _ engine: OpaquePointer?, _ now_s: Int64, _ utc_offset_min: Int32,
  _ answer: UnsafeMutablePointer<caffeine_day_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer: UnsafeMutablePointer<Day>) in
    ledger.today(now: Timestamp(now_s), utcOffset: utc_offset_min, into: answer)
  }
}

@inline(__always) @_cdecl("caffeine_area") @implementation
public func caffeine_area(
  _ engine: OpaquePointer?, _ from_s: Int64, _ until_s: Int64,
  _ answer: UnsafeMutablePointer<caffeine_area_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer: UnsafeMutablePointer<Area>) in
    ledger.area(from: from_s, until: until_s, into: answer)
  }
}

@inline(__always) @_cdecl("caffeine_concentration") @implementation
public func caffeine_concentration(
  _ engine: OpaquePointer?, _ time_s: Int64, _ body_mass_g: UInt32, _ volume_ml_per_kg: UInt32,
  _ answer: UnsafeMutablePointer<caffeine_concentration_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer: UnsafeMutablePointer<Concentration>) in
    ledger.concentration(
      at: time_s, bodyMass: body_mass_g, volumeOfDistribution: volume_ml_per_kg, into: answer)
  }
}
