extension Ledger {
  /// The profile in force at a time; at or before the fold, the one in force there.
  public func profile(at time: Timestamp) -> Profile {
    var profile = header.pointee.front.rates.profile
    var index: Int32 = 0
    while index < header.pointee.changeCount, changes[Int(index)].time <= time.seconds {
      profile = changes[Int(index)].profile
      index &+= 1
    }
    return profile
  }

  /// Sets the profile that holds from a time on; a change at the same second is replaced.
  ///
  /// - Parameters:
  ///   - profile: The new half-lives.
  ///   - time: When they begin to hold; nil: from the start, that is from the front of the chain
  ///     on, in place of the constants in force there. Never too old: a corrected half-life
  ///     corrects history.
  /// - Throws: `range` (a half-life, the time, or a sum past 2^32 - 1 µg), `tooOld` or `full` (a
  ///   ninth change that is not folded); every byte is as it was.
  /// - Complexity: O(`count`), no allocation.
  @inline(never)
  public func setProfile(_ profile: Profile, from time: Timestamp?) throws(CaffeineError) {
    guard profile.isValid else { throw .range }
    guard let time else {
      let front = header.pointee.front
      header.pointee.front.use(profile)
      guard refresh() else {
        header.pointee.front = front
        throw .range
      }
      return
    }
    guard Drink.isRecordable(time.seconds) else { throw .range }
    guard time.seconds > header.pointee.front.time else { throw .tooOld }
    let count = header.pointee.changeCount
    var index: Int32 = 0
    while index < count, changes[Int(index)].time < time.seconds { index &+= 1 }
    let place = changes + Int(index)
    let replaces = index < count && place.pointee.time == time.seconds
    guard replaces || count < ProfileChange.capacity else { throw .full }
    let previous = place.pointee.profile
    if !replaces {
      makeRoom(at: place, for: count &- index, MemoryLayout<ProfileChange>.size)
      header.pointee.changeCount = count &+ 1
    }
    place.pointee = ProfileChange(time: time.seconds, profile: profile)
    guard refresh() else {
      place.pointee.profile = previous
      if !replaces { closeGap(at: index) }
      throw .range
    }
  }
}
