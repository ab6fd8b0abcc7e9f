/// Flash that C functions reach, laid out like the C interface's `caffeine_flash`.
///
/// Every number but 0 that a function returns is a failure, and of an erase `busy` puts it off.
package struct HostFlash: FlashDevice {
  package typealias Read =
    @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeMutableRawPointer?, UInt32) ->
    Int32
  package typealias Program =
    @convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32, UnsafeRawPointer?, UInt32) -> Int32
  package typealias Erase = @convention(c) (UnsafeMutableRawPointer?, UInt32) -> Int32
  package typealias Sync = @convention(c) (UnsafeMutableRawPointer?) -> Int32

  private var size: UInt32
  package let geometry: FlashGeometry
  private var reserved: UInt32
  private var reads: Read?
  private var programs: Program?
  private var erases: Erase?
  private var syncs: Sync?
  private var user: UnsafeMutableRawPointer?

  /// Whether every function is there, as all else of the structure relies on.
  package var isComplete: Bool {
    reserved == 0 && reads != nil && programs != nil && erases != nil && syncs != nil
  }

  @inline(__always)
  package func read(
    _ block: UInt32, _ offset: UInt32, into bytes: UnsafeMutableRawPointer, count: UInt32
  ) -> FlashResult {
    reads.unsafelyUnwrapped(user, block, offset, bytes, count) == 0 ? .done : .failed
  }

  @inline(__always)
  package func program(
    _ block: UInt32, _ offset: UInt32, from bytes: UnsafeRawPointer, count: UInt32
  ) -> FlashResult {
    programs.unsafelyUnwrapped(user, block, offset, bytes, count) == 0 ? .done : .failed
  }

  @inline(__always)
  package func erase(_ block: UInt32) -> FlashResult {
    let status = erases.unsafelyUnwrapped(user, block)
    return status == 0 ? .done : status == CaffeineError.busy.rawValue ? .notNow : .failed
  }

  @inline(__always)
  package func sync() -> FlashResult {
    syncs.unsafelyUnwrapped(user) == 0 ? .done : .failed
  }
}

/// A journal on such flash, in memory of the host's.
///
/// Its calls stand here, beside the generic ones, so that those are compiled for this device.
package struct HostJournal {
  /// Marks memory that holds one.
  package static var mark: UInt32 { 0xCAFF_E201 }

  package var mark: UInt32
  private var journal: Journal<HostFlash>

  /// Prepares a journal.
  package init(on flash: UnsafePointer<HostFlash>) {
    mark = 0
    journal = Journal(on: flash.pointee)
  }

  /// The same in memory of whatever content: mounting sets all else.
  package mutating func prepare(on flash: UnsafePointer<HostFlash>) {
    mark = 0
    journal.device = flash.pointee
  }

  package mutating func mount(
    _ ledger: Ledger, _ report: UnsafeMutablePointer<JournalReport>?
  ) -> Status {
    var found = JournalReport()
    let status = journal.mount(ledger, &found)
    if !status.isRefusal {
      mark = HostJournal.mark
      report?.tell(found)
    }
    return status
  }

  package mutating func format(wearer: UInt32) -> Status { journal.begin(wearer: wearer) }

  package mutating func inspect(_ report: UnsafeMutablePointer<JournalReport>) -> Status {
    var found = JournalReport()
    let status = journal.inspect(&found)
    if !status.isRefusal { report.tell(found) }
    return status
  }

  package mutating func append(_ ledger: Ledger) -> Int32 { journal.keep(ledger) }

  package mutating func compactStep(_ ledger: Ledger) -> Int32 { journal.stepAhead(ledger) }

  package mutating func wipe(_ ledger: Ledger) -> Status { journal.erase(ledger) }
}
