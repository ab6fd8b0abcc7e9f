/// What a journal's device holds.
@frozen
public struct JournalReport: Equatable, Sendable {
  var size: UInt32 = 0
  /// Slots that were read: those of the newest whole checkpoint, and all after it.
  public var slots: UInt32 = 0
  /// Slots among them that cannot be read as they were written: torn, or damaged since.
  public var damaged: UInt32 = 0
  /// Slots of these whose reading failed.
  public var unreadable: UInt32 = 0
  /// Slots that were kept once and are missing: of the damaged ones, those that were not torn. What
  /// they said is lost, but for parts of the state and of the folded dates, which two slots say.
  public var missing: UInt32 = 0
  /// Slots of kinds unknown here that forbid writing.
  public var unknown: UInt32 = 0
  /// Blocks whose header cannot be read.
  public var unreadableBlocks: UInt32 = 0
  /// Blocks that hold nothing that is needed.
  public var free: UInt32 = 0
  /// How often the least worn block was erased, as headers say.
  public var leastErases: UInt32 = 0
  /// How often the most worn block was erased.
  public var mostErases: UInt32 = 0
  /// 0 so far.
  public var flags: Flags = []

  init() {}
}

extension UnsafeMutablePointer<JournalReport> {
  /// Copies all but the size.
  @inline(never)
  func tell(_ report: JournalReport) {
    let size = pointee.size
    pointee = report
    pointee.size = size
  }
}
