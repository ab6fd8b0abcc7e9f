@testable import CaffeineEngine

/// The rules of the ledger once more, slowly and obviously: arrays, and everything worked out anew.
///
/// Sums past 2^32 - 1 µg are not among its rules; the operations that it is tried on stay below.
struct SlowLedger {
  private struct Removal {
    var id: DrinkID
    var revision: UInt32
    var source: UInt8
  }

  private struct DayEntry {
    var date: Int64
    var dose: UInt64
    var flags: Flags
  }

  let configuration: Configuration
  let capacity: Int
  /// In the order (time, id).
  private(set) var drinks: [Drink] = []
  /// Those of the listed drinks whose start is folded.
  private var begun: [DrinkID] = []
  private var removals: [Removal] = []
  private var counter: UInt64 = 0
  private(set) var foldTime: Int64?
  /// What was there at the fold time.
  private var front = DoubleModel.Amounts()
  private var model: DoubleModel
  private var folded: [DayEntry] = []
  /// Every drink of unknown or estimated dose that was folded.
  private var foldedDoubts: [Drink] = []
  private(set) var totalDose = 0.0

  init(_ configuration: Configuration, capacity: Int) {
    self.configuration = configuration
    self.capacity = capacity
    model = DoubleModel(profile: configuration.profile)
  }

  // MARK: - Changes

  mutating func record(
    _ draft: Drink, now: Int64, isEdit: Bool
  ) throws(CaffeineError) -> Receipt {
    var drink = draft
    try check(drink, now: now)
    let isNameless = drink.id.isUnassigned
    if isNameless {
      if configuration.deviceID == 0 || isEdit { throw .argument }
      drink.id = nextID()
    }
    let old = drinks.first { $0.id == drink.id }
    let removal = removals.first { $0.id == drink.id }
    if isEdit, old == nil { throw .unknownID }
    let current = old?.revision ?? removal?.revision ?? 0
    if drink.revision == 0 {
      if current == .max { throw .range }
      drink.revision = current + 1
    }
    if let old {
      let order = compare(drink, old)
      if order < 0 { throw .stale }
      if order == 0 { return Receipt(drink.id, drink.revision, .unchanged) }
    } else if let removal,
      (drink.revision, drink.source) <= (removal.revision, removal.source)
    {
      throw .stale
    }
    if isClosed(drink.time.seconds) { throw .tooOld }
    if let old, isClosed(old.time.seconds) { throw .tooOld }
    if old == nil, drinks.count == capacity {
      guard let first = firstToEnd, first.end <= drink.time else { throw .full }
      if first.end == drink.time { throw .tooOld }
      fold(first)
    }
    drinks.removeAll { $0.id == drink.id }
    drinks.append(drink)
    drinks.sort {
      ($0.time.seconds, $0.id.high, $0.id.low) < ($1.time.seconds, $1.id.high, $1.id.low)
    }
    removals.removeAll { $0.id == drink.id }
    if isNameless { counter = drink.id.low }
    totalDose += Double(drink.dose.micrograms)
    return Receipt(drink.id, drink.revision, old == nil ? .added : .edited)
  }

  mutating func remove(
    _ id: DrinkID, revision: UInt32, source: UInt8
  ) throws(CaffeineError) -> Receipt {
    let old = drinks.first { $0.id == id }, removal = removals.first { $0.id == id }
    if old == nil, removal == nil || revision == 0 { throw .unknownID }
    let current = old?.revision ?? removal?.revision ?? 0
    let currentSource = old?.source ?? removal?.source ?? 0
    if revision == 0, current == .max { throw .range }
    let next = revision == 0 ? current + 1 : revision
    if (next, source) < (current, currentSource) { throw .stale }
    if let old {
      if isClosed(old.time.seconds) { throw .tooOld }
      drinks.removeAll { $0.id == id }
    } else if (next, source) == (current, currentSource) {
      return Receipt(id, next, .unchanged)
    }
    removals.removeAll { $0.id == id }
    removals.append(Removal(id: id, revision: next, source: source))
    if removals.count > 16 { removals.removeFirst() }
    return Receipt(id, next, .removed)
  }

  mutating func setProfile(_ profile: Profile, from time: Int64?) throws(CaffeineError) {
    if !profile.isValid { throw .range }
    guard let time else {
      model.profile = profile
      return
    }
    if time < 0 || time >= Drink.endOfTime { throw .range }
    if isClosed(time) { throw .tooOld }
    if let index = model.changes.firstIndex(where: { $0.time == time }) {
      model.changes[index].profile = profile
    } else {
      if model.changes.count == 8 { throw .full }
      model.changes.append(DoubleModel.Change(time: time, profile: profile))
      model.changes.sort { $0.time < $1.time }
    }
  }

  // MARK: - Questions

  func amounts(at time: Int64) -> DoubleModel.Amounts {
    guard let foldTime else { return model.amounts(of: drinks, at: time) }
    var sum = front
    if model.profile(at: foldTime).absorptionHalfLife == 0 {
      sum = DoubleModel.Amounts(gut: 0, body: front.gut + front.body)
    }
    sum = model.advance(sum, from: foldTime, to: time)
    for drink in drinks {
      if begun.contains(drink.id) {
        let pours = drink.end.seconds > foldTime
        sum =
          sum + (pours ? model.advance(.init(), from: foldTime, to: time, pouring: drink) : .init())
      } else {
        sum = sum + model.amounts(of: drink, at: time)
      }
    }
    return sum
  }

  /// The flags of an amount, under one profile for all time.
  func flags(at time: Int64) -> Flags {
    let profile = configuration.profile
    let span = 25 * Int64(profile.absorptionHalfLife + profile.eliminationHalfLife)
    var flags: Flags = []
    for drink in drinks + foldedDoubts
    where drink.time.seconds <= time && time <= drink.end.seconds + span {
      if drink.flags.contains(.unknownDose) { flags.insert(.lowerBound) }
      if drink.flags.contains(.estimated) { flags.insert(.estimated) }
    }
    return flags
  }

  func day(_ date: Int64) throws(CaffeineError) -> Day {
    let entries = folded + drinks.map(entry)
    if let latest = entries.map(\.date).max(), date < latest - 14 { throw .notKept }
    let these = entries.filter { $0.date == date }
    let total = these.reduce(0) { $0 + $1.dose }
    let unknowns = these.count { $0.flags.contains(.unknownDose) }
    let limit = UInt64(configuration.dailyLimit.micrograms)
    let cup = UInt64(configuration.cup.micrograms)
    var flags: Flags = unknowns > 0 ? .lowerBound : []
    if these.contains(where: { $0.flags.contains(.estimated) }) { flags.insert(.estimated) }
    var status = Day.Status.ok
    if limit != 0, 100 * total >= 80 * limit { status = total > limit ? .over : .near }
    var day = Day()
    day.statusNumber = Int32(status.rawValue)
    day.date = LocalDate(days: date)
    day.cupHundredths = (100 * total + cup / 2) / cup
    day.total = Amount(micrograms: UInt32(total))
    day.drinks = UInt32(these.count)
    day.unknowns = UInt32(unknowns)
    day.flags = flags
    return day
  }

  var oldestOpenTime: Int64 {
    var closed = foldTime ?? -1
    if drinks.count == capacity, let first = firstToEnd { closed = max(closed, first.end.seconds) }
    return closed + 1
  }

  // MARK: - Steps

  private var firstToEnd: Drink? {
    drinks.min { ($0.end.seconds, $0.id.high, $0.id.low) < ($1.end.seconds, $1.id.high, $1.id.low) }
  }

  private func isClosed(_ time: Int64) -> Bool {
    if let foldTime { time <= foldTime } else { false }
  }

  private func check(_ drink: Drink, now: Int64) throws(CaffeineError) {
    if drink.dose.micrograms > 10_000_000 { throw .range }
    let known: Flags = [.unknownDose, .estimated, .meant]
    if !drink.flags.isSubset(of: known) { throw .argument }
    if drink.flags.contains(.unknownDose), drink.dose != .zero { throw .argument }
    if drink.time.seconds < 0 || drink.time.seconds >= 7_258_118_400 { throw .range }
    if drink.duration > 43_200 || abs(Int(drink.utcOffset)) > 1_080 { throw .range }
    if drink.dose.micrograms > 1_200_000, !drink.flags.contains(.meant) { throw .suspicious }
    if configuration.clockFloor != Timestamp(0), now < configuration.clockFloor.seconds {
      throw .clock
    }
    if drink.time.seconds - now > 120 { throw .future }
  }

  private func nextID() -> DrinkID {
    var low = counter
    while true {
      low += 1
      let id = DrinkID(high: configuration.deviceID, low: low)
      if !drinks.contains(where: { $0.id == id }), !removals.contains(where: { $0.id == id }) {
        return id
      }
    }
  }

  /// Revision, source, then the content as it is encoded.
  private func compare(_ a: Drink, _ b: Drink) -> Int {
    func key(_ drink: Drink) -> [UInt8] {
      func little<T: FixedWidthInteger>(_ value: T) -> [UInt8] {
        withUnsafeBytes(of: value.littleEndian) { Array($0) }
      }
      let rank = withUnsafeBytes(of: drink.revision.bigEndian) { Array($0) } + [drink.source]
      return rank + little(drink.time.seconds) + little(drink.dose.micrograms)
        + little(drink.duration) + little(drink.flags.rawValue) + little(drink.utcOffset)
        + [drink.kind]
    }
    let first = key(a), second = key(b)
    return first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
  }

  private func entry(_ drink: Drink) -> DayEntry {
    let local =
      drink.time.seconds + 60 * Int64(drink.utcOffset) - 60 * Int64(configuration.dayStart)
    let date = local >= 0 ? local / 86_400 : -((86_399 - local) / 86_400)
    return DayEntry(date: date, dose: UInt64(drink.dose.micrograms), flags: drink.flags)
  }

  private mutating func fold(_ first: Drink) {
    let end = first.end.seconds
    // A drink that takes no time ends with its start, so it and those before it have begun then.
    func hasBegun(_ drink: Drink) -> Bool {
      guard drink.time.seconds == end else { return drink.time.seconds < end }
      return begun.contains(drink.id)
        || first.duration == 0
          && (drink.id.high, drink.id.low) <= (first.id.high, first.id.low)
    }
    let whole = drinks
    let nowBegun = drinks.filter(hasBegun)
    drinks = nowBegun
    front = amounts(at: end)
    drinks = whole.filter { $0.id != first.id }
    begun = nowBegun.map(\.id).filter { $0 != first.id }
    foldTime = end
    model.profile = model.profile(at: end)
    model.changes.removeAll { $0.time <= end }
    folded.append(entry(first))
    if !first.flags.isDisjoint(with: [.unknownDose, .estimated]) { foldedDoubts.append(first) }
  }
}
