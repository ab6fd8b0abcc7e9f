import Dispatch

/// The news reader of "Swift concurrency: Behind the scenes" (WWDC21): feeds arrive, each is
/// decoded and saved by the one database, and the screen is updated.
enum NewsFeed {
  /// Blocks that were handed to a queue for each feed: decoding, the transaction, the screen.
  static let blocksPerFeed = 3

  /// With queues: each feed's block waits for the database in `sync`, and its thread with it.
  static func inQueues(_ count: Int, isOneQueue: Bool, _ screen: Screen, _ group: DispatchGroup) {
    let database = DispatchQueue(label: "database")
    let responses = DispatchQueue(label: "responses", attributes: .concurrent)
    for feed in 0..<count {
      let queue = isOneQueue ? responses : DispatchQueue(label: "feed \(feed)")
      queue.async(group: group) {
        let articles = Payload.decode(feed)
        database.sync { Payload.block() }
        DispatchQueue.main.async(group: group) { screen.show(articles) }
      }
    }
  }

  /// With an actor: a task that waits for the database gives its thread back.
  static func inTasks(_ count: Int, _ screen: Screen) async {
    let database = Database()
    await withDiscardingTaskGroup { group in
      for feed in 0..<count {
        group.addTask {
          let articles = Payload.decode(feed)
          await database.save(articles)
          await MainActor.run { screen.show(articles) }
        }
      }
    }
  }

  private actor Database {
    private var saved = 0

    func save(_ articles: [UInt64]) {
      Payload.block()
      saved += articles.count
    }
  }
}

/// The figures of "Iterative data loading in Swift": every one is a request of its own.
enum Requests {
  static let count = 50
  static let stepCount = 10

  /// All requests at once; there is nothing to show until the last is answered.
  static func atOnce(_ count: Int, _ screen: Screen) async {
    await show(await answers(0..<count), screen)
  }

  /// In steps, the visible section first; what has come is shown after each.
  static func inSteps(_ count: Int, _ screen: Screen) async {
    let size = max(1, count / stepCount)
    for first in stride(from: 0, to: count, by: size) {
      await show(await answers(first..<min(count, first + size)), screen)
    }
  }

  private static func answers(_ requests: Range<Int>) async -> [UInt64] {
    await withTaskGroup(of: [UInt64].self) { group in
      for request in requests {
        group.addTask {
          Payload.block()
          return Payload.decode(request)
        }
      }
      return await group.reduce(into: []) { $0 += $1 }
    }
  }

  private static func show(_ answers: [UInt64], _ screen: Screen) async {
    await MainActor.run { screen.show(answers) }
  }
}
