import CaffeineEngine

/// Flash whose power can be cut: at any program or erase, and within it.
///
/// It holds users of flash to its rules: a unit is programmed once between erases, as a whole, within
/// one block. Breaches are told in `breach`.
final class FlashEmulator: FlashDevice {
  /// What the operation during which the power goes leaves behind.
  enum Tear: Equatable {
    /// The first bytes as they were meant, the rest as before.
    case prefix(Int)
    /// The first bytes as they were meant, random bits in the rest.
    case noise(Int)
    /// The first bytes as they were meant, the rest cannot be read until it is erased.
    case unreadable(Int)
  }

  let geometry: FlashGeometry
  /// Whether writes may be kept out of order, or lost, until the next sync.
  let reorders: Bool
  private(set) var bytes: [UInt8]
  /// For each unit: it was programmed since it was erased.
  private var isProgrammed: [Bool]
  /// For each unit: reading it fails.
  private var isUnreadable: Set<Int> = []
  private var random: SplitMix64
  /// Writes since the last sync, each with what was there before.
  private var unsynced: [Write] = []

  private struct Write {
    let start: Int
    let before: [UInt8]
    let programmedBefore: [Bool]
  }

  /// Programs and erases so far.
  private(set) var writes = 0
  private(set) var bytesProgrammed = 0
  private(set) var bytesRead = 0
  private(set) var erases: [Int]
  private(set) var syncs = 0
  /// The first rule that was broken.
  private(set) var breach: String?
  /// The number of the write at which the power goes, and how.
  var cut: (at: Int, tear: Tear)?
  private(set) var isOff = false
  /// Calls of any kind that fail: their numbers, counted from now on.
  var fails: (Int) -> Bool = { _ in false }
  var calls = 0
  /// Blocks that cannot be erased or programmed any more: they stay as they are, and say so or not.
  var worn: Set<UInt32> = []
  var isWearSilent = false
  var refusesErases = false

  init(_ geometry: FlashGeometry, reorders: Bool = false, seed: UInt64 = 1) {
    self.geometry = geometry
    self.reorders = reorders
    let size = Int(geometry.eraseBlock * geometry.blockCount)
    bytes = Array(repeating: geometry.erasedByte, count: size)
    isProgrammed = Array(repeating: false, count: size / Int(geometry.programUnit))
    erases = Array(repeating: 0, count: Int(geometry.blockCount))
    random = SplitMix64(seed: seed)
  }

  /// The same contents, of which another history may be made.
  init(copying other: FlashEmulator, seed: UInt64) {
    geometry = other.geometry
    reorders = other.reorders
    bytes = other.bytes
    isProgrammed = other.isProgrammed
    isUnreadable = other.isUnreadable
    erases = other.erases
    unsynced = other.unsynced
    random = SplitMix64(seed: seed)
  }

  /// Power returns. Of what was not synced any part may be there.
  func restart() {
    isOff = false
    cut = nil
    unsynced = []
  }

  /// Overwrites bytes behind the users' back.
  func overwrite(_ start: Int, _ new: [UInt8]) {
    bytes.replaceSubrange(start..<start + new.count, with: new)
  }

  // MARK: FlashDevice

  func read(
    _ block: UInt32, _ offset: UInt32, into target: UnsafeMutableRawPointer, count: UInt32
  ) -> FlashResult {
    guard !isOff, !isFailing() else { return .failed }
    let start = self.start(block, offset)
    bytesRead += Int(count)
    let unit = Int(geometry.programUnit)
    if !isUnreadable.isEmpty {
      for index in start / unit...(start + Int(count) - 1) / unit where isUnreadable.contains(index)
      {
        return .failed
      }
    }
    bytes.withUnsafeBytes {
      target.copyMemory(from: $0.baseAddress! + start, byteCount: Int(count))
    }
    return .done
  }

  func program(
    _ block: UInt32, _ offset: UInt32, from source: UnsafeRawPointer, count: UInt32
  ) -> FlashResult {
    let new = Array(UnsafeRawBufferPointer(start: source, count: Int(count)))
    let unit = geometry.programUnit
    if offset % unit != 0 || count % unit != 0 || offset + count > geometry.eraseBlock {
      breach = breach ?? "a program that is no whole number of units"
    }
    let start = self.start(block, offset)
    let units = start / Int(unit)..<(start + new.count) / Int(unit)
    if isOff || isFailing() { return .failed }
    if units.contains(where: { isProgrammed[$0] }) {
      breach = breach ?? "a unit of block \(block) at \(offset) programmed twice"
    }
    if worn.contains(block) { return isWearSilent ? .done : .failed }
    return write(start, new, programs: true)
  }

  func erase(_ block: UInt32) -> FlashResult {
    if isOff || isFailing() { return .failed }
    if refusesErases { return .notNow }
    if worn.contains(block) { return isWearSilent ? .done : .failed }
    erases[Int(block)] += 1
    return write(
      start(block, 0),
      Array(repeating: geometry.erasedByte, count: Int(geometry.eraseBlock)), programs: false)
  }

  func sync() -> FlashResult {
    guard !isOff, !isFailing() else { return .failed }
    syncs += 1
    unsynced = []
    return .done
  }

  // MARK: Within

  private func isFailing() -> Bool {
    calls += 1
    return fails(calls)
  }

  private func start(_ block: UInt32, _ offset: UInt32) -> Int {
    precondition(block < geometry.blockCount && offset < geometry.eraseBlock, "outside the device")
    return Int(block * geometry.eraseBlock + offset)
  }

  private func write(_ start: Int, _ new: [UInt8], programs: Bool) -> FlashResult {
    let end = start + new.count
    let unit = Int(geometry.programUnit)
    let units = start / unit..<end / unit
    if reorders {
      unsynced.append(
        Write(
          start: start, before: Array(bytes[start..<end]),
          programmedBefore: Array(isProgrammed[units])))
    }
    defer { writes += 1 }
    if let cut, cut.at == writes {
      tear(start, new, cut.tear, programs: programs)
      dropUnsynced()
      isOff = true
      return .failed
    }
    bytes.replaceSubrange(start..<end, with: new)
    for index in units {
      isProgrammed[index] = programs
      isUnreadable.remove(index)
    }
    if programs { bytesProgrammed += new.count }
    return .done
  }

  private func tear(_ start: Int, _ new: [UInt8], _ tear: Tear, programs: Bool) {
    let unit = Int(geometry.programUnit)
    let whole =
      switch tear {
      case .prefix(let count), .noise(let count), .unreadable(let count): min(count, new.count)
      }
    bytes.replaceSubrange(start..<start + whole, with: new[..<whole])
    let firstTorn = (start + whole) / unit
    let lastTorn = (start + new.count) / unit
    switch tear {
    case .prefix: break
    case .noise:
      for index in start + whole..<start + new.count {
        bytes[index] = UInt8.random(in: 0...255, using: &random)
      }
    case .unreadable:
      isUnreadable.formUnion(firstTorn..<lastTorn)
    }
    // What an erase has torn has to be erased again, whatever it reads.
    for index in start / unit..<lastTorn {
      let isUntouched = programs && tear == .prefix(whole) && index * unit >= start + whole
      if !isUntouched { isProgrammed[index] = true }
    }
  }

  /// Of the writes since the last sync each may be lost; those of one block stay in their order.
  private func dropUnsynced() {
    guard reorders else { return }
    var kept: Set<Int> = []
    for write in unsynced.reversed() {
      let block = write.start / Int(geometry.eraseBlock)
      if kept.contains(block) { continue }
      if Bool.random(using: &random) {
        bytes.replaceSubrange(write.start..<write.start + write.before.count, with: write.before)
        let first = write.start / Int(geometry.programUnit)
        isProgrammed.replaceSubrange(
          first..<first + write.programmedBefore.count, with: write.programmedBefore)
      } else {
        kept.insert(block)
      }
    }
    unsynced = []
  }
}
