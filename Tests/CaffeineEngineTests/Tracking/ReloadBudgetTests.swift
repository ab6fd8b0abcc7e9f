import Testing

@testable import CaffeineEngine

struct ReloadBudgetTests {
  private func at(_ seconds: Int64) -> Timestamp { Timestamp(seconds) }

  @Test func `a budget's day is this trace`() {
    var budget = ReloadBudget(limit: 3, period: 1_000, gap: 10)
    var trace: [String] = []
    func ask(_ seconds: Int64) {
      switch budget.verdict(now: at(seconds)) {
      case .reload:
        budget.spend(now: at(seconds))
        trace.append("\(seconds): reload, \(budget.left) left")
      case .wait(let time): trace.append("\(seconds): wait for \(time.seconds)")
      }
    }
    for seconds in [50, 55, 60, 300, 301, 999, 1_049, 1_050, 1_051, 1_060] as [Int64] {
      ask(seconds)
    }
    #expect(
      trace == [
        "50: reload, 2 left", "55: wait for 60", "60: reload, 1 left", "300: reload, 0 left",
        "301: wait for 1050", "999: wait for 1050", "1049: wait for 1050", "1050: reload, 2 left",
        "1051: wait for 1060", "1060: reload, 1 left",
      ])
  }

  @Test func `a clock that was set back cannot hold it up for longer than a period`() {
    var budget = ReloadBudget(limit: 1, period: 1_000, gap: 10)
    budget.spend(now: at(1_000_000))
    #expect(budget.verdict(now: at(500)) == .wait(until: at(1_500)))
    #expect(budget.verdict(now: at(600)) == .wait(until: at(1_500)))
    #expect(budget.verdict(now: at(1_500)) == .reload)
    budget = ReloadBudget(limit: 2, period: 1_000, gap: 10)
    budget.spend(now: at(1_000_000))
    #expect(budget.verdict(now: at(500)) == .wait(until: at(510)))
  }

  @Test func `any bounds do`() {
    var none = ReloadBudget(limit: 0, period: 100)
    #expect(none.verdict(now: at(7)) == .wait(until: at(107)))
    #expect(none.verdict(now: at(107)) == .wait(until: at(207)))
    none.spend(now: at(207))
    #expect(none.left == 0)
    var odd = ReloadBudget(limit: .max, period: .min, gap: .min)
    odd.spend(now: at(.max))
    #expect(odd.verdict(now: at(.max)) == .reload)
    odd.spend(now: at(.min))
    #expect(odd.verdict(now: at(.min)) == .reload)
    var long = ReloadBudget(limit: 1, period: .max, gap: .max)
    long.spend(now: at(.max - 1))
    #expect(long.verdict(now: at(.max - 1)) == .wait(until: .forever))
  }

  @Test(arguments: 1...50 as ClosedRange<UInt64>)
  func `no period has more than its limit, and who waits is served`(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    let limit: UInt32 = generator.pick(1...5), period: Int64 = generator.pick(1...500)
    let gap: Int64 = generator.pick(0...60)
    var budget = ReloadBudget(limit: limit, period: period, gap: gap)
    var now: Int64 = 0, begin = Int64.min, count: UInt32 = 0, last = -gap
    for _ in 0..<300 {
      now += generator.pick(0...40)
      var waits = 0
      while case .wait(let time) = budget.verdict(now: at(now)) {
        waits += 1
        guard holds(time.seconds > now && waits < 3, seed: seed, "wait until \(time)") else {
          return
        }
        now = time.seconds
      }
      if begin == .min || now >= begin + period { (begin, count) = (now, 0) }
      count += 1
      guard holds(count <= limit && now >= last + gap, seed: seed, "\(count) at \(now)") else {
        return
      }
      last = now
      budget.spend(now: at(now))
    }
  }
}
