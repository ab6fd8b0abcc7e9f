/// One row understood, before it has an id.
struct LogRow {
  /// The time as written: what identifies the row, whatever zone it is read under.
  var written: WrittenTime
  var time: Int64?
  var utcOffsetMinutes: Int16
  var usesZone: Bool
  var dose: UInt32?
  var duration: UInt32 = 0
  var name: String?
  var kind: LoggedKind?

  /// The id of the file, if it gives one.
  var id: LoggedID?

  /// What else tells rows of a food diary apart: its group and amount.
  var details: [[UInt8]] = []
  var notes: [(topic: NoteBook.Topic, text: String)] = []

  func drink(id: LoggedID, line: Int) -> LoggedDrink {
    if let time {
      return LoggedDrink(
        line: line, id: id, time: time, utcOffsetMinutes: utcOffsetMinutes,
        doseMicrograms: dose, durationSeconds: duration, name: name, kind: kind)
    }
    return LoggedDrink(
      line: line, id: id, date: written.date, utcOffsetMinutes: utcOffsetMinutes,
      doseMicrograms: dose, durationSeconds: duration, name: name, kind: kind)
  }

  /// The hash of what the row says. The zone is left out: reading the file again under another
  /// zone gives the same drinks at other times.
  var hash: RowHash {
    var hash = RowHash()
    hash.add(Int64(written.date.daysSinceEpoch))
    hash.add(Int64(written.secondOfDay ?? -1))
    switch written.zone {
    case .local: hash.add(-2000)
    case .utc: hash.add(-2001)
    case .offset(let minutes): hash.add(Int64(minutes))
    }
    hash.add(dose.map { Int64($0) } ?? -1)
    hash.add(Int64(duration))
    hash.add(text: (name ?? "").utf8)
    hash.add(text: (kind?.description ?? "").utf8)
    for detail in details { hash.add(text: detail) }
    return hash
  }
}

/// Gives every row its id and finds rows that are there twice.
///
/// - Complexity: O(1) a row on average; memory for an id and a number a row.
struct IdentityBook {
  enum Standing { case new, repeated }

  /// The ids that were derived and tried.
  private(set) var triedCount = 0

  private var places: [LoggedID: Int] = [:]
  private var occurrences: [LoggedID: Int64] = [:]

  /// Finds the id of the row that would be the next drink.
  ///
  /// Equal rows without ids are different drinks: the number of the occurrence tells them apart.
  /// - Throws: `badIdentifier` if the row's id belongs to a row that says something else.
  mutating func identify(
    _ row: LogRow, in drinks: [LoggedDrink]
  ) throws(LogError) -> (id: LoggedID, standing: Standing) {
    if let id = row.id {
      if let place = places[id] {
        let earlier = drinks[place]
        if row.drink(id: id, line: earlier.line) == earlier { return (id, .repeated) }
        throw LogError(
          .badIdentifier, what: "id \(id) belongs to line \(earlier.line)",
          whatToDo: "leave the id empty, or give each drink its own")
      }
      places[id] = drinks.count
      return (id, .new)
    }
    let hash = row.hash
    var occurrence = occurrences[hash.id] ?? 0
    while true {
      var numbered = hash
      numbered.add(occurrence)
      occurrence += 1
      triedCount += 1
      if places[numbered.id] == nil {
        occurrences[hash.id] = occurrence
        places[numbered.id] = drinks.count
        return (numbered.id, .new)
      }
    }
  }
}
