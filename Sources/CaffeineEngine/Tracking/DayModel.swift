// Embedded Swift has neither a main actor nor observation: the whole file is left out there.
#if !hasFeature(Embedded)

  import Observation
  import _Concurrency

  /// The day of one person, for views to watch: on the main actor, changed once a batch.
  ///
  /// All work goes on elsewhere; the main actor is entered when there is something to show, however many
  /// drinks that is about.
  ///
  ///     DayView(model).task { await model.load() }
  ///       .refreshable { await model.load() }
  ///     Button("Espresso") { Task { await model.record(.espresso(at: clock.now)) } }
  /// - Isolation: the main actor's.
  @MainActor @Observable
  public final class DayModel<File: DrinkFile, Store: HealthStore, Clock: TrackingClock> {
    /// What is to be shown; each change of it is one batch.
    public private(set) var state = DayState()

    @ObservationIgnored let tracker: CaffeineTracker
    @ObservationIgnored let store: DrinkStore<File, Clock>
    @ObservationIgnored let health: HealthStoreController<Store, Clock>?
    @ObservationIgnored let clock: Clock
    @ObservationIgnored let digit: Amount
    @ObservationIgnored let zone: @Sendable (Timestamp) -> ZoneOffsets
    @ObservationIgnored private let loading = JointWork(joinsRunning: true)
    @ObservationIgnored private var isAuthorized = false
    /// How often `state` was written, for tests: once a batch.
    @ObservationIgnored private(set) var publicationCount = 0

    /// Creates a model that shows nothing yet.
    ///
    /// - Parameters:
    ///   - tracker: Whose drinks; holds nothing yet, if the store is not loaded.
    ///   - store: Where they are kept.
    ///   - health: Where other apps see them, its `keep` saving to `store`; nil: nowhere.
    ///   - clock: For the present time.
    ///   - digit: What the last digit shown stands for, not zero.
    ///   - zone: What the wall clock shows at a time.
    public init(
      tracker: CaffeineTracker, store: DrinkStore<File, Clock>,
      health: HealthStoreController<Store, Clock>?, clock: Clock, digit: Amount = .milligrams(1),
      zone: @escaping @Sendable (Timestamp) -> ZoneOffsets
    ) {
      self.tracker = tracker
      self.store = store
      self.health = health
      self.clock = clock
      self.digit = digit
      self.zone = zone
    }

    /// What is shown; nil: a placeholder.
    public var content: DayContent? { state.content }
    /// Whether newer content may be on its way, or could not be had.
    public var isStale: Bool { state.isStale }
    /// Whether a load or refresh is under way.
    public var isLoading: Bool { state.isLoading }
    /// Whether a change is under way to the file.
    public var isSaving: Bool { state.isSaving }

    /// The only place where `state` is written.
    func publish(_ change: (inout DayState) -> Void) {
      publicationCount &+= 1
      change(&state)
    }
  }

  // MARK: - Loading

  extension DayModel {
    /// Loads the file, shows it, asks the person for the health store, takes in what is new there, shows
    /// that, and keeps it.
    ///
    /// Called again it takes in what is new. A call joins the one under way, and returns once its task is
    /// cancelled. With the last of its callers cancelled it ends after the step at hand; what was taken in
    /// stays.
    public func load() async {
      _ = await loading.answer { await self.run() }
    }

    /// The same as ``load()``: what is loaded already is not loaded again.
    public func refresh() async { await load() }

    /// Shows what others change in the tracker, until the task is cancelled.
    ///
    /// - Complexity: one hop to the main actor for the newest of all changes that it has not shown.
    /// - Isolation: any.
    nonisolated public func follow() async {
      for await _ in tracker.snapshots() {
        let content = await look()
        await show(content)
      }
    }

    /// Shows the tracker, if it has changed; not before the file is loaded, as it is empty till then.
    private func show(_ content: DayContent) {
      guard let shown = state.content, content.changeCount > shown.changeCount else { return }
      publish { $0.take(content) }
    }

    private func run() async -> JointAnswer {
      publish { $0.beginLoading() }
      let file = await loadFile()
      publish { $0.take(file) }
      guard case .success = file.result else {
        publish { $0.endLoading(isComplete: false) }
        return .done
      }
      let news = await loadNews(asks: !isAuthorized)
      if news.error == nil { isAuthorized = true }
      publish {
        $0.take(news)
        $0.endLoading(isComplete: news.error == nil)
      }
      return .done
    }

    /// - Isolation: none; one hop back.
    nonisolated private func loadFile() async -> LoadedFile {
      do throws(DrinkStoreError) {
        let loading = try await store.load()
        return LoadedFile(result: .success(loading), content: await look())
      } catch {
        return LoadedFile(result: .failure(error), content: await look())
      }
    }

    /// - Isolation: none; one hop back.
    nonisolated private func loadNews(asks: Bool) async -> LoadedNews {
      var news = LoadedNews()
      if let health {
        do throws(HealthStoreError) {
          if asks { try await health.authorize() }
          _ = try await health.refresh()
        } catch {
          news.error = error
        }
      }
      // Pages that came before an error stay, and are shown and kept.
      news.store = await save()
      news.content = await look()
      return news
    }

    /// What there is to show now: one turn of the tracker.
    nonisolated func look() async -> DayContent {
      let now = clock.now
      return await tracker.dayContent(
        now: now, utcOffset: zone(now).offset(at: now), digit: digit)
    }

    nonisolated func save() async -> DrinkStoreError? {
      do throws(DrinkStoreError) {
        try await store.save()
        return nil
      } catch {
        return error
      }
    }
  }

  /// What the file gave.
  struct LoadedFile: Sendable {
    let result: Result<DrinkLoading, DrinkStoreError>
    let content: DayContent
  }

  /// What the health store gave.
  struct LoadedNews: Sendable {
    var error: HealthStoreError?
    var store: DrinkStoreError?
    var content: DayContent?
  }

  extension DayState {
    mutating func take(_ file: LoadedFile) {
      switch file.result {
      case .success(let loading):
        problems.store = nil
        problems.isSetAside = loading == .setAside
        take(file.content)
      case .failure(let error): problems.store = error
      }
    }

    mutating func take(_ news: LoadedNews) {
      // Who cancelled knows.
      problems.health = news.error == .cancelled ? nil : news.error
      problems.store = news.store
      if let content = news.content { take(content) }
    }
  }
#endif
