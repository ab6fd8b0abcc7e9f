import Testing

@testable import CaffeineEngine

extension ModelRun {
  static let questions: [@Sendable (inout ModelRun) throws -> Void] = [
    { $0.askAmounts() }, { $0.askTimeline() }, { $0.askHighest() }, { $0.askBelowFrom() },
    { $0.askLargestDose() }, { $0.askLatestTime() }, { $0.askArea() }, { $0.askDays() },
    { $0.askConcentration() }, { $0.askLists() }, { $0.askState() },
  ]

  // MARK: - Judging

  /// The answer, where there has to be one; else the refusal is compared.
  private mutating func answer<Answer>(
    _ what: @autoclosure () -> String, refused: CaffeineError?,
    _ call: (Ledger) throws(CaffeineError) -> Answer
  ) -> Answer? {
    do throws(CaffeineError) {
      let answer = try call(memory.ledger)
      expect(refused == nil, "\(what()): \(answer), expected \(String(describing: refused))")
      return refused == nil ? answer : nil
    } catch {
      expect(error == refused, "\(what()): \(error), expected \(String(describing: refused))")
      return nil
    }
  }

  /// The same where a forecast may find that there is no answer: nil then.
  private mutating func forecast<Answer>(
    _ what: @autoclosure () -> String, refused: CaffeineError?,
    _ call: (Ledger) throws(CaffeineError) -> Answer, judge: (inout ModelRun, Answer?) -> Void
  ) {
    do throws(CaffeineError) {
      let answer = try call(memory.ledger)
      expect(refused == nil, "\(what()): \(answer), expected \(String(describing: refused))")
      if refused == nil { judge(&self, answer) }
    } catch {
      if refused == nil, error == .never {
        count("never")
        judge(&self, nil)
      } else {
        expect(error == refused, "\(what()): \(error), expected \(String(describing: refused))")
      }
    }
  }

  /// Why a stretch of time cannot be asked about.
  private func refusal(_ span: Span) -> CaffeineError? {
    if span.from > span.until { return .argument }
    return span.from < slow.foldTime ?? .min ? .tooOld : nil
  }

  private mutating func compare(
    _ flags: Flags, _ span: Span, plansFrom: Int64 = .max, dueUntil: Int64, atBest: Bool = false,
    _ what: @autoclosure () -> String
  ) {
    var (least, most) = slow.doubtFlags(from: span.from, until: span.until, plansFrom: plansFrom)
    if atBest {
      if least.remove(.lowerBound) != nil { least.insert(.atBest) }
      if most.remove(.lowerBound) != nil { most.insert(.atBest) }
    }
    let others = slow.uncountedFlags(dueUntil: dueUntil)
    let isRight =
      flags.isSuperset(of: least.union(others)) && flags.isSubset(of: most.union(others))
    expect(
      isRight,
      "\(what()): flags \(flags.rawValue), expected \(least.union(others).rawValue)"
        + " to \(most.union(others).rawValue)")
  }

  private func exact(_ time: Int64, plansFrom: Int64 = .max) -> DoubleModel.Amounts {
    slow.amounts(at: time, plansFrom: plansFrom)
  }

  // MARK: - Questions

  private mutating func askAmounts() {
    for _ in 0..<3 {
      let time = second()
      guard
        let amounts = answer(
          "amounts at \(time)", refused: refusal((time, time)),
          { ledger throws(CaffeineError) in try ledger.amounts(at: Timestamp(time)) })
      else { continue }
      let expected = exact(time), allowed = Tolerance.amount(total: slow.doses(until: time))
      expect(
        abs(Double(amounts.gut.micrograms) - expected.gut) <= allowed
          && abs(Double(amounts.body.micrograms) - expected.body) <= allowed,
        "amounts at \(time): \(amounts), expected \(expected)")
      compare(amounts.flags, (time, time), dueUntil: time, "amounts at \(time)")
    }
  }

  private mutating func askTimeline() {
    let start = second(), step = generator.one(of: [0, 1, 60, 300, 7_200, .max]) as UInt32
    let count = generator.one(of: [1, 2, 12]) as UInt32
    let (last, isOver) = start.addingReportingOverflow(Int64(step) * Int64(count - 1))
    let what = "timeline from \(start), step \(step), \(count) entries"
    var buffer = [UInt32](repeating: 7, count: 12)
    let refused = step == 0 ? .argument : isOver ? .range : refusal((start, start))
    let flags = answer(what, refused: refused) { ledger throws(CaffeineError) in
      try ledger.timeline(from: Timestamp(start), step: step, count: count, into: &buffer)
    }
    guard let flags else {
      return expect(buffer.allSatisfy { $0 == 7 }, "\(what): wrote")
    }
    var least: Flags = [], most: Flags = []
    for index in 0..<Int(count) {
      let time = start + Int64(index) * Int64(step), expected = exact(time).body
      let allowed = Tolerance.amount(total: slow.doses(until: time))
      let body = (try? memory.body(at: time)) ?? 0
      expect(
        body.distance(to: buffer[index]).magnitude <= 1 && abs(Double(body) - expected) <= allowed,
        "\(what): \(buffer[index]) at \(time), amounts give \(body), expected \(expected)")
      let doubts = slow.doubtFlags(from: time, until: time)
      least.formUnion(doubts.least)
      most.formUnion(doubts.most)
    }
    let others = slow.uncountedFlags(dueUntil: last)
    expect(
      flags.isSuperset(of: least.union(others)) && flags.isSubset(of: most.union(others)),
      "\(what): flags \(flags.rawValue), expected \(least.union(others).rawValue)")
  }

  private mutating func askHighest() {
    let span = span(), from = span.from, what = "highest from \(from) until \(span.until)"
    let peak = answer(what, refused: refusal(span)) { ledger throws(CaffeineError) in
      try ledger.highest(from: Timestamp(from), until: Timestamp(span.until))
    }
    guard let peak else { return }
    let time = peak.time.seconds
    guard time >= from && time <= span.until else { return expect(false, "\(what): \(peak)") }
    let total = slow.doses(until: span.until, plansFrom: from)
    let there = exact(time, plansFrom: from).body
    expect(
      abs(Double(peak.body.micrograms) - there) <= Tolerance.amount(total: total),
      "\(what): \(peak), expected \(there) there")
    let slack = Tolerance.atSecond(total: total)
    for second in samples(span, plansFrom: from, [time])
    where second > time &+ 2 || second &+ 2 < time {
      let other = exact(second, plansFrom: from).body
      expect(other <= there + slack, "\(what): \(peak), but \(other) at \(second)")
    }
    if total == 0 { expect(time == from && peak.body == .zero, "\(what): \(peak) of nothing") }
    let hasPlans = slow.drinks.contains { $0.isPlan && $0.time.seconds >= from }
    if !hasPlans {
      expect(
        (try? memory.body(at: time)) == peak.body.micrograms, "\(what): \(peak) is not amounts")
    }
    compare(peak.flags, span, plansFrom: from, dueUntil: Timestamp(from).adding(-1).seconds, what)
  }

  private mutating func askBelowFrom() {
    let span = span(), from = span.from
    let somewhere = refusal(span) == nil ? exact(second(), ifOpenFrom: from) : 0
    var threshold = generator.chance(50) ? generator.pick(0...120_000) : UInt32(somewhere)
    if generator.chance(5) { threshold = generator.one(of: [0, 1, .max]) }
    let what = "below \(threshold) from \(from) until \(span.until)"
    forecast(what, refused: threshold == 0 ? .range : refusal(span)) {
      ledger throws(CaffeineError) in
      try ledger.belowFrom(
        Timestamp(from), until: Timestamp(span.until), threshold: Amount(micrograms: threshold))
    } judge: { run, moment in
      let total = run.slow.doses(until: span.until, plansFrom: from)
      let slack = Tolerance.atSecond(total: total), limit = Double(threshold)
      guard let moment else {
        let end = run.exact(span.until, plansFrom: from).body
        return run.expect(end > limit - slack, "\(what): never, but \(end) at its end")
      }
      let time = moment.time.seconds
      guard time >= from && time <= span.until else {
        return run.expect(false, "\(what): \(moment)")
      }
      for second in run.samples(span, plansFrom: from, [time]) where second >= time {
        let body = run.exact(second, plansFrom: from).body
        run.expect(body <= limit + slack, "\(what): \(time), but \(body) at \(second)")
      }
      if time > from {
        let before = run.exact(time - 1, plansFrom: from).body
        run.expect(before > limit - slack, "\(what): \(time), but \(before) the second before")
      }
      run.compare(
        moment.flags, span, plansFrom: from, dueUntil: Timestamp(from).adding(-1).seconds, what)
    }
  }

  /// The body amount at a second, if it lies in an open stretch.
  private func exact(_ time: Int64, ifOpenFrom from: Int64) -> Double {
    time < from ? 0 : exact(time, plansFrom: from).body
  }

  /// Why a question about a bedtime has no answer, and what the ledger leaves there.
  private func bedtime(_ span: Span, _ threshold: UInt32) -> (refused: CaffeineError?, sum: Double)
  {
    if threshold == 0 { return (.range, 0) }
    if span.from > span.until { return (.argument, 0) }
    do throws(CaffeineError) { try slow.check(now: span.from) } catch { return (error, 0) }
    if let refused = refusal(span) { return (refused, 0) }
    let left = exact(span.until, plansFrom: span.from)
    return (nil, left.gut + left.body)
  }

  private mutating func threshold(_ span: Span) -> UInt32 {
    if generator.chance(3) { return 0 }
    let around = UInt32(min(bedtime(span, 1).sum, 4e9))
    return generator.pick(1...120_000) + (generator.chance(70) ? around : 0)
  }

  private mutating func askLargestDose() {
    let span = span(), threshold = threshold(span)
    let (refused, sum) = bedtime(span, threshold)
    let what = "largest dose at \(span.from), bedtime \(span.until), threshold \(threshold)"
    forecast(what, refused: refused) { ledger throws(CaffeineError) in
      try ledger.largestDose(
        now: Timestamp(span.from), bedtime: Timestamp(span.until),
        threshold: Amount(micrograms: threshold))
    } judge: { run, answer in
      let total = run.slow.doses(until: span.until, plansFrom: span.from)
      let room = Double(threshold) - sum
      let slack = Tolerance.atSecond(total: total)
      guard let answer else { return run.expect(room < slack, "\(what): never, but \(sum)") }
      run.expect(room > -slack, "\(what): \(answer), but \(sum) is there")
      let share = run.slow.share(of: span.from, leftAt: span.until)
      let exact = min(max(room, 0) / max(share, 1e-300), 10_000_000).rounded(.down)
      let dose = Double(answer.dose.micrograms), allowed = Tolerance.dose(dose)
      run.expect(
        abs(dose - exact) <= allowed || abs(dose * share - room) <= allowed,
        "\(what): \(answer), expected \(exact)")
      run.compareBedtime(answer.flags, span, what)
    }
  }

  private mutating func askLatestTime() {
    let span = span(), threshold = threshold(span)
    var dose = generator.pick(0...200_000) as UInt32
    if generator.chance(5) { dose = generator.one(of: [10_000_000, 10_000_001]) }
    var (refused, sum) = bedtime(span, threshold)
    if dose > 10_000_000 { refused = .range }
    let what =
      "latest time of \(dose), now \(span.from), bedtime \(span.until), threshold \(threshold)"
    forecast(what, refused: refused) { ledger throws(CaffeineError) in
      try ledger.latestTime(
        for: Amount(micrograms: dose), now: Timestamp(span.from), bedtime: Timestamp(span.until),
        threshold: Amount(micrograms: threshold))
    } judge: { run, answer in
      let total = run.slow.doses(until: span.until, plansFrom: span.from) + Double(dose)
      let room = Double(threshold) - sum, slack = Tolerance.atSecond(total: total)
      let slow = run.slow
      func left(_ time: Int64) -> Double {
        Double(dose) * slow.share(of: time, leftAt: span.until)
      }
      guard let answer else {
        return run.expect(
          left(span.from) > room - slack, "\(what): never, but \(left(span.from)) fits \(room)")
      }
      let time = answer.time.seconds
      guard time >= span.from && time <= span.until else {
        return run.expect(false, "\(what): \(answer)")
      }
      run.expect(left(time) <= room + slack, "\(what): \(time) leaves \(left(time)) of \(room)")
      if time < span.until {
        run.expect(
          left(time + 1) > room - slack, "\(what): \(time), but the next second leaves less")
      }
      run.compareBedtime(answer.flags, span, what)
    }
  }

  private mutating func compareBedtime(_ flags: Flags, _ span: Span, _ what: String) {
    compare(
      flags, (span.until, span.until), plansFrom: span.from,
      dueUntil: Timestamp(span.from).adding(-1).seconds, atBest: true, what)
  }

  private mutating func askArea() {
    let span = span(), what = "area from \(span.from) until \(span.until)"
    let area = answer(what, refused: refusal(span)) { ledger throws(CaffeineError) in
      try ledger.area(from: Timestamp(span.from), until: Timestamp(span.until))
    }
    guard let area else { return }
    let expected = slow.area(from: span.from, until: span.until)
    let allowed = Tolerance.area(
      expected, seconds: 1 + slow.length(from: span.from, until: span.until))
    expect(
      abs(Double(area.microgramSeconds) - expected) <= allowed, "\(what): \(area), \(expected)")
    compare(area.flags, span, dueUntil: span.until, what)
  }

  private mutating func askDays() {
    for _ in 0..<3 {
      let date = slow.localDate(now, offset: 0) + generator.pick(-17...2)
      var expected: Day?, refused: CaffeineError?
      do throws(CaffeineError) { expected = try slow.day(date) } catch { refused = error }
      let day = answer("day \(date)", refused: refused) { ledger throws(CaffeineError) in
        try ledger.day(LocalDate(days: date))
      }
      if let day, let expected { expect(day == expected, "day \(day), expected \(expected)") }
    }
    let time = generator.chance(90) ? clock() : now + generator.pick(-2_000_000...200_000)
    let offset = generator.one(of: [0, -300, 1_080, -1_080, 1_081, -1_081])
    var expected: Day?, refused: CaffeineError?
    do throws(CaffeineError) {
      expected = try slow.today(now: time, offset: offset)
    } catch {
      refused = error
    }
    let what = "today at \(time), offset \(offset)"
    let day = answer(what, refused: refused) { ledger throws(CaffeineError) in
      try ledger.today(now: Timestamp(time), utcOffset: Int32(offset))
    }
    if let day, let expected { expect(day == expected, "\(what): \(day), expected \(expected)") }
  }

  private mutating func askConcentration() {
    let time = second()
    let mass = generator.one(of: [70_000, 3_000, 1, 0, .max]) as UInt32
    let volume = generator.one(of: [700, 1, 0, .max]) as UInt32
    let what = "concentration at \(time), \(mass) g, \(volume) mL/kg"
    var refused = mass == 0 || volume == 0 ? .argument : refusal((time, time))
    var expected: UInt64 = 0
    if refused == nil, let amounts = try? memory.amounts(at: time) {
      let product = UInt64(mass) * UInt64(volume)
      let (doubled, isOver) = product.addingReportingOverflow(product)
      // Half up: twice the nanograms plus once the volume over twice the volume.
      let nanograms = UInt64(amounts.body.micrograms) * 1_000_000
      expected = isOver ? (nanograms >= product / 2 ? 1 : 0) : (2 * nanograms + product) / doubled
      if expected > UInt32.max { refused = .range }
    }
    let answer = answer(what, refused: refused) { ledger throws(CaffeineError) in
      try ledger.concentration(
        at: Timestamp(time), bodyMass: mass, volumeOfDistribution: volume)
    }
    guard let answer else { return }
    expect(
      UInt64(answer.nanogramsPerMilliliter) == expected, "\(what): \(answer), expected \(expected)")
    compare(answer.flags, (time, time), dueUntil: time, what)
  }

  private mutating func askLists() {
    let drinks = slow.drinks
    expect(memory.ledger.count == drinks.count, "count")
    expect(memory.ledger.drink(at: -1) == nil, "a drink at -1")
    expect(memory.ledger.drink(at: drinks.count) == nil, "a drink at the count")
    for (index, drink) in drinks.enumerated() {
      expect(memory.ledger.index(of: drink.id) == index, "index of \(drink.id)")
    }
    let other = DrinkID(high: 1, low: 1)
    expect(memory.ledger.index(of: other) == nil, "an index of no drink")
    for _ in 0..<4 {
      let time = second()
      let index = drinks.firstIndex { $0.time.seconds >= time } ?? drinks.count
      expect(memory.ledger.firstIndex(from: Timestamp(time)) == index, "first from \(time)")
      let profile = memory.ledger.profile(at: Timestamp(time))
      expect(profile == slow.model.profile(at: time), "profile at \(time): \(profile)")
    }
  }

  /// What mutating calls keep is what a walk over everything gives.
  private mutating func askState() {
    expect(memory.cachedState == memory.walkedState, "the cached state")
  }
}
