/// What a file of drinks said, and what there is to know about the reading of it.
public struct DrinkLog: Sendable {
  /// The layouts that the reader tells apart.
  public enum Format: Sendable, Equatable {
    /// The engine's own CSV, and any other with a time and a caffeine column.
    case own
    /// Cronometer's `servings.csv`, or one like it: a food diary with a row for every food.
    case cronometer
  }

  /// The file's name as given.
  public let fileName: String

  /// The layout found.
  public let format: Format

  /// The zone whose rules dated local times, to be stated in the output.
  public let zone: ZoneRule

  /// The drinks in the order of the file, those without a time among them.
  public internal(set) var drinks: [LoggedDrink] = []

  /// Warnings about rows that were kept; those past 20 of one sort are summed up in one note.
  public internal(set) var notes: [LogNote] = []

  /// The rows that were skipped, at most `DrinkLogReader.reportLimit` of them.
  public internal(set) var badRows: [LogError] = []

  /// The number of rows that were skipped because something in them was wrong.
  public internal(set) var skippedCount = 0

  /// The number of diary rows without caffeine, which are no drinks.
  public internal(set) var caffeineFreeCount = 0

  /// The number of rows for which the zone's rules gave the instant or the offset.
  public internal(set) var zoneUseCount = 0

  /// The number of drinks without a time, which count in their day's total only.
  public internal(set) var dayOnlyCount = 0
}
