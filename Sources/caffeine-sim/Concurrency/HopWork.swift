import CaffeineExecutor

/// What jobs do most, one kind at a time.
enum HopWork: String, CaseIterable, Sendable {
  case uncontended, contended, mainActor, yield

  /// The row's name in the table.
  var label: String {
    switch self {
    case .uncontended: "1 task, 2 actors"
    case .contended: "2 tasks, 2 actors"
    case .mainActor: "to the main actor, back"
    case .yield: "yield"
    }
  }

  /// How many are measured at a time.
  var count: Int {
    switch self {
    case .uncontended: 1_000_000
    case .contended: 400_000
    case .mainActor: 5_000
    case .yield: 50_000
    }
  }

  /// How many hundredths of the stock executor's speed are wanted at least.
  var wantedHundredths: Int {
    switch self {
    case .uncontended: 87
    case .contended: 150
    case .mainActor: 1500
    case .yield: 200
    }
  }

  /// The stock executor's voluntary switches divided by ours, at least; nil where none is wanted.
  var wantedSwitches: Int? { self == .contended ? 50 : nil }

  /// Does it so many times.
  func run(_ count: Int) async {
    let (a, b) = (Counter(), Counter())
    switch self {
    case .uncontended: await Self.hop(count, a, b)
    case .contended:
      await withDiscardingTaskGroup { group in
        for _ in 0..<2 { group.addTask { await Self.hop(count / 2, a, b) } }
      }
    case .mainActor: for _ in 0..<count { await MainActor.run {} }
    case .yield: for _ in 0..<count { await Task.yield() }
    }
  }

  @inline(never)
  private static func hop(_ count: Int, _ a: Counter, _ b: Counter) async {
    for _ in 0..<count / 2 {
      await a.add()
      await b.add()
    }
  }

  private actor Counter {
    private var count = 0
    func add() { count &+= 1 }
  }
}

/// What one executor took for each kind, in a process of its own.
struct HopMeasurement {
  var nanoseconds: [Int] = []
  /// Time on a CPU, of all threads (µs): what others on the machine do weighs less on it.
  var processorTimes: [Int] = []
  var voluntarySwitches: [Int] = []
  var threads = 0

  /// Runs each kind, after a tenth of it that is not counted.
  init() async {
    for work in HopWork.allCases {
      await work.run(work.count / 10)
      let before = ProcessCounters.now
      let begun = ContinuousClock.now
      await work.run(work.count)
      nanoseconds.append(Int((ContinuousClock.now - begun) / .nanoseconds(1)))
      let after = ProcessCounters.now
      processorTimes.append(after.processorTime - before.processorTime)
      voluntarySwitches.append(after.voluntarySwitches - before.voluntarySwitches)
    }
    threads = ProcessCounters.threads
  }

  /// The counters on a line, for the parent process.
  var line: String {
    (nanoseconds + processorTimes + voluntarySwitches + [threads]).map(String.init).joined(
      separator: " ") + "\n"
  }

  /// Reads what a child wrote.
  init?(line: Substring) {
    let numbers = line.split(separator: " ").compactMap { Int($0) }
    let kinds = HopWork.allCases.count
    guard numbers.count == 3 * kinds + 1, numbers.allSatisfy({ $0 >= 0 }) else { return nil }
    nanoseconds = Array(numbers[..<kinds])
    processorTimes = Array(numbers[kinds..<2 * kinds])
    voluntarySwitches = Array(numbers[2 * kinds..<3 * kinds])
    threads = numbers[3 * kinds]
  }
}
