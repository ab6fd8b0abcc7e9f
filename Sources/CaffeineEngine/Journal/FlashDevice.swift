/// Raw flash, or what acts like it, as a journal uses it.
///
/// A journal calls these from within its own calls only, on the caller's thread. What a device has to
/// keep: a program changes no byte outside its range, an erase none outside its block, and what was
/// programmed before a `sync` that succeeded is there after a power cut. Between two syncs writes may
/// be kept in any order, or lost.
public protocol FlashDevice {
  /// How the device is divided; the same at every call.
  var geometry: FlashGeometry { get }

  /// Reads `count` bytes from within a block, aligned in any way.
  ///
  /// Where flash reports a torn program unit instead of its bytes, that is `failed` too.
  func read(
    _ block: UInt32, _ offset: UInt32, into bytes: UnsafeMutableRawPointer, count: UInt32
  ) -> FlashResult

  /// Programs `JournalSlot.size` bytes that are erased, once: a whole number of program units.
  func program(_ block: UInt32, _ offset: UInt32, from bytes: UnsafeRawPointer, count: UInt32)
    -> FlashResult

  /// Erases a block. `notNow` puts it off: the journal asks again when it is called again.
  func erase(_ block: UInt32) -> FlashResult

  /// Makes everything before outlive a power cut.
  func sync() -> FlashResult
}

/// What became of a device's operation.
@frozen
public enum FlashResult: Sendable {
  case done
  /// The device failed; what it holds there is not known.
  case failed
  /// Of an erase: the host has no time for it now.
  case notNow
}

/// How a flash device is divided.
@frozen
public struct FlashGeometry: Equatable, Sendable {
  /// The least that is programmed at once (bytes): 1, 2, 4, 8, 16 or 32.
  public var programUnit: UInt32
  /// The least that is erased at once (bytes): a power of two, 256 to 131 072.
  public var eraseBlock: UInt32
  /// How many erase blocks there are, 2 to 65 536.
  public var blockCount: UInt32
  /// As a host gives it.
  private var erased: UInt32

  /// What every erased byte reads: 0xFF or 0x00.
  public var erasedByte: UInt8 {
    get { UInt8(truncatingIfNeeded: erased) }
    set { erased = UInt32(newValue) }
  }

  /// Creates a geometry; mounting checks it.
  public init(
    programUnit: UInt32, eraseBlock: UInt32, blockCount: UInt32, erasedByte: UInt8 = 0xFF
  ) {
    self.programUnit = programUnit
    self.eraseBlock = eraseBlock
    self.blockCount = blockCount
    erased = UInt32(erasedByte)
  }

  /// Whether a journal can be kept on such a device.
  @inline(never)
  var isValid: Bool {
    programUnit & (programUnit &- 1) == 0 && programUnit &- 1 < 32
      && eraseBlock & (eraseBlock &- 1) == 0 && eraseBlock >= 256 && eraseBlock <= 131_072
      && blockCount >= 2 && blockCount <= 65_536 && (erased == 0xFF || erased == 0)
  }

  /// Slots of a block, its header's included.
  var slots: UInt32 { eraseBlock &>> 6 }
}
