import CaffeineEngine

extension FileFlashError {
  /// What is wrong with a journal's file, and what to do about it.
  func complaint(_ path: String) -> Complaint {
    switch self {
    case .absent: .data(path, "the file is not there", "give one that day --journal has made")
    case .notAFile: .data(path, "this is no file", "give a file")
    case .denied: .data(path, "the system does not permit it", "give yourself the rights")
    case .inUse:
      .data(path, "another program has the journal open", "try again when that has ended")
    case .noSpace: .data(path, "there is no room on the device", "make room, then run it again")
    case .size, .geometry: .data(path, "it has not the size of its journal", "get the whole file")
    case .failed: .data(path, "the device failed", "copy what can be read to another one")
    }
  }
}

extension CaffeineError {
  /// Why a journal cannot be read, and what to do about it.
  ///
  /// - Parameter places: Where it is damaged, as far as that was looked for.
  func complaint(
    _ path: String, _ failure: FileFlashError?, _ places: [DamagedPlace] = []
  ) -> Complaint {
    switch self {
    case .corrupt, .unavailable:
      .data(
        path, "a journal's, but too damaged: no whole checkpoint is left" + named(places),
        "move it out of the way; day --journal then makes a new one from the log")
    case .version:
      .data(path, "a later version of the format wrote it", "use a newer caffeine-sim")
    case .geometry, .range:
      .data(path, "its blocks are of different journals", "get the file from the device anew")
    case .full:
      .data(path, "it is full", "move it out of the way; day --journal then makes a larger one")
    default: (failure ?? .failed).complaint(path)
    }
  }

  /// The first few.
  private func named(_ places: [DamagedPlace]) -> String {
    guard !places.isEmpty else { return "" }
    let shown = places.prefix(3).map(\.text).joined(separator: ", ")
    return " (\(shown)\(places.count > 3 ? ", and \(places.count - 3) more" : ""))"
  }
}

extension JournalIdentity {
  /// What a journal's file says of itself.
  ///
  /// - Throws: A complaint if there is no file, or no journal in it, or only a part of one.
  init(of path: String) throws(Complaint) {
    let found: JournalIdentity?
    do throws(FileFlashError) {
      found = try JournalIdentity.found(at: path)
    } catch { throw error.complaint(path) }
    guard let found else {
      throw .data(
        path, "this is no journal: it has no block header",
        "give a file that day --journal has made, or the image of a device's flash")
    }
    self = found
  }

  /// Opens the journal's file to read it.
  func open(_ path: String) throws(Complaint) -> FileFlash {
    do throws(FileFlashError) {
      return try FileFlash(reading: path, geometry)
    } catch {
      guard error == .size else { throw error.complaint(path) }
      let size = Words.grouped(UInt64(geometry.byteCount))
      throw .data(
        path, "its journal has \(size) bytes, and the file has not", "get the whole file")
    }
  }
}
