#if !os(none)

  import _Concurrency

  /// What came of loading.
  public enum DrinkLoading: UInt8, Equatable, Sendable {
    /// There is no file: nothing was kept yet.
    case nothing
    /// The tracker holds what the file held, as far as it is known here.
    ///
    /// A file of which a later version knows more is kept under another name before the first save.
    case loaded
    /// The file is damaged, or was given up; the tracker is empty. Tell the wearer.
    ///
    /// The file stays as it is until something is saved, and is then kept under another name.
    case setAside
  }

  /// What came of saving.
  public enum DrinkSaving: UInt8, Equatable, Sendable {
    /// The file holds it already; nothing was written.
    case unchanged
    /// The file holds it now.
    case written
  }

  /// Keeps a tracker's drinks in a file.
  ///
  /// What was saved outlasts a power cut. What cannot be read is never written over: a damaged file is
  /// set aside, as is one of which a later version knows more, before something else is saved; with
  /// any other trouble nothing is saved until the file is loaded.
  ///
  ///     let store = DrinkStore(file: file, tracker: tracker, clock: clock)
  ///     if try await store.load() == .setAside { face.tellOfDamage() }
  ///     try await tracker.record(espresso, now: clock.now)
  ///     try await store.save()
  ///
  /// One store per tracker and file.
  /// - Isolation: the actor's. Reading and writing go on one at a time, in tasks that cancelling a caller
  ///   does not cancel: half a write is of no use.
  public actor DrinkStore<File: DrinkFile, Clock: TrackingClock> {
    private let file: File
    private let tracker: CaffeineTracker
    private let clock: Clock
    private var state = KeptState()
    private var opening: Task<Result<DrinkLoading, DrinkStoreError>, Never>?
    /// The save under way, or the last one.
    private var running: Task<Result<DrinkSaving, DrinkStoreError>, Never>?
    /// The save that has not looked at the tracker yet.
    private var next: Task<Result<DrinkSaving, DrinkStoreError>, Never>?

    /// Creates a store; the file is not touched yet.
    ///
    /// - Parameters:
    ///   - file: Where the drinks are kept.
    ///   - tracker: Whose drinks.
    ///   - clock: For the name of a file that is set aside.
    public init(file: File, tracker: CaffeineTracker, clock: Clock) {
      self.file = file
      self.tracker = tracker
      self.clock = clock
    }

    /// Fills the tracker, which must hold nothing yet, from the file.
    ///
    /// A second call joins the one under way; once one has come to something, every call says the same
    /// and does nothing.
    /// - Throws: `denied`, `tooLarge`, `failed`: the file could not be read; `version`, `wearer`,
    ///   `capacity`, `geometry`: it is sound but not for this tracker; `notEmpty`. The tracker and the file are as
    ///   they were, and ``save()`` refuses: call again, or ``startAnew()``.
    public func load() async throws(DrinkStoreError) -> DrinkLoading {
      if let loading = state.loading { return loading }
      if let opening { return try await opening.value.get() }
      let task = Task { await self.open() }
      opening = task
      return try await task.value.get()
    }

    /// Gives up a file that ``load()`` refuses: saving goes on, and sets that file aside first.
    ///
    /// Does nothing once the file is loaded.
    public func startAnew() async {
      // Another load may begin before this goes on.
      while let opening { _ = await opening.value }
      if !state.isOpen { state.open(.setAside) }
    }

    /// Keeps what the tracker holds now, and returns when that will outlast a power cut.
    ///
    /// Calls during a save share the next one. Nothing is written if the file holds it already.
    /// - Throws: `notLoaded`; `denied`, `noSpace`, `tooLarge`, `failed`: the file holds the old content
    ///   or the new, and the next call writes again.
    /// - Complexity: one copy of the ledger's saved form, and one of the last that was kept.
    @discardableResult
    public func save() async throws(DrinkStoreError) -> DrinkSaving {
      guard state.isOpen else { throw .notLoaded }
      return try await nextSave().value.get()
    }
  }

  // MARK: - Loading

  extension DrinkStore {
    private func open() async -> Result<DrinkLoading, DrinkStoreError> {
      let result = await read()
      opening = nil
      return result
    }

    private func read() async -> Result<DrinkLoading, DrinkStoreError> {
      do throws(DrinkStoreError) {
        guard let bytes = try await file.read() else { return .success(state.open(.nothing)) }
        let (refusal, taken) = await take(bytes)
        switch KeptState.action(after: refusal) {
        case .take: return .success(state.open(.loaded, holding: taken, isWhole: taken == bytes))
        case .setAside: return .success(state.open(.setAside))
        case .refuse(let error): throw error
        }
      } catch {
        return .failure(error)
      }
    }

    /// Loads the tracker; without a refusal it has taken the content, as far as it is known here.
    private func take(_ bytes: [UInt8]) async -> (refusal: CaffeineError?, taken: [UInt8]) {
      do throws(CaffeineError) {
        return (nil, try await tracker.take(bytes))
      } catch {
        return (error, [])
      }
    }
  }

  // MARK: - Saving

  extension DrinkStore {
    /// The save that takes in all that the tracker holds by now.
    private func nextSave() -> Task<Result<DrinkSaving, DrinkStoreError>, Never> {
      if let next { return next }
      let last = running
      let task = Task {
        _ = await last?.value
        return await self.write()
      }
      next = task
      return task
    }

    private func write() async -> Result<DrinkSaving, DrinkStoreError> {
      // Who calls from here on may have recorded what the next line does not see.
      running = next
      next = nil
      let bytes = await tracker.save()
      do throws(DrinkStoreError) {
        switch state.begin(bytes) {
        case .skip: return .success(.unchanged)
        case .setAside:
          try await file.setAside(at: clock.now)
          state.isSetAside()
        case .write: break
        }
        try await file.replace(with: bytes)
        state.kept(bytes)
        return .success(.written)
      } catch {
        return .failure(error)
      }
    }
  }

  // MARK: - State

  /// What is known of a file.
  ///
  /// ```
  ///           1 open               2 begin, other content
  ///   closed ────────▶ known ◀──────────────────────────▶ unknown
  ///      │                              4 kept             ▲  ▲ │
  ///      └────────────▶ to be set aside ───────────────────┘  └─┘
  ///        1 open                          3 isSetAside      2 begin
  /// ```
  /// After a failed write the file holds the old content or the new one: it stays unknown, and whatever
  /// comes next is written.
  struct KeptState {
    /// What the shell must do with content that was read.
    enum LoadAction: Equatable {
      case take
      case setAside
      case refuse(DrinkStoreError)
    }

    /// What the shell must do with content that is to be kept.
    enum SaveAction: Equatable {
      case skip
      case write
      /// Set the file aside, then write.
      case setAside
    }

    /// How it was opened; nil: not yet.
    private(set) var loading: DrinkLoading?
    /// What it is known to hold.
    private var content: [UInt8]?
    /// Whether what it holds must not be written over.
    private var isInTheWay = false

    /// Whether it may be written.
    var isOpen: Bool { loading != nil }

    /// What to do about a file, by what the tracker said to its content.
    static func action(after refusal: CaffeineError?) -> LoadAction {
      switch refusal {
      case nil: .take
      case .corrupt: .setAside
      case .version: .refuse(.version)
      case .wearer: .refuse(.wearer)
      case .full: .refuse(.capacity)
      case .argument: .refuse(.notEmpty)
      default: .refuse(.failed)
      }
    }

    /// - Parameters:
    ///   - content: What the tracker has taken; while it holds that, the file stays as it is.
    ///   - isWhole: Whether that is all that the file holds.
    @discardableResult
    mutating func open(
      _ loading: DrinkLoading, holding content: [UInt8]? = nil, isWhole: Bool = true
    ) -> DrinkLoading {
      self.loading = loading
      self.content = content
      isInTheWay = loading == .setAside || !isWhole
      return loading
    }

    mutating func begin(_ bytes: [UInt8]) -> SaveAction {
      guard content != bytes else { return .skip }
      content = nil
      return isInTheWay ? .setAside : .write
    }

    mutating func isSetAside() {
      isInTheWay = false
    }

    mutating func kept(_ bytes: [UInt8]) {
      content = bytes
    }
  }
#endif
