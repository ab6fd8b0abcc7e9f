extension Drink {
  /// Bytes of a drink's record.
  public static var recordSize: Int { Record.overhead &+ MemoryLayout<Drink>.size }
}

extension UnsafePointer<Drink> {
  /// Writes a drink down as a record, into room for `recordSize` bytes, aligned in any way.
  package func encode(to bytes: UnsafeMutableRawPointer) {
    var writer = RecordWriter(bytes)
    var drink = Drink(time: Timestamp(0), dose: .zero)
    withUnsafeMutablePointer(to: &drink) { $0.tell(self) }
    writer.put(.drink, &drink, MemoryLayout<Drink>.size)
  }
}

extension UnsafeMutablePointer<Drink> {
  /// Reads a drink from the record at the beginning of some bytes; its stamp stays as it was.
  ///
  /// - Parameter size: Bytes there are; the record may be shorter.
  /// - Returns: Done, `corrupt` (damaged, no drink, or one that no ledger takes) or `version`; then
  ///   nothing is written.
  package func decode(from bytes: UnsafeRawPointer, size: Int) -> Status {
    var reader = RecordReader(bytes, size: size)
    guard reader.kind == RecordKind.drink.rawValue else { return .refused(.corrupt) }
    var drink = Drink(time: Timestamp(0), dose: .zero)
    let status = reader.take(&drink, MemoryLayout<Drink>.size)
    if status.isRefusal { return status }
    if reader.verdict.isRefusal { return reader.verdict }
    // An entry of a page is a drink too.
    let flags = drink.flags
    drink.flags.rawValue &= ~Flags.entry.rawValue
    if withUnsafePointer(to: &drink, { $0.check() }).isRefusal { return .refused(.corrupt) }
    drink.flags = flags
    tell(&drink)
    return status
  }
}
