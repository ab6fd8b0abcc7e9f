import CaffeineEngine
import Observation

/// What is shown: each view of one moment, and none older than one already seen.
extension Witness {
  /// What the views of a wrist have seen since it started.
  struct Views {
    /// What the tracker held at each count of changes.
    var states: [UInt64: [Drink]] = [:]
    /// The count that each reader of snapshots has seen.
    var readers: [UInt64?] = [nil, nil]
    /// The count and the time of each reload.
    var reloads: [(count: UInt64, time: Timestamp)] = []
    /// What the model shows.
    var model: DayContent?
    /// Whether the model has said nothing since it was last looked at.
    var isModelSeen = false
  }

  static let reloadBudget = ReloadBudget(limit: 12, period: 7200, gap: 60)

  /// A view shows drinks, said to be those at a count of changes.
  private func check(_ drinks: [Drink], at count: UInt64, after seen: UInt64?, _ view: String) {
    if let seen, count < seen { report("\(view) shows an older state than before") }
    // Of several changes in one job only the last is known.
    guard let state = views.states[count], state != drinks else { return }
    report("\(view) shows other drinks than there were then")
  }

  /// A reader gets a snapshot.
  func sees(_ snapshot: TrackerSnapshot, _ life: Life, reader: Int) {
    guard life === self.life else { return }
    if views.readers[reader] == snapshot.changeCount { report("a reader got a snapshot twice") }
    check(snapshot.drinks, at: snapshot.changeCount, after: views.readers[reader], "a reader")
    views.readers[reader] = snapshot.changeCount
  }

  /// An overview goes on.
  func sees(_ snapshot: DaySnapshot, after last: DaySnapshot?) {
    guard let last else { return }
    if snapshot.changeCount < last.changeCount { report("an overview went back to an older state") }
    if snapshot.sectionCount <= last.sectionCount { report("a step of an overview told nothing") }
  }

  /// Whoever draws a timeline is told to reload it.
  func reloads(_ count: UInt64?, _ life: Life) {
    guard life === self.life else { return }
    guard let count else { return report("a timeline was shown that was never built") }
    let now = clock.now, budget = Self.reloadBudget
    if let last = views.reloads.last {
      if count <= last.count { report("a reload shows nothing newer") }
      if now < last.time.adding(budget.gap) { report("two reloads are too close") }
    }
    views.reloads.append((count, now))
    let recent = views.reloads.count { $0.time.adding(budget.period) > now }
    if recent > 2 * Int(budget.limit) { report("there were more reloads than two periods have") }
  }

  /// The model shows nothing older, and nothing that was not.
  func checkModel(_ count: UInt64) {
    guard !views.isModelSeen else { return }
    views.isModelSeen = true
    let life = life
    let shown = glance(life.model) { model in
      withObservationTracking {
        model.content
      } onChange: {
        if life === self.life { self.views.isModelSeen = false }
      }
    }
    guard let content = shown else {
      if views.model != nil { report("the model shows nothing any more") }
      return
    }
    guard content.changeCount != views.model?.changeCount else { return }
    if content.changeCount > count { report("the model shows what is not so yet") }
    check(
      content.drinks, at: content.changeCount, after: views.model?.changeCount, "the model")
    views.model = content
  }

  /// With nobody at work, all views show the present state.
  func checkViews() {
    let count = life.tracker.glance { $0.changeCount }
    for seen in views.readers where seen != count { report("a reader missed the last change") }
    if views.reloads.last?.count != count { report("the last change was not reloaded") }
    let state = glance(life.model) { $0.state }
    if state.content?.changeCount != count { report("the model does not show the last change") }
    if state.isLoading || state.isSaving || state.isStale { report("the model is never at rest") }
    let problems = state.problems
    if problems.store != nil || problems.health != nil || problems.isSetAside {
      report("the model has problems: \(problems)")
    }
  }

  /// A background refresh has ended.
  func checkRefresh(_ result: RefreshResult, _ ended: Timestamp, by limit: Timestamp) {
    if ended > limit { report("a background refresh ended too late") }
    if result.next <= ended { report("the next background refresh is not to come") }
  }

  /// Looks into something of the main actor's, as ``Actor/glance(_:)`` into an actor.
  private func glance<Model, Answer>(
    _ model: Model, _ look: @MainActor (Model) -> Answer
  ) -> Answer {
    withoutActuallyEscaping(look) { unsafeBitCast($0, to: ((Model) -> Answer).self)(model) }
  }
}
