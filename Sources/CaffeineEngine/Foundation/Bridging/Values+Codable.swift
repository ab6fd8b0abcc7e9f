import CaffeineEngine
import Foundation

// Single values are stored as single values, not as objects: the key under which another type
// keeps one names the unit (`time_s`, `dose_ug`). Numbers outside a type's range and values of
// another kind are a `DecodingError`.

extension Timestamp: Codable {
  /// Reads a number of seconds since the Unix epoch (s).
  public init(from decoder: any Decoder) throws {
    self.init(try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes a number of seconds since the Unix epoch (s).
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(seconds)
  }
}

extension Amount: Codable {
  /// Reads a whole number of micrograms (µg), 0 to 4 294 967 295.
  public init(from decoder: any Decoder) throws {
    self.init(micrograms: try decoder.singleValueContainer().decode(UInt32.self))
  }

  /// Writes a whole number of micrograms (µg).
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(micrograms)
  }
}

extension LocalDate: Codable {
  /// Reads a number of days since 1970-01-01 (d).
  public init(from decoder: any Decoder) throws {
    self.init(days: try decoder.singleValueContainer().decode(Int64.self))
  }

  /// Writes a number of days since 1970-01-01 (d).
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(days)
  }
}

extension DrinkID: Codable {
  /// Reads a UUID's text, in capitals or not.
  ///
  /// - Throws: `DecodingError` for any other text.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    let text = try value.decode(String.self)
    guard let uuid = UUID(uuidString: text) else {
      throw DecodingError.dataCorruptedError(in: value, debugDescription: "This is no UUID.")
    }
    self.init(uuid)
  }

  /// Writes the id as a UUID in capitals: `00112233-4455-6677-8899-AABBCCDDEEFF`.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(UUID(self).uuidString)
  }
}

/// The word of bits as one number; bits that have no meaning yet are kept.
extension Flags: Codable {}

/// The number that C has for it: 0 unchanged, 1 added, 2 edited, 3 removed.
extension Receipt.Change: Codable {}
