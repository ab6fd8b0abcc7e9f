/// A date, and perhaps a time of day and an offset from UTC, as a cell gives them.
struct WrittenTime: Equatable {
  enum Zone: Equatable {
    /// No offset: the time is local.
    case local
    /// `Z`, `UTC` or `-00:00`: the instant is known, the local clock is not.
    case utc
    /// A printed offset (min).
    case offset(Int16)
  }

  var date: CivilDate

  /// nil: the cell gives only the date.
  var secondOfDay: Int?

  var zone = Zone.local
}

/// Why a cell is not a time: the part that is wrong, and what to write.
struct TimeFault: Error, Equatable {
  let what: String
  let whatToDo: String

  static let form = "write dates as YYYY-MM-DD HH:MM"

  init(_ what: String, whatToDo: String = TimeFault.form) {
    self.what = what
    self.whatToDo = whatToDo
  }
}

/// Reads dates and times as people and programs write them.
///
/// Dates begin with the year and go with `-`, `/` or `.`; months and days may lack their zero.
/// Times have minutes, perhaps seconds and a fraction (cut off), or twelve hours with am or pm.
/// Offsets are `Z`, `±hh`, `±hhmm` or `±hh:mm`.
struct TimeText {
  private var rest: ArraySlice<UInt8>

  /// Reads a whole cell.
  static func read(_ text: ArraySlice<UInt8>) throws(TimeFault) -> WrittenTime {
    var reader = TimeText(rest: text)
    let date = try reader.takeDate()
    let sawT = reader.take(0x54) || reader.take(0x74)
    let sawBlank = reader.takeBlanks()
    guard !reader.rest.isEmpty else {
      if sawT { throw TimeFault("no time after the T") }
      return WrittenTime(date: date)
    }
    guard sawT || sawBlank else { throw TimeFault("not a date and time") }
    let second = try reader.takeTimeOfDay()
    let zone = try reader.takeZone()
    guard reader.rest.isEmpty else { throw TimeFault("not a date and time") }
    return WrittenTime(date: date, secondOfDay: second, zone: zone)
  }

  private mutating func takeDate() throws(TimeFault) -> CivilDate {
    guard let year = takeNumber(digits: 4...4), let mark = rest.first,
      mark == 0x2D || mark == 0x2F || mark == 0x2E
    else { throw TimeFault("not a date") }
    rest = rest.dropFirst()
    guard let month = takeNumber(digits: 1...2), take(mark), let day = takeNumber(digits: 1...2),
      rest.first.map(isDigit) != true
    else { throw TimeFault("not a date") }
    // The neighbours of the limits may lie within them in UTC.
    guard (1969...2200).contains(year) else {
      throw TimeFault("year \(year)", whatToDo: "times from 1970 to 2199 are kept")
    }
    guard (1...12).contains(month) else { throw TimeFault("month \(month)") }
    guard let date = CivilDate(year: year, month: month, day: day) else {
      throw TimeFault("day \(day) in month \(month) of \(year)")
    }
    return date
  }

  private mutating func takeTimeOfDay() throws(TimeFault) -> Int {
    guard let hour = takeNumber(digits: 1...2) else { throw TimeFault("not a time of day") }
    var minute: Int?
    var second = 0
    if take(0x3A) {
      guard let number = takeNumber(digits: 2...2) else { throw TimeFault("not a time of day") }
      minute = number
      if take(0x3A) { second = try takeSecond() }
    }
    let half = takeHalfOfDay()
    guard let minute = minute ?? (half == nil ? nil : 0) else {
      throw TimeFault("hour \(hour) without minutes")
    }
    guard minute < 60 else { throw TimeFault("minute \(minute)") }
    guard second < 60 else {
      throw TimeFault("second \(second)", whatToDo: "write seconds from 00 to 59")
    }
    guard let half else {
      guard hour < 24 else {
        throw TimeFault("hour \(hour)", whatToDo: "write hours from 00 to 23")
      }
      return hour * 3600 + minute * 60 + second
    }
    guard (1...12).contains(hour) else {
      throw TimeFault("hour \(hour) with am or pm", whatToDo: "write 1 to 12, or 24 hours")
    }
    return (hour % 12 + half) * 3600 + minute * 60 + second
  }

  private mutating func takeSecond() throws(TimeFault) -> Int {
    guard let second = takeNumber(digits: 2...2) else { throw TimeFault("not a time of day") }
    if rest.first == 0x2E || rest.first == 0x2C {
      let fraction = rest.dropFirst().prefix(while: isDigit)
      guard !fraction.isEmpty else { throw TimeFault("not a time of day") }
      rest = rest.dropFirst(fraction.count + 1)
    }
    return second
  }

  /// Takes `am`, `PM` or `p.m.` after any blanks: the hours to add, or nil without it.
  private mutating func takeHalfOfDay() -> Int? {
    var tail = self
    _ = tail.takeBlanks()
    guard let first = tail.rest.first.map({ $0 | 0x20 }), first == 0x61 || first == 0x70 else {
      return nil
    }
    tail.rest = tail.rest.dropFirst()
    let hasDots = tail.take(0x2E)
    guard tail.take(0x6D) || tail.take(0x4D) else { return nil }
    if hasDots { _ = tail.take(0x2E) }
    self = tail
    return first == 0x61 ? 0 : 12
  }

  private mutating func takeZone() throws(TimeFault) -> WrittenTime.Zone {
    _ = takeBlanks()
    guard let sign = takeSign() else {
      let word = rest.map { $0 | 0x20 }
      guard [Array("z".utf8), Array("utc".utf8), Array("gmt".utf8)].contains(word) else {
        return .local
      }
      rest = []
      return .utc
    }
    let fault = TimeFault("not an offset from UTC", whatToDo: "write it as +02:00")
    guard let hours = takeNumber(digits: 2...2) else { throw fault }
    var minutes = 0
    if take(0x3A) || !rest.isEmpty {
      guard let number = takeNumber(digits: 2...2) else { throw fault }
      minutes = number
    }
    let offset = hours * 60 + minutes
    guard minutes < 60, offset <= ZoneRule.offsetLimitMinutes else {
      throw TimeFault("an offset beyond 18 hours", whatToDo: "write it as +02:00")
    }
    // RFC 3339 section 4.3: -00:00 says that the local offset is not known.
    if sign < 0, offset == 0 { return .utc }
    return .offset(Int16(truncatingIfNeeded: sign * offset))
  }

  private mutating func takeSign() -> Int? {
    if take(0x2B) { return 1 }
    if take(0x2D) { return -1 }
    guard rest.starts(with: [0xE2, 0x88, 0x92]) else { return nil }  // U+2212
    rest = rest.dropFirst(3)
    return -1
  }

  private mutating func takeNumber(digits count: ClosedRange<Int>) -> Int? {
    let digits = rest.prefix(count.upperBound).prefix(while: isDigit)
    guard digits.count >= count.lowerBound else { return nil }
    rest = rest.dropFirst(digits.count)
    return digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard rest.first == byte else { return false }
    rest = rest.dropFirst()
    return true
  }

  private mutating func takeBlanks() -> Bool {
    let count = rest.count
    while let width = leadingBlankWidth(rest) { rest = rest.dropFirst(width) }
    return rest.count < count
  }
}
