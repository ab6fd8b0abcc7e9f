// Files are the host's: the whole file is left out elsewhere.
#if canImport(Glibc) && !hasFeature(Embedded)

  extension FileFlash: JournalDevice {
    /// Moves the file to `<path>.damaged-<time>`, or with a number behind it where that is taken, and makes
    /// a new one.
    public func setAside(at time: Timestamp) throws(DrinkStoreError) {
      guard !isReadOnly else { throw .denied }
      _ = try PosixSteps(path, time).perform(DrinkFileStep.movingAside).get()
      do throws(FileFlashError) {
        try reopen()
      } catch {
        throw error.asOfStore
      }
    }
  }

  extension FileFlashError {
    /// The same as a store of drinks says it.
    public var asOfStore: DrinkStoreError {
      switch self {
      case .denied: .denied
      case .noSpace: .noSpace
      case .size, .geometry: .geometry
      case .absent, .inUse, .notAFile, .failed: .failed
      }
    }
  }

#endif
