import CCaffeine
import Testing

@testable import CaffeineEngine

struct InboxTests {
  private let memory = SharedMemory(byteCount: Inbox.byteCount)
  private var inbox: Inbox { Inbox(at: memory.start) }

  @Test func `an inbox lies as C's caffeine_inbox`() {
    #expect(MemoryLayout<caffeine_inbox>.size == Inbox.byteCount)
    #expect(MemoryLayout<caffeine_inbox>.alignment == 4)
    #expect(MemoryLayout<caffeine_inbox>.offset(of: \.head) == 0)
    #expect(MemoryLayout<caffeine_inbox>.offset(of: \.tail) == 4)
    #expect(MemoryLayout<caffeine_inbox>.offset(of: \.presses) == 8)
    #expect(MemoryLayout<caffeine_press>.stride == MemoryLayout<Inbox.Press>.stride)
    #expect(MemoryLayout<Inbox.Press>.stride == 8)
    #expect(MemoryLayout<caffeine_press>.offset(of: \.uptime_s) == 0)
    #expect(MemoryLayout<Inbox.Press>.offset(of: \.uptime) == 0)
    #expect(MemoryLayout<caffeine_press>.offset(of: \.preset) == 4)
    #expect(MemoryLayout<Inbox.Press>.offset(of: \.preset) == 4)
  }

  @Test func `zero bytes are an empty inbox, and a drop leaves it so`() {
    #expect(inbox.next() == nil)
    inbox.drop()
    #expect(memory.bytes.allSatisfy { $0 == 0 })
  }

  @Test func `a press stays until it is dropped`() {
    #expect(inbox.post(press(1)) == .done)
    #expect(inbox.post(press(2)) == .done)
    #expect(inbox.waiting == Status(2))
    #expect(inbox.next() == press(1))
    #expect(inbox.next() == press(1))
    inbox.drop()
    #expect(inbox.next() == press(2))
    inbox.drop()
    #expect(inbox.waiting == Status(0))
    #expect(memory.guardsHold)
  }

  @Test func `a ninth press is refused and none that waits is lost`() {
    for number in 1...8 { #expect(inbox.post(press(number)) == .done) }
    let before = memory.bytes
    for number in 9...20 { #expect(inbox.post(press(number)) == .refused(.full)) }
    #expect(memory.bytes == before)
    inbox.drop()
    #expect(inbox.post(press(9)) == .done)
    for number in 2...9 {
      #expect(inbox.next() == press(number))
      inbox.drop()
    }
    #expect(inbox.next() == nil)
    #expect(memory.guardsHold)
  }

  @Test func `every preset and uptime comes through`() {
    for (preset, uptime) in [(0, 0), (127, 1), (128, .max), (255, 0x8000_0000)] as [(UInt8, UInt32)]
    {
      #expect(inbox.post(Inbox.Press(preset: preset, uptime: uptime)) == .done)
      #expect(inbox.next() == Inbox.Press(preset: preset, uptime: uptime))
      inbox.drop()
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `it is a queue of eight, also where the counters wrap`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let start = UInt32.max &- 500 &+ random.pick(0...1_000)
    memory[word: 0] = start
    memory[word: 1] = start
    var queue: [Inbox.Press] = []
    for number in 0..<2_000 {
      if random.chance(55) {
        let accepted = inbox.post(press(number)) == .done
        holds(accepted == (queue.count < 8), seed: seed, "post \(number), \(queue.count) wait")
        if accepted { queue.append(press(number)) }
      } else {
        inbox.drop()
        if !queue.isEmpty { queue.removeFirst() }
      }
      guard
        holds(inbox.waiting == Status(Int32(queue.count)), seed: seed, "count after \(number)"),
        holds(inbox.next() == queue.first, seed: seed, "first after \(number)")
      else { return }
    }
    #expect(memory.guardsHold)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>)
  func `counters of any value lead nowhere, and a drop mends them`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2_000 {
      let tail: UInt32 = random.pick(0 ... .max)
      let waiting: UInt32 = random.chance(50) ? random.pick(0...16) : random.pick(0 ... .max)
      memory[word: 0] = tail &+ waiting
      memory[word: 1] = tail
      let text = "tail \(tail), waiting \(waiting)"
      let isOrdinary = waiting <= 8
      let status = inbox.waiting
      holds(
        status == (isOrdinary ? Status(Int32(waiting)) : .refused(.corrupt)), seed: seed, text)
      let posted = inbox.post(press(1))
      holds(posted == (waiting < 8 ? .done : .refused(.full)), seed: seed, text)
      inbox.drop()
      if !isOrdinary {
        holds(inbox.waiting == Status(0), seed: seed, text)
        holds(inbox.post(press(2)) == .done && inbox.next() == press(2), seed: seed, text)
      }
      guard holds(memory.guardsHold, seed: seed, text) else { return }
    }
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>)
  func `between two threads each press arrives once, in order`(seed: UInt64) {
    let presses = 20_000, mostTries = 20_000_000
    let memory = memory
    let wrong = Tally(), arrived = Tally()
    onTwoThreads {
      var random = SeededGenerator(seed: seed)
      var number = 0
      for _ in 0..<mostTries where number < presses {
        if Inbox(at: memory.start).post(press(number)) == .done { number += 1 }
        random.sometimesYield()
      }
    } _: {
      var random = SeededGenerator(seed: ~seed)
      let inbox = Inbox(at: memory.start)
      for _ in 0..<mostTries where arrived.count < presses {
        random.sometimesYield()
        guard let next = inbox.next() else { continue }
        if next != press(arrived.count) { wrong.count += 1 }
        inbox.drop()
        arrived.count += 1
      }
    }
    holds(arrived.count == presses, seed: seed, "\(arrived.count) arrived")
    holds(wrong.count == 0, seed: seed, "\(wrong.count) are others")
    #expect(memory.guardsHold)
  }
}

extension Inbox {
  /// How many wait.
  fileprivate var waiting: Status {
    var press = Press(preset: 0, uptime: 0)
    return peek(into: &press)
  }

  /// The press that waits longest; nil if none does, and then nothing is copied.
  fileprivate func next() -> Press? {
    let untouched = Press(preset: 0xEE, uptime: 0xEEEE_EEEE)
    var press = untouched
    let status = peek(into: &press)
    if status.isRefusal || status == .done {
      #expect(press == untouched)
      return nil
    }
    return press
  }
}

/// A press of a number's own.
private func press(_ number: Int) -> Inbox.Press {
  Inbox.Press(
    preset: UInt8(truncatingIfNeeded: number &* 37),
    uptime: UInt32(truncatingIfNeeded: number) &* 2_654_435_761)
}
