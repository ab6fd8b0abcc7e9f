#if !os(none)

  import _Concurrency

  /// A day's overview in steps, from the section that is seen first: each value has all that was answered
  /// so far.
  ///
  ///     let steps = tracker.daySnapshots(
  ///       of: question, in: DaySection.order(startingAt: .timeline)
  ///     ) { await controller.refreshed() }
  ///     for await snapshot in steps { model.show(snapshot) }
  ///
  /// Every value speaks of one state of the ledger, told by `changeCount`: where it changed between two
  /// steps, the sections that were there already are asked again in the same turn.
  ///
  /// All questions go to one actor, which answers one after the other: asking them side by side would only
  /// cost tasks and hops, so those of a step are one turn. What waits for something else, the health store,
  /// is asked beside them: two things at once, never more.
  ///
  /// Cancelled, it ends: between two steps, or within one, whose half value is dropped.
  public struct DaySnapshotSequence: AsyncSequence, Sendable {
    /// Brings the ledger up to date with a health store; ends soon once its task is cancelled.
    public typealias Refresh = @Sendable () async -> Result<HealthReport, HealthStoreError>

    let tracker: CaffeineTracker
    let question: DayQuestion
    let order: [DaySection]
    let sectionsAtOnce: Int
    let refresh: Refresh?

    /// Begins anew.
    public func makeAsyncIterator() -> Iterator {
      Iterator(sequence: self, left: order[...], snapshot: DaySnapshot(question: question))
    }

    /// The steps of one run.
    public struct Iterator: AsyncIteratorProtocol, Sendable {
      let sequence: DaySnapshotSequence
      /// Sections that no step has asked for yet.
      var left: ArraySlice<DaySection>
      var snapshot: DaySnapshot

      /// Takes the next step; nil after the last one, or once the task is cancelled.
      public mutating func next() async -> DaySnapshot? {
        if Task.isCancelled { left = [] }
        guard !left.isEmpty else { return nil }
        let sections = left.prefix(sequence.sectionsAtOnce)
        left = left.dropFirst(sections.count)
        snapshot = await sequence.answer(sections, in: snapshot)
        if Task.isCancelled { left = [] }
        return Task.isCancelled ? nil : snapshot
      }
    }
  }

  extension DaySnapshotSequence {
    private func answer(
      _ sections: ArraySlice<DaySection>, in snapshot: DaySnapshot
    ) async -> DaySnapshot {
      guard let refresh, sections.contains(.health) else {
        return await tracker.answer(sections, in: snapshot)
      }
      async let report = refresh()
      var answered = await tracker.answer(sections, in: snapshot)
      answered.health = await report
      // What was taken in meanwhile is in none of the answers yet.
      return await tracker.answer([], in: answered)
    }
  }

  extension CaffeineTracker {
    /// A day's overview in steps: ``DaySnapshotSequence``.
    ///
    /// - Parameters:
    ///   - question: The instant, the place and how far ahead.
    ///   - order: The sections, each once; what is left out is not asked, what comes again is passed over.
    ///   - sectionsAtOnce: Sections of a step, 1 or more.
    ///   - refresh: Takes in a health store's changes; left out, there is no section of it.
    /// - Complexity: a turn of the tracker a step, three with the health store; a child task for that.
    nonisolated public func daySnapshots(
      of question: DayQuestion, in order: [DaySection] = DaySection.allCases,
      sectionsAtOnce: Int = 1, refresh: DaySnapshotSequence.Refresh? = nil
    ) -> DaySnapshotSequence {
      var sections: [DaySection] = []
      for section in order where !sections.contains(section) {
        if section != .health || refresh != nil { sections.append(section) }
      }
      return DaySnapshotSequence(
        tracker: self, question: question, order: sections, sectionsAtOnce: max(sectionsAtOnce, 1),
        refresh: refresh)
    }
  }

  extension HealthStoreController {
    /// As ``refresh()``, with the error for an answer.
    public func refreshed() async -> Result<HealthReport, HealthStoreError> {
      do throws(HealthStoreError) {
        return .success(try await refresh())
      } catch {
        return .failure(error)
      }
    }
  }
#endif
