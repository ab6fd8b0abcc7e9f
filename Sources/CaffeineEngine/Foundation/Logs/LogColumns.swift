/// Which column of a file holds what, found by name and never by place.
struct LogColumns {
  /// Where the time of a row stands.
  enum Time: Equatable {
    case single(Int)
    case dayAndTime(day: Int, time: Int)
  }

  let format: DrinkLog.Format
  let time: Time
  let dose: Int
  let unit: LogUnit

  /// Whether `#` may begin a row that is no comment, because names stand first.
  let namesComeFirst: Bool

  private(set) var name: Int?
  private(set) var kind: Int?
  private(set) var id: Int?
  private(set) var offset: Int?
  private(set) var duration: Int?
  private(set) var durationScale: UInt64 = 60
  private(set) var group: Int?
  private(set) var amount: Int?

  /// The number of columns.
  let count: Int

  /// The names of columns of own CSV that nothing is read from.
  private(set) var unread: [String] = []

  private static let dayNames: Set = ["day", "date", "datum"]
  private static let instantNames: Set = [
    "datetime", "date time", "timestamp", "start date", "start time", "start",
  ]
  private static let nameNames = [
    "food name", "name", "drink", "beverage", "item", "food", "description",
  ]

  /// Binds the columns of a header.
  ///
  /// - Parameters:
  ///   - header: The row that names them.
  ///   - unit: The unit of a caffeine column that does not say one.
  /// - Throws: What keeps the file from being read.
  init(header: CSVRecord, unit givenUnit: LogUnit?) throws(LogError) {
    let line = header.firstLine
    guard !header.isMalformed else {
      throw LogError(
        .unclosedQuote, line: line, what: "text after a closing quote in the header",
        whatToDo: "double the quotes inside a cell")
    }
    let columns = header.cells.indices.map { HeaderWords(header.cell($0)) }
    let finder = ColumnFinder(columns: columns, line: line)
    count = columns.count
    let hasDay = columns.contains { LogColumns.dayNames.contains($0.phrase) }
    let hasFood = columns.contains { $0.phrase == "food name" }
    let hasTime = columns.contains { $0.phrase == "time" }
    let hasEnergy = columns.contains { $0.words.first == "energy" && $0.words.count == 2 }
    if hasDay, hasEnergy, !hasFood, !hasTime {
      throw LogError(
        .daySums, line: line, what: "this is Cronometer's Daily Nutrition export: sums of days",
        whatToDo: "export the servings (servings.csv), which hold each drink")
    }
    format = hasDay && hasFood ? .cronometer : .own
    dose = try finder.doseColumn()
    guard let unit = columns[dose].unit ?? givenUnit else {
      throw LogError(
        .noUnit, line: line, what: "column \(quoted(columns[dose].name)) does not say its unit",
        whatToDo: "give one: --unit mg (or g, ug)")
    }
    self.unit = unit
    time = try LogColumns.timeColumn(finder)
    let names = LogColumns.nameNames
    if let best = names.first(where: { name in columns.contains { $0.phrase == name } }) {
      name = try finder.column { $0.phrase == best }
    }
    namesComeFirst = name == 0
    kind = try finder.column { $0.phrase == "kind" }
    id = try finder.column { $0.phrase == "id" || $0.phrase == "uuid" }
    offset = try finder.column { $0.phrase == "utc offset min" }
    duration = try finder.column { $0.durationScale != nil }
    if let duration { durationScale = columns[duration].durationScale ?? 60 }
    group = columns.firstIndex { $0.phrase == "group" }
    amount = columns.firstIndex { $0.phrase == "amount" }
    if format == .own { unread = unreadNames(among: columns) }
  }

  private static func timeColumn(_ finder: ColumnFinder) throws(LogError) -> Time {
    let day = try finder.column { dayNames.contains($0.phrase) }
    let time = try finder.column { $0.phrase == "time" }
    if let day, let time { return .dayAndTime(day: day, time: time) }
    if let instant = try finder.column(where: { instantNames.contains($0.phrase) }) {
      return .single(instant)
    }
    guard let only = time ?? day else {
      throw LogError(
        .noTimeColumn, line: finder.line, what: "no column holds the time",
        whatToDo: "name one time, date, datetime or timestamp")
    }
    return .single(only)
  }

  private func unreadNames(among columns: [HeaderWords]) -> [String] {
    var read = [dose, name, kind, id, offset, duration].compactMap { $0 }
    switch time {
    case .single(let index): read.append(index)
    case .dayAndTime(let day, let time): read += [day, time]
    }
    return columns.indices.filter { !read.contains($0) && !columns[$0].words.isEmpty }
      .map { columns[$0].name }
  }
}

/// Finds columns by name, each at most once.
private struct ColumnFinder {
  let columns: [HeaderWords]
  let line: Int

  func column(where isWanted: (HeaderWords) -> Bool) throws(LogError) -> Int? {
    let found = columns.indices.filter { isWanted(columns[$0]) }
    guard found.count < 2 else {
      throw LogError(
        .duplicateColumn, line: line,
        what: "columns \(found[0] + 1) and \(found[1] + 1) are "
          + "\(quoted(columns[found[0]].name)) and \(quoted(columns[found[1]].name))",
        whatToDo: "keep one of them")
    }
    return found.first
  }

  func doseColumn() throws(LogError) -> Int {
    if let found = try column(where: \.isCaffeine) { return found }
    throw LogError(
      .noCaffeineColumn, line: line, what: "no column of the header holds caffeine",
      whatToDo: "name one caffeine_mg; the first line must name the columns")
  }
}
