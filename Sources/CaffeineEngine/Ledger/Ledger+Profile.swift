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

  /// See `setProfile(_:from:)` in Ledger+Swift; `.min` (s) is from the start.
  @inline(never)
  package func setProfile(_ profile: Profile, from time: Int64) -> Status {
    guard profile.isValid else { return .refused(.range) }
    guard time != .min else {
      let previous = header.pointee.front.rates.profile
      header.pointee.front.rates.use(profile)
      guard refresh() else {
        header.pointee.front.rates.use(previous)
        return .refused(.range)
      }
      return .done
    }
    guard Drink.isRecordable(time) else { return .refused(.range) }
    guard time > header.pointee.front.time else { return .refused(.tooOld) }
    let count = header.pointee.changeCount
    var index: Int32 = 0
    while index < count, changes[Int(index)].time < time { index &+= 1 }
    let place = changes + Int(index)
    let replaces = index < count && place.pointee.time == time
    guard replaces || count < ProfileChange.capacity else { return .refused(.full) }
    if !replaces {
      makeRoom(at: place, for: count &- index, MemoryLayout<ProfileChange>.size)
      header.pointee.changeCount = count &+ 1
    }
    let previous = place.pointee.profile
    place.pointee = ProfileChange(time: time, profile: profile)
    guard refresh() else {
      place.pointee.profile = previous
      if !replaces { closeGap(at: index) }
      return .refused(.range)
    }
    return .done
  }
}
