/// Both executors side by side, from runs that took turns.
struct HopReport {
  struct Row {
    let work: HopWork
    /// Medians for one of the kind (ns).
    let stock: Int, ours: Int
    /// Medians of the time on a CPU for one (ns).
    let stockProcessor: Int, ourProcessor: Int
    /// Median over the rounds of stock / ours (hundredths).
    let speed: Int
    /// Medians of the voluntary switches of a run.
    let stockSwitches: Int, ourSwitches: Int

    /// Whether what was wanted is there.
    var isMet: Bool {
      guard speed >= work.wantedHundredths else { return false }
      return work.wantedSwitches.map { ourSwitches * $0 <= stockSwitches } ?? true
    }
  }

  let rounds: Int
  let rows: [Row]
  let stockThreads: Int
  let ourThreads: Int

  init(_ stock: [HopMeasurement], _ ours: [HopMeasurement]) {
    rounds = stock.count
    stockThreads = stock.map(\.threads).median
    ourThreads = ours.map(\.threads).median
    rows = HopWork.allCases.enumerated().map { place, work in
      Row(
        work: work,
        stock: stock.map { $0.nanoseconds[place] }.median / work.count,
        ours: ours.map { $0.nanoseconds[place] }.median / work.count,
        stockProcessor: stock.map { $0.processorTimes[place] }.median * 1000 / work.count,
        ourProcessor: ours.map { $0.processorTimes[place] }.median * 1000 / work.count,
        // Each round against itself: what else the machine does weighs on both.
        speed: zip(stock, ours).map {
          100 * $0.nanoseconds[place] / max(1, $1.nanoseconds[place])
        }.median,
        stockSwitches: stock.map { $0.voluntarySwitches[place] }.median,
        ourSwitches: ours.map { $0.voluntarySwitches[place] }.median)
    }
  }

  /// The table.
  var text: String {
    let head = [
      "Hops on the stock executor and on two workers, medians of "
        + Words.count(rounds, "run") + " in turns,", "each in a process of its own.", "",
      line("", "ns each", "", "", "", "", "switches", ""),
      line("", "stock", "ours", "faster", "wanted", "stock", "ours", ""),
    ]
    let body = rows.map { row in
      line(
        row.work.label, "\(row.stock)", "\(row.ours)", Words.hundredths(UInt64(row.speed)) + " x",
        wanted(row.work), "\(row.stockSwitches)", "\(row.ourSwitches)", row.isMet ? "" : "missed")
    }
    let foot = [
      "",
      "Threads of the process: \(stockThreads) with the stock executor, \(ourThreads) with ours.",
    ]
    return (head + body + foot).joined(separator: "\n") + "\n"
  }

  /// The same in whole numbers.
  var json: JSON {
    .object([
      ("runs", .whole(rounds)), ("threads_stock", .whole(stockThreads)),
      ("threads_ours", .whole(ourThreads)),
      (
        "kinds",
        .list(
          rows.map { row in
            .object([
              ("name", .string(row.work.rawValue)), ("count", .whole(row.work.count)),
              ("stock_ns", .whole(row.stock)), ("ours_ns", .whole(row.ours)),
              ("stock_cpu_ns", .whole(row.stockProcessor)),
              ("ours_cpu_ns", .whole(row.ourProcessor)),
              ("faster_hundredths", .whole(row.speed)),
              ("wanted_hundredths", .whole(row.work.wantedHundredths)),
              ("stock_voluntary_switches", .whole(row.stockSwitches)),
              ("ours_voluntary_switches", .whole(row.ourSwitches)),
              ("is_met", .bool(row.isMet)),
            ])
          })
      ),
    ])
  }

  private func wanted(_ work: HopWork) -> String {
    Words.hundredths(UInt64(work.wantedHundredths)) + " x"
      + (work.wantedSwitches.map { ", 1/\($0)" } ?? "")
  }

  private func line(_ cells: String...) -> String {
    let widths = [24, 7, 7, 9, 12, 7, 9, 8]
    let filled = cells.lastIndex { !$0.isEmpty } ?? 0
    return zip(cells, widths).prefix(filled + 1).enumerated().map { place, cell in
      Words.cell(cell.0, cell.1, right: place > 0)
    }.joined()
  }
}
