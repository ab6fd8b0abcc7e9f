@testable import CaffeineEngine

/// The rules of the ledger once more, slowly and obviously: arrays, and everything worked out anew.
struct SlowLedger {
  private struct Removal {
    var id: DrinkID
    var revision: UInt32
    var source: UInt8
  }

  /// What the drinks of one date add up to.
  struct DaySum {
    var dose = 0 as UInt64
    var drinks = 0
    var unknowns = 0
    var isEstimated = false

    mutating func add(_ drink: Drink) {
      dose += UInt64(drink.dose.micrograms)
      drinks += 1
      if drink.flags.contains(.unknownDose) { unknowns += 1 }
      if drink.flags.contains(.estimated) { isEstimated = true }
    }
  }

  /// A drink of unknown or estimated dose, and the last second at which it still matters.
  struct Doubt {
    var flags: Flags
    var start: Int64
    var end: Int64
    var last: Int64
  }

  var configuration: Configuration
  let capacity: Int
  /// In the order (time, id).
  private(set) var drinks: [Drink] = []
  private var removals: [Removal] = []
  private var counter: UInt64 = 0
  private(set) var foldTime: Int64?
  /// What was there at the fold time.
  private(set) var front = DoubleModel.Amounts()
  private(set) var model: DoubleModel
  private(set) var foldedDays: [Int64: DaySum] = [:]
  /// The doses that are folded, and those of listed drinks that had begun by the fold (µg).
  private(set) var foldedDose = 0.0
  /// What was in doubt at the fold time.
  private(set) var foldedDoubts: [Doubt] = []
  /// The longest span of doubt of any profile that ever held, and whether there was more than one.
  private(set) var longestSpan: Int64
  private(set) var hasChanged = false
  /// Whether the last sum came so close to 2^32 - 1 µg that it may be rounded to either side, and
  /// what is said then.
  private(set) var wasClose = false
  var takesCloseSums = true

  init(_ configuration: Configuration, capacity: Int) {
    self.configuration = configuration
    self.capacity = capacity
    model = DoubleModel(profile: configuration.profile)
    longestSpan = SlowLedger.span(configuration.profile)
  }

  // MARK: - Changes

  mutating func record(
    _ draft: Drink, now: Int64, isEdit: Bool
  ) throws(CaffeineError) -> Receipt {
    wasClose = false
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
    if isClosed(drink) { throw .tooOld }
    if let old, isClosed(old) { throw .tooOld }
    let mustFold = old == nil && drinks.count == capacity
    if mustFold {
      guard let first = firstToEnd else { throw .full }
      if drink.isUncounted {
        // It folds what had ended when the latest that counts began.
        let latest = drinks.last { !$0.isUncounted }
        if let latest, first.end > latest.time { throw .full }
      } else {
        if first.end > drink.time { throw .full }
        if first.end == drink.time { throw .tooOld }
      }
    }
    var next = self
    next.drinks.removeAll { $0.id == drink.id }
    next.drinks.append(drink)
    next.drinks.sort {
      ($0.time.seconds, $0.id.high, $0.id.low) < ($1.time.seconds, $1.id.high, $1.id.low)
    }
    if !drink.isUncounted, next.daySum(date(of: drink)).dose > UInt32.max { throw .range }
    try checkSums(next)
    if mustFold, let first = firstToEnd { next.fold(first) }
    next.removals.removeAll { $0.id == drink.id }
    if isNameless { next.counter = drink.id.low }
    next.wasClose = wasClose
    self = next
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
      if isClosed(old) { throw .tooOld }
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
    wasClose = false
    var next = self
    if !profile.isValid { throw .range }
    if let time {
      if time < 0 || time >= 7_258_118_400 { throw .range }
      if let foldTime, time <= foldTime { throw .tooOld }
      if let index = model.changes.firstIndex(where: { $0.time == time }) {
        next.model.changes[index].profile = profile
      } else {
        if model.changes.count == 8 { throw .full }
        next.model.changes.append(DoubleModel.Change(time: time, profile: profile))
        next.model.changes.sort { $0.time < $1.time }
      }
    } else {
      next.model.profile = profile
    }
    try checkSums(next)
    next.longestSpan = max(longestSpan, SlowLedger.span(profile))
    next.hasChanged = true
    next.wasClose = wasClose
    self = next
  }

  mutating func eraseAll() {
    let counter = counter
    self = SlowLedger(configuration, capacity: capacity)
    // Ids go on, or a new drink would be taken for an old one elsewhere.
    self.counter = counter
  }

  // MARK: - Steps

  /// The counted drink with the least (end, id).
  private var firstToEnd: Drink? {
    drinks.filter { !$0.isUncounted }.min {
      ($0.end.seconds, $0.id.high, $0.id.low) < ($1.end.seconds, $1.id.high, $1.id.low)
    }
  }

  var oldestOpenTime: Int64 {
    var closed = foldTime ?? -1
    if drinks.count == capacity, let first = firstToEnd { closed = max(closed, first.end.seconds) }
    return closed + 1
  }

  /// What is folded can no longer change; what is not counted is never folded.
  private func isClosed(_ drink: Drink) -> Bool {
    guard let foldTime else { return false }
    return drink.time.seconds <= foldTime && !drink.isUncounted
  }

  private func check(_ drink: Drink, now: Int64) throws(CaffeineError) {
    if drink.dose.micrograms > 10_000_000 { throw .range }
    let known: Flags = [.planned, .timeUnset, .unknownDose, .estimated, .meant]
    if !drink.flags.isSubset(of: known) { throw .argument }
    if drink.flags.contains(.unknownDose), drink.dose != .zero { throw .argument }
    if drink.isPlan, drink.isUndated { throw .argument }
    let end: Int64 = drink.isUndated ? 2_147_483_648 : 7_258_118_400
    if drink.time.seconds < 0 || drink.time.seconds >= end { throw .range }
    if drink.duration > 43_200 || abs(Int(drink.utcOffset)) > 1_080 { throw .range }
    if drink.dose.micrograms > 1_200_000, !drink.flags.contains(.meant) { throw .suspicious }
    if drink.isUndated { return }
    try check(now: now)
    if !drink.isPlan, drink.time.seconds - now > 120 { throw .future }
  }

  func check(now: Int64) throws(CaffeineError) {
    let floor = configuration.clockFloor.seconds
    if floor != 0, now < floor { throw .clock }
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
    if a.revision != b.revision { return a.revision < b.revision ? -1 : 1 }
    let first = key(a), second = key(b)
    return first == second ? 0 : first.lexicographicallyPrecedes(second) ? -1 : 1
  }

  /// Refuses a state in which a sum passes 2^32 - 1 µg if all plans come true.
  private mutating func checkSums(_ next: SlowLedger) throws(CaffeineError) {
    let whole = next.largestWhole, most = Double(UInt32.max)
    wasClose =
      abs(whole - most) <= Tolerance.amount(total: next.doses(until: .max, plansFrom: .min))
    if wasClose ? !takesCloseSums : whole > most { throw .range }
  }

  private mutating func fold(_ first: Drink) {
    let end = first.end.seconds
    let nowBegun = counted().filter { $0.time.seconds <= end }
    foldedDoubts = doubts(until: end)
    foldedDose = doses(until: end)
    front = amounts(of: nowBegun, at: end)
    drinks.removeAll { $0.id == first.id }
    foldTime = end
    model.profile = model.profile(at: end)
    model.changes.removeAll { $0.time <= end }
    foldedDays[date(of: first), default: DaySum()].add(first)
  }
}

extension Drink {
  var isPlan: Bool { flags.contains(.planned) }
  var isUndated: Bool { flags.contains(.timeUnset) }
  var isUncounted: Bool { isPlan || isUndated }
}
