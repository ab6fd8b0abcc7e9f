#if !os(none)

  import _Concurrency

  // What a health store and a ledger tell each other, a turn of the tracker a call. A store counts no
  // stamps and keeps no removals, so the ledger's rules for peers are met on its behalf here.

  extension CaffeineTracker {
    /// Up to where the store's pages are kept here; adds the store as a peer if it is none yet.
    func receivedFromStore(_ peer: Int) throws(CaffeineError) -> UInt64 {
      try addStore(peer)
      return try ledger.received(from: peer)
    }

    /// Takes in a page: removals, then versions, and the anchor with them.
    ///
    /// - Throws: As ``Ledger/apply(_:count:from:after:anchor:)``; the anchor is as it was.
    func take(
      _ page: HealthPage, from peer: Int, after anchor: UInt64
    ) throws(CaffeineError) -> HealthReport {
      try addStore(peer)
      var report = HealthReport()
      let added = entries(of: page.added, &report)
      var entries = removals(page.removed, besides: added, peer, &report)
      entries.append(contentsOf: added)
      if PlantedFault.planted == .earlyReturn, page.added.isEmpty || page.removed.isEmpty {
        entries = []
      }
      report.add(try apply(entries, from: peer, after: anchor, anchor: page.anchor))
      return report
    }

    /// Up to where the store knows what was told from here.
    func toldToStore(_ peer: Int) throws(CaffeineError) -> UInt64 {
      try addStore(peer)
      return UInt64(ledger.acknowledged(UInt32(truncatingIfNeeded: peer)).pointee)
    }

    /// Takes over a window: what the store had and does not list is removed.
    ///
    /// It had what was told up to `window.known`, read before the store was asked: a drink told while
    /// the answer was under way is not in it.
    /// - Throws: As ``Ledger/replace(_:with:count:from:)``; the anchor is as it was.
    func replace(
      _ window: Window, withStored drinks: [Drink], from peer: Int
    ) throws(CaffeineError) -> HealthReport {
      try addStore(peer)
      var report = HealthReport()
      let entries = entries(of: drinks, &report)
      let listed = entries.filter { $0.time >= window.from && $0.time < window.until }
      report.skipped &+= UInt64(entries.count &- listed.count)
      report.add(try replace(window, with: listed, from: peer))
      return report
    }

    /// The next changes that the store does not know.
    ///
    /// - Throws: `full`: there is no place for an id of the store's own.
    func owed(to peer: Int, limit: Int, assignsIDs: Bool) throws(CaffeineError) -> OwedPage {
      try addStore(peer)
      let places = assignsIDs ? freeAliases : limit
      let kept = ledger.acknowledged(UInt32(truncatingIfNeeded: peer)).pointee
      // Before the first acknowledgement it is where to begin, not how far it got.
      let after = kept & 7 == 7 ? UInt64(kept) : 0
      do throws(CaffeineError) {
        // Without a place, one look decides whether one is missing.
        let (changes, anchor) = try changes(
          for: peer, after: after, count: max(1, min(limit, places)))
        let page = OwedPage(changes, anchor: anchor) { self.storedID(of: $0, assignsIDs) }
        if places == 0, !page.drinks.isEmpty { throw .full }
        return page
      } catch {
        guard error == .anchor else { throw error }
      }
      return try owedWindow(to: peer, after: after, places: places, assignsIDs)
    }

    /// Remembers the ids that the store has given to drinks.
    func alias(_ aliases: [DrinkID], of ids: ArraySlice<DrinkID>) {
      for (alias, id) in zip(aliases, ids) where alias != id {
        // What was erased meanwhile needs no alias, and a double that is folded stays.
        try? self.alias(alias, of: id)
      }
    }

    private func addStore(_ peer: Int) throws(CaffeineError) {
      // Adding it again would undo its links.
      let number = UInt32(clamping: UInt(bitPattern: peer))
      if !ledger.hasPeer(number) { try ledger.addPeer(peer) }
    }
  }

  // MARK: - Taking in

  extension CaffeineTracker {
    /// A store's drinks as a ledger takes them, each id once.
    func entries(of drinks: [Drink], _ report: inout HealthReport) -> [Drink] {
      var entries: [Drink] = []
      entries.reserveCapacity(drinks.count)
      for drink in drinks {
        guard let entry = entry(of: drink) else {
          report.skipped &+= 1
          continue
        }
        guard let index = entries.firstIndex(where: { $0.id == entry.id }) else {
          entries.append(entry)
          continue
        }
        report.unchanged &+= 1
        let other = entries[index]
        if (entry.revision, entry.source) >= (other.revision, other.source) {
          entries[index] = entry
        }
      }
      return entries
    }

    /// A store's drink under the ledger's own id; nil: it is none.
    private func entry(of drink: Drink) -> Drink? {
      var drink = drink
      drink.id = ownID(of: drink.id)
      // The store keeps it already, and nobody can be asked.
      if drink.dose.micrograms > Drink.suspiciousDose { drink.flags.insert(.meant) }
      guard !drink.id.isUnassigned, !drink.flags.contains(.timeUnset),
        !withUnsafePointer(to: &drink, { $0.check() }).isRefusal
      else { return nil }
      guard drink.revision == 0 else { return drink }
      // A sample that never changes: what is here is that sample, or a newer version of it.
      if let index = ledger.index(of: drink.id), let listed = ledger.drink(at: index) {
        return listed
      }
      let tombstone = ledger.findTombstone(&drink.id)
      drink.revision = tombstone < 0 ? 1 : ledger.tombstones[Int(tombstone)].revision
      if tombstone >= 0 { drink.source = 0 }
      return drink
    }

    /// The removals of a page as entries: of what is listed, and has not changed here since.
    private func removals(
      _ ids: [DrinkID], besides added: [Drink], _ peer: Int, _ report: inout HealthReport
    ) -> [Drink] {
      var entries: [Drink] = [], ids = ids
      if PlantedFault.planted == .invertedDelete, !ids.isEmpty {
        ids = drinks.map { $0.id }.filter { !ids.contains($0) }
      }
      for stored in ids {
        let id = ownID(of: stored)
        guard let index = ledger.index(of: id), !added.contains(where: { $0.id == id }),
          !entries.contains(where: { $0.id == id })
        else {
          report.unchanged &+= 1
          continue
        }
        let listed = ledger.drink(Int32(truncatingIfNeeded: index)).pointee
        guard !isOwed(listed, to: peer) else {
          report.stale &+= 1
          continue
        }
        entries.append(
          Drink(
            id: id, time: Timestamp(0), dose: .zero, revision: listed.revision, flags: .removed,
            source: listed.source))
      }
      return entries
    }

    /// Whether a change is still to be told to a peer.
    private func isOwed(_ drink: Drink, to peer: Int) -> Bool {
      let peer = UInt32(truncatingIfNeeded: peer)
      return drink.stamp > ledger.acknowledged(peer).pointee && ledger.tells(drink.stamp, peer)
    }

    /// The id under which a store's drink is known here.
    private func ownID(of stored: DrinkID) -> DrinkID {
      var entry = Drink(id: stored, time: Timestamp(0), dose: .zero)
      return withUnsafePointer(to: &entry) { ledger.id(of: $0).pointee }
    }
  }

  // MARK: - Telling

  /// Changes that a health store is to be told.
  struct OwedPage: Sendable {
    /// New drinks and versions, under the ids by which the store knows them.
    var drinks: [Drink] = []
    /// The same drinks' own ids.
    var ids: [DrinkID] = []
    /// Drinks that are gone, under the store's ids.
    var removed: [DrinkID] = []
    /// Up to where the store knows everything once it has kept this.
    let anchor: UInt64
    /// Whether removals are missing that the ledger has forgotten.
    var missesRemovals = false

    var isEmpty: Bool { drinks.isEmpty && removed.isEmpty }

    init(_ changes: [Drink], anchor: UInt64, storedID: (DrinkID) -> DrinkID) {
      self.anchor = anchor
      for var drink in changes {
        let id = drink.id
        drink.id = storedID(id)
        if drink.flags.contains(.removed) {
          removed.append(drink.id)
        } else {
          drinks.append(drink)
          ids.append(id)
        }
      }
    }
  }

  extension CaffeineTracker {
    /// All drinks that the store lacks, where changes cannot tell any more.
    private func owedWindow(
      to peer: Int, after anchor: UInt64, places: Int, _ assignsIDs: Bool
    ) throws(CaffeineError) -> OwedPage {
      let from = foldTime.map { $0.adding(1) } ?? Timestamp(0)
      var window = Window(from: from, after: anchor)
      let lacking = try tell(&window, to: peer).filter { !$0.flags.contains(.known) }
      guard !assignsIDs || lacking.count <= places else { throw .full }
      var page = OwedPage(lacking, anchor: window.anchor) { self.storedID(of: $0, assignsIDs) }
      page.missesRemovals = true
      return page
    }

    /// The id under which a store knows a drink.
    private func storedID(of id: DrinkID, _ assignsIDs: Bool) -> DrinkID {
      guard assignsIDs else { return id }
      for index in 0..<Int(ledger.header.pointee.aliasCount) where ledger.aliases[index].id == id {
        return ledger.aliases[index].alias
      }
      return id
    }

    /// How many aliases there is room for.
    private var freeAliases: Int {
      var free = Int(ledger.header.pointee.configuration.aliases)
      for index in 0..<Int(ledger.header.pointee.aliasCount) {
        var id = ledger.aliases[index].id
        if ledger.index(of: id) != nil || ledger.findTombstone(&id) >= 0 { free &-= 1 }
      }
      return free
    }
  }
#endif
