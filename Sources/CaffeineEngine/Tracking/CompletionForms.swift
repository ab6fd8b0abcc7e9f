// Embedded Swift has no main actor: the whole file is left out there.
#if !hasFeature(Embedded)

  import _Concurrency

  // The asynchronous calls for code that still lives on callbacks. Each form makes one task, calls its
  // asynchronous namesake there, and then its completion: exactly once, on the main actor, also when the
  // task that it returns was cancelled. Whether the call heeds that is said where it does; the others
  // do all they were asked for. Two calls in a row may run in either order: what depends on another call
  // belongs into that one's completion.

  /// Hears what a call of the tracker came to; on the main actor, exactly once.
  public typealias TrackerCompletion<Answer> =
    @MainActor @Sendable (Result<Answer, CaffeineError>) -> Void

  /// Hears what a call of a health store came to; on the main actor, exactly once.
  public typealias HealthCompletion<Answer> =
    @MainActor @Sendable (Result<Answer, HealthStoreError>) -> Void

  /// Hears what a call of a drink store came to; on the main actor, exactly once.
  public typealias DrinkStoreCompletion<Answer> =
    @MainActor @Sendable (Result<Answer, DrinkStoreError>) -> Void

  /// Runs a call in a task and then tells the main actor what it came to.
  ///
  /// - Complexity: one task, four allocations.
  private func run<Answer: Sendable, Failure: Error>(
    _ completion: @escaping @MainActor @Sendable (Result<Answer, Failure>) -> Void,
    _ call: @escaping @Sendable () async throws(Failure) -> Answer
  ) -> Task<Void, Never> {
    Task {
      let result: Result<Answer, Failure>
      do throws(Failure) {
        result = .success(try await call())
      } catch {
        result = .failure(error)
      }
      await completion(result)
    }
  }

  // MARK: - Health store

  extension HealthStoreController {
    /// ``authorize(timeLimit:)`` for callbacks; cancelled, it fails with `cancelled`.
    @discardableResult nonisolated public func authorize(
      timeLimit: Int64 = 600, completion: @escaping HealthCompletion<Void>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(HealthStoreError) in
        try await self.authorize(timeLimit: timeLimit)
      }
    }

    /// ``refresh()`` for callbacks; cancelled, it fails with `cancelled`, and the refresh goes on if
    /// others wait for it.
    @discardableResult nonisolated public func refresh(
      completion: @escaping HealthCompletion<HealthReport>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(HealthStoreError) in try await self.refresh() }
    }

    /// ``save()`` for callbacks; cancelled, it fails with `cancelled`, and the run goes on if others wait
    /// for it.
    @discardableResult nonisolated public func save(
      completion: @escaping HealthCompletion<HealthSaving>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(HealthStoreError) in try await self.save() }
    }
  }

  // MARK: - Drink store

  extension DrinkStore {
    /// ``load()`` for callbacks; cancelled, it waits for the load all the same.
    @discardableResult nonisolated public func load(
      completion: @escaping DrinkStoreCompletion<DrinkLoading>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(DrinkStoreError) in try await self.load() }
    }

    /// ``startAnew()`` for callbacks; never fails.
    @discardableResult nonisolated public func startAnew(
      completion: @escaping DrinkStoreCompletion<Void>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(DrinkStoreError) in await self.startAnew() }
    }

    /// ``save()`` for callbacks; cancelled, it waits for the save all the same.
    @discardableResult nonisolated public func save(
      completion: @escaping DrinkStoreCompletion<DrinkSaving>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(DrinkStoreError) in try await self.save() }
    }
  }

  // MARK: - Tracker: changes, questions, peers and keeping

  extension CaffeineTracker {
    /// ``record(_:now:)`` for callbacks.
    @discardableResult nonisolated public func record(
      _ drink: Drink, now: Timestamp, completion: @escaping TrackerCompletion<Receipt>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in try await self.record(drink, now: now) }
    }

    /// ``edit(_:now:)`` for callbacks.
    @discardableResult nonisolated public func edit(
      _ drink: Drink, now: Timestamp, completion: @escaping TrackerCompletion<Receipt>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in try await self.edit(drink, now: now) }
    }

    /// ``remove(_:source:)`` for callbacks.
    @discardableResult nonisolated public func remove(
      _ id: DrinkID, source: UInt8 = 0, completion: @escaping TrackerCompletion<Receipt>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.remove(id, source: source)
      }
    }

    /// ``confirm(_:at:now:source:)`` for callbacks.
    @discardableResult nonisolated public func confirm(
      _ id: DrinkID, at time: Timestamp, now: Timestamp, source: UInt8 = 0,
      completion: @escaping TrackerCompletion<Receipt>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.confirm(id, at: time, now: now, source: source)
      }
    }

    /// ``clockChanged(from:to:wrongSince:)`` for callbacks.
    @discardableResult nonisolated public func clockChanged(
      from old: Timestamp, to new: Timestamp, wrongSince: Timestamp = .forever,
      completion: @escaping TrackerCompletion<Int>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.clockChanged(from: old, to: new, wrongSince: wrongSince)
      }
    }

    /// ``eraseAll()`` for callbacks.
    @discardableResult nonisolated public func eraseAll(
      completion: @escaping TrackerCompletion<Void>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in await self.eraseAll() }
    }

    /// ``setProfile(_:from:)`` for callbacks.
    @discardableResult nonisolated public func setProfile(
      _ profile: Profile, from time: Timestamp?, completion: @escaping TrackerCompletion<Void>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.setProfile(profile, from: time)
      }
    }

    /// ``drinks`` for callbacks.
    @discardableResult nonisolated public func drinks(
      completion: @escaping TrackerCompletion<[Drink]>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in await self.drinks }
    }

    /// ``foldTime`` for callbacks.
    @discardableResult nonisolated public func foldTime(
      completion: @escaping TrackerCompletion<Timestamp?>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in await self.foldTime }
    }

    /// ``amounts(at:)`` for callbacks.
    @discardableResult nonisolated public func amounts(
      at time: Timestamp, completion: @escaping TrackerCompletion<Amounts>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in try await self.amounts(at: time) }
    }

    /// ``amounts(at:with:now:)`` for callbacks.
    @discardableResult nonisolated public func amounts(
      at time: Timestamp, with drink: Drink, now: Timestamp,
      completion: @escaping TrackerCompletion<Amounts>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.amounts(at: time, with: drink, now: now)
      }
    }

    /// ``timeline(from:step:count:)`` for callbacks.
    @discardableResult nonisolated public func timeline(
      from start: Timestamp, step: UInt32, count: Int,
      completion: @escaping TrackerCompletion<[Amount]>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.timeline(from: start, step: step, count: count)
      }
    }

    /// ``highest(from:until:)`` for callbacks.
    @discardableResult nonisolated public func highest(
      from: Timestamp, until: Timestamp, completion: @escaping TrackerCompletion<Peak>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.highest(from: from, until: until)
      }
    }

    /// ``belowFrom(_:until:threshold:)`` for callbacks.
    @discardableResult nonisolated public func belowFrom(
      _ from: Timestamp, until: Timestamp, threshold: Amount,
      completion: @escaping TrackerCompletion<Moment>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.belowFrom(from, until: until, threshold: threshold)
      }
    }

    /// ``largestDose(now:bedtime:threshold:)`` for callbacks.
    @discardableResult nonisolated public func largestDose(
      now: Timestamp, bedtime: Timestamp, threshold: Amount,
      completion: @escaping TrackerCompletion<Allowance>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.largestDose(now: now, bedtime: bedtime, threshold: threshold)
      }
    }

    /// ``latestTime(for:now:bedtime:threshold:)`` for callbacks.
    @discardableResult nonisolated public func latestTime(
      for dose: Amount, now: Timestamp, bedtime: Timestamp, threshold: Amount,
      completion: @escaping TrackerCompletion<Moment>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.latestTime(for: dose, now: now, bedtime: bedtime, threshold: threshold)
      }
    }

    /// ``face(now:utcOffset:digit:)`` for callbacks.
    @discardableResult nonisolated public func face(
      now: Timestamp, utcOffset: Int32, digit: Amount, completion: @escaping TrackerCompletion<Face>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.face(now: now, utcOffset: utcOffset, digit: digit)
      }
    }

    /// ``mayHave(_:now:bedtime:utcOffset:)`` for callbacks.
    @discardableResult nonisolated public func mayHave(
      _ dose: Amount, now: Timestamp, bedtime: Timestamp, utcOffset: Int32,
      completion: @escaping TrackerCompletion<Verdict>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.mayHave(dose, now: now, bedtime: bedtime, utcOffset: utcOffset)
      }
    }

    /// ``day(_:)`` for callbacks.
    @discardableResult nonisolated public func day(
      _ date: LocalDate, completion: @escaping TrackerCompletion<Day>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in try await self.day(date) }
    }

    /// ``today(now:utcOffset:)`` for callbacks.
    @discardableResult nonisolated public func today(
      now: Timestamp, utcOffset: Int32, completion: @escaping TrackerCompletion<Day>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.today(now: now, utcOffset: utcOffset)
      }
    }

    /// ``area(from:until:)`` for callbacks.
    @discardableResult nonisolated public func area(
      from: Timestamp, until: Timestamp, completion: @escaping TrackerCompletion<Area>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.area(from: from, until: until)
      }
    }

    /// ``concentration(at:bodyMass:volumeOfDistribution:)`` for callbacks.
    @discardableResult nonisolated public func concentration(
      at time: Timestamp, bodyMass: UInt32, volumeOfDistribution: UInt32,
      completion: @escaping TrackerCompletion<Concentration>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.concentration(
          at: time, bodyMass: bodyMass, volumeOfDistribution: volumeOfDistribution)
      }
    }

    /// ``changes(for:after:count:)`` for callbacks.
    @discardableResult nonisolated public func changes(
      for peer: Int, after anchor: UInt64, count: Int,
      completion: @escaping TrackerCompletion<(changes: [Drink], anchor: UInt64)>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.changes(for: peer, after: anchor, count: count)
      }
    }

    /// ``acknowledge(_:by:)`` for callbacks.
    @discardableResult nonisolated public func acknowledge(
      _ anchor: UInt64, by peer: Int, completion: @escaping TrackerCompletion<Void>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.acknowledge(anchor, by: peer)
      }
    }

    /// ``apply(_:from:after:anchor:)`` for callbacks.
    @discardableResult nonisolated public func apply(
      _ page: [Drink], from peer: Int, after: UInt64, anchor: UInt64,
      completion: @escaping TrackerCompletion<PageResult>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.apply(page, from: peer, after: after, anchor: anchor)
      }
    }

    /// ``save()`` for callbacks.
    @discardableResult nonisolated public func save(
      completion: @escaping TrackerCompletion<[UInt8]>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in await self.save() }
    }

    /// ``load(_:)`` for callbacks.
    @discardableResult nonisolated public func load(
      _ bytes: [UInt8], completion: @escaping TrackerCompletion<Void>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in try await self.load(bytes) }
    }

    /// ``addPeer(_:links:)`` for callbacks.
    @discardableResult nonisolated public func addPeer(
      _ peer: Int, links: UInt32 = 0, completion: @escaping TrackerCompletion<Void>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.addPeer(peer, links: links)
      }
    }

    /// ``received(from:)`` for callbacks.
    @discardableResult nonisolated public func received(
      from peer: Int, completion: @escaping TrackerCompletion<UInt64>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in try await self.received(from: peer) }
    }

    /// ``tell(_:to:)`` for callbacks; the window comes back with its drinks.
    @discardableResult nonisolated public func tell(
      _ window: Window, to peer: Int,
      completion: @escaping TrackerCompletion<(window: Window, drinks: [Drink])>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        var told = window
        let drinks = try await self.tell(&told, to: peer)
        return (told, drinks)
      }
    }

    /// ``replace(_:with:from:)`` for callbacks.
    @discardableResult nonisolated public func replace(
      _ window: Window, with page: [Drink], from peer: Int,
      completion: @escaping TrackerCompletion<PageResult>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.replace(window, with: page, from: peer)
      }
    }

    /// ``alias(_:of:source:)`` for callbacks.
    @discardableResult nonisolated public func alias(
      _ alias: DrinkID, of id: DrinkID, source: UInt8 = 0,
      completion: @escaping TrackerCompletion<Void>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.alias(alias, of: id, source: source)
      }
    }

    /// ``importAll(from:atMost:clock:pageLimit:timeLimit:)`` for callbacks; never fails as a whole.
    ///
    /// Cancelled, it has `cancelled` for the sources that it did not finish.
    @discardableResult nonisolated public func importAll<Store: HealthStore, Clock: TrackingClock>(
      from stores: [Store], atMost limit: Int, clock: Clock, pageLimit: Int = 64,
      timeLimit: Int64 = 30,
      completion: @escaping TrackerCompletion<[Result<HealthReport, HealthStoreError>]>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        await self.importAll(
          from: stores, atMost: limit, clock: clock, pageLimit: pageLimit, timeLimit: timeLimit)
      }
    }

    /// ``changeCount`` for callbacks; never fails.
    @discardableResult nonisolated public func changeCount(
      completion: @escaping TrackerCompletion<UInt64>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in await self.changeCount }
    }

    /// ``dayContent(now:utcOffset:digit:)`` for callbacks; never fails.
    @discardableResult nonisolated public func dayContent(
      now: Timestamp, utcOffset: Int32, digit: Amount,
      completion: @escaping TrackerCompletion<DayContent>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        await self.dayContent(now: now, utcOffset: utcOffset, digit: digit)
      }
    }

    /// ``refreshPlan(now:zone:rule:)`` for callbacks.
    @discardableResult nonisolated public func refreshPlan(
      now: Timestamp, zone: ZoneOffsets, rule: RefreshRule,
      completion: @escaping TrackerCompletion<RefreshPlan>
    ) -> Task<Void, Never> {
      run(completion) { () async throws(CaffeineError) in
        try await self.refreshPlan(now: now, zone: zone, rule: rule)
      }
    }
  }

  // MARK: - Day model

  extension DayModel {
    /// ``load()`` for callbacks; cancelled, it completes at once, and the load goes on if others wait.
    ///
    /// - Parameter completion: Called exactly once; ``state`` says what came of it.
    @discardableResult public func load(
      completion: @escaping @MainActor @Sendable () -> Void
    ) -> Task<Void, Never> {
      Task {
        await self.load()
        completion()
      }
    }

    /// ``refresh()`` for callbacks, as ``load(completion:)``.
    @discardableResult public func refresh(
      completion: @escaping @MainActor @Sendable () -> Void
    ) -> Task<Void, Never> {
      load(completion: completion)
    }

    /// ``record(_:)`` for callbacks.
    @discardableResult public func record(
      _ drink: Drink, completion: @escaping @MainActor @Sendable (ChangeOutcome) -> Void
    ) -> Task<Void, Never> {
      Task { completion(await self.record(drink)) }
    }

    /// ``edit(_:)`` for callbacks.
    @discardableResult public func edit(
      _ drink: Drink, completion: @escaping @MainActor @Sendable (ChangeOutcome) -> Void
    ) -> Task<Void, Never> {
      Task { completion(await self.edit(drink)) }
    }

    /// ``remove(_:)`` for callbacks.
    @discardableResult public func remove(
      _ id: DrinkID, completion: @escaping @MainActor @Sendable (ChangeOutcome) -> Void
    ) -> Task<Void, Never> {
      Task { completion(await self.remove(id)) }
    }
  }

#endif
