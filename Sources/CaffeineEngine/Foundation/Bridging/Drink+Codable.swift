import CaffeineEngine
import Foundation

/// An object with the names that C's `caffeine_drink` has.
///
/// | key              | value                                  | if missing    |
/// |------------------|----------------------------------------|---------------|
/// | `id`             | a UUID's text                          | unassigned    |
/// | `revision`       | 0 to 4 294 967 295                     | 0             |
/// | `time_s`         | seconds since the Unix epoch           | an error      |
/// | `dose_ug`        | 0 to 4 294 967 295                     | an error      |
/// | `duration_s`     | 0 to 4 294 967 295                     | 0             |
/// | `flags`          | the bits of ``Flags`` as a number      | 0             |
/// | `utc_offset_min` | −32 768 to 32 767                      | 0             |
/// | `kind`           | 0 to 255                               | 0             |
/// | `source`         | 0 to 255                               | 0             |
///
/// The ranges are the types'; those of a drink are checked by the ledger that records it. Keys
/// never change their meaning, and unknown ones are ignored, so that newer files can be read.
extension Drink: Codable {
  private enum Key: String, CodingKey {
    case id
    case revision
    case time = "time_s"
    case dose = "dose_ug"
    case duration = "duration_s"
    case flags
    case utcOffset = "utc_offset_min"
    case kind
    case source
  }

  /// Reads a drink from an object.
  ///
  /// - Throws: `DecodingError` where a value is of another kind or outside its type, or where the
  ///   time or the dose is missing: an unknown dose is said by its flag, not by silence.
  public init(from decoder: any Decoder) throws {
    let object = try decoder.container(keyedBy: Key.self)
    self.init(
      id: try object.decodeIfPresent(DrinkID.self, forKey: .id) ?? .unassigned,
      time: try object.decode(Timestamp.self, forKey: .time),
      dose: try object.decode(Amount.self, forKey: .dose),
      duration: try object.decodeIfPresent(UInt32.self, forKey: .duration) ?? 0,
      revision: try object.decodeIfPresent(UInt32.self, forKey: .revision) ?? 0,
      flags: try object.decodeIfPresent(Flags.self, forKey: .flags) ?? [],
      utcOffset: try object.decodeIfPresent(Int16.self, forKey: .utcOffset) ?? 0,
      kind: try object.decodeIfPresent(UInt8.self, forKey: .kind) ?? 0,
      source: try object.decodeIfPresent(UInt8.self, forKey: .source) ?? 0)
  }

  /// Writes all keys, also where a value is the default.
  public func encode(to encoder: any Encoder) throws {
    var object = encoder.container(keyedBy: Key.self)
    try object.encode(id, forKey: .id)
    try object.encode(revision, forKey: .revision)
    try object.encode(time, forKey: .time)
    try object.encode(dose, forKey: .dose)
    try object.encode(duration, forKey: .duration)
    try object.encode(flags, forKey: .flags)
    try object.encode(utcOffset, forKey: .utcOffset)
    try object.encode(kind, forKey: .kind)
    try object.encode(source, forKey: .source)
  }
}
