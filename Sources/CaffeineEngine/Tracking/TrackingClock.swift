#if !os(none)

  import _Concurrency

  /// The time and the only way to wait: injected, so that a test or a simulator owns both.
  ///
  /// Whole seconds, as all times here. The host's wall clock conforms in a line or two.
  public protocol TrackingClock: Sendable {
    /// The present time.
    var now: Timestamp { get }

    /// Waits until a time; one that has passed is no wait.
    ///
    /// - Returns: False at once if the task is cancelled before.
    func sleep(until time: Timestamp) async -> Bool
  }

  extension TrackingClock {
    /// Gives a call to a health store a time limit.
    ///
    /// At the limit the call is cancelled and has to return. What it still brings counts: an answer
    /// that came in the last moment is not thrown away.
    /// - Parameters:
    ///   - seconds: The limit (s).
    ///   - call: Ends soon once its task is cancelled.
    /// - Returns: The call's answer.
    /// - Throws: What the call throws, `timedOut` at the limit, `cancelled` if the task is cancelled.
    /// - Complexity: two child tasks.
    func limit<Answer: Sendable>(
      to seconds: Int64,
      _ call: @escaping @Sendable () async throws(HealthStoreError) -> Answer
    ) async throws(HealthStoreError) -> Answer {
      let deadline = now.adding(seconds)
      let result = await withTaskGroup(of: Result<Answer, HealthStoreError>?.self) { group in
        group.addTask {
          do throws(HealthStoreError) {
            return .success(try await call())
          } catch {
            return .failure(error)
          }
        }
        group.addTask {
          await self.sleep(until: deadline) ? .failure(.timedOut) : nil
        }
        // The first to end decides why, a success in any case.
        var decided: Result<Answer, HealthStoreError>?
        for await ended in group {
          guard let ended else { continue }
          group.cancelAll()
          if case .success = ended { decided = ended } else if decided == nil { decided = ended }
        }
        return decided ?? .failure(.cancelled)
      }
      return try result.get()
    }
  }
#endif
