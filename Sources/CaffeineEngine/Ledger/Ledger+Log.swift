/// How much a message matters.
public enum LogLevel: UInt32, Sendable {
  /// What is to be expected, like a fold.
  case info
  /// What the host may want to mend: a press that cannot be recorded, say.
  case warning
  /// Saved data whose records are whole and whose content no ledger can have.
  case error
}

/// What a message is about.
public enum LogCategory: UInt32, Sendable {
  /// The list of drinks.
  case ledger
  /// What outlives a reset.
  case keeping
  /// Clocks, buttons.
  case wrist
  /// Peers.
  case sync
}

extension Ledger {
  /// Told what goes on, from within a call: no call of the ledger may be made from it.
  ///
  /// User pointer, level, category, and a text that lives for ever.
  public typealias Log =
    @convention(c) (
      UnsafeMutableRawPointer?, UInt32, UInt32, UnsafePointer<CChar>?
    ) -> Void

  /// Sets who is told what goes on; nil, as at first: nobody.
  ///
  /// Not written down by `save`, and forgotten by `init(adopting:byteCount:configuration:)`.
  public func setLog(_ log: Log?, user: UnsafeMutableRawPointer? = nil) {
    header.pointee.hostWords.2 = UInt(bitPattern: user)
    header.pointee.hostWords.3 = unsafeBitCast(log, to: UInt.self)
  }

  /// Tells what goes on. Inlined, or the text would be asked whether it is one, with a trap if not.
  @inline(__always)
  func note(_ level: LogLevel, _ category: LogCategory, _ text: StaticString) {
    tell(level, category, text.utf8Start)
  }

  @inline(never)
  func tell(
    _ level: LogLevel, _ category: LogCategory, _ text: UnsafePointer<UInt8>
  ) {
    guard let log = unsafeBitCast(header.pointee.hostWords.3, to: Optional<Log>.self) else {
      return
    }
    log(
      UnsafeMutableRawPointer(bitPattern: header.pointee.hostWords.2), level.rawValue,
      category.rawValue, UnsafeRawPointer(text).assumingMemoryBound(to: CChar.self))
  }
}
