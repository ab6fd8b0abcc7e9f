import CaffeineEngine
import CaffeineFoundation

/// What each event does, and how it is told.
extension WatchDay {
  /// Lets an event happen.
  ///
  /// - Returns: What it was, and what came of it.
  mutating func why(of step: WatchScript.Step) throws -> String {
    let time = Timestamp(step.time)
    switch step.event {
    case .boot: return "boot: the clock is not set, seconds of uptime begin"
    case .clock: return try setClock(at: step.time)
    case .zone(let next): return change(to: next, at: step.time)
    case .press(let drink): return try press(drink, at: step.time)
    case .plan(let written, let drink): return try plan(written, drink, step)
    case .confirm(let plan, let drunk): return try confirm(plan, drunkAt: drunk, step)
    case .drink(let drink, let written): return try logOnPhone(drink, written, step)
    case .edit(let written, let drink, let onPhone):
      let device = onPhone ? phone : watch
      let old = try self.drink(written, on: device, step)
      // Two edits of the same revision: the greater source wins, on both sides.
      var new = drink.drink(at: old.time, utcOffset: Int(old.utcOffset))
      new.id = old.id
      new.duration = old.duration
      new.source = device.source
      if old.flags.contains(.planned) { new.flags.insert(.planned) }
      _ = try device.ledger.edit(new, now: onPhone ? time : now(at: step.time))
      return told("\(written.text) is now \(drink.text)", onPhone: onPhone)
    case .remove(let written, let onPhone):
      let device = onPhone ? phone : watch
      let old = try self.drink(written, on: device, step)
      _ = try device.ledger.remove(old.id, source: device.source)
      return told("\(written.text) removed (\(NamedDrink(old).text))", onPhone: onPhone)
    case .sync(let link): return try sync(link, at: step.time)
    case .save:
      try watch.save(at: step.time)
      return "saved: \(Words.count(watch.ledger.count, "drink"))"
    case .reset: return try reset(at: step.time)
    case .ask(let drink, let bedtime): return try ask(drink, bedtime: bedtime, step)
    case .look: return "a look at the watch"
    }
  }

  // MARK: - Clock and zone

  private mutating func setClock(at time: Int64) throws -> String {
    let undated = watch.drinks.filter { $0.flags.contains(.timeUnset) }.map(\.id)
    let dated = try watch.ledger.clockChanged(from: now(at: time), to: Timestamp(time))
    clockSetAt = clockSetAt ?? time
    guard dated > 0 else { return "clock set: there was nothing to date" }
    let times = watch.datedDrinks.filter { undated.contains($0.id) }.map(clockText(of:))
    return
      "clock set: \(Words.count(dated, "press", "presses")) dated, \(times.joined(separator: " and "))"
  }

  private mutating func change(to next: WristClock, at time: Int64) -> String {
    let (old, now) = (clock, next)
    clock = next
    let offset = WristClock.text(offset: now.offset(at: time))
    let date = now.local(time).date
    var text =
      "the wearer is now at \(offset) instead of \(WristClock.text(offset: old.offset(at: time)))"
    if date != old.local(time).date {
      text +=
        ", where it is \(date > old.local(time).date ? "already" : "still") "
        + WristClock.weekday(date)
    }
    return text + "; every drink keeps its day"
  }

  // MARK: - Drinks

  private func press(_ drink: NamedDrink, at time: Int64) throws -> String {
    let uptime = UInt32(clamping: uptime(at: time))
    let posted = button.inbox.post(Inbox.Press(preset: drink.preset, uptime: uptime))
    let drained = watch.ledger.drain(
      button.inbox, now: now(at: time), uptime: uptime,
      utcOffset: Int16(truncatingIfNeeded: clock.offset(at: time)))
    let status = posted.isRefusal ? posted.rawValue : drained
    if status < 0 { throw CaffeineError(rawValue: status) ?? .argument }
    return "button: \(drink.text)"
      + (clockSetAt == nil ? "; kept with its uptime, without a date" : "")
  }

  private func plan(
    _ written: WrittenTime, _ drink: NamedDrink, _ step: WatchScript.Step
  ) throws -> String {
    let time: Int64
    if written.date == nil {
      time = clock.next(minute: written.minute, after: step.time - 1)
    } else {
      time = try instant(written, step)
    }
    var plan = drink.drink(at: Timestamp(time), utcOffset: clock.offset(at: time))
    plan.flags.insert(.planned)
    _ = try watch.ledger.record(plan, now: now(at: step.time))
    return "plan for \(written.text): \(drink.text); counts in forecasts only"
  }

  private func confirm(
    _ written: WrittenTime, drunkAt drunk: WrittenTime?, _ step: WatchScript.Step
  ) throws -> String {
    let plan = try drink(written, on: watch, step) { $0.flags.contains(.planned) }
    let time = try drunk.map { try instant($0, step) } ?? step.time
    _ = try watch.ledger.confirm(plan.id, at: Timestamp(time), now: now(at: step.time))
    return
      "plan of \(written.text) confirmed, drunk at \(clock.local(time).clockText): it counts now"
  }

  private func logOnPhone(
    _ drink: NamedDrink, _ written: WrittenTime?, _ step: WatchScript.Step
  ) throws -> String {
    let time = try written.map { try instant($0, step) } ?? step.time
    var logged = drink.drink(at: Timestamp(time), utcOffset: clock.offset(at: time))
    logged.source = phone.source
    _ = try phone.ledger.record(logged, now: Timestamp(step.time))
    let when = written == nil ? "" : " at \(clock.local(time).clockText)"
    return told("\(drink.text)\(when)", onPhone: true)
  }

  private func told(_ what: String, onPhone: Bool) -> String {
    onPhone ? "on the phone: \(what); the watch has yet to hear of it" : what
  }

  // MARK: - What a script's times mean

  /// The instant that was meant: of the clock here, on the present date unless it says another.
  private func instant(_ written: WrittenTime, _ step: WatchScript.Step) throws -> Int64 {
    let date = written.date ?? clock.local(step.time).date
    guard let time = clock.time(date, minute: written.minute, notBefore: 0) else {
      throw wrong(step, "there is no time \(written.text)", "give a time from 1970 to 2199")
    }
    return time
  }

  /// The drink that began at a time, by the clock where it was taken, or the plan.
  private func drink(
    _ written: WrittenTime, on device: WristDevice, _ step: WatchScript.Step,
    where isMeant: ((Drink) -> Bool)? = nil
  ) throws -> Drink {
    let dated = device.datedDrinks.filter(isMeant ?? { _ in true })
    let found = dated.filter {
      written.matches(LocalDateTime(at: $0.time.seconds, offsetMinutes: $0.utcOffset))
    }
    if found.count == 1 { return found[0] }
    let name = device === phone ? "phone" : "watch"
    let what = isMeant == nil ? "drink" : "plan"
    guard found.isEmpty else {
      let isDated = written.date != nil || found[0].time.adding(86_400) > found[1].time
      throw wrong(
        step, "the \(name) lists \(found.count) \(what)s of \(written.text)",
        isDated ? "write them a minute apart" : "give the date as well: 2026-08-08T\(written.text)")
    }
    let times = dated.map(clockText(of:)).joined(separator: ", ")
    throw wrong(
      step, "the \(name) lists no \(what) of \(written.text)",
      times.isEmpty ? "it lists none yet" : "give the time of one: \(times)")
  }

  private func wrong(_ step: WatchScript.Step, _ what: String, _ todo: String) -> Complaint {
    .data(script.file, line: step.line, what, todo)
  }
}
