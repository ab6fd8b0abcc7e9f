/// Why a call did nothing: the engine is byte for byte as it was.
///
/// The raw values are the C statuses and never change their meaning.
public enum CaffeineError: Int32, Error, Sendable {
  /// The memory is too small for one drink.
  case memory = -1
  /// The memory is not aligned to 8 bytes.
  case align = -2
  /// The header and the library are of different binary interfaces.
  case abi = -3
  /// A null pointer, an unknown flag, a size that does not fit, or arguments in the wrong order.
  case argument = -4
  /// A number outside what the model accepts, or a sum past 2^32 - 1 µg.
  case range = -5
  /// At or before the fold time; for a question, before it.
  case tooOld = -6
  /// A date of which no totals are kept any more.
  case notKept = -7
  /// No room: no drink has ended that could be folded, or nine profile changes.
  case full = -8
  /// An older revision than the one that is kept.
  case stale = -9
  /// No drink with this id.
  case unknownID = -10
  /// More than 120 s ahead of now.
  case future = -11
  /// Now is before the clock floor: the clock was not set.
  case clock = -12
  /// Above 1.2 g and not flagged as meant.
  case suspicious = -13
  /// No time or dose would do.
  case never = -14
  /// The lock was refused.
  case busy = -15
  /// The data belong to another wearer.
  case wearer = -16
  /// The data are damaged.
  case corrupt = -17
  /// The data were written by a newer major version.
  case version = -18
  /// The anchor is older than what is kept: replace the window.
  case anchor = -19
  /// No such peer, or no room for another.
  case peer = -20
  /// The storage device failed.
  case device = -21
  /// The journal was formatted for a device of another geometry.
  case geometry = -22
  /// Not there: no journal on the device.
  case unavailable = -23
}
