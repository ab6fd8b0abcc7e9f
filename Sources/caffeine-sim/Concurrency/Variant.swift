/// A piece of work done in one way: each is measured in a process of its own.
enum Variant: String, CaseIterable, Sendable {
  case newsInQueues = "news-queues"
  case newsInOneQueue = "news-one-queue"
  case newsOnStock = "news-stock"
  case newsOnTwo = "news-two"
  case onceOnStock = "once-stock"
  case onceOnTwo = "once-two"
  case stepsOnStock = "steps-stock"
  case stepsOnTwo = "steps-two"

  /// Whose threads run the work.
  enum Executor { case dispatch, stock, twoWorkers }

  static let news: [Variant] = [.newsInQueues, .newsInOneQueue, .newsOnStock, .newsOnTwo]
  static let requests: [Variant] = [.onceOnStock, .onceOnTwo, .stepsOnStock, .stepsOnTwo]

  var executor: Executor {
    switch self {
    case .newsInQueues, .newsInOneQueue: .dispatch
    case .newsOnStock, .onceOnStock, .stepsOnStock: .stock
    case .newsOnTwo, .onceOnTwo, .stepsOnTwo: .twoWorkers
    }
  }

  /// The row's name in the table.
  var label: String {
    switch self {
    case .newsInQueues: "GCD, a queue per feed"
    case .newsInOneQueue: "GCD, one concurrent queue"
    case .newsOnStock: "actors, stock executor"
    case .newsOnTwo: "actors, two workers"
    case .onceOnStock: "at once, stock executor"
    case .onceOnTwo: "at once, two workers"
    case .stepsOnStock: "in steps, stock executor"
    case .stepsOnTwo: "in steps, two workers"
    }
  }
}
