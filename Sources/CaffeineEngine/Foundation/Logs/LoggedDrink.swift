/// One drink as a file tells of it.
public struct LoggedDrink: Sendable, Equatable {
  /// The line of the file on which the row begins, counted from 1; 0 if it came from no file.
  public var line: Int

  /// The id from the file, or one derived from what the row says.
  public let id: LoggedID

  /// When the drink began, in seconds since the Unix epoch, UTC.
  ///
  /// nil: the file gives only the date. Such a drink counts in its day's total and nowhere else.
  public let time: Int64?

  /// The local date on which the drink began.
  public let date: CivilDate

  /// The offset from UTC that fixes the drink's day for good (min).
  public let utcOffsetMinutes: Int16

  /// Caffeine in µg; nil: not known.
  public let doseMicrograms: UInt32?

  /// How long the drink took (s); 0: all at once.
  public let durationSeconds: UInt32

  /// What it was, in the file's words; never empty.
  public let name: String?

  /// What sort of drink it was, if the file says so.
  public let kind: LoggedKind?

  /// Describes a drink that began at a known time; its date follows from time and offset.
  public init(
    line: Int = 0, id: LoggedID, time: Int64, utcOffsetMinutes: Int16, doseMicrograms: UInt32?,
    durationSeconds: UInt32 = 0, name: String? = nil, kind: LoggedKind? = nil
  ) {
    self.line = line
    self.id = id
    self.time = time
    date = LocalDateTime(at: time, offsetMinutes: utcOffsetMinutes).date
    self.utcOffsetMinutes = utcOffsetMinutes
    self.doseMicrograms = doseMicrograms
    self.durationSeconds = durationSeconds
    self.name = name?.isEmpty == true ? nil : name
    self.kind = kind
  }

  /// Describes a drink of which only the date is known.
  public init(
    line: Int = 0, id: LoggedID, date: CivilDate, utcOffsetMinutes: Int16,
    doseMicrograms: UInt32?, durationSeconds: UInt32 = 0, name: String? = nil,
    kind: LoggedKind? = nil
  ) {
    self.line = line
    self.id = id
    time = nil
    self.date = date
    self.utcOffsetMinutes = utcOffsetMinutes
    self.doseMicrograms = doseMicrograms
    self.durationSeconds = durationSeconds
    self.name = name?.isEmpty == true ? nil : name
    self.kind = kind
  }

  /// Whether the dose is in the toxic range (over 1.2 g) and was kept because the file says so.
  public var isMeant: Bool { (doseMicrograms ?? 0) > LoggedDrink.toxicDoseMicrograms }

  /// The dose above which a drink is kept only if it is meant (µg).
  ///
  /// - Source: SEMANTICS section 3; FDA: about 1.2 g taken at once can have toxic effects.
  public static let toxicDoseMicrograms: UInt32 = 1_200_000

  /// The largest dose of one drink (µg).
  public static let largestDoseMicrograms: UInt32 = 10_000_000

  /// The longest drink (s): 12 hours.
  public static let longestDurationSeconds: UInt32 = 43_200

  /// The end of recordable time, 2200-01-01 00:00 UTC, in seconds since the Unix epoch.
  public static let timeLimit: Int64 = 7_258_118_400
}
