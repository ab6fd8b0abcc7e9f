/// What the write during which the power goes leaves behind: its first bytes as they were meant.
struct Tear: Equatable {
  /// What became of the other bytes.
  enum Rest: CaseIterable {
    /// They are as before.
    case before
    /// Random bits.
    case noise
    /// By chance, 16 at a time, as before, as meant or random bits: a block half erased.
    case patches
    /// They cannot be read until they are erased.
    case unreadable
  }

  /// How many bytes are as they were meant; more than there are: all.
  var whole: Int
  var rest: Rest

  static func prefix(_ count: Int) -> Tear { Tear(whole: count, rest: .before) }
  static func noise(_ count: Int) -> Tear { Tear(whole: count, rest: .noise) }
  static func unreadable(_ count: Int) -> Tear { Tear(whole: count, rest: .unreadable) }
  /// The power goes when the write is done and nobody knows.
  static var done: Tear { Tear(whole: .max, rest: .before) }
}

/// What becomes of writes that were not synced when the power goes.
enum WriteCache: CaseIterable {
  /// They are there: raw flash.
  case none
  /// The last ones of each block may be lost, those of other blocks kept: a page of a file is written when
  /// the system likes.
  case blocks
  /// Each of them may be lost or there, but for what an erase that is lost came before.
  case slots
}
