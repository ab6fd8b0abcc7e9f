import CaffeineEngine

/// A journal's life from its first format on; at every write the power is cut in every way, and life goes on
/// from before as if it had not been.
///
/// ```
///   life:    change ── append ── change ── append ── …
///   trial:               └ cut at its Nth write ── mount, check ── change, append ── mount, check
///   depth 2:                                                          └ cut ── mount, check ── …
/// ```
struct CutHistory {
  let seed: UInt64
  let flash: FlashEmulator
  var wearer: CutWearer
  var journal: Journal<FlashEmulator>
  /// The ledger as it is kept.
  var kept: OwnedLedger
  var counts = CutCounts()
  /// Writes at which the power was cut, to rotate what is tried there.
  var turn: UInt64
  /// Draws what happens in trials.
  var random: SplitMix64

  /// What a journal is asked to do.
  enum Call: Equatable {
    case append, step, wipe, format
  }

  init(seed: UInt64, geometry: FlashGeometry) throws(CaffeineError) {
    self.seed = seed
    turn = seed
    random = SplitMix64(seed: ~seed)
    let cache: WriteCache = [.none, .blocks, .slots, .none][Int(seed / 3 % 4)]
    flash = FlashEmulator(geometry, cache: cache, seed: seed)
    wearer = try CutWearer(capacity: Int(4 + seed / 5 % 9), seed: seed)
    journal = Journal(on: flash)
    kept = try wearer.emptyLedger()
  }

  /// Lives the whole life.
  mutating func live() throws {
    try attempt(.format, becoming: try wearer.emptyLedger(), isSingle: true)
    kept = try wearer.emptyLedger()
    try journal.mount(kept.ledger)
    // The first thing to keep is that there is a peer.
    try runUp()
    let slots = flash.geometry.eraseBlock * flash.geometry.blockCount / JournalSlot.size
    for _ in 0..<(slots > 1_000 ? 6 : 20) { try liveOn() }
    if seed.isMultiple(of: 4) { try cutInARow() }
    let wiped = try wearer.owned.copy()
    wiped.ledger.eraseAll()
    try attempt(.wipe, becoming: wiped, isSingle: true)
    for _ in 0..<3 { try liveOn() }
    try attempt(.format, becoming: try wearer.emptyLedger(), isSingle: true)
    if let breach = flash.breach { throw CutBreach(text: breach) }
  }

  /// Appends without cuts until a block is about to be full.
  private mutating func runUp() throws {
    let slots = Int(flash.geometry.eraseBlock / JournalSlot.size)
    let blocks = wearer.pick(0...2 * Int(flash.geometry.blockCount))
    let most = max(min(slots * blocks, 4_000) - wearer.pick(0...12), 0)
    var written = try append()
    while written < most {
      wearer.make(wearer.draw())
      written += try append() + 1
    }
    kept = try wearer.owned.copy()
  }

  /// Appends; where the ledger has outgrown the device, drinks are removed first.
  private mutating func append() throws -> Int {
    for _ in 0..<wearer.capacity {
      do throws(CaffeineError) {
        return try journal.append(wearer.ledger)
      } catch .full {
        wearer.makeRoom()
      }
    }
    throw CutBreach(text: "full, whatever is removed")
  }

  /// A change that is appended, and steps ahead.
  private mutating func liveOn() throws {
    let change = wearer.draw()
    wearer.make(change)
    try attempt(.append, becoming: wearer.owned.copy(), isSingle: change.isSingle)
    guard wearer.pick(0...1) == 0 else { return }
    for _ in 0..<wearer.pick(1...5) { try attempt(.step, becoming: kept, isSingle: true) }
  }

  /// Makes a call, after the power was cut at each of its writes.
  private mutating func attempt(_ call: Call, becoming after: OwnedLedger, isSingle: Bool) throws {
    flash.begin(seed: turn)
    var dry = journal
    let error = try run(call, on: &dry, wearer.owned.copy())
    let sizes = flash.trialWrites
    flash.rollBack()
    let expectation = CutExpectation(before: kept, after: after, isSingle: isSingle)
    for (number, size) in sizes.enumerated() {
      turn &+= 1
      for tear in tears(size) {
        do {
          try cut(call, at: number, tear, expectation)
        } catch let breach as CutBreach {
          throw CutBreach(
            text: "\(call), write \(number) of \(sizes.count), \(tear): \(breach.text)")
        } catch {
          throw CutBreach(text: "\(call), write \(number) of \(sizes.count), \(tear): \(error)")
        }
      }
    }
    if error == .full {
      _ = try append()
      kept = try wearer.owned.copy()
      return
    }
    if let error { throw CutBreach(text: "\(call) without a cut: \(error)") }
    _ = try run(call, on: &journal, wearer.owned)
    kept = after
  }

  /// Makes a call.
  ///
  /// - Returns: What it refused.
  func run(
    _ call: Call, on journal: inout Journal<FlashEmulator>, _ owned: OwnedLedger
  ) throws -> CaffeineError? {
    do throws(CaffeineError) {
      switch call {
      case .append: try journal.append(owned.ledger)
      case .step: _ = try journal.compactStep(owned.ledger)
      case .wipe: try journal.wipe(owned.ledger)
      case .format: try journal.format()
      }
      return nil
    } catch { return error }
  }

  /// Ways to tear a write of so many bytes: five, and now and then a slot at every byte in all ways.
  private mutating func tears(_ size: Int) -> [Tear] {
    if size == Int(JournalSlot.size), turn.isMultiple(of: 31) {
      return (0...size).flatMap { whole in Tear.Rest.allCases.map { Tear(whole: whole, rest: $0) } }
    }
    var tears = [Tear.prefix(0), .done]
    for rest in Tear.Rest.allCases {
      tears.append(Tear(whole: Int.random(in: 0..<size, using: &random), rest: rest))
    }
    return tears
  }
}

/// What a campaign counts.
struct CutCounts {
  var histories = 0
  var cuts = 0
  /// Cuts among them during what followed a cut.
  var second = 0
  /// Cuts among them in rows of 300.
  var inARow = 0
  var mounts = 0

  static func += (sum: inout CutCounts, other: CutCounts) {
    sum.histories += other.histories
    sum.cuts += other.cuts
    sum.second += other.second
    sum.inARow += other.inARow
    sum.mounts += other.mounts
  }
}
