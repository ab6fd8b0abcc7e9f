// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

import CCaffeine
import CaffeineEngine

@inline(__always) @_cdecl("caffeine_amounts") @implementation
public func caffeine_amounts(
  _ engine: OpaquePointer?, _ time_s: Int64,
  _ answer: UnsafeMutablePointer<caffeine_amounts_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer) throws(CaffeineError) in
    let amounts = try ledger.amounts(at: Timestamp(time_s))
    answer.pointee.gut_ug = amounts.gut.micrograms
    answer.pointee.body_ug = amounts.body.micrograms
    answer.pointee.flags = amounts.flags.rawValue
    return CAFFEINE_OK
  }
}

@inline(__always) @_cdecl("caffeine_timeline") @implementation
public func caffeine_timeline(
  _ engine: OpaquePointer?, _ start_s: Int64, _ step_s: UInt32, _ count: UInt32,
  _ body_ug: UnsafeMutablePointer<UInt32>?, _ flags: UnsafeMutablePointer<UInt32>?
) -> Int32 {
  guard let body_ug, UInt(bitPattern: body_ug) & 3 == 0, UInt(bitPattern: flags) & 3 == 0 else {
    return CaffeineError.argument.rawValue
  }
  guard count <= UInt32(Int32.max) else { return CaffeineError.range.rawValue }
  return call(engine) { (ledger) throws(CaffeineError) in
    let trust = try ledger.timeline(
      from: Timestamp(start_s), step: step_s, count: count, into: body_ug)
    if let flags { flags.pointee = trust.rawValue }
    return Int32(truncatingIfNeeded: count)
  }
}

@inline(__always) @_cdecl("caffeine_highest") @implementation
public func caffeine_highest(
  _ engine: OpaquePointer?, _ from_s: Int64, _ until_s: Int64,
  _ answer: UnsafeMutablePointer<caffeine_highest_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer) throws(CaffeineError) in
    let peak = try ledger.highest(from: Timestamp(from_s), until: Timestamp(until_s))
    answer.pointee.body_ug = peak.body.micrograms
    answer.pointee.time_s = peak.time.seconds
    answer.pointee.reserved = 0
    answer.pointee.flags = peak.flags.rawValue
    return CAFFEINE_OK
  }
}

@inline(__always) @_cdecl("caffeine_below_from") @implementation
public func caffeine_below_from(
  _ engine: OpaquePointer?, _ from_s: Int64, _ until_s: Int64, _ threshold_ug: UInt32,
  _ answer: UnsafeMutablePointer<caffeine_time_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer) throws(CaffeineError) in
    let moment = try ledger.belowFrom(
      Timestamp(from_s), until: Timestamp(until_s), threshold: Amount(micrograms: threshold_ug))
    answer.pointee.assign(moment)
    return CAFFEINE_OK
  }
}

@inline(__always) @_cdecl("caffeine_largest_dose") @implementation
public func caffeine_largest_dose(
  _ engine: OpaquePointer?, _ now_s: Int64, _ bedtime_s: Int64, _ threshold_ug: UInt32,
  _ answer: UnsafeMutablePointer<caffeine_dose_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer) throws(CaffeineError) in
    let allowance = try ledger.largestDose(
      now: Timestamp(now_s), bedtime: Timestamp(bedtime_s),
      threshold: Amount(micrograms: threshold_ug))
    answer.pointee.dose_ug = allowance.dose.micrograms
    answer.pointee.flags = allowance.flags.rawValue
    return CAFFEINE_OK
  }
}

@inline(__always) @_cdecl("caffeine_latest_time") @implementation
public func caffeine_latest_time(
  _ engine: OpaquePointer?, _ dose_ug: UInt32, _ now_s: Int64, _ bedtime_s: Int64,
  _ threshold_ug: UInt32, _ answer: UnsafeMutablePointer<caffeine_time_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer) throws(CaffeineError) in
    let moment = try ledger.latestTime(
      for: Amount(micrograms: dose_ug), now: Timestamp(now_s), bedtime: Timestamp(bedtime_s),
      threshold: Amount(micrograms: threshold_ug))
    answer.pointee.assign(moment)
    return CAFFEINE_OK
  }
}

@inline(__always) @_cdecl("caffeine_day") @implementation
public func caffeine_day(
  _ engine: OpaquePointer?, _ date: Int64, _ answer: UnsafeMutablePointer<caffeine_day_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer) throws(CaffeineError) in
    try answer.tell(ledger, LocalDate(days: date))
  }
}

@inline(__always) @_cdecl("caffeine_today") @implementation
public func caffeine_today(
  _ engine: OpaquePointer?, _ now_s: Int64, _ utc_offset_min: Int32,
  _ answer: UnsafeMutablePointer<caffeine_day_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer) throws(CaffeineError) in
    try answer.tell(ledger, ledger.date(now: Timestamp(now_s), utcOffset: utc_offset_min))
  }
}

@inline(__always) @_cdecl("caffeine_area") @implementation
public func caffeine_area(
  _ engine: OpaquePointer?, _ from_s: Int64, _ until_s: Int64,
  _ answer: UnsafeMutablePointer<caffeine_area_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer) throws(CaffeineError) in
    let area = try ledger.area(from: Timestamp(from_s), until: Timestamp(until_s))
    answer.pointee.reserved = 0
    answer.pointee.area_ug_s = area.microgramSeconds
    answer.pointee.reserved2 = 0
    answer.pointee.flags = area.flags.rawValue
    return CAFFEINE_OK
  }
}

@inline(__always) @_cdecl("caffeine_concentration") @implementation
public func caffeine_concentration(
  _ engine: OpaquePointer?, _ time_s: Int64, _ body_mass_g: UInt32, _ volume_ml_per_kg: UInt32,
  _ answer: UnsafeMutablePointer<caffeine_concentration_answer>?
) -> Int32 {
  call(engine, answer) { (ledger, answer) throws(CaffeineError) in
    let concentration = try ledger.concentration(
      at: Timestamp(time_s), bodyMass: body_mass_g, volumeOfDistribution: volume_ml_per_kg)
    answer.pointee.ng_per_ml = concentration.nanogramsPerMilliliter
    answer.pointee.flags = concentration.flags.rawValue
    return CAFFEINE_OK
  }
}

extension caffeine_time_answer {
  fileprivate mutating func assign(_ moment: Moment) {
    reserved = 0
    time_s = moment.time.seconds
    reserved2 = 0
    flags = moment.flags.rawValue
  }
}

extension UnsafeMutablePointer<caffeine_day_answer> {
  @inline(never)
  fileprivate func tell(_ ledger: Ledger, _ date: LocalDate) throws(CaffeineError) -> Int32 {
    let day = try ledger.day(date)
    pointee.status = Int32(day.status.rawValue)
    pointee.date = day.date.days
    pointee.cup_hundredths = day.cupHundredths
    pointee.total_ug = day.total.micrograms
    pointee.drinks = day.drinks
    pointee.unknown_drinks = day.unknowns
    pointee.flags = day.flags.rawValue
    return CAFFEINE_OK
  }
}
