import CaffeineEngine
import CaffeineExecutor

extension ExploredDay {
  /// Someone who syncs a few times and is perhaps cancelled on the way.
  func addSync(_ draw: inout Draw, to group: inout TaskGroup<Void>) {
    let times = (0...draw.below(4)).map { _ in Self.halfHour(&draw) }.sorted()
    let ways = times.map { _ in draw.below(3) }
    let end = draw.below(3) == 0 ? times[0].adding(Int64(draw.below(40))) : nil
    group.addTask {
      await withTaskGroup(of: Void.self) { pair in
        pair.addTask {
          for (time, way) in zip(times, ways) where await clock.sleep(until: time) {
            if way != 1 { await refresh() }
            if way != 0 { await save() }
          }
        }
        guard let end else { return }
        _ = await clock.sleep(until: end)
        witness.note("a sync is cancelled")
        pair.cancelAll()
      }
    }
  }

  /// Takes in what the phone has; half of the time by the form with a completion.
  private func refresh() async {
    let life = await started()
    witness.note("refresh")
    let result =
      clock.now.seconds % 3600 == 0
      ? await life.controller.refreshed()
      : await withCheckedContinuation { continuation in
        life.controller.refresh { continuation.resume(returning: $0) }
      }
    switch result {
    case .success: witness.note("refreshed")
    case .failure(let error): witness.note("refresh failed", Int(error.rawValue))
    }
  }

  private func save() async {
    let life = await started(), owed = witness.owed()
    witness.note("save")
    do throws(HealthStoreError) {
      _ = try await life.controller.save()
      witness.saved(owed, life)
      witness.note("saved")
    } catch { witness.note("save failed", Int(error.rawValue)) }
  }

  /// Someone who keeps the drinks on the disk now and then.
  func addKeeping(_ draw: inout Draw, to group: inout TaskGroup<Void>) {
    let times = (0...draw.below(6)).map { _ in Self.halfHour(&draw) }.sorted()
    group.addTask {
      for time in times {
        _ = await clock.sleep(until: time)
        await keep()
      }
    }
  }

  @discardableResult
  private func keep() async -> Bool {
    let life = await started(), owed = witness.owed()
    witness.note("keep")
    do throws(DrinkStoreError) {
      _ = try await life.store.save()
      witness.kept(owed, life)
      witness.note("kept")
      return true
    } catch {
      witness.note("keeping failed", Int(error.rawValue))
      return false
    }
  }

  /// The system lets the wrist refresh in the background, for a while or until it thinks better of it.
  func addBackgroundRefresh(_ draw: inout Draw, to group: inout TaskGroup<Void>) {
    let time = Self.halfHour(&draw), deadline = time.adding(Int64(draw.below(60)))
    let end = draw.below(3) == 0 ? time.adding(Int64(draw.below(30))) : nil
    group.addTask {
      _ = await clock.sleep(until: time)
      let life = await started()
      witness.note("the background refresh begins")
      let running = Task {
        let result = await life.refresh.run(until: deadline, zone: Life.zone) {
          guard case .success = await life.controller.refreshed() else { return false }
          return await keep()
        }
        return (result, ended: clock.now)
      }
      if let end {
        _ = await clock.sleep(until: end)
        running.cancel()
      }
      let (result, ended) = await running.value
      witness.note("the background refresh ends", Int(result.ending.rawValue))
      witness.checkRefresh(result, ended, by: min(deadline, end ?? deadline).adding(2))
    }
  }
}
