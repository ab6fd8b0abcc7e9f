extension Ledger {
  /// Remembers another store's id for a drink, so that what is saved there and queried back is one drink.
  ///
  /// If it was queried back before this call, and is listed under that id, it is removed.
  /// - Parameters:
  ///   - alias: The other store's id.
  ///   - id: The drink's.
  ///   - source: Who removes the double.
  /// - Throws: `argument` (all zero, or both alike), `unknownID` (no such drink, nor its removal), `full`
  ///   (no room: see `Configuration.aliases`), or as `remove` for the double.
  /// - Complexity: O(`count` · aliases), no allocation.
  public func alias(
    _ alias: DrinkID, of id: DrinkID, source: UInt8 = 0
  ) throws(CaffeineError) {
    var pair = Alias(alias: alias, id: id)
    try self.alias(&pair, source: source).check()
  }

  /// See `alias(_:of:source:)`.
  @inline(never)
  package func alias(_ pair: UnsafePointer<Alias>, source: UInt8) -> Status {
    let alias = UnsafeRawPointer(pair).assumingMemoryBound(to: DrinkID.self), id = alias + 1
    guard !alias.pointee.isUnassigned, !alias.isEqual(id) else { return .refused(.argument) }
    guard isKnown(id) else { return .refused(.unknownID) }
    // Its own place, that of a drink that is gone, or a new one.
    var index = findAlias(alias)
    if index < 0 {
      index = 0
      while index < header.pointee.aliasCount, isKnown(drinkID(ofAlias: index)) {
        index = index &+ 1
      }
    }
    guard UInt32(bitPattern: index) < header.pointee.configuration.aliases else {
      return .refused(.full)
    }
    let listed = find(alias)
    if listed >= 0 {
      // Who sent it is not told: it would take the only copy there for removed.
      header.pointee.origin = drink(listed).pointee.stamp & 7
      var double = drink(listed).pointee
      double.revision = 0
      double.source = source
      let status = remove(&double)
      header.pointee.origin = 0
      if status.isRefusal { return status }
    }
    UnsafeMutableRawPointer(aliases + Int(index))
      .copyMemory(from: pair, byteCount: MemoryLayout<Alias>.size)
    if index == header.pointee.aliasCount { header.pointee.aliasCount = index &+ 1 }
    return .done
  }

  /// The id under which an entry's drink is known here.
  @inline(never)
  func id(of entry: UnsafePointer<Drink>) -> UnsafePointer<DrinkID> {
    let id = UnsafeMutablePointer(mutating: entry).id
    let index = findAlias(id)
    return index < 0 ? id : drinkID(ofAlias: index)
  }

  /// The index of an alias, -1 if there is none.
  @inline(never)
  private func findAlias(_ id: UnsafePointer<DrinkID>) -> Int32 {
    id.search(aliases, MemoryLayout<Alias>.stride, header.pointee.aliasCount)
  }

  /// The drink that an alias is of.
  @inline(never)
  private func drinkID(ofAlias index: Int32) -> UnsafePointer<DrinkID> {
    let place = UnsafeRawPointer(aliases + Int(index)) + MemoryLayout<DrinkID>.size
    return place.assumingMemoryBound(to: DrinkID.self)
  }

  /// Whether a drink is listed, or its removal kept.
  @inline(never)
  private func isKnown(_ id: UnsafePointer<DrinkID>) -> Bool {
    find(id) >= 0 || findTombstone(id) >= 0
  }
}
