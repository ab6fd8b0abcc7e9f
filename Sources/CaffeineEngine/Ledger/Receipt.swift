/// What a call that changes the ledger did.
@frozen
public struct Receipt: Equatable, Sendable {
  /// How the ledger changed.
  @frozen
  public enum Change: UInt8, Sendable {
    /// Nothing: this very version was there already.
    case unchanged
    /// A drink that was not listed before.
    case added
    /// Another version of a listed drink.
    case edited
    /// The drink is gone.
    case removed
  }

  /// The drink's id, also where the ledger assigned it.
  public var id: DrinkID
  /// The revision that is kept now.
  public var revision: UInt32
  /// How the ledger changed.
  public var change: Change

  init(_ id: DrinkID, _ revision: UInt32, _ change: Change) {
    self.id = id
    self.revision = revision
    self.change = change
  }

  /// Tells what became of a version of a drink.
  init(_ status: Status, _ drink: Drink) throws(CaffeineError) {
    try status.check()
    let change = Change(rawValue: UInt8(truncatingIfNeeded: status.rawValue))
    self.init(drink.id, drink.revision, change ?? .unchanged)
  }
}

extension Status {
  /// How the ledger changed.
  @inline(__always)
  init(_ change: Receipt.Change) {
    self.init(Int32(change.rawValue))
  }
}
