#if !os(none)

  /// A ledger isolated in an actor: the drinks of one person, and what they leave.
  ///
  /// Each call is one hop, runs to its end without suspending, and allocates nothing but where it
  /// returns an array. Time enters as an argument; the tracker never reads a clock.
  ///
  ///     let tracker = try CaffeineTracker(capacity: 256)
  ///     _ = try await tracker.record(Drink(time: now, dose: .milligrams(96)), now: now)
  ///     let amounts = try await tracker.amounts(at: now.adding(3_600))
  ///
  /// Ledger calls keep their meaning, their errors and their cost: see ``Ledger``.
  /// - Isolation: the actor's; no method awaits, so no other call comes in between.
  public actor CaffeineTracker {
    /// Where the ledger lies: for the C interface, which runs on this actor's executor.
    nonisolated(unsafe) package let memory: UnsafeMutableRawPointer
    let ledger: Ledger
    var changes = ChangeFeed()
    /// How often a view has looked.
    var lookCount: UInt64 = 0

    /// Creates a tracker that has room for so many drinks and then folds the one that ended first.
    ///
    /// - Parameters:
    ///   - configuration: What the ledger is told for good; device id 0 becomes 1, so that drinks
    ///     without an id are given one.
    ///   - capacity: Drinks that stay editable, 1 to 65 535.
    /// - Throws: `memory` for another capacity, `argument` or `range` for the configuration.
    /// - Complexity: one allocation, `Ledger.byteCount(capacity:)` bytes.
    public init(
      configuration: Configuration = Configuration(), capacity: Int
    ) throws(CaffeineError) {
      var configuration = configuration
      if configuration.deviceID == 0 { configuration.deviceID = 1 }
      let byteCount = Ledger.byteCount(
        capacity: capacity, aliases: Int(configuration.aliases))
      guard byteCount > 0 else { throw .memory }
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: byteCount, alignment: Ledger.alignment)
      do throws(CaffeineError) {
        ledger = try Ledger(in: memory, byteCount: byteCount, configuration: configuration)
        self.memory = memory
      } catch {
        memory.deallocate()
        throw error
      }
    }

    deinit {
      memory.deallocate()
    }
  }

  // MARK: - Changes

  extension CaffeineTracker {
    /// Adds a drink, or a newer version of one: ``Ledger/record(_:now:)``.
    @discardableResult
    public func record(_ drink: Drink, now: Timestamp) throws(CaffeineError) -> Receipt {
      try changes.note(ledger.record(drink, now: now))
    }

    /// Replaces a listed drink: ``Ledger/edit(_:now:)``.
    @discardableResult
    public func edit(_ drink: Drink, now: Timestamp) throws(CaffeineError) -> Receipt {
      try changes.note(ledger.edit(drink, now: now))
    }

    /// Removes a drink for good: ``Ledger/remove(_:revision:source:)``.
    @discardableResult
    public func remove(_ id: DrinkID, source: UInt8 = 0) throws(CaffeineError) -> Receipt {
      try changes.note(ledger.remove(id, source: source))
    }

    /// Confirms a planned drink: ``Ledger/confirm(_:at:now:source:)``.
    @discardableResult
    public func confirm(
      _ id: DrinkID, at time: Timestamp, now: Timestamp, source: UInt8 = 0
    ) throws(CaffeineError) -> Receipt {
      try changes.note(ledger.confirm(id, at: time, now: now, source: source))
    }

    /// Dates what was logged without a clock, or under a wrong one:
    /// ``Ledger/clockChanged(from:to:wrongSince:)``.
    @discardableResult
    public func clockChanged(
      from old: Timestamp, to new: Timestamp, wrongSince: Timestamp = .forever
    ) throws(CaffeineError) -> Int {
      let dated = try ledger.clockChanged(from: old, to: new, wrongSince: wrongSince)
      if dated != 0 { changes.note() }
      return dated
    }

    /// Wipes all that was recorded: ``Ledger/eraseAll()``.
    public func eraseAll() {
      ledger.eraseAll()
      changes.note()
    }

    /// Sets the profile from a time on, nil: from the start: ``Ledger/setProfile(_:from:)``.
    public func setProfile(_ profile: Profile, from time: Timestamp?) throws(CaffeineError) {
      try ledger.setProfile(profile, from: time)
      changes.note()
    }
  }

  // MARK: - Questions

  extension CaffeineTracker {
    /// The drinks in the order (time, id); allocates the array.
    public var drinks: [Drink] {
      // A closure here would be asked for its executor at every drink.
      var drinks: [Drink] = []
      drinks.reserveCapacity(ledger.count)
      for index in 0..<ledger.count {
        if let drink = ledger.drink(at: index) { drinks.append(drink) }
      }
      return drinks
    }

    /// Up to and including this time the past can no longer change.
    public var foldTime: Timestamp? { ledger.foldTime }

    /// Gut and body at a time: ``Ledger/amounts(at:)``.
    public func amounts(at time: Timestamp) throws(CaffeineError) -> Amounts {
      try ledger.amounts(at: time)
    }

    /// Body amounts at regular times: ``Ledger/timeline(from:step:count:into:)``; allocates the array.
    ///
    /// - Parameter count: Entries, up to 1 048 576: 12 days of a second each; `range` beyond.
    public func timeline(
      from start: Timestamp, step: UInt32, count: Int
    ) throws(CaffeineError) -> [Amount] {
      guard step != 0, count >= 0 else { throw .argument }
      guard count <= 1 << 20, let entries = UInt32(exactly: count) else { throw .range }
      // What refuses the whole question must do so before the array is made.
      _ = try ledger.amounts(at: start)
      var amounts = [UInt32](repeating: 0, count: count)
      var failure: CaffeineError?
      amounts.withUnsafeMutableBufferPointer { buffer in
        guard let address = buffer.baseAddress else { return }
        do throws(CaffeineError) {
          _ = try ledger.timeline(from: start, step: step, count: entries, into: address)
        } catch {
          failure = error
        }
      }
      if let failure { throw failure }
      return amounts.map(Amount.init(micrograms:))
    }

    /// The largest amount over a stretch: ``Ledger/highest(from:until:)``.
    public func highest(from: Timestamp, until: Timestamp) throws(CaffeineError) -> Peak {
      try ledger.highest(from: from, until: until)
    }

    /// From when on it stays below a threshold: ``Ledger/belowFrom(_:until:threshold:)``.
    public func belowFrom(
      _ from: Timestamp, until: Timestamp, threshold: Amount
    ) throws(CaffeineError) -> Moment {
      try ledger.belowFrom(from, until: until, threshold: threshold)
    }

    /// The largest dose now for a bedtime: ``Ledger/largestDose(now:bedtime:threshold:)``.
    public func largestDose(
      now: Timestamp, bedtime: Timestamp, threshold: Amount
    ) throws(CaffeineError) -> Allowance {
      try ledger.largestDose(now: now, bedtime: bedtime, threshold: threshold)
    }

    /// The latest time of a dose for a bedtime: ``Ledger/latestTime(for:now:bedtime:threshold:)``.
    public func latestTime(
      for dose: Amount, now: Timestamp, bedtime: Timestamp, threshold: Amount
    ) throws(CaffeineError) -> Moment {
      try ledger.latestTime(for: dose, now: now, bedtime: bedtime, threshold: threshold)
    }

    /// What a watch draws, and until when: ``Ledger/face(now:utcOffset:digit:)``.
    public func face(now: Timestamp, utcOffset: Int32, digit: Amount) throws(CaffeineError) -> Face
    {
      try ledger.face(now: now, utcOffset: utcOffset, digit: digit)
    }

    /// Whether a dose would do now: ``Ledger/mayHave(_:now:bedtime:utcOffset:)``.
    public func mayHave(
      _ dose: Amount, now: Timestamp, bedtime: Timestamp, utcOffset: Int32
    ) throws(CaffeineError) -> Verdict {
      try ledger.mayHave(dose, now: now, bedtime: bedtime, utcOffset: utcOffset)
    }

    /// Gut and body if one more drink were taken: ``Ledger/amounts(at:with:now:)``.
    public func amounts(
      at time: Timestamp, with drink: Drink, now: Timestamp
    ) throws(CaffeineError) -> Amounts {
      try ledger.amounts(at: time, with: drink, now: now)
    }

    /// The totals of a local date: ``Ledger/day(_:)``.
    public func day(_ date: LocalDate) throws(CaffeineError) -> Day {
      try ledger.day(date)
    }

    /// The totals of the present day: ``Ledger/today(now:utcOffset:)``.
    public func today(now: Timestamp, utcOffset: Int32) throws(CaffeineError) -> Day {
      try ledger.today(now: now, utcOffset: utcOffset)
    }

    /// The area under the body amount: ``Ledger/area(from:until:)``.
    public func area(from: Timestamp, until: Timestamp) throws(CaffeineError) -> Area {
      try ledger.area(from: from, until: until)
    }

    /// An estimate of the concentration in plasma:
    /// ``Ledger/concentration(at:bodyMass:volumeOfDistribution:)``.
    public func concentration(
      at time: Timestamp, bodyMass: UInt32, volumeOfDistribution: UInt32
    ) throws(CaffeineError) -> Concentration {
      try ledger.concentration(
        at: time, bodyMass: bodyMass, volumeOfDistribution: volumeOfDistribution)
    }
  }

  // MARK: - Peers

  extension CaffeineTracker {
    /// Adds a peer: ``Ledger/addPeer(_:links:)``.
    public func addPeer(_ peer: Int, links: UInt32 = 0) throws(CaffeineError) {
      try ledger.addPeer(peer, links: links)
    }

    /// The next changes for a peer: ``Ledger/changes(for:after:into:count:)``; allocates the array.
    ///
    /// - Returns: The changes, and the anchor to go on after.
    public func changes(
      for peer: Int, after anchor: UInt64, count: Int
    ) throws(CaffeineError) -> (changes: [Drink], anchor: UInt64) {
      var anchor = anchor
      let page = try page(of: count) { page throws(CaffeineError) in
        try ledger.changes(for: peer, after: &anchor, into: page, count: count)
      }
      return (page, anchor)
    }

    /// A peer has kept all up to an anchor: ``Ledger/acknowledge(_:by:)``.
    public func acknowledge(_ anchor: UInt64, by peer: Int) throws(CaffeineError) {
      try ledger.acknowledge(anchor, by: peer)
    }

    /// Takes in a page of a peer's changes: ``Ledger/apply(_:count:from:after:anchor:)``.
    @discardableResult
    public func apply(
      _ page: [Drink], from peer: Int, after: UInt64, anchor: UInt64
    ) throws(CaffeineError) -> PageResult {
      let result = try page.withPage { page, count throws(CaffeineError) in
        try ledger.apply(page, count: count, from: peer, after: after, anchor: anchor)
      }
      return changes.note(result)
    }

    /// Up to where a peer's pages are kept here: ``Ledger/received(from:)``.
    public func received(from peer: Int) throws(CaffeineError) -> UInt64 {
      try ledger.received(from: peer)
    }

    /// All dated drinks of a window, for a peer whose anchor is too old:
    /// ``Ledger/tell(_:to:from:into:count:)``; allocates the array.
    public func tell(_ window: inout Window, to peer: Int) throws(CaffeineError) -> [Drink] {
      var index = ledger.firstIndex(from: window.from), told = window
      let count = max(ledger.count, 1)
      let page = try page(of: count) { page throws(CaffeineError) in
        try ledger.tell(&told, to: peer, from: &index, into: page, count: count)
      }
      window = told
      return page
    }

    /// Takes over a peer's window: ``Ledger/replace(_:with:count:from:)``.
    @discardableResult
    public func replace(
      _ window: Window, with page: [Drink], from peer: Int
    ) throws(CaffeineError) -> PageResult {
      let result = try page.withPage { page, count throws(CaffeineError) in
        try ledger.replace(window, with: page, count: count, from: peer)
      }
      return changes.note(result)
    }

    /// Remembers another store's id for a drink: ``Ledger/alias(_:of:source:)``.
    public func alias(
      _ alias: DrinkID, of id: DrinkID, source: UInt8 = 0
    ) throws(CaffeineError) {
      let count = ledger.count
      try ledger.alias(alias, of: id, source: source)
      // A double that was listed under the alias is gone.
      if ledger.count != count { changes.note() }
    }

    /// Fills an array through a pointer.
    private func page(
      of count: Int, _ fill: (UnsafeMutablePointer<Drink>) throws(CaffeineError) -> Int
    ) throws(CaffeineError) -> [Drink] {
      guard count > 0 else { return [] }
      // More than are listed and removed there never are.
      let room = min(count, ledger.count + 16)
      let page = UnsafeMutablePointer<Drink>.allocate(capacity: max(room, 1))
      defer { page.deallocate() }
      page.initialize(repeating: Drink(time: Timestamp(0), dose: .zero), count: max(room, 1))
      let told = try fill(page)
      return (0..<told).map {
        var drink = page[$0]
        drink.stamp = 0
        return drink
      }
    }
  }

  extension [Drink] {
    /// Lends the elements' memory; `withUnsafeBufferPointer` would not carry the error's type.
    fileprivate func withPage<Result>(
      _ body: (UnsafePointer<Drink>, Int) throws(CaffeineError) -> Result
    ) throws(CaffeineError) -> Result {
      let page = UnsafeMutablePointer<Drink>.allocate(capacity: Swift.max(count, 1))
      defer { page.deallocate() }
      page.initialize(from: self, count: count)
      return try body(page, count)
    }
  }

  // MARK: - Keeping

  extension CaffeineTracker {
    /// The ledger written down: ``Ledger/save(to:size:)``; allocates the array.
    public func save() -> [UInt8] {
      let size = ledger.saveSize
      return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        guard let address = buffer.baseAddress else { return }
        _ = ledger.write(to: address, room: UInt32(truncatingIfNeeded: size))
        count = size
      }
    }

    /// Takes over a ledger that was saved, into a tracker that holds nothing yet:
    /// ``Ledger/load(from:size:)``.
    public func load(_ bytes: [UInt8]) throws(CaffeineError) {
      var skipped: UInt32 = 0
      let status = bytes.withUnsafeBytes { buffer in
        guard let address = buffer.baseAddress else { return Status.refused(.corrupt) }
        return ledger.read(address, size: buffer.count, skipped: &skipped)
      }
      try status.check()
      changes.note()
    }

    /// Loads, and tells what would be written now: other bytes where a later version knows more.
    func take(_ bytes: [UInt8]) throws(CaffeineError) -> [UInt8] {
      try load(bytes)
      return save()
    }
  }
#endif
