/// Keeps a ledger on flash, so that a power cut costs nothing that was acknowledged.
///
/// A log of slots in a ring of erase blocks. `append` writes down what changed in the ledger since
/// the last time; where blocks run short, all that is alive is written anew (a checkpoint), and the
/// blocks before it come free. Slots only ever say how things are now, so reading one twice, or an
/// older one first, changes nothing: a cut at any moment leaves what was acknowledged and, whole or not
/// at all, what was under way.
/// ```
///   ring:   free │ base ── log ── log ── head │ free        free < a checkpoint: write one now
///           free │        stale        │ base ── head │ free
/// ```
/// Isolation: as the ledger's, one call at a time.
public struct Journal<Device: FlashDevice> {
  /// What the journal is kept on.
  public internal(set) var device: Device
  var state = JournalState()
  /// The slot that was read last, or is being written.
  var slot = JournalSlot()

  /// Prepares a journal on a device; `format` and `mount` do the rest.
  public init(on device: Device) {
    self.device = device
  }

  @inline(__always)
  var geometry: FlashGeometry { device.geometry }

  /// Forgets where the journal stands.
  @inline(never)
  mutating func reset() {
    state = JournalState()
    state.header.magic = JournalHeader.magic
    state.header.geometry = geometry.mark
  }
}

/// Where a journal stands, and what it knows to be kept.
struct JournalState {
  /// The last slot that was written whole.
  var sequence: UInt32 = 0
  /// The block that is written to, and its next free slot.
  var head: UInt32 = 0
  var next: UInt32 = 0
  /// What a header would say now, but for the ledger's part: where the newest whole checkpoint begins, and
  /// the last slot that counts (none of a checkpoint under way, or of one that was not finished).
  var header = JournalHeader()
  /// The greatest number of erases seen on a block.
  var wear: UInt32 = 0
  /// The block after the head is erased.
  var isErasedAhead = false
  /// A later version's slots are there: nothing may be written.
  var isReadOnly = false
  /// Blocks with drinks of before a wipe may be left.
  var isWiping = false
  /// The ledger was read, or the device formatted.
  var isMounted = false
  /// A checkpoint that is under way: where it began, and the next item; of kind 0: there is none.
  var begun: UInt32 = 0
  var begunSequence: UInt32 = 0
  var item = JournalItem(kind: 0, index: 0)
  /// What is kept.
  var marks = JournalMarks()
}

/// What tells whether a ledger is as it was, and what changed: compared byte by byte, so not padded.
struct JournalMarks {
  /// The latest change, and the latest one that is not kept.
  var stamp: UInt32 = 0
  var lost: UInt32 = 0
  var idCounter: UInt64 = 0
  /// Checksums: of what peers have, and of what has no stamp: profiles, drinks without a date, aliases.
  var peers: UInt32 = 0
  var others: UInt32 = 0
  /// Of all that was folded: a fold may leave the fold time where it is.
  var folded: UInt32 = 0

  @inline(never)
  mutating func isEqual(_ other: inout JournalMarks) -> Bool {
    compareBytes(&self, &other, 0, MemoryLayout<JournalMarks>.size) == 0
  }
}

extension Ledger {
  /// What tells whether anything is otherwise later.
  ///
  /// - Complexity: O(`count` + aliases), checksums of all but the drinks.
  @inline(never)
  var marks: JournalMarks {
    var marks = JournalMarks()
    marks.stamp = header.pointee.sync.stamp
    marks.lost = header.pointee.sync.lost
    marks.idCounter = header.pointee.idCounter
    let kept = UnsafeRawPointer(header) + Header.keptOffset
    // The half-lives at the front lie first of what is kept, and the peers' numbers last.
    let peers = Header.acknowledgedOffset &- Header.keptOffset
    marks.peers = checksum(0, kept + peers, Header.keptSize &- peers)
    marks.folded = checksum(
      checksum(0, kept, Header.frontSize), foldedDays,
      MemoryLayout<FoldedDay>.stride &* Int(FoldedDay.capacity))
    marks.others = checksum(0, kept, MemoryLayout<Profile>.size)
    marks.others = checksum(
      marks.others, changes,
      MemoryLayout<ProfileChange>.stride &* Int(header.pointee.changeCount))
    marks.others = checksum(
      marks.others, aliases, MemoryLayout<Alias>.stride &* Int(header.pointee.aliasCount))
    var index: Int32 = 0
    while index < header.pointee.count {
      let drink = drink(index)
      if UnsafePointer(drink).isUndated {
        marks.others = checksum(marks.others, drink, MemoryLayout<Drink>.size)
      }
      index &+= 1
    }
    return marks
  }
}
