import CaffeineEngine
import CaffeineExecutor
import CaffeineFoundation

/// What a day is replayed with: the command line's wishes, or the defaults.
struct DaySettings: Sendable {
  /// How the result is written.
  enum Form: String, CaseIterable, Sendable { case chart, plain, json, csv }

  var form = Form.chart
  var isASCII = false
  /// Bedtime (min since midnight).
  var bedtime = 23 * 60
  var threshold = Amount.milligrams(36)
  var profile = Profile.adult
  /// The zone of the wall clock; nil: as the log says, else this machine's.
  var zone: ZoneRule?
  /// Minute of the day at which a new date begins.
  var dayStart = 0
  /// The day to replay; nil: the last of the log.
  var date: CivilDate?
  var unit: LogUnit?
  var isStrict = false
  var workers = 2
  /// Lockstep costs a few milliseconds and shares the day evenly: a job is done before a sleeping worker
  /// wakes, so in parallel mode one worker often runs nearly all of it.
  var mode = CooperativeExecutor.Mode.lockstep
  var showsCounters = false
  /// The file in which the drinks are kept; nil: none.
  var journal: String?

  /// The options of `caffeine-sim` alone and of `caffeine-sim day`.
  static let options = [
    Option("--bedtime", value: "HH:MM"), Option("--threshold", value: "MG"),
    Option("--half-life", value: "HOURS"), Option("--absorption", value: "MIN"),
    Option("--zone", value: "NAME"), Option("--utc-offset", value: "±HH:MM"),
    Option("--day-start", value: "HH:MM"), Option("--date", value: "YYYY-MM-DD"),
    Option("--unit", value: "mg|g|ug"), Option("--strict"),
    Option("--plain"), Option("--json"), Option("--csv"), Option("--ascii"),
    Option("--workers", value: "1|2"), Option("--mode", value: "parallel|lockstep"),
    Option("--threads"), Option("--journal", value: "FILE"),
  ]

  /// Reads the options.
  ///
  /// - Throws: A usage complaint that says what would be right.
  init(_ list: ArgumentList) throws(Complaint) {
    isStrict = list.has("--strict")
    isASCII = list.has("--ascii")
    showsCounters = list.has("--threads")
    journal = list.value("--journal")
    try readForm(list)
    try readModel(list)
    try readClock(list)
    if let text = list.value("--unit") {
      unit = try DaySettings.known(LogUnit(text), "--unit", text, "mg, g or ug")
    }
    if let text = list.value("--workers") {
      let count = Int(text).flatMap { (1...2).contains($0) ? $0 : nil }
      workers = try DaySettings.known(count, "--workers", text, "1 or 2")
    }
    if let text = list.value("--mode") {
      let known = [CooperativeExecutor.Mode.parallel, .lockstep].first { $0.rawValue == text }
      mode = try DaySettings.known(known, "--mode", text, "parallel or lockstep")
    }
  }

  private mutating func readForm(_ list: ArgumentList) throws(Complaint) {
    let forms = [Form.plain, .json, .csv].filter { list.has("--\($0.rawValue)") }
    guard forms.count <= 1 else {
      let names = forms.map { "--\($0.rawValue)" }.joined(separator: " and ")
      throw .usage("\(names) at once", "choose one form")
    }
    form = forms.first ?? .chart
  }

  private mutating func readModel(_ list: ArgumentList) throws(Complaint) {
    if let text = list.value("--threshold") {
      let amount = Quantity.milligrams(text).flatMap { $0 > 0 ? $0 : nil }
      threshold = .micrograms(
        try DaySettings.known(amount, "--threshold", text, "mg above 0, such as 36"))
    }
    if let text = list.value("--half-life") {
      let range = "30 min to 200 h, such as 5, 4.5h or 300min"
      profile.eliminationHalfLife = try DaySettings.known(
        Quantity.halfLife(text), "--half-life", text, range)
      guard profile.isValid else { throw DaySettings.wrong("--half-life", text, range) }
    }
    if let text = list.value("--absorption") {
      let range = "minutes: 0, or 0.5 to 1440, such as 7"
      profile.absorptionHalfLife = try DaySettings.known(
        Quantity.absorption(text), "--absorption", text, range)
      guard profile.isValid else { throw DaySettings.wrong("--absorption", text, range) }
    }
  }

  private mutating func readClock(_ list: ArgumentList) throws(Complaint) {
    if list.has("--zone"), list.has("--utc-offset") {
      throw .usage("--zone and --utc-offset at once", "give one of them")
    }
    if let text = list.value("--bedtime") {
      bedtime = try DaySettings.known(
        Quantity.timeOfDay(text), "--bedtime", text, "a time from 00:00 to 23:59, such as 22:30")
    }
    if let text = list.value("--day-start") {
      dayStart = try DaySettings.known(
        Quantity.timeOfDay(text), "--day-start", text, "a time from 00:00 to 23:59, such as 04:00")
    }
    if let text = list.value("--date") {
      date = try DaySettings.known(
        Quantity.date(text), "--date", text,
        "a date of the calendar from 1970 to 2199, such as 2026-08-08")
    }
    do {
      if let name = list.value("--zone") { zone = try .named(name) }
      if let text = list.value("--utc-offset") {
        let minutes = try DaySettings.known(
          Quantity.offset(text), "--utc-offset", text, "±HH:MM up to 18:00, such as +02:00")
        zone = try .fixed(minutes: minutes)
      }
    } catch let error as LogError {
      throw .usage(error.what, error.whatToDo)
    } catch let complaint as Complaint {
      throw complaint
    } catch { preconditionFailure("no other error is thrown") }
  }

  private static func known<Value>(
    _ value: Value?, _ option: String, _ text: String, _ right: String
  ) throws(Complaint) -> Value {
    guard let value else { throw wrong(option, text, right) }
    return value
  }

  private static func wrong(_ option: String, _ text: String, _ right: String) -> Complaint {
    .usage("\(option) \(shown(text[...]))", "give \(right)")
  }
}
