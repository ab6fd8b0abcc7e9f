import CaffeineEngine

/// Flash whose power can be cut: at any program or erase, and within it.
///
/// It holds users of flash to its rules: a unit is programmed once between erases, as a whole, within
/// one block. A breach is told in `breach`.
final class FlashEmulator: FlashDevice {
  let geometry: FlashGeometry
  /// What becomes of writes that were not synced when the power goes.
  let cache: WriteCache
  private(set) var bytes: [UInt8]
  /// Of each unit: whether it was programmed since it was erased, and whether reading it fails.
  private(set) var units: [UInt8]
  private var hasUnreadable = false
  private var random: SplitMix64
  /// Every write since the mark, or else since the last sync, with what was there before.
  private var log: [Write] = []
  /// Where in the log the writes begin that no sync followed.
  private var unsynced = 0
  private var mark: Mark?

  static let programmed: UInt8 = 1
  static let unreadable: UInt8 = 2

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
  /// Whether a call, of any kind, fails: told its number, counted in `calls`.
  var fails: (Int) -> Bool = { _ in false }
  var calls = 0
  /// Blocks that cannot be erased or programmed any more: they stay as they are, and say so or not.
  var worn: Set<UInt32> = []
  var isWearSilent = false
  var refusesErases = false
  /// Nothing can be read for now.
  var failsReads = false

  init(_ geometry: FlashGeometry, cache: WriteCache = .none, seed: UInt64 = 1) {
    self.geometry = geometry
    self.cache = cache
    let size = Int(geometry.eraseBlock * geometry.blockCount)
    bytes = Array(repeating: geometry.erasedByte, count: size)
    units = Array(repeating: 0, count: size / Int(geometry.programUnit))
    erases = Array(repeating: 0, count: Int(geometry.blockCount))
    random = SplitMix64(seed: seed)
  }

  /// Power returns.
  func restart() {
    isOff = false
    cut = nil
    forgetUnsynced()
  }

  /// Overwrites bytes behind the users' back: what is there counts as programmed.
  func overwrite(_ start: Int, _ new: [UInt8]) {
    bytes.replaceSubrange(start..<start + new.count, with: new)
    let unit = Int(geometry.programUnit)
    for index in start / unit...(start + new.count - 1) / unit {
      units[index] |= FlashEmulator.programmed
    }
  }

  // MARK: FlashDevice

  func read(
    _ block: UInt32, _ offset: UInt32, into target: UnsafeMutableRawPointer, count: UInt32
  ) -> FlashResult {
    guard !isOff, !isFailing(), !failsReads else { return .failed }
    let start = self.start(block, offset), count = Int(count)
    precondition(start + count <= bytes.count, "outside the device")
    bytesRead += count
    if hasUnreadable {
      let unit = Int(geometry.programUnit)
      for index in start / unit...(start + count - 1) / unit
      where units[index] & FlashEmulator.unreadable != 0 {
        return .failed
      }
    }
    let bytes = UnsafeMutableRawBufferPointer(start: target, count: count)
    self.bytes.withUnsafeBytes {
      bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[start..<start + count]))
    }
    return .done
  }

  func program(
    _ block: UInt32, _ offset: UInt32, from source: UnsafeRawPointer, count: UInt32
  ) -> FlashResult {
    if isOff || isFailing() { return .failed }
    if worn.contains(block) { return isWearSilent ? .done : .failed }
    let unit = geometry.programUnit
    if offset % unit != 0 || count % unit != 0 || offset + count > geometry.eraseBlock {
      breach = breach ?? "a program that is no whole number of units"
    }
    let start = self.start(block, offset)
    if units[start / Int(unit)..<(start + Int(count)) / Int(unit)].contains(where: { $0 != 0 }) {
      breach = breach ?? "a unit of block \(block) at \(offset) programmed twice"
    }
    let new = Array(UnsafeRawBufferPointer(start: source, count: Int(count)))
    return write(start, new, FlashEmulator.programmed)
  }

  func erase(_ block: UInt32) -> FlashResult {
    if isOff || isFailing() { return .failed }
    if refusesErases { return .notNow }
    if worn.contains(block) { return isWearSilent ? .done : .failed }
    let new = Array(repeating: geometry.erasedByte, count: Int(geometry.eraseBlock))
    let result = write(start(block, 0), new, 0)
    if result == .done { erases[Int(block)] += 1 }
    return result
  }

  func sync() -> FlashResult {
    guard !isOff, !isFailing() else { return .failed }
    syncs += 1
    forgetUnsynced()
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

  private func write(_ start: Int, _ new: [UInt8], _ state: UInt8) -> FlashResult {
    let end = start + new.count, unit = Int(geometry.programUnit)
    if mark != nil || cache != .none { keep(start..<end) }
    defer { writes += 1 }
    if let cut, cut.at == writes {
      let written = state == FlashEmulator.programmed ? new : nil
      tear(start..<end, to: new, cut.tear, isProgram: written != nil)
      loseUnsynced()
      isOff = true
      return .failed
    }
    put(start, new)
    for index in start / unit..<end / unit { units[index] = state }
    if state == FlashEmulator.programmed { bytesProgrammed += new.count }
    return .done
  }

  /// Notes what is there before it is replaced.
  private func keep(_ range: Range<Int>) {
    let unit = Int(geometry.programUnit)
    let units = Array(units[range.lowerBound / unit..<range.upperBound / unit])
    log.append(Write(start: range.lowerBound, bytes: Array(bytes[range]), units: units))
  }

  private func put(_ start: Int, _ new: some Collection<UInt8>) {
    bytes.replaceSubrange(start..<start + new.count, with: new)
  }
}

// MARK: - What a power cut leaves

extension FlashEmulator {
  private func tear(_ range: Range<Int>, to new: [UInt8], _ tear: Tear, isProgram: Bool) {
    let unit = Int(geometry.programUnit), start = range.lowerBound
    let whole = min(tear.whole, new.count)
    put(start, new[..<whole])
    let torn = start + whole..<range.upperBound
    switch tear.rest {
    case .before: break
    case .noise:
      for index in torn { bytes[index] = UInt8.random(in: 0...255, using: &random) }
    case .patches:
      for first in stride(from: torn.lowerBound, to: torn.upperBound, by: 16) {
        let chance = random.next() & 3
        for index in first..<min(first + 16, torn.upperBound) where chance != 0 {
          let noise = UInt8.random(in: 0...255, using: &random)
          bytes[index] = chance == 1 ? noise : new[index - start]
        }
      }
    case .unreadable:
      hasUnreadable = true
    }
    for index in start / unit..<range.upperBound / unit {
      // What an erase has torn has to be erased again, whatever it reads.
      let isTouched = bytes[index * unit..<(index + 1) * unit].contains {
        $0 != geometry.erasedByte
      }
      if !isProgram || isTouched { units[index] |= FlashEmulator.programmed }
      if tear.rest == .unreadable, (index + 1) * unit > torn.lowerBound {
        units[index] |= FlashEmulator.unreadable
      } else if (index + 1) * unit <= torn.lowerBound {
        units[index] &= ~FlashEmulator.unreadable
      }
    }
  }

  /// Of the writes since the last sync some are lost.
  private func loseUnsynced() {
    guard cache != .none, unsynced < log.count else { return }
    // What came after an erase that is lost is lost with it: block by block from the last write on.
    var kept: Set<Int> = []
    for write in log[unsynced...].reversed() {
      let block = write.start / Int(geometry.eraseBlock)
      let isErase = write.bytes.count == Int(geometry.eraseBlock)
      let isFixed = kept.contains(block) && (cache == .blocks || isErase)
      guard !isFixed, Bool.random(using: &random) else {
        kept.insert(block)
        continue
      }
      if mark != nil { keep(write.start..<write.start + write.bytes.count) }
      take(back: write)
    }
  }

  private func forgetUnsynced() {
    if mark == nil { log = [] }
    unsynced = log.count
  }

  private func take(back write: Write) {
    put(write.start, write.bytes)
    let first = write.start / Int(geometry.programUnit)
    units.replaceSubrange(first..<first + write.units.count, with: write.units)
  }

  /// Begins a trial that `rollBack` undoes.
  func begin(seed: UInt64) {
    mark = Mark(
      log: log.count, unsynced: unsynced, hasUnreadable: hasUnreadable, writes: writes,
      erases: erases)
    random = SplitMix64(seed: seed)
  }

  /// Bytes of each program and erase of the trial so far.
  var trialWrites: [Int] { mark.map { log[$0.log...].map(\.bytes.count) } ?? [] }

  /// Makes everything what it was when the trial began, but for breaches and what was counted in bytes.
  func rollBack() {
    guard let mark else { return }
    while log.count > mark.log { take(back: log.removeLast()) }
    (unsynced, hasUnreadable) = (mark.unsynced, mark.hasUnreadable)
    (writes, erases) = (mark.writes, mark.erases)
    (isOff, cut, self.mark) = (false, nil, nil)
  }
}

/// What a write replaced.
private struct Write {
  let start: Int
  let bytes: [UInt8]
  let units: [UInt8]
}

/// Where a trial began.
private struct Mark {
  let log: Int
  let unsynced: Int
  let hasUnreadable: Bool
  let writes: Int
  let erases: [Int]
}
