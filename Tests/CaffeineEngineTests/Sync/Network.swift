import Testing

@testable import CaffeineEngine

/// Three devices that record, edit and remove for themselves, and exchange what they did over links that
/// lose, repeat and reorder messages, and are cut for long.
struct Network {
  /// What goes over a link.
  enum Message {
    /// Asks for changes after an anchor, in the terms of who is asked.
    case request(UInt64)
    case page([Drink], after: UInt64, anchor: UInt64)
    case window(Window, [Drink])
  }

  /// A message under way.
  struct Parcel {
    var from: Int
    var to: Int
    var message: Message
  }

  /// What tells one version of a drink from another.
  struct Version: Hashable {
    var revision: UInt32
    var source: UInt8
    var isRemoval: Bool

    static func < (a: Version, b: Version) -> Bool {
      (a.revision, a.source, a.isRemoval ? 1 : 0) < (b.revision, b.source, b.isRemoval ? 1 : 0)
    }
  }

  /// A version that a device made out of the one that it knew.
  struct Deed {
    var id: DrinkID
    var version: Version
    var parent: Version?
  }

  /// How the devices are linked.
  enum Shape {
    /// Each with each.
    case ring
    /// The second one with both others, which hear of each other through it.
    case chain
  }

  let seed: UInt64
  let shape: Shape
  var generator: SeededGenerator
  var devices: [LedgerMemory]
  /// What a device falls back to when it dies.
  var kept: [LedgerMemory]
  /// What was done on each device since then, and what was done for good.
  var recent: [[Deed]] = [[], [], []]
  var deeds: [Deed] = []
  var underWay: [Parcel] = []
  var isCut: Set<Int> = []
  var time: Int64 = 100_000
  /// Ledgers fold: then no edit moves a drink past a fold time, and no plans fill a ledger for good.
  var isFolding = false
  /// Up to before this time some ledger was full and took in nothing.
  var oldestOpenTime = Timestamp(0)
  /// How often each happened.
  var windows = 0, deaths = 0, revived = 0, removals = 0

  init(seed: UInt64, shape: Shape, capacities: [Int]) throws {
    self.seed = seed
    self.shape = shape
    generator = SeededGenerator(seed: seed)
    devices = try capacities.enumerated().map {
      try LedgerMemory(
        capacity: $1, configuration: Configuration(deviceID: UInt64($0) + 1, aliases: 0))
    }
    kept = []
    for device in 0..<3 {
      for peer in peers(of: device) {
        let third = 3 - device - peer
        try devices[device].ledger.addPeer(peer, links: shape == .ring ? 1 << UInt32(third) : 0)
      }
      kept.append(try LedgerMemory(copying: devices[device]))
    }
  }

  func peers(of device: Int) -> [Int] {
    (0..<3).filter { $0 != device && (shape == .ring || $0 == 1 || device == 1) }
  }

  /// The number of a link: that of the device it leaves out.
  func link(_ a: Int, _ b: Int) -> Int { 3 - a - b }

  // MARK: What is done on a device

  /// The version of a drink that a device knows, listed or removed.
  func version(of id: DrinkID, on device: Int) -> Version? {
    let ledger = devices[device].ledger
    if let index = ledger.index(of: id), let drink = ledger.drink(at: index) {
      return Version(revision: drink.revision, source: drink.source, isRemoval: false)
    }
    let index = withUnsafePointer(to: id) { ledger.findTombstone($0) }
    guard index >= 0 else { return nil }
    let tombstone = ledger.tombstones[Int(index)]
    return Version(
      revision: tombstone.revision, source: UInt8(tombstone.source), isRemoval: true)
  }

  /// Does something with a drink, and remembers the version that came of it.
  mutating func change(_ id: DrinkID, on device: Int, _ body: (Ledger) throws -> Receipt?) throws {
    let parent = version(of: id, on: device)
    do {
      guard let receipt = try body(devices[device].ledger) else { return }
      let made = try #require(version(of: receipt.id, on: device))
      recent[device].append(Deed(id: receipt.id, version: made, parent: parent))
    } catch is CaffeineError {
      // Too old, stale, or full: nothing was done.
    }
  }

  mutating func act(removing: Bool) throws {
    let device = generator.pick(0...2) as Int
    let source = UInt8(device + 1), now = morning(time), memory = devices[device]
    time += generator.pick(0...900)
    let listed = memory.drinks
    let some = listed.isEmpty ? nil : generator.one(of: listed)
    switch generator.pick(1...100) {
    case 1...(removing ? 40 : 60):
      var drink = Drink.cup(
        time - generator.pick(0...3_000), micrograms: generator.pick(0...300_000),
        lasting: generator.chance(30) ? generator.pick(1...3_000) : 0, source: source)
      if isFolding {
        drink.flags = []
      } else if generator.chance(15) {
        drink.flags = .planned
        drink.time = Timestamp(drink.time.seconds + 5_000)
      } else if generator.chance(4) {
        drink.flags = .timeUnset
        drink.time = Timestamp(generator.pick(0...5_000))
      }
      try change(.unassigned, on: device) { try $0.record(drink, now: now) }
    case ...(removing ? 55 : 75):
      guard var drink = some, !drink.flags.contains(.timeUnset) else { return }
      drink.revision = 0
      drink.source = source
      drink.dose = Amount(micrograms: generator.pick(0...300_000))
      if generator.chance(30), !isFolding {
        drink.time = Timestamp(drink.time.seconds + generator.pick(-600...600))
      }
      try change(drink.id, on: device) { try $0.edit(drink, now: now) }
    case ...80:
      guard let plan = listed.first(where: { $0.flags.contains(.planned) }) else { return }
      try change(plan.id, on: device) {
        try $0.confirm(plan.id, at: now, now: now, source: source)
      }
    case ...82:
      try changeClock(device)
    default:
      guard let drink = some else { return }
      removals += 1
      try change(drink.id, on: device) { try $0.remove(drink.id, source: source) }
    }
  }

  /// Dates what has no date, and moves what was logged here in the last minutes.
  mutating func changeClock(_ device: Int) throws {
    let memory = devices[device], before = memory.drinks
    _ = try memory.ledger.clockChanged(
      from: morning(time - 300), to: morning(time),
      wrongSince: generator.chance(50) ? morning(time - 1_500) : .forever)
    for drink in memory.drinks where !before.contains(drink) {
      let old = before.first { $0.id == drink.id }
      recent[device].append(
        Deed(
          id: drink.id,
          version: Version(revision: drink.revision, source: drink.source, isRemoval: false),
          parent: old.map {
            Version(revision: $0.revision, source: $0.source, isRemoval: false)
          }))
    }
  }

  /// Saves a device: from now on it cannot forget.
  mutating func keep(_ device: Int) throws {
    kept[device] = try LedgerMemory(copying: devices[device])
    deeds += recent[device]
    recent[device] = []
  }

  /// A device dies, and comes back as it was saved.
  mutating func die(_ device: Int) throws {
    deaths += 1
    let memory = try LedgerMemory(
      capacity: devices[device].ledger.capacity,
      configuration: Configuration(deviceID: UInt64(device) + 1))
    try memory.load(try kept[device].saved())
    devices[device] = memory
    recent[device] = []
  }

  // MARK: What goes over the links

  mutating func send(_ message: Message, from: Int, to: Int) {
    if !isCut.contains(link(from, to)) {
      underWay.append(Parcel(from: from, to: to, message: message))
    }
  }

  mutating func ask(_ device: Int, _ peer: Int) throws {
    send(.request(try devices[device].ledger.received(from: peer)), from: device, to: peer)
  }

  /// Answers or takes in a message; returns whether it brought anything.
  @discardableResult
  mutating func deliver(_ parcel: Parcel) throws -> Bool {
    let memory = devices[parcel.to], ledger = memory.ledger, peer = parcel.from
    defer { oldestOpenTime = max(oldestOpenTime, ledger.oldestOpenTime) }
    switch parcel.message {
    case .request(let anchor):
      try keep(parcel.to)
      try? ledger.acknowledge(anchor, by: peer)
      let (answer, isNew) = try self.answer(anchor, of: parcel.to, to: peer)
      send(answer, from: parcel.to, to: peer)
      return isNew
    case .page(let page, let after, let anchor):
      do {
        let result = try page.withUnsafeBufferPointer {
          try ledger.apply(
            $0.baseAddress ?? UnsafePointer(memory.memory.assumingMemoryBound(to: Drink.self)),
            count: page.count, from: peer, after: after, anchor: anchor)
        }
        note(result, of: page, on: ledger)
        return result.added + result.edited + result.removed > 0
      } catch CaffeineError.anchor {
        return false
      } catch CaffeineError.full {
        return false
      }
    case .window(let window, let page):
      do {
        let result = try page.withUnsafeBufferPointer {
          try ledger.replace(
            window,
            with: $0.baseAddress
              ?? UnsafePointer(memory.memory.assumingMemoryBound(to: Drink.self)),
            count: page.count, from: peer)
        }
        note(result, of: page, on: ledger)
        windows += 1
        return true
      } catch CaffeineError.anchor {
        return false
      } catch CaffeineError.full {
        return false
      }
    }
  }

  /// Notes up to when a ledger took in nothing: it may have been full in the middle of a page alone.
  private mutating func note(_ result: PageResult, of page: [Drink], on ledger: Ledger) {
    guard result.tooOld > 0 else { return }
    for drink in page where !drink.flags.contains(.removed) && ledger.index(of: drink.id) == nil {
      oldestOpenTime = max(oldestOpenTime, Timestamp(drink.time.seconds + 1))
    }
  }

  /// What a device answers, and whether there is anything in it.
  mutating func answer(_ asked: UInt64, of device: Int, to peer: Int) throws -> (Message, Bool) {
    let ledger = devices[device].ledger
    var anchor = asked
    var page = [Drink](repeating: Drink(time: Timestamp(0), dose: .zero), count: ledger.count + 17)
    do {
      let room = generator.pick(1...20) as Int
      let told = try page.withUnsafeMutableBufferPointer {
        try ledger.changes(
          for: peer, after: &anchor, into: #require($0.baseAddress), count: min(room, 17))
      }
      return (.page(Array(page[..<told]), after: asked, anchor: anchor), told > 0)
    } catch CaffeineError.anchor {
      var window = Window(
        from: ledger.foldTime.map { Timestamp($0.seconds + 1) } ?? Timestamp(0), after: asked)
      var index = ledger.firstIndex(from: window.from)
      let told = try page.withUnsafeMutableBufferPointer {
        try ledger.tell(
          &window, to: peer, from: &index, into: #require($0.baseAddress), count: ledger.count + 1)
      }
      return (.window(window, Array(page[..<told])), true)
    }
  }

  // MARK: A whole run

  /// So many steps at random; then all links are whole, and all is exchanged.
  ///
  /// - Returns: False if it does not come to rest.
  mutating func run(steps: Int) throws -> Bool {
    var removing = false
    for step in 0..<steps {
      if step % 40 == 0 {
        isCut = Set((0..<3).filter { _ in generator.chance(55) })
        removing = generator.chance(50)
      }
      try act(removing: removing)
      if generator.chance(50) {
        let device = generator.pick(0...2) as Int
        try ask(device, generator.one(of: peers(of: device)))
      }
      for _ in 0..<2 where generator.chance(70) { try deliverSome() }
      if generator.chance(2) { try die(generator.pick(0...2)) }
    }
    isCut = []
    // What has no date is not told.
    for device in 0..<3 { try changeClock(device) }
    return try settle()
  }

  private mutating func deliverSome() throws {
    guard !underWay.isEmpty else { return }
    // Mostly the latest; now and then any, so that some are very late.
    let index = generator.chance(60) ? underWay.count - 1 : generator.pick(0...underWay.count - 1)
    let parcel = underWay[index]
    if !generator.chance(15) { underWay.remove(at: index) }
    if underWay.count > 60 { underWay.remove(at: generator.pick(0...30)) }
    guard !isCut.contains(link(parcel.from, parcel.to)), !generator.chance(15) else { return }
    try deliver(parcel)
  }

  /// Exchanges until nothing is new anywhere; late messages come in between.
  private mutating func settle() throws -> Bool {
    for _ in 0..<60 {
      var isNew = false
      for device in 0..<3 {
        for peer in peers(of: device) {
          for _ in 0..<40 {
            if !underWay.isEmpty, generator.chance(50) {
              try deliver(underWay.remove(at: generator.pick(0...underWay.count - 1)))
            }
            let late = underWay
            underWay = []
            try ask(device, peer)
            let request = underWay.removeLast()
            let isAnswer = try deliver(request)
            let reply = underWay.removeLast()
            underWay = late
            try deliver(reply)
            if !isAnswer { break }
            isNew = true
          }
        }
      }
      if !isNew { return true }
    }
    return false
  }
}
