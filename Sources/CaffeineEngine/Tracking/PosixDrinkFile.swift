// Files are the host's: the whole file is left out elsewhere.
#if canImport(Glibc) && !hasFeature(Embedded)

  import Glibc

  /// A file of drinks on a POSIX file system.
  ///
  /// The calls of the system block their thread, for as long as the device takes. Unless a runner is
  /// given that has a thread for that, it is one that Swift's tasks run on.
  ///
  ///     let file = PosixDrinkFile(path: "/data/drinks") { work in await ioThread.run(work) }
  ///
  /// Beside the file lie, at times, `<path>.new`, which an interrupted write leaves and the next one
  /// takes, and `<path>.damaged-<time>`, what was set aside, for damage or not, which nothing takes.
  /// They hold what a person drank: a program that erases the person's data has to remove them. One
  /// process a file.
  public struct PosixDrinkFile: DrinkFile {
    /// What a piece of blocking work brings: the content read, nil if there is none.
    public typealias Answer = Result<[UInt8]?, DrinkStoreError>

    /// Runs a piece of blocking work once, on a thread that may block, and returns its answer.
    public typealias Runner =
      @Sendable (_ work: @escaping @Sendable () -> Answer) async -> Answer

    /// Where it is.
    public let path: String
    /// The most that it may hold (bytes).
    public let byteLimit: Int
    private let run: Runner

    /// Names a file; nothing is touched yet.
    ///
    /// - Parameters:
    ///   - path: Where it is; its directory must be there.
    ///   - byteLimit: The most that it may hold (bytes); 65 535 drinks take 4 MB.
    ///   - runner: Runs the blocking calls; if left out, they block the calling worker.
    public init(
      path: String, byteLimit: Int = 16 << 20, on runner: @escaping Runner = { $0() }
    ) {
      self.path = path
      self.byteLimit = max(byteLimit, 0)
      run = runner
    }

    /// All that the file holds; nil only if its directory is there and it is not.
    public func read() async throws(DrinkStoreError) -> [UInt8]? {
      let path = path, byteLimit = byteLimit
      return try await run { readFile(path, limit: byteLimit) }.get()
    }

    /// Puts new content in place of the old: a new file, synced, renamed, its directory synced.
    public func replace(with bytes: [UInt8]) async throws(DrinkStoreError) {
      guard bytes.count <= byteLimit else { throw .tooLarge }
      let path = path
      _ = try await run { PosixSteps(path, bytes).perform(DrinkFileStep.replacing) }.get()
    }

    /// Keeps the file as `<path>.damaged-<time>`, or with a number behind it where that is taken.
    ///
    /// Where files cannot have two names it is moved there.
    public func setAside(at time: Timestamp) async throws(DrinkStoreError) {
      let path = path
      _ = try await run { PosixSteps(path, time).perform(DrinkFileStep.settingAside) }.get()
    }
  }

  // MARK: - Reading

  private func readFile(_ path: String, limit: Int) -> PosixDrinkFile.Answer {
    // A pipe of that name would keep an open without O_NONBLOCK waiting.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else {
      guard errno == ENOENT else { return .failure(.last) }
      // Where the directory is missing, nobody knows what is in it.
      let directory = open(OpenFile.directory(of: path), O_RDONLY | O_CLOEXEC | O_DIRECTORY)
      guard directory >= 0 else { return .failure(.last) }
      close(directory)
      return .success(nil)
    }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { return .failure(.last) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .failure(.failed) }
    guard status.st_size <= limit else { return .failure(.tooLarge) }
    let size = Int(status.st_size)
    var failure: DrinkStoreError?
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let address = buffer.baseAddress {
        let read = Glibc.read(descriptor, address + count, size - count)
        if read < 0, errno == EINTR { continue }
        if read < 0 { failure = .last }
        guard read > 0 else { break }
        count += read
      }
    }
    return failure.map { .failure($0) } ?? .success(bytes)
  }

  // MARK: - Steps

  /// The steps of one change, as calls of the system.
  final class PosixSteps {
    private let path: String
    private let bytes: [UInt8]
    private var otherPath: String
    private var descriptor: Int32 = -1

    /// To replace a file.
    init(_ path: String, _ bytes: [UInt8]) {
      self.path = path
      self.bytes = bytes
      otherPath = path + ".new"
    }

    /// To set a file aside.
    init(_ path: String, _ time: Timestamp) {
      self.path = path
      bytes = []
      otherPath = path + ".damaged-\(time.seconds)"
    }

    deinit {
      if descriptor >= 0 { close(descriptor) }
    }

    func perform(_ steps: [DrinkFileStep]) -> PosixDrinkFile.Answer {
      for step in steps where !perform(step) { return .failure(.last) }
      return .success(nil)
    }

    /// - Returns: False with `errno` set.
    private func perform(_ step: DrinkFileStep) -> Bool {
      switch step {
      case .create:
        descriptor = open(
          otherPath, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        return descriptor >= 0
      case .write: return write()
      case .sync: return sync()
      case .rename: return rename(otherPath, path) == 0
      case .link: return keepAside()
      case .moveAside: return moveAside()
      case .syncDirectory:
        closeDescriptor()
        descriptor = open(OpenFile.directory(of: path), O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        return descriptor >= 0 && sync()
      }
    }

    private func write() -> Bool {
      bytes.withUnsafeBytes { buffer in
        var count = 0
        while count < buffer.count, let address = buffer.baseAddress {
          let written = Glibc.write(descriptor, address + count, buffer.count - count)
          if written < 0, errno == EINTR { continue }
          if written == 0 { errno = EIO }
          guard written > 0 else { return false }
          count += written
        }
        return true
      }
    }

    private func sync() -> Bool {
      var result = fsync(descriptor)
      while result < 0, errno == EINTR { result = fsync(descriptor) }
      return result == 0
    }

    private func keepAside() -> Bool {
      if nameAside({ link(path, $0) == 0 }) || errno == ENOENT { return true }
      // FAT, say, has no second names.
      guard errno == EPERM || errno == EOPNOTSUPP || errno == ENOSYS || errno == EMLINK else {
        return false
      }
      return moveAside()
    }

    /// Tries one name after another, until one is not in use.
    private func nameAside(_ isDone: (String) -> Bool) -> Bool {
      let name = otherPath
      for number in 1...99 {
        otherPath = number > 1 ? "\(name)-\(number)" : name
        if isDone(otherPath) { return true }
        if errno != EEXIST { break }
      }
      let failure = errno
      otherPath = name
      errno = failure
      return false
    }

    private func moveAside() -> Bool {
      // Makes the name this one's own; then nothing but it can be lost under that name.
      guard
        nameAside({
          descriptor = open($0, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
          return descriptor >= 0
        })
      else { return false }
      if rename(path, otherPath) == 0 { return true }
      let failure = errno
      unlink(otherPath)
      errno = failure
      return failure == ENOENT
    }

    private func closeDescriptor() {
      if descriptor >= 0 { close(descriptor) }
      descriptor = -1
    }
  }

  extension DrinkStoreError {
    /// What the last call of the system failed for.
    fileprivate static var last: DrinkStoreError {
      switch errno {
      case EACCES, EPERM, EROFS: .denied
      case ENOSPC, EDQUOT: .noSpace
      default: .failed
      }
    }
  }

#endif
