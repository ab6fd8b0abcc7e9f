import CaffeineEngine
import CaffeineFoundation

/// What the watch's host does with the ledger: sync, reset, questions.
extension WatchDay {
  /// Sends both sides' changes; the watch saves first, so that it never forgets what the phone has.
  func sync(_ link: WatchEvent.Link, at time: Int64) throws -> String {
    try watch.save(at: time)
    let there = try watch.send(to: phone, link, at: time)
    if link == .unanswered {
      return there.taken.isEmpty
        ? "sync: nothing to send; no answer, so the watch gives up"
        : "sync: phone \(there.taken.text), but its answer is lost: the watch gives up, and will "
          + "ask at the next what the phone has"
    }
    let back = try phone.send(to: watch, link, at: time)
    var text = "sync: phone \(there.taken.text); watch \(back.taken.text)"
    var again = there.again
    again.add(back.again)
    if !again.isEmpty { text += "; the same pages again: \(again.text)" }
    return text
  }

  /// Loses the watch's memory and loads what was saved; clock and uptime run on.
  func reset(at time: Int64) throws -> String {
    let before = try face(at: time)
    let lost = watch.drinks
    guard let savedAt = try watch.reset() else {
      return "reset: nothing had been saved, so nothing came back"
    }
    let drinks = watch.drinks
    let gone = lost.filter { !drinks.contains($0) }.count
    let same = try face(at: time) == before ? "; the face is as before" : ""
    return "reset: the memory is lost, \(Words.count(drinks.count, "drink")) came back as saved at "
      + clock.local(savedAt).clockText
      + (gone > 0 ? "; \(Words.count(gone, "later change")) lost" : "") + same
  }

  /// May I have this?
  func ask(_ drink: NamedDrink, bedtime: Int, _ step: WatchScript.Step) throws -> String {
    let now = now(at: step.time)
    let bed = clock.next(minute: bedtime, after: step.time - 1)
    let verdict = try watch.ledger.mayHave(
      drink.dose ?? .zero, now: now, bedtime: Timestamp(bed),
      utcOffset: Int32(truncatingIfNeeded: clock.offset(at: step.time)))
    let question = "may I have \(drink.text), for bed at \(clock.local(bed).clockText)? "
    let doubt = verdict.flags.isDisjoint(with: [.atBest, .lowerBound]) ? "" : " at best"
    if verdict.isYes {
      let latest = verdict.latestTime.map { clock.local($0.seconds / 60 * 60).clockText } ?? "now"
      return question + "Yes, until \(latest)\(doubt)"
    }
    let most = Words.milligrams(verdict.largestDose)
    return question + "No: " + WatchDay.words(verdict.reasons).joined(separator: ", ")
      + (verdict.largestDose == .zero ? "; no dose would do" : "; \(most) would do\(doubt)")
  }

  private static func words(_ reasons: Verdict.Reasons) -> [String] {
    let limits = Configuration()
    let words: [(Verdict.Reasons, String)] = [
      (.sleep, "more than \(Words.milligrams(limits.sleepThreshold)) would be left then"),
      (.dailyLimit, "more than \(Words.milligrams(limits.dailyLimit)) in a day"),
      (.singleLimit, "more than \(Words.milligrams(limits.singleLimit)) at once"),
    ]
    return words.filter { reasons.contains($0.0) }.map(\.1)
  }

  /// What is wrong and what to do, where the engine refuses an event.
  static func advice(_ error: CaffeineError) -> (what: String, todo: String) {
    switch error {
    case .clock: ("the watch's clock is not set", "put a line with clock before it")
    case .future: ("a drink more than 2 min ahead of now", "write a plan, or an earlier time")
    case .full:
      ("the watch has no room: no drink has ended that it could fold", "plan or press less")
    case .tooOld: ("the watch has folded this time away", "give a later time")
    case .notKept: ("the watch keeps the last 15 days", "write a shorter script")
    case .suspicious: ("more than 1.2 g at once, which is toxic", "give the dose in mg")
    case .range: ("a number is outside what the model accepts", "drinks hold up to 10 g")
    case .anchor:
      ("the watch no longer keeps a change that the phone has not heard of", "sync more often")
    default: ("the engine refuses it (status \(error.rawValue))", "check the line")
    }
  }
}
