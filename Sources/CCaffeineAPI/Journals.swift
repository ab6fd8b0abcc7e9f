// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation
// The header, caffeine.h, says what each function does, costs and returns.

import CCaffeine
import CaffeineEngine

@inline(__always) @_cdecl("caffeine_journal_format") @implementation
public func caffeine_journal_format(
  _ flash: UnsafePointer<caffeine_flash>?, _ wearer: UInt32
) -> Int32 {
  guard let flash, isDevice(flash) else { return CaffeineError.argument.rawValue }
  var journal = HostJournal(on: device(flash))
  return journal.format(wearer: wearer).rawValue
}

@inline(__always) @_cdecl("caffeine_journal_mount") @implementation
public func caffeine_journal_mount(
  _ memory: UnsafeMutableRawPointer?, _ memory_size: UInt32,
  _ flash: UnsafePointer<caffeine_flash>?, _ engine: OpaquePointer?,
  _ journal: UnsafeMutablePointer<OpaquePointer?>?,
  _ report: UnsafeMutablePointer<caffeine_journal_report>?
) -> Int32 {
  guard let memory, let flash, isDevice(flash), let journal,
    UInt(bitPattern: journal) & UInt(MemoryLayout<OpaquePointer>.alignment &- 1) == 0
  else { return CaffeineError.argument.rawValue }
  guard UInt(bitPattern: memory) & 7 == 0 else { return CaffeineError.align.rawValue }
  guard memory_size >= UInt32(truncatingIfNeeded: MemoryLayout<HostJournal>.size) else {
    return CaffeineError.memory.rawValue
  }
  return call(
    engine, report, size: MemoryLayout<caffeine_journal_report>.size,
    alignment: MemoryLayout<caffeine_journal_report>.alignment
  ) { ledger in
    let place = memory.assumingMemoryBound(to: HostJournal.self)
    place.pointee.prepare(on: device(flash))
    let found = report.map {
      UnsafeMutableRawPointer($0).assumingMemoryBound(to: JournalReport.self)
    }
    let status = place.pointee.mount(ledger, found)
    if !status.isRefusal { journal.pointee = OpaquePointer(memory) }
    return status.rawValue
  }
}

@inline(__always) @_cdecl("caffeine_journal_append") @implementation
public func caffeine_journal_append(_ journal: OpaquePointer?, _ engine: OpaquePointer?) -> Int32 {
  call(journal, engine) { $0.pointee.append($1) }
}

@inline(__always) @_cdecl("caffeine_journal_compact_step") @implementation
public func caffeine_journal_compact_step(
  _ journal: OpaquePointer?, _ engine: OpaquePointer?
) -> Int32 {
  call(journal, engine) { $0.pointee.compactStep($1) }
}

@inline(__always) @_cdecl("caffeine_journal_inspect") @implementation
public func caffeine_journal_inspect(
  _ flash: UnsafePointer<caffeine_flash>?, _ report: UnsafeMutablePointer<caffeine_journal_report>?
) -> Int32 {
  guard let flash, isDevice(flash), let report, isWhole(report) else {
    return CaffeineError.argument.rawValue
  }
  var journal = HostJournal(on: device(flash))
  let found = UnsafeMutableRawPointer(report).assumingMemoryBound(to: JournalReport.self)
  return journal.inspect(found).rawValue
}

@inline(__always) @_cdecl("caffeine_journal_wipe") @implementation
public func caffeine_journal_wipe(_ journal: OpaquePointer?, _ engine: OpaquePointer?) -> Int32 {
  call(journal, engine) { $0.pointee.wipe($1).rawValue }
}

/// Whether a device can be used.
@inline(never)
private func isDevice(_ flash: UnsafePointer<caffeine_flash>) -> Bool {
  isWhole(flash) && device(flash).pointee.isComplete
}

/// The engine's own type of the same layout: LayoutTests compares every offset.
@inline(__always)
private func device(_ flash: UnsafePointer<caffeine_flash>) -> UnsafePointer<HostFlash> {
  UnsafeRawPointer(flash).assumingMemoryBound(to: HostFlash.self)
}

/// Runs a call with a journal that is mounted and its engine.
@inline(__always)
private func call(
  _ journal: OpaquePointer?, _ engine: OpaquePointer?,
  _ body: (UnsafeMutablePointer<HostJournal>, Ledger) -> Int32
) -> Int32 {
  guard let journal, UInt(bitPattern: journal) & 7 == 0 else {
    return CaffeineError.argument.rawValue
  }
  let place = UnsafeMutableRawPointer(journal).assumingMemoryBound(to: HostJournal.self)
  guard place.pointee.mark == HostJournal.mark else { return CaffeineError.argument.rawValue }
  return call(engine) { body(place, $0) }
}
