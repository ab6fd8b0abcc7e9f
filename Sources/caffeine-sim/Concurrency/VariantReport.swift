/// The variants side by side.
struct VariantReport {
  struct Row {
    let variant: Variant
    let measured: Measurement
    /// What the work allocates, without what the process itself does (bytes); nil if uncounted.
    let allocated: Int?
  }

  let feeds: Int
  let runs: Int
  let rows: [Row]

  /// The tables.
  var text: String {
    let hold = Words.hundredths(UInt64(Payload.hold) / 10)
    let news =
      "\(Words.count(feeds, "news feed")) arrive at once; each is decoded and saved by one database"
      + " that holds its thread for \(hold) ms a feed, then shown."
    let requests =
      "\(Requests.count) requests that hold a thread for \(hold) ms each: shown when all are "
      + "answered, or after each of \(Requests.stepCount) steps."
    let note =
      "Each row ran in a process of its own, \(Words.count(runs, "time")), medians. Space: peak of "
      + "the address space. Switches: voluntary ones. Jobs: pieces of work given to a queue or an "
      + "executor. Heap: all that the work allocates. First: until something is shown."
    let honest =
      "All forms of the feeds take about equally long, for the database is the neck. What queues "
      + "cost is a thread for each block that waits, where every part has a queue of its own; "
      + "on Linux, Dispatch holds one concurrent queue back."
    return [
      Words.wrapped(news, indent: 0), "", head, lines(Variant.news), "",
      Words.wrapped(requests, indent: 0), "", head, lines(Variant.requests), "",
      Words.wrapped(note, indent: 0), "", Words.wrapped(honest, indent: 0), "",
    ].joined(separator: "\n")
  }

  /// The same in whole numbers.
  var json: JSON {
    .object([
      ("feeds", .whole(feeds)), ("requests", .whole(Requests.count)), ("runs", .whole(runs)),
      ("hold_us", .whole(Payload.hold)), ("variants", .list(rows.map(json))),
    ])
  }

  private func json(_ row: Row) -> JSON {
    let measured = row.measured
    return .object([
      ("name", .string(row.variant.rawValue)), ("threads_peak", .whole(measured.threads)),
      ("address_space_kib", measured.addressSpace > 0 ? .whole(measured.addressSpace) : .null),
      ("voluntary_switches", .whole(measured.voluntarySwitches)),
      ("jobs", measured.jobs >= 0 ? .whole(measured.jobs) : .null),
      ("allocated_bytes", .optional(row.allocated) { .whole($0) }),
      ("first_snapshot_us", .whole(measured.first)), ("total_us", .whole(measured.all)),
    ])
  }

  private var head: String {
    line("", "threads", "space", "switches", "jobs", "heap", "first", "all") + "\n"
      + line("", "", "MiB", "", "", "KiB", "ms", "ms")
  }

  private func lines(_ variants: [Variant]) -> String {
    rows.filter { variants.contains($0.variant) }.map { row in
      let measured = row.measured
      return line(
        row.variant.label, "\(measured.threads)",
        measured.addressSpace > 0 ? "\(measured.addressSpace / 1024)" : "?",
        "\(measured.voluntarySwitches)", measured.jobs < 0 ? "?" : "\(measured.jobs)",
        row.allocated.map { "\(($0 + 512) / 1024)" } ?? "?",
        milliseconds(measured.first), milliseconds(measured.all))
    }.joined(separator: "\n")
  }

  private func milliseconds(_ microseconds: Int) -> String {
    "\(microseconds / 1000).\(microseconds % 1000 / 100)"
  }

  private func line(_ cells: String...) -> String {
    let widths = [25, 8, 7, 9, 7, 7, 8, 8]
    return zip(cells, widths).enumerated().map { place, cell in
      Words.cell(cell.0, cell.1, right: place > 0)
    }.joined()
  }
}
