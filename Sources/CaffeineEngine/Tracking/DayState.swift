#if !os(none)

  import _Concurrency

  /// What a view of the day shows, all of one moment.
  public struct DayContent: Equatable, Sendable {
    /// How often the tracker had changed: ``CaffeineTracker/changeCount``.
    public let changeCount: UInt64
    /// Which look at the tracker it is of: of two the later one has the greater number, whatever the
    /// clock was set to meanwhile.
    let look: UInt64
    /// Of when it tells.
    public let time: Timestamp
    /// The drinks, in the order (time, id).
    public let drinks: [Drink]
    /// Amounts, the day's total, and until when they hold; nil where they cannot be told, as with a clock
    /// that was never set.
    public let face: Face?

    /// Whether both show the same.
    public static func == (a: DayContent, b: DayContent) -> Bool {
      a.changeCount == b.changeCount && a.time == b.time && a.face == b.face && a.drinks == b.drinks
    }
  }

  /// What came of a tap that was to change something.
  public enum ChangeOutcome: Equatable, Sendable {
    /// It is done, and in the file.
    case kept(Receipt)
    /// It is done, and not in the file yet: the next change, or refresh, tries again.
    case notKept(Receipt, DrinkStoreError)
    /// The ledger refused it.
    case refused(CaffeineError)
    /// The file could not be loaded, and without it nothing can be kept: nothing was done.
    case notLoaded(DrinkStoreError)
    /// It was the second tap of a double tap: nothing was done.
    case doubleTap

    /// What the ledger said, where it took the change.
    public var receipt: Receipt? {
      switch self {
      case .kept(let receipt), .notKept(let receipt, _): receipt
      case .refused, .notLoaded, .doubleTap: nil
      }
    }
  }

  /// What is wrong, for the wearer to be told.
  public struct DayProblems: Equatable, Sendable {
    /// The file could not be loaded or written.
    public var store: DrinkStoreError?
    /// The health store could not be asked or told.
    public var health: HealthStoreError?
    /// The file is damaged, or was given up, and is set aside; what is shown began anew.
    public var isSetAside = false
  }

  /// What a view of the day is to show.
  ///
  /// ```
  ///              1 beginLoading           2 take
  ///   nothing ──────────────────▶ loading ───▶ loading, with content, stale
  ///                                 ▲  │ 3 endLoading
  ///                    1            │  ▼
  ///                  fresh or stale content, by whether all was told
  /// ```
  public struct DayState: Equatable, Sendable {
    /// The last that is known; nil: draw a placeholder.
    public private(set) var content: DayContent?
    /// Whether newer content may be on its way, or could not be had.
    public private(set) var isStale = false
    /// Whether a load or a refresh is under way.
    public private(set) var isLoading = false
    /// What is wrong.
    public var problems = DayProblems()
    /// Changes that are not in the file yet.
    private var changesUnderWay = 0
    private var taps = TapFilter()

    /// Whether a change is under way to the file.
    public var isSaving: Bool { changesUnderWay > 0 }

    mutating func beginLoading() {
      isLoading = true
      isStale = content != nil
    }

    /// Shows content, unless newer is shown.
    mutating func take(_ content: DayContent) {
      if let shown = self.content, PlantedFault.planted != .staleView, content.look < shown.look {
        return
      }
      self.content = content
      isStale = isLoading || isStale
    }

    mutating func endLoading(isComplete: Bool) {
      isLoading = false
      isStale = !isComplete && content != nil
    }
  }

  // MARK: - Changes

  extension DayState {
    mutating func beginChange() { changesUnderWay &+= 1 }

    mutating func endChange(_ outcome: ChangeOutcome) {
      changesUnderWay &-= 1
      switch outcome {
      case .kept: problems.store = nil
      case .notKept(_, let error), .notLoaded(let error): problems.store = error
      case .refused, .doubleTap: break
      }
    }

    /// A drink was tapped.
    ///
    /// - Returns: False: it is the second tap of two, and nothing is to be done.
    mutating func beginTap(_ drink: Drink) -> Bool {
      guard taps.begin(drink) else { return false }
      beginChange()
      return true
    }

    mutating func endTap(_ drink: Drink, _ outcome: ChangeOutcome) {
      taps.end(drink, isRecorded: outcome.receipt != nil)
      endChange(outcome)
    }
  }

  /// Which taps ask for a drink that another one has asked for.
  struct TapFilter: Equatable, Sendable {
    /// How far apart in time two of the same drink are one (s).
    static var reach: Int64 { 1 }
    /// How far while the first is under way: who waits taps again.
    static var reachUnderWay: Int64 { 60 }

    private var underWay: [Drink] = []
    private var last: Drink?

    /// - Returns: False: the same drink is being recorded, or was just now.
    mutating func begin(_ drink: Drink) -> Bool {
      for other in underWay where drink.isSame(as: other, within: TapFilter.reachUnderWay) {
        return false
      }
      if let last, drink.isSame(as: last, within: TapFilter.reach) { return false }
      underWay.append(drink)
      return true
    }

    mutating func end(_ drink: Drink, isRecorded: Bool) {
      if let index = underWay.firstIndex(of: drink) { underWay.remove(at: index) }
      if isRecorded { last = drink }
    }
  }

  extension Drink {
    /// Whether another one differs in nothing but so much of its time (s).
    fileprivate func isSame(as other: Drink, within reach: Int64) -> Bool {
      guard time <= other.time.adding(reach), other.time <= time.adding(reach) else { return false }
      var other = other
      other.time = time
      return other == self
    }
  }
#endif
