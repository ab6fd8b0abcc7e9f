#if !os(none)

  import _Concurrency

  /// Flash on which a damaged journal can give way to a new one.
  public protocol JournalDevice: FlashDevice, Sendable {
    /// Keeps what the device holds elsewhere, and is erased after that, or as good as new.
    ///
    /// - Parameter time: The present time; good for a name.
    /// - Throws: `denied`, `noSpace`, `failed`: then the device is as it was.
    func setAside(at time: Timestamp) throws(DrinkStoreError)
  }

  /// A tracker's journal, as a ``DrinkStore`` keeps it: a save writes down what has changed.
  ///
  ///     let flash = try FileFlash(path: "/data/drinks", .file(drinks: 256))
  ///     let file = JournalFile(on: flash, of: tracker) { work in await BlockingWork.run(work) }
  ///     let store = DrinkStore(file: file, tracker: tracker, clock: clock)
  ///
  /// A journal in which some records are damaged is loaded without them, and told in ``report``; one of
  /// which nothing can be read is set aside like a damaged file. A device that is erased is formatted
  /// by the first save.
  /// - Isolation: called from one store, one call at a time, as it does; what the device does, the runner
  ///   does.
  public final class JournalFile<Device: JournalDevice>: DrinkFile, @unchecked Sendable {
    /// What a piece of work on the device brings: the content read, nil if there is none.
    public typealias Answer = Result<[UInt8]?, DrinkStoreError>

    /// Runs a piece of work once, on a thread that may block, and returns its answer.
    public typealias Runner =
      @Sendable (_ work: @escaping @Sendable () -> Answer) async -> Answer

    /// Where it is kept.
    public let device: Device
    private let run: Runner
    private let memory: UnsafeMutableRawPointer
    /// The tracker's content, as of the last call: a ledger that was set up in the same way.
    private let ledger: Ledger
    private var journal: Journal<Device>
    private var found = JournalReport()
    /// What the device holds is not needed: it is erased, or was set aside.
    private var mayFormat = false

    /// Prepares a tracker's journal; the device is not touched yet.
    ///
    /// - Parameters:
    ///   - device: Where it is kept.
    ///   - tracker: Whose drinks.
    ///   - runner: Runs the work on the device; if left out, it blocks the calling worker.
    /// - Complexity: One allocation, as large as the tracker's ledger.
    public init(
      on device: Device, of tracker: CaffeineTracker, on runner: @escaping Runner = { $0() }
    ) async {
      let (configuration, capacity) = await tracker.setUp
      let byteCount = Ledger.byteCount(capacity: capacity, aliases: Int(configuration.aliases))
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: byteCount, alignment: Ledger.alignment)
      let ledger = Ledger(at: memory)
      // The tracker's ledger was set up with the same.
      _ = withUnsafePointer(to: configuration) {
        ledger.setUp(byteCount: UInt32(truncatingIfNeeded: byteCount), configuration: $0)
      }
      (self.memory, self.ledger, self.device) = (memory, ledger, device)
      run = runner
      journal = Journal(on: device)
    }

    deinit { memory.deallocate() }

    /// What was found when the journal was read.
    ///
    /// - Isolation: once the store has loaded.
    public var report: JournalReport { found }

    /// The saved form of what the journal holds; nil: nothing was kept yet.
    ///
    /// - Throws: `version`, `wearer`, `capacity`: it is another wearer's, and so on; `geometry`: it was
    ///   formatted for another device; `failed`.
    public func read() async throws(DrinkStoreError) -> [UInt8]? {
      try await run { self.mount() }.get()
    }

    /// Writes down what changed, and returns when that will outlast a power cut.
    ///
    /// - Throws: `noSpace`: the ledger has outgrown the device; `version`: a later version's data may only
    ///   be read; `failed`: the device failed, or an erase was put off.
    public func replace(with bytes: [UInt8]) async throws(DrinkStoreError) {
      _ = try await run { self.append(bytes) }.get()
    }

    /// Has the device keep what it holds elsewhere, and formats it.
    public func setAside(at time: Timestamp) async throws(DrinkStoreError) {
      _ = try await run { self.moveAside(at: time) }.get()
    }
  }

  // MARK: - On the device

  extension JournalFile {
    private func mount() -> Answer {
      ledger.clear()
      found = JournalReport()
      let status = journal.mount(ledger, &found)
      guard status.isRefusal else {
        let isNew = ledger.isEmpty && found.damaged | found.missing | found.unknown == 0
        return .success(isNew ? nil : saved())
      }
      switch CaffeineError(rawValue: status.rawValue) {
      case .unavailable where journal.isErased:
        mayFormat = true
        return .success(nil)
      // No tracker takes this content, so the store has it set aside.
      case .unavailable, .corrupt: return .success([])
      default: return .failure(DrinkStoreError(status, full: .capacity))
      }
    }

    private func append(_ bytes: [UInt8]) -> Answer {
      var status = Status.done
      if !journal.state.isMounted {
        guard mayFormat else { return .failure(.notLoaded) }
        status = format()
      }
      if !status.isRefusal {
        ledger.clear()
        var skipped: UInt32 = 0
        status = bytes.withUnsafeBytes { bytes in
          guard let address = bytes.baseAddress else { return .refused(.corrupt) }
          return ledger.read(address, size: bytes.count, skipped: &skipped)
        }
      }
      if !status.isRefusal {
        let written = journal.keep(ledger)
        if written < 0 { status = Status(written) }
      }
      return answer(status)
    }

    private func moveAside(at time: Timestamp) -> Answer {
      do throws(DrinkStoreError) {
        try device.setAside(at: time)
      } catch {
        return .failure(error)
      }
      mayFormat = true
      ledger.clear()
      // What was found is what was read, not what this leaves.
      var left = JournalReport()
      let status = journal.mount(ledger, &left)
      return answer(status.isRefusal ? format() : status)
    }

    private func format() -> Status {
      ledger.clear()
      let status = journal.begin(wearer: ledger.header.pointee.configuration.wearer)
      var made = JournalReport()
      return status.isRefusal ? status : journal.mount(ledger, &made)
    }

    private func answer(_ status: Status) -> Answer {
      status.isRefusal ? .failure(DrinkStoreError(status, full: .noSpace)) : .success(nil)
    }

    private func saved() -> [UInt8] {
      let size = ledger.saveSize
      return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
        guard let address = buffer.baseAddress else { return }
        _ = ledger.write(to: address, room: UInt32(truncatingIfNeeded: size))
        count = size
      }
    }
  }

  extension DrinkStoreError {
    /// Why a journal was not read or not written.
    fileprivate init(_ status: Status, full: DrinkStoreError) {
      switch CaffeineError(rawValue: status.rawValue) {
      case .version: self = .version
      case .wearer: self = .wearer
      case .full: self = full
      case .geometry, .range, .memory: self = .geometry
      default: self = .failed
      }
    }
  }

  extension CaffeineTracker {
    /// What the ledger was told for good, and how many drinks it has room for.
    fileprivate var setUp: (Configuration, Int) {
      (ledger.header.pointee.configuration, ledger.capacity)
    }
  }
#endif
