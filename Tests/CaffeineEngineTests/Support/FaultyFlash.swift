@testable import CaffeineEngine

/// Flash in memory that fails on demand, for one caller at a time.
final class FaultyFlash: JournalDevice, @unchecked Sendable {
  let geometry = FlashGeometry(programUnit: 4, eraseBlock: 1_024, blockCount: 24)
  var bytes: [UInt8]
  /// What was set aside.
  private(set) var aside: [[UInt8]] = []
  private(set) var programs = 0
  private var callsLeft = Int.max

  init() { bytes = Array(repeating: 0xFF, count: geometry.byteCount) }

  /// Makes every operation fail after so many more.
  func failAll(after calls: Int) { callsLeft = calls }

  private func place(_ block: UInt32, _ offset: UInt32) -> Int {
    Int(block * geometry.eraseBlock + offset)
  }

  private var fails: Bool {
    callsLeft -= 1
    return callsLeft < 0
  }

  func read(
    _ block: UInt32, _ offset: UInt32, into target: UnsafeMutableRawPointer, count: UInt32
  ) -> FlashResult {
    if fails { return .failed }
    let start = place(block, offset)
    target.copyMemory(from: Array(bytes[start..<start + Int(count)]), byteCount: Int(count))
    return .done
  }

  func program(
    _ block: UInt32, _ offset: UInt32, from source: UnsafeRawPointer, count: UInt32
  ) -> FlashResult {
    if fails { return .failed }
    programs += 1
    let content = UnsafeRawBufferPointer(start: source, count: Int(count))
    bytes.replaceSubrange(place(block, offset)..<place(block, offset) + Int(count), with: content)
    return .done
  }

  func erase(_ block: UInt32) -> FlashResult {
    if fails { return .failed }
    for index in place(block, 0)..<place(block + 1, 0) { bytes[index] = geometry.erasedByte }
    return .done
  }

  func sync() -> FlashResult { fails ? .failed : .done }

  func setAside(at time: Timestamp) throws(DrinkStoreError) {
    if fails { throw .failed }
    aside.append(bytes)
    bytes = Array(repeating: geometry.erasedByte, count: bytes.count)
  }
}
