/// Reads logs of drinks from CSV: the engine's own, Cronometer's servings, and others like them.
///
/// Columns are found by name. `,`, `;` and tabs separate; quotes, decimal commas, a byte order
/// mark, any line ends and Latin-1 are understood.
/// ```
/// let reader = DrinkLogReader(fileName: "day.csv", zone: try .named("Europe/Berlin"))
/// let log = try reader.read("time,caffeine_mg\n2026-08-06 07:30,95\n")
/// ```
/// A row in which something is wrong is skipped, counted and reported; a file in which something
/// is wrong is an error, and nothing of it is kept.
public struct DrinkLogReader: Sendable {
  /// At most this many skipped rows are reported one by one; all of them are counted.
  public static let reportLimit = 1000

  /// What to call the file in reports.
  public var fileName: String

  /// The zone of local times, and of the days of times that are given in UTC.
  public var zone: ZoneRule

  /// Whether the first bad row is an error.
  public var isStrict: Bool

  /// The unit of a caffeine column that does not say one.
  public var unit: LogUnit?

  /// Says how to read.
  ///
  /// - Parameters:
  ///   - fileName: What to call the file in reports.
  ///   - zone: The zone of local times, and of the days of times that are given in UTC.
  ///   - isStrict: Whether the first bad row is an error.
  ///   - unit: The unit of a caffeine column that does not say one.
  public init(
    fileName: String = "", zone: ZoneRule = .machine, isStrict: Bool = false,
    unit: LogUnit? = nil
  ) {
    self.fileName = fileName
    self.zone = zone
    self.isStrict = isStrict
    self.unit = unit
  }

  /// Reads a file that comes in pieces, cut anywhere.
  ///
  /// - Parameter chunks: The pieces in order; each is let go before the next is asked for.
  /// - Throws: What is wrong with the file; in strict reading also with its first bad row.
  /// - Complexity: O(bytes) time; memory for the longest row, the drinks and the reports.
  public func read(chunks: some Sequence<[UInt8]>) throws(LogError) -> DrinkLog {
    var pass = LogPass(self)
    for chunk in chunks { try pass.take(chunk) }
    return try pass.finish()
  }

  /// Reads a whole file's bytes.
  ///
  /// - Throws: As `read(chunks:)`.
  public func read(_ bytes: [UInt8]) throws(LogError) -> DrinkLog {
    try read(chunks: CollectionOfOne(bytes))
  }

  /// Reads text.
  ///
  /// - Throws: As `read(chunks:)`.
  public func read(_ text: String) throws(LogError) -> DrinkLog {
    try read(chunks: CollectionOfOne(Array(text.utf8)))
  }
}
