#if !os(none)

  import _Concurrency

  extension CaffeineTracker {
    /// What a view of the day shows, all of one turn; allocates the drinks.
    ///
    /// - Parameters:
    ///   - now: The present time.
    ///   - utcOffset: Local time less UTC where the wearer is (min).
    ///   - digit: What the last digit shown stands for, not zero.
    /// - Complexity: O(`count`), and ``Ledger/face(now:utcOffset:digit:)``.
    public func dayContent(now: Timestamp, utcOffset: Int32, digit: Amount) -> DayContent {
      lookCount &+= 1
      return DayContent(
        changeCount: changeCount, look: lookCount, time: now, drinks: drinks,
        face: try? ledger.face(now: now, utcOffset: utcOffset, digit: digit))
    }
  }
#endif
