// Files are the host's: the whole file is left out elsewhere, and with it a class and text.
#if canImport(Glibc) && !hasFeature(Embedded)

  import Glibc

  /// Why a file cannot be used as flash.
  public enum FileFlashError: UInt8, Error, Sendable {
    /// There is no such file.
    case absent = 1
    /// The system does not permit it.
    case denied
    /// Another program has the journal open.
    case inUse
    /// There is no room on the device.
    case noSpace
    /// A directory, a pipe or the like.
    case notAFile
    /// Its size is not that of the geometry.
    case size
    /// No journal can be kept on a device of that geometry.
    case geometry
    /// The device or the file system failed.
    case failed
  }

  /// Flash in a file, which holds nothing but the blocks, one after another.
  ///
  ///     let flash = try FileFlash(path: "/data/drinks", .file(drinks: 1_000))
  ///     var journal = Journal(on: flash)
  ///     try journal.mount(ledger)
  ///
  /// A file that is made is whole, and holds an empty journal, before it has its name: whenever the
  /// power is cut, there is no file or one that mounts. Beside it lies `<path>.new` then, which the next one takes.
  /// As long as it is open no other program can write it; it can be read only while nobody writes.
  ///
  /// After a `sync` that failed nobody knows what the device holds, and a second one would say that
  /// all is well: from then on only reading goes on, until the file is opened anew.
  /// Once nobody holds it any more, or at ``close()``, it is closed.
  /// - Isolation: one call at a time. The calls block their thread, as long as the device takes.
  public final class FileFlash: FlashDevice, @unchecked Sendable {
    /// Where it is.
    public let path: String
    /// How it is divided.
    public let geometry: FlashGeometry
    /// Nothing is written.
    public let isReadOnly: Bool
    /// Why the last operation that failed did; nil: none has.
    public private(set) var failure: FileFlashError?
    /// Whose drinks a file that is made will hold.
    private let wearer: UInt32
    private var file: OpenFile?
    private var isBroken = false

    /// Opens a journal's file to read and write, and makes it if there is none.
    ///
    /// - Parameters:
    ///   - path: Where it is; its directory must be there.
    ///   - geometry: How it is divided: see ``FlashGeometry/file(drinks:aliases:)``, or for a file that
    ///     is there ``JournalIdentity``.
    ///   - wearer: Whose drinks a new one will hold (`Configuration.wearer`).
    /// - Throws: Any; `absent` where the directory is missing. No file that was there is changed.
    /// - Complexity: A new file is written whole, and synced with its directory.
    public init(
      path: String, _ geometry: FlashGeometry, wearer: UInt32 = 0
    ) throws(FileFlashError) {
      guard geometry.isValid else { throw .geometry }
      self.path = path
      self.geometry = geometry
      self.wearer = wearer
      isReadOnly = false
      var isNew = false
      file = try FileFlash.open(path, &isNew)
      if isNew {
        try make()
      } else if file?.size != geometry.byteCount {
        throw .size
      }
    }

    /// Opens a journal's file to read only.
    ///
    /// - Throws: Any but `noSpace`; `absent` if there is no file.
    public init(reading path: String, _ geometry: FlashGeometry) throws(FileFlashError) {
      guard geometry.isValid else { throw .geometry }
      guard let file = try OpenFile.at(path, writes: false) else { throw .absent }
      guard file.size == geometry.byteCount else { throw .size }
      self.path = path
      self.geometry = geometry
      self.file = file
      wearer = 0
      isReadOnly = true
    }

    /// The file that is there, or a new one.
    private static func open(
      _ path: String, _ isNew: inout Bool
    ) throws(FileFlashError) -> OpenFile {
      // Another program may make it in between, or move it away.
      for _ in 0..<8 {
        if let file = try OpenFile.at(path, writes: true) { return file }
        if let file = try OpenFile.new(for: path) {
          isNew = true
          return file
        }
      }
      throw .inUse
    }

    /// Fills the new file, and then gives it its name.
    private func make() throws(FileFlashError) {
      var journal = Journal(on: self)
      var error: FileFlashError?
      if journal.begin(wearer: wearer).isRefusal {
        error = failure ?? .geometry
      } else if file?.rename(to: path) != true {
        error = .last
      }
      guard let error else { return }
      file?.remove()
      close()
      throw error
    }

    /// Opens the path anew, once what was there is out of the way.
    func reopen() throws(FileFlashError) {
      close()
      var isNew = false
      let file = try FileFlash.open(path, &isNew)
      guard isNew || file.size == geometry.byteCount else { throw .size }
      (self.file, isBroken, failure) = (file, false, nil)
      if isNew { try make() }
    }

    /// Lets other programs have the file, at once; after that every operation fails.
    public func close() { file = nil }
  }

  extension FlashGeometry {
    /// How a file is best divided that is to keep so many drinks and aliases, with as much room again
    /// for what is written between two checkpoints.
    ///
    /// Units of 1 byte and blocks of 4 096 bytes, which are what file systems write at once.
    /// - Complexity: O(1); four times what the drinks take: 32 KiB for 64 drinks, 272 KiB for 1 000.
    public static func file(drinks: Int, aliases: Int = 0) -> FlashGeometry {
      let most = Ledger.largestCapacity
      let entries = max(1, min(drinks, most)) + max(0, min(aliases, most))
      var geometry = FlashGeometry(programUnit: 1, eraseBlock: 4_096, blockCount: 8)
      geometry.blockCount = max(8, 4 * Ledger.blocksNeeded(for: Int32(entries), geometry))
      return geometry
    }

    /// All blocks together (bytes).
    public var byteCount: Int { Int(eraseBlock) * Int(blockCount) }

    /// The most drinks and aliases of which a journal on such a device takes every change.
    package var entryCapacity: Int {
      Int(blockCount / 2) * (Int(slots) - 1) - Int(Ledger.slotsBesideEntries)
    }
  }

  // MARK: - Operations

  extension FileFlash {
    /// Reads bytes; `failed` beyond the end of the file too.
    public func read(
      _ block: UInt32, _ offset: UInt32, into bytes: UnsafeMutableRawPointer, count: UInt32
    ) -> FlashResult {
      note { $0.read(bytes, Int(count), at: place(block, offset)) }
    }

    /// Writes bytes; they are kept once `sync` has returned.
    public func program(
      _ block: UInt32, _ offset: UInt32, from bytes: UnsafeRawPointer, count: UInt32
    ) -> FlashResult {
      guard !isReadOnly, !isBroken else { return .failed }
      return note { $0.write(bytes, Int(count), at: place(block, offset)) }
    }

    /// Fills a block with the erased byte.
    public func erase(_ block: UInt32) -> FlashResult {
      guard !isReadOnly, !isBroken else { return .failed }
      return fill(block)
    }

    /// Has all that was written on the device.
    public func sync() -> FlashResult {
      guard !isReadOnly, !isBroken else { return .failed }
      let result = note { $0.sync() }
      isBroken = result != .done
      return result
    }

    private func fill(_ block: UInt32) -> FlashResult {
      let byte = geometry.erasedByte, size = Int(geometry.eraseBlock), start = place(block, 0)
      return withUnsafeTemporaryAllocation(byteCount: size, alignment: 8) { bytes in
        guard let address = bytes.baseAddress else { return .failed }
        bytes.initializeMemory(as: UInt8.self, repeating: byte)
        return note { $0.write(address, size, at: start) }
      }
    }

    private func place(_ block: UInt32, _ offset: UInt32) -> Int {
      Int(block) * Int(geometry.eraseBlock) + Int(offset)
    }

    private func note(_ work: (OpenFile) -> Bool) -> FlashResult {
      guard let file else { return .failed }
      if work(file) { return .done }
      failure = .last
      return .failed
    }
  }

#endif
