// Embedded Swift has no main actor: the whole file is left out there.
#if !hasFeature(Embedded)

  import _Concurrency

  extension DayModel {
    /// Records a drink, once for a double tap: shows it, keeps it, and then tells the health store.
    ///
    /// Two taps are one if their drinks differ by nothing but a second, or a minute while the first is
    /// under way.
    /// - Returns: When it is in the file, or cannot be; the health store hears of it later.
    @discardableResult
    public func record(_ drink: Drink) async -> ChangeOutcome {
      var begun = state
      guard begun.beginTap(drink) else { return .doubleTap }
      publish { $0 = begun }
      let outcome = await change { (tracker, now) async throws(CaffeineError) in
        try await tracker.record(drink, now: now)
      }
      publish { $0.endTap(drink, outcome) }
      return outcome
    }

    /// Replaces a listed drink, as ``record(_:)`` adds one.
    @discardableResult
    public func edit(_ drink: Drink) async -> ChangeOutcome {
      publish { $0.beginChange() }
      let outcome = await change { (tracker, now) async throws(CaffeineError) in
        try await tracker.edit(drink, now: now)
      }
      publish { $0.endChange(outcome) }
      return outcome
    }

    /// Removes a drink, as ``record(_:)`` adds one.
    @discardableResult
    public func remove(_ id: DrinkID) async -> ChangeOutcome {
      publish { $0.beginChange() }
      let outcome = await change { (tracker, _) async throws(CaffeineError) in
        try await tracker.remove(id)
      }
      publish { $0.endChange(outcome) }
      return outcome
    }

    /// Changes the tracker, shows that, and keeps it.
    ///
    /// - Isolation: none; one hop to show it, and one back.
    nonisolated private func change(
      _ body: @Sendable (CaffeineTracker, Timestamp) async throws(CaffeineError) -> Receipt
    ) async -> ChangeOutcome {
      do throws(DrinkStoreError) {
        // What is recorded before the file is loaded would be in its way.
        _ = try await store.load()
      } catch {
        return .notLoaded(error)
      }
      let receipt: Receipt
      do throws(CaffeineError) {
        receipt = try await body(tracker, clock.now)
      } catch {
        return .refused(error)
      }
      let content = await look()
      await publish { $0.take(content) }
      if let error = await save() { return .notKept(receipt, error) }
      // Not before: what the health store has, the file must not lack.
      if let health { Task { await tell(health) } }
      return .kept(receipt)
    }

    /// Tells the health store what it does not know, and keeps how far that got.
    nonisolated private func tell(_ health: HealthStoreController<Store, Clock>) async {
      var problem: HealthStoreError?
      do throws(HealthStoreError) {
        _ = try await health.save()
      } catch {
        problem = error
      }
      let failure = await save()
      await told(problem, failure)
    }

    private func told(_ health: HealthStoreError?, _ store: DrinkStoreError?) {
      var problems = state.problems
      problems.health = health
      problems.store = store
      if problems != state.problems { publish { $0.problems = problems } }
    }
  }
#endif
