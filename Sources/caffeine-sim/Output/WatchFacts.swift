import CaffeineEngine
import CaffeineFoundation

/// What there is to say about a watch's day at its end.
struct WatchFacts {
  let day: WatchDay

  init(_ day: WatchDay) {
    self.day = day
  }

  var all: [(heading: String, text: String)] {
    [
      ("Days", days), ("Plans", plans), ("Phone", phone), ("Face", face), ("Assumed", assumed),
    ].filter { !$0.1.isEmpty }
  }

  /// The last event's time.
  private var end: Int64 { day.script.steps[day.script.steps.count - 1].time }

  /// The totals of each date that has drinks, under the offsets at which they were taken.
  private var days: String {
    let last = Int64(day.clock.local(end).date.daysSinceEpoch)
    // The ledger keeps 15 days, and after a flight west the last may be tomorrow.
    let parts = (last - 15...last + 1).compactMap { days -> String? in
      guard let sum = try? day.watch.ledger.day(LocalDate(days: days)), sum.drinks > 0 else {
        return nil
      }
      let date = CivilDate(clampingDays: days)
      return "\(WristClock.weekday(date)) \(Words.milligrams(sum.total.micrograms, sum.flags)) in "
        + Words.count(Int(sum.drinks), "drink")
    }
    return parts.isEmpty ? "no drink counts." : parts.joined(separator: ", ") + "."
  }

  private var plans: String {
    let parts = day.watch.drinks.filter { $0.flags.contains(.planned) }.map { plan in
      let state = plan.time.seconds <= end ? "never confirmed, so counted nowhere" : "still to come"
      return "\(NamedDrink(plan).text), of \(day.clockText(of: plan)): \(state)."
    }
    return parts.joined(separator: " ")
  }

  private var phone: String {
    let (watch, phone) = (day.watch.datedDrinks, day.phone.datedDrinks)
    let missing = watch.filter { !phone.contains($0) }.count
    // What the watch has folded it does not list any more.
    let folded = day.watch.ledger.foldTime?.seconds ?? .min
    let ahead = phone.filter { $0.time.seconds > folded && !watch.contains($0) }.count
    guard missing + ahead > 0 else {
      return "lists the same \(Words.count(watch.count, "drink")) as the watch, nothing twice."
    }
    let parts = [
      missing > 0 ? "has not heard of \(Words.count(missing, "drink")) of the watch" : "",
      ahead > 0 ? "knows \(Words.count(ahead, "drink")) that the watch does not" : "",
    ].filter { !$0.isEmpty }
    return parts.joined(separator: ", and ") + ": sync again."
  }

  private var face: String {
    guard let set = day.clockSetAt else { return "never knew the time." }
    return
      "drawn anew \(Words.count(day.wakings, "time")) in "
      + "\(Words.duration(UInt32(clamping: end - set))) without a touch. In between the watch can "
      + "sleep: each face names the second of its next change."
  }

  private var assumed: String {
    let profile = WatchDay.profile
    return
      "half-life \(Words.duration(profile.eliminationHalfLife)), absorption "
      + "\(Words.duration(profile.absorptionHalfLife)). Amounts are estimates: the same day "
      + "differs by a factor of three between people. Information, not medical advice."
  }
}
