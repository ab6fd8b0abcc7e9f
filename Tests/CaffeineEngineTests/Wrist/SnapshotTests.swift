import CCaffeine
import Testing

@testable import CaffeineEngine

struct SnapshotTests {
  private let memory = SharedMemory(byteCount: Snapshot.byteCount)
  private var snapshot: Snapshot { Snapshot(at: memory.start) }

  @Test func `a snapshot lies as C's caffeine_snapshot`() {
    #expect(MemoryLayout<caffeine_snapshot>.size == Snapshot.byteCount)
    #expect(MemoryLayout<caffeine_snapshot>.alignment == 4)
    #expect(MemoryLayout<caffeine_snapshot>.offset(of: \.sequence) == 0)
    #expect(MemoryLayout<caffeine_snapshot>.offset(of: \.words) == 4)
    #expect(MemoryLayout<Snapshot.Words>.size == Snapshot.capacity)
  }

  @Test func `zero bytes were never published`() {
    #expect(snapshot.copy() == (.refused(.never), untouched))
    #expect(memory.bytes.allSatisfy { $0 == 0 })
  }

  @Test func `any number of bytes up to 60 comes back, and zeros for the rest`() {
    snapshot.publish(version(1))
    for count in 0...60 {
      let bytes = Array(version(2).prefix(count))
      #expect(snapshot.publish(bytes) == .done)
      #expect(snapshot.copy() == (.done, bytes + [UInt8](repeating: 0, count: 60 - count)))
      #expect(snapshot.copy(count: count) == (.done, bytes + untouched.dropFirst(count)))
    }
    #expect(memory.guardsHold)
  }

  @Test(arguments: [-1, 61, .max, .min])
  func `other numbers of bytes are refused`(count: Int) {
    snapshot.publish(version(1))
    let before = memory.bytes
    #expect(snapshot.publish(version(2), count: count) == .refused(.range))
    #expect(memory.bytes == before)
    #expect(snapshot.copy(count: count) == (.refused(.range), untouched))
    #expect(memory.guardsHold)
  }

  @Test func `bytes need no alignment`() {
    let bytes = [0] + version(1) + [0]
    bytes.withUnsafeBytes { bytes in
      #expect(bytes.baseAddress.map { snapshot.publish($0 + 1, count: 60) } == .done)
    }
    var copy = [UInt8](repeating: 0, count: 62)
    copy.withUnsafeMutableBytes { copy in
      #expect(copy.baseAddress.map { snapshot.read(into: $0 + 1, count: 60) } == .done)
    }
    #expect(copy == bytes)
  }
}

// MARK: - Torn copies

extension SnapshotTests {
  @Test func `a copy taken within a publication is torn, and read does not take it`() {
    snapshot.publish(version(1))
    var unchecked: [UInt8] = []
    var checked: (Status, [UInt8])?
    let status = snapshot.publish(version(2), count: 60) {
      unchecked = snapshot.copyUnchecked {}
      checked = snapshot.copy()
    }
    #expect(status == .done)
    #expect(unchecked == torn(version(2), version(1)))
    #expect(checked ?? (.done, []) == (.refused(.busy), untouched))
    #expect(snapshot.copy() == (.done, version(2)))
  }

  @Test func `a publication within a copy tears it, and read copies again`() {
    snapshot.publish(version(1))
    let unchecked = snapshot.copyUnchecked { snapshot.publish(version(2)) }
    #expect(unchecked == torn(version(1), version(2)))

    var tries = 0
    let checked = snapshot.copy {
      tries += 1
      if tries == 1 { snapshot.publish(version(3)) }
    }
    #expect(checked == (.done, version(3)))
    #expect(tries == 2)
  }

  @Test func `publishing the same bytes anew is a publication too`() {
    snapshot.publish(version(1))
    var tries = 0
    let checked = snapshot.copy {
      tries += 1
      if tries < 5 { snapshot.publish(version(1)) }
    }
    #expect(checked == (.done, version(1)))
    #expect(tries == 5)
  }

  @Test func `a reader that meets a publication in every try gives up`() {
    snapshot.publish(version(1))
    var tries: UInt32 = 0
    let checked = snapshot.copy {
      tries += 1
      snapshot.publish(version(Int(tries)))
    }
    #expect(checked == (.refused(.busy), untouched))
    #expect(tries == Snapshot.tries)
    #expect(snapshot.copy() == (.done, version(Int(tries))))
  }

  @Test func `a snapshot in the middle of its first publication is busy`() {
    var within: (Status, [UInt8])?
    _ = snapshot.publish(version(1), count: 60) { within = snapshot.copy() }
    #expect(within ?? (.done, []) == (.refused(.busy), untouched))
    #expect(snapshot.copy() == (.done, version(1)))
  }

  @Test func `the sequence wraps past the number that means never`() {
    memory[word: 0] = .max - 3
    for (number, sequence) in [(1, .max - 1), (2, 2), (3, 4)] as [(Int, UInt32)] {
      snapshot.publish(version(number))
      #expect(memory[word: 0] == sequence)
      #expect(snapshot.copy() == (.done, version(number)))
    }
  }

  @Test(arguments: [1, 7, 0x8000_0001, .max] as [UInt32])
  func `a publication that a reset cut off is made good by the next`(sequence: UInt32) {
    memory[word: 0] = sequence
    #expect(snapshot.copy() == (.refused(.busy), untouched))
    snapshot.publish(version(1))
    #expect(snapshot.copy() == (.done, version(1)))
    #expect(memory[word: 0] & 1 == 0)
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `between two threads no copy is torn, and none is older than the last`(seed: UInt64) {
    let publications = 50_000, mostReads = 20_000_000
    let memory = memory
    let torn = Tally(), backwards = Tally(), last = Tally()
    onTwoThreads {
      var random = SeededGenerator(seed: seed)
      for number in 1...publications {
        Snapshot(at: memory.start).publish(words(number, seed), count: 60)
        random.sometimesYield()
      }
    } _: {
      var random = SeededGenerator(seed: ~seed)
      for _ in 0..<mostReads where last.count < publications {
        random.sometimesYield()
        var copy = Snapshot.Words(repeating: 0)
        guard Snapshot(at: memory.start).read(into: &copy, count: 60) == .done else { continue }
        let number = Int(copy[0])
        if !same(copy, words(number, seed)) { torn.count += 1 }
        if number < last.count { backwards.count += 1 }
        last.count = number
      }
    }
    holds(torn.count == 0, seed: seed, "\(torn.count) torn")
    holds(backwards.count == 0, seed: seed, "\(backwards.count) older")
    holds(last.count == publications, seed: seed, "the last one read is \(last.count)")
    #expect(memory.guardsHold)
  }
}

// MARK: - Bytes

/// What a copy holds where nothing was copied.
private let untouched = [UInt8](repeating: 0xEE, count: 60)

/// Sixty bytes that differ from another version's in every place, none of them zero.
private func version(_ number: Int) -> [UInt8] {
  (0..<60).map { UInt8(1 + (number * 61 + $0) % 251) }
}

/// The first seven words of one version, the other eight of another.
private func torn(_ one: [UInt8], _ other: [UInt8]) -> [UInt8] {
  Array(one[..<28]) + Array(other[28...])
}

/// Fifteen words that tell a version apart from any other, each of them; the first is its number.
private func words(_ number: Int, _ seed: UInt64) -> Snapshot.Words {
  let number = UInt32(truncatingIfNeeded: number)
  var words = Snapshot.Words(repeating: number)
  for index in 1..<15 {
    words[index] = (number ^ UInt32(truncatingIfNeeded: seed)) &* (2 * UInt32(index) + 1)
  }
  return words
}

private func same(_ a: Snapshot.Words, _ b: Snapshot.Words) -> Bool {
  (0..<15).allSatisfy { a[$0] == b[$0] }
}

extension Snapshot {
  /// Publishes the bytes of an array.
  @discardableResult
  fileprivate func publish(_ bytes: [UInt8]) -> Status { publish(bytes, count: bytes.count) }

  /// Publishes words.
  fileprivate func publish(_ words: Words, count: Int) {
    withUnsafeBytes(of: words) { bytes in
      if let start = bytes.baseAddress { _ = publish(start, count: count) }
    }
  }

  /// Reads into sixty bytes that nothing touched before.
  fileprivate func copy(count: Int = 60, midway: () -> Void = {}) -> (Status, [UInt8]) {
    var bytes = untouched
    let status = read(into: &bytes, count: count, midway: midway)
    return (status, bytes)
  }

  /// What a reader that does not look at the sequence gets.
  fileprivate func copyUnchecked(midway: () -> Void) -> [UInt8] {
    var bytes = untouched
    load(&bytes, midway: midway)
    return bytes
  }
}
