extension Drink {
  /// Bytes of a drink's record.
  public static var recordSize: Int { RecordSize.drink }
}

extension UnsafePointer<Drink> {
  /// Writes a drink down as a record, into room for `recordSize` bytes, aligned in any way.
  package func encode(to bytes: UnsafeMutableRawPointer) {
    var writer = RecordWriter(bytes)
    writer.put(self)
  }
}

extension UnsafeMutablePointer<Drink> {
  /// Reads a drink from the record at the beginning of some bytes; the link stays as it was.
  ///
  /// - Parameter size: Bytes there are; the record may be shorter.
  /// - Returns: Done, `corrupt` (damaged, no drink, or one that no ledger takes) or `version`; then
  ///   nothing is written.
  package func decode(from bytes: UnsafeRawPointer, size: Int) -> Status {
    var reader = RecordReader(bytes, size: size)
    guard reader.kind == RecordKind.drink.rawValue else { return .refused(.corrupt) }
    var drink = Drink(time: Timestamp(0), dose: .zero)
    let status = withUnsafeMutablePointer(to: &drink) { drink in
      let taken = reader.take(
        UnsafeMutableRawPointer(drink) + Drink.recordedStart, Drink.recordedSize)
      return !taken.isRefusal && UnsafePointer(drink).check().isRefusal
        ? .refused(.corrupt) : taken
    }
    if status.isRefusal { return status }
    drink.link = pointee.link
    copy(&drink)
    return status
  }
}
