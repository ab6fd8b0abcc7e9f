#if !os(none)

  import _Concurrency

  /// Why a health store's call did nothing, or may have done nothing.
  public enum HealthStoreError: UInt8, Error, Sendable {
    /// The person does not allow it; asking again is of no use.
    case denied = 1
    /// There is no store, or it is locked or out of reach: try later.
    case unavailable
    /// No answer within the time limit. What was to be saved may be saved: saving again is harmless.
    case timedOut
    /// The store no longer knows what changed since the anchor: a window replaces what is here.
    case anchorTooOld
    /// The store failed, or its answer makes no sense.
    case failed
    /// The caller's task was cancelled.
    case cancelled
    /// The ledger here did not take it: a full ledger, a sum past 2^32 - 1 µg, no room for an alias.
    case refused
    /// What was to be told could not be kept here first, and was not told.
    case notKept
  }

  /// Where an app keeps drinks that other apps see too: HealthKit, Health Connect, a phone over a link.
  ///
  /// An id names one drink for good. Saving and deleting twice is once; an id that is unknown is no
  /// error. Every call ends soon, with `cancelled`, once its task is cancelled. What a call has not done
  /// when it ends, or when a later one is done, it never does: a late save would bring a deleted drink back.
  /// - Isolation: called from one ``HealthStoreController``, loads and saves side by side.
  public protocol HealthStore: Sendable {
    /// Whether saved drinks get ids of the store's own, instead of keeping ours; false if left out.
    ///
    /// At most one store of a tracker may, and the ledger needs a place for each drink
    /// (`Configuration.aliases`).
    var assignsIDs: Bool { get }

    /// Asks the person to allow reading and writing; at once where that was answered before.
    ///
    /// - Throws: `denied`, `unavailable`, `failed`.
    func authorize() async throws(HealthStoreError)

    /// Keeps drinks, each in place of the version it has under that id.
    ///
    /// What is no swallowed caffeine to it (plans, unknown doses) the store leaves out.
    /// - Returns: The ids under which it keeps them, in order; nothing matters in it unless
    ///   `assignsIDs`.
    func save(_ drinks: [Drink]) async throws(HealthStoreError) -> [DrinkID]

    /// Forgets drinks.
    func delete(_ ids: [DrinkID]) async throws(HealthStoreError)

    /// What changed after an anchor, oldest change first.
    ///
    /// - Parameters:
    ///   - anchor: The last page's; 0: from the beginning.
    ///   - limit: The most entries of a page, added and removed together.
    /// - Throws: `anchorTooOld` where removals after it are forgotten; then ``window(from:until:limit:)``
    ///   is asked.
    func page(after anchor: UInt64, limit: Int) async throws(HealthStoreError) -> HealthPage

    /// All drinks that there are from a time on, earliest first.
    ///
    /// - Parameters:
    ///   - from: The first second.
    ///   - until: The first second that no longer matters.
    ///   - limit: The most drinks, unless one second holds more.
    func window(
      from: Timestamp, until: Timestamp, limit: Int
    ) async throws(HealthStoreError) -> HealthWindow
  }

  extension HealthStore {
    /// The store keeps our ids.
    public var assignsIDs: Bool { false }
  }

  /// One page of what changed in a health store.
  public struct HealthPage: Equatable, Sendable {
    /// Drinks that are new or have a new version.
    ///
    /// Revision 0: the store counts no versions, and a sample of it never changes.
    public var added: [Drink]
    /// Drinks of which no version is left; a version that gave way to another is none.
    public var removed: [DrinkID]
    /// Where the next page begins: above the last page's, or equal on the last page.
    public var anchor: UInt64
    /// Whether there is nothing more at present.
    public var isLast: Bool

    /// Creates a page.
    public init(added: [Drink], removed: [DrinkID] = [], anchor: UInt64, isLast: Bool) {
      self.added = added
      self.removed = removed
      self.anchor = anchor
      self.isLast = isLast
    }
  }

  /// Every drink that a health store has in a span of time.
  public struct HealthWindow: Equatable, Sendable {
    /// The drinks, complete up to `until`; revision 0 as in a page.
    public var drinks: [Drink]
    /// The first second of which nothing is told; what was asked for: all is told.
    public var until: Timestamp
    /// Where pages go on after this answer: not later than the answer was drawn up.
    public var anchor: UInt64

    /// Creates a window.
    public init(drinks: [Drink], until: Timestamp, anchor: UInt64) {
      self.drinks = drinks
      self.until = until
      self.anchor = anchor
    }
  }

  /// What became of all that a health store told.
  public struct HealthReport: Equatable, Sendable {
    /// Drinks that were not listed before.
    public var added: UInt64 = 0
    /// Drinks of which a newer version came.
    public var edited: UInt64 = 0
    /// Drinks that are gone.
    public var removed: UInt64 = 0
    /// What was here already, and removals of what was not.
    public var unchanged: UInt64 = 0
    /// Older versions than those here, and removals of what changed here since.
    public var stale: UInt64 = 0
    /// What lies before the part of the past that can still change.
    public var tooOld: UInt64 = 0
    /// What is no drink: no id, no date, a field out of range.
    public var skipped: UInt64 = 0
    /// Whether the anchor was too old, and a window replaced what was here.
    public var isReplaced = false

    /// Nothing was told.
    public init() {}

    mutating func add(_ page: PageResult) {
      added &+= UInt64(page.added)
      edited &+= UInt64(page.edited)
      removed &+= UInt64(page.removed)
      unchanged &+= UInt64(page.unchanged)
      stale &+= UInt64(page.stale)
      tooOld &+= UInt64(page.tooOld)
    }

    mutating func add(_ other: HealthReport) {
      added &+= other.added
      edited &+= other.edited
      removed &+= other.removed
      unchanged &+= other.unchanged
      stale &+= other.stale
      tooOld &+= other.tooOld
      skipped &+= other.skipped
      isReplaced = isReplaced || other.isReplaced
    }
  }

  /// What a health store was told.
  public struct HealthSaving: Equatable, Sendable {
    /// Drinks and newer versions that the store has kept.
    public var saved: UInt64 = 0
    /// Drinks that it has forgotten.
    public var deleted: UInt64 = 0
    /// Whether removals could not be told: more than 16 were made while the store was out of reach.
    ///
    /// The store still shows those drinks, and this ledger takes them up again if it replaces a window.
    public var missedRemovals = false

    /// Nothing was told.
    public init() {}
  }
#endif
