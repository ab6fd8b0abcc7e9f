@testable import CaffeineEngine

/// What the calls on both ledgers are given, at random.
extension ModelRun {
  typealias Span = (from: Int64, until: Int64)

  /// A second at which something may be about to happen, or any.
  mutating func second() -> Int64 {
    switch generator.pick(1...100) {
    case 1...3: return generator.one(of: [.min, .max, 0, -1])
    case 4...15: return (slow.foldTime ?? now) + generator.pick(-1...1)
    case 16...50:
      let others = slow.drinks.filter(\.isUncounted)
      let drinks = others.isEmpty || generator.chance(50) ? slow.drinks : others
      guard let drink = drinks.randomElement(using: &generator) else { return now }
      let time = generator.chance(60) ? drink.time : drink.end
      return time.seconds + generator.one(of: [-1, 0, 0, 1])
    case 51...60: return now + generator.pick(0...3_000_000)
    default: return now + generator.pick(-9_000...60_000)
    }
  }

  mutating func span() -> Span {
    let from = second()
    if generator.chance(5) { return (from, second()) }
    let length =
      generator.one(of: [0, 1, 20, 900, 36_000, 500_000, generator.pick(0...90_000)]) as Int64
    return (from, generator.chance(10) ? .max : Timestamp(from).adding(length).seconds)
  }

  /// Seconds of a span to look at: around some of its events, around others, and some at random.
  mutating func samples(_ span: Span, plansFrom: Int64, _ others: [Int64]) -> [Int64] {
    let events = slow.events(from: span.from, until: span.until, plansFrom: plansFrom)
    let end = Timestamp(max(events.last ?? 0, span.from, now)).adding(200_000).seconds
    let last = min(span.until, end)
    var seconds = [span.from, span.until, last]
    for event in events.shuffled(using: &generator).prefix(5) { seconds += [event - 1, event] }
    for other in others { seconds += [-30, -1, 0, 1, 30].map { other &+ $0 } }
    if last > span.from, span.from > -1_000_000 {
      for _ in 0..<4 { seconds.append(generator.pick(span.from...last)) }
    }
    return Set(seconds.filter { $0 >= span.from && $0 <= span.until }).sorted()
  }
}
