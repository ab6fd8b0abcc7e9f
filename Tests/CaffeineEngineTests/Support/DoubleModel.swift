import Foundation

@testable import CaffeineEngine

/// The model once more, slowly and obviously: each drink by itself, in `Double`.
///
/// Good to about 1e-13 of the dose, which is far inside every allowance it is compared under.
struct DoubleModel {
  struct Change {
    var time: Int64
    var profile: Profile
  }

  struct Amounts {
    var gut = 0.0
    var body = 0.0

    static func + (a: Amounts, b: Amounts) -> Amounts {
      Amounts(gut: a.gut + b.gut, body: a.body + b.body)
    }
  }

  var profile: Profile
  /// In the order of their times.
  var changes: [Change] = []

  /// The profile in force at a time.
  func profile(at time: Int64) -> Profile {
    changes.last { $0.time <= time }?.profile ?? profile
  }

  /// What a list of drinks leaves at a time.
  func amounts(of drinks: [Drink], at time: Int64) -> Amounts {
    drinks.reduce(Amounts()) { $0 + amounts(of: $1, at: time) }
  }

  /// What one drink leaves at a time.
  func amounts(of drink: Drink, at time: Int64) -> Amounts {
    let start = drink.time.seconds
    guard time >= start else { return Amounts() }
    var amounts = Amounts()
    if drink.duration == 0 {
      if profile(at: start).absorptionHalfLife == 0 {
        amounts.body = Double(drink.dose.micrograms)
      } else {
        amounts.gut = Double(drink.dose.micrograms)
      }
    }
    return advance(amounts, from: start, to: time, pouring: drink)
  }

  /// What becomes of amounts between two times while a drink pours in.
  func advance(
    _ start: Amounts, from: Int64, to time: Int64, pouring drink: Drink? = nil
  ) -> Amounts {
    let end = drink?.end.seconds ?? from
    var rate = 0.0
    if let drink, end > from { rate = Double(drink.dose.micrograms) / Double(drink.duration) }
    var amounts = start, now = from
    while now < time {
      var cut = end > now ? min(end, time) : time
      for change in changes where change.time > now && change.time < cut { cut = change.time }
      amounts = step(amounts, profile(at: now), rate: rate, seconds: seconds(now, cut))
      now = cut
      if now >= end { rate = 0 }
      if profile(at: now).absorptionHalfLife == 0 {
        amounts = Amounts(gut: 0, body: amounts.gut + amounts.body)
      }
    }
    return amounts
  }

  /// The seconds between two times, exact where they can matter.
  private func seconds(_ from: Int64, _ to: Int64) -> Double {
    let (difference, isOver) = to.subtractingReportingOverflow(from)
    return isOver ? 0x1p63 : Double(difference)
  }

  /// The textbook's step under constant rates, in a form that knows no difference of near-equals.
  private func step(_ old: Amounts, _ profile: Profile, rate: Double, seconds t: Double) -> Amounts
  {
    let ke = M_LN2 / Double(profile.eliminationHalfLife)
    guard profile.absorptionHalfLife != 0 else {
      return Amounts(
        gut: 0, body: (old.gut + old.body) * exp(-ke * t) - rate * expm1(-ke * t) / ke)
    }
    let ka = M_LN2 / Double(profile.absorptionHalfLife)
    let difference = (ka - ke) * t
    let share: Double
    if abs(difference) < 1e-9 {
      share = 1 - difference / 2
    } else {
      share = -expm1(-difference) / difference
    }
    // Where absorption is by far the slower, exp(-ke·t) alone would underflow against its factor.
    let transfer =
      difference < -1
      ? ka / (ka - ke) * (exp(-ke * t) - exp(-ka * t)) : ka * t * exp(-ke * t) * share
    return Amounts(
      gut: old.gut * exp(-ka * t) - rate * expm1(-ka * t) / ka,
      body: old.body * exp(-ke * t) + old.gut * transfer
        + rate * (-expm1(-ke * t) / ke - transfer / ka))
  }
}
