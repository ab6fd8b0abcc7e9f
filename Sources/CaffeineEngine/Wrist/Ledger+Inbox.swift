extension Ledger {
  /// Records the presses that wait in an inbox, the one that has waited longest first.
  ///
  /// A press that cannot be recorded stays, and so do those behind it. One from before what is
  /// folded by now is recorded at the oldest open time: late by a little, but not lost. While the clock
  /// is not set, a press becomes an undated drink at its uptime: see `clockChanged`.
  /// - Parameters:
  ///   - inbox: The presses.
  ///   - now: The present time (s).
  ///   - uptime: Seconds since the device started, now, as the presses count them (s).
  ///   - utcOffset: Local time less UTC where the wearer is (min), -1 080 to 1 080.
  /// - Returns: How many were recorded; if none was, why the first stays: as `record`, or `corrupt`
  ///   where the inbox is none.
  /// - Complexity: As `record` for each.
  @inline(never)
  package func drain(
    _ inbox: Inbox, now: Timestamp, uptime: UInt32, utcOffset: Int16
  ) -> Int32 {
    let isUndated = check(now).isRefusal
    var press = Inbox.Press(preset: 0, uptime: 0)
    var recorded: Int32 = 0
    while true {
      var status = inbox.peek(into: &press)
      if status == .done { return recorded }
      if !status.isRefusal {
        // Seconds wrap after 136 years of uptime; one that comes while this is called is of now.
        let age = Int32(bitPattern: uptime &- press.uptime)
        var drink = Drink(time: Timestamp(0), dose: .zero)
        drink.utcOffset = utcOffset
        drink.time = Timestamp(now.seconds &- Int64(age > 0 ? age : 0))
        withUnsafeMutablePointer(to: &drink) { $0.take(Preset(rawValue: press.preset)) }
        if isUndated {
          drink.flags.rawValue |= Flags.timeUnset.rawValue
          drink.time = Timestamp(Int64(press.uptime))
        }
        status = record(&drink, now: now, isEdit: false)
        if status == .refused(.tooOld) || status == .refused(.full) {
          drink.time = oldestOpenTime(for: &drink)
          // The refused one's id is not taken.
          drink.id = DrinkID(high: 0, low: 0)
          let later = record(&drink, now: now, isEdit: false)
          if !later.isRefusal { status = later }
        }
      }
      if status.isRefusal {
        note(.warning, .wrist, "a press waits")
        return recorded != 0 ? recorded : status.rawValue
      }
      inbox.drop()
      recorded = recorded &+ 1
    }
  }
}
