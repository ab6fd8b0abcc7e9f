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
    var place = frontProfile
    var added: Int32 = -1
    if time != .min {
      guard Drink.isRecordable(time) else { return .refused(.range) }
      guard time > header.pointee.front.time else { return .refused(.tooOld) }
      let count = header.pointee.changeCount
      var index: Int32 = 0
      while index < count, changes[Int(index)].time < time { index &+= 1 }
      let change = changes + Int(index)
      if index == count || change.pointee.time != time {
        guard count < ProfileChange.capacity else { return .refused(.full) }
        makeRoom(at: change, for: count &- index, MemoryLayout<ProfileChange>.size)
        change.pointee.time = time
        header.pointee.changeCount = count &+ 1
        added = index
      }
      place = change.profile
    }
    let previous = place.pointee
    set(profile, place)
    guard refresh() else {
      set(previous, place)
      if added >= 0 { closeGap(at: added) }
      _ = refresh()
      return .refused(.range)
    }
    return .done
  }

  /// Writes a profile down, the front's or a change's; if it is the front's, that follows.
  @inline(never)
  private func set(_ profile: Profile, _ place: UnsafeMutablePointer<Profile>) {
    place.pointee = profile
    header.pointee.front.rates.use(header.pointee.front.rates.profile)
  }

  /// The half-lives at the front of the chain, which lie as a profile.
  private var frontProfile: UnsafeMutablePointer<Profile> {
    (UnsafeMutableRawPointer(header) + Header.keptOffset).assumingMemoryBound(to: Profile.self)
  }
}

extension UnsafeMutablePointer<ProfileChange> {
  /// Where the profile lies.
  fileprivate var profile: UnsafeMutablePointer<Profile> {
    (UnsafeMutableRawPointer(self) + MemoryLayout<Int64>.size).assumingMemoryBound(to: Profile.self)
  }
}
