#if !os(none)

  import _Concurrency

  extension CaffeineTracker {
    /// Takes in all drinks of many sources once, so many sources at a time.
    ///
    /// Nothing is remembered of a source: no anchor, no peer. Importing again changes nothing, since ids
    /// and revisions say what is here already; what was removed here stays removed as long as the
    /// ledger knows of it. What came of a source that failed stays; one whose drinks the ledger has no
    /// room for fails with `refused`.
    /// - Parameters:
    ///   - stores: The sources.
    ///   - limit: The most sources that are read at once, 1 or more.
    ///   - clock: For the present time and time limits.
    ///   - pageLimit: The most drinks of an answer.
    ///   - timeLimit: How long a source may take for one answer (s).
    /// - Returns: What became of each source, in their order; `cancelled` for those that were not reached.
    /// - Complexity: a child task a source, `limit` of them at once; a turn of the tracker an answer.
    nonisolated public func importAll<Store: HealthStore, Clock: TrackingClock>(
      from stores: [Store], atMost limit: Int, clock: Clock, pageLimit: Int = 64,
      timeLimit: Int64 = 30
    ) async -> [Result<HealthReport, HealthStoreError>] {
      typealias Outcome = (index: Int, result: Result<HealthReport, HealthStoreError>)
      return await withTaskGroup(of: Outcome.self) { group in
        var results = [Result<HealthReport, HealthStoreError>](
          repeating: .failure(.cancelled), count: stores.count)
        for index in stores.indices {
          if index >= max(limit, 1), let ended = await group.next() {
            results[ended.index] = ended.result
          }
          let store = stores[index]
          group.addTask {
            (index, await self.importAll(from: store, clock, pageLimit, timeLimit))
          }
        }
        for await ended in group { results[ended.index] = ended.result }
        return results
      }
    }

    nonisolated private func importAll<Store: HealthStore, Clock: TrackingClock>(
      from store: Store, _ clock: Clock, _ pageLimit: Int, _ timeLimit: Int64
    ) async -> Result<HealthReport, HealthStoreError> {
      var report = HealthReport()
      var from = await foldTime.map { $0.adding(1) } ?? Timestamp(0)
      do throws(HealthStoreError) {
        while from < .forever {
          if Task.isCancelled { throw .cancelled }
          let first = from
          let window = try await clock.limit(to: timeLimit) { () async throws(HealthStoreError) in
            try await store.window(from: first, until: .forever, limit: max(pageLimit, 1))
          }
          guard window.until > from else { throw .failed }
          report.add(try await take(window.drinks, now: clock.now))
          from = window.until
        }
        return .success(report)
      } catch {
        return .failure(error)
      }
    }

    /// Records a source's drinks as if they were entered here, in one turn.
    private func take(
      _ drinks: [Drink], now: Timestamp
    ) throws(HealthStoreError) -> HealthReport {
      var report = HealthReport()
      for drink in entries(of: drinks, &report) {
        do throws(CaffeineError) {
          switch try record(drink, now: now).change {
          case .unchanged: report.unchanged &+= 1
          case .added: report.added &+= 1
          case .edited: report.edited &+= 1
          case .removed: report.removed &+= 1
          }
        } catch {
          switch error {
          case .stale: report.stale &+= 1
          case .tooOld: report.tooOld &+= 1
          case .full:
            // Before the end of the drink that would be folded it is too old. A plan is not.
            guard withUnsafePointer(to: drink, { $0.isCounted }), ledger.firstToFold >= 0 else {
              throw .refused
            }
            report.tooOld &+= 1
          default: report.skipped &+= 1
          }
        }
      }
      return report
    }
  }
#endif
