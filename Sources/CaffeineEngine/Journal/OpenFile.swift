// Files are the host's: the whole file is left out elsewhere.
#if canImport(Glibc) && !hasFeature(Embedded)

  import Glibc

  /// An open file that is locked: for one program to write it, or for several to read it.
  ///
  /// The lock is the file's, not its name's: it is held while a new file is given its name.
  final class OpenFile {
    private let descriptor: Int32
    private let path: String

    private init(_ descriptor: Int32, _ path: String) {
      self.descriptor = descriptor
      self.path = path
    }

    deinit {
      // A child process that is being started has the descriptor, too, for a moment yet.
      flock(descriptor, LOCK_UN)
      close(descriptor)
    }

    /// Opens a file and locks it, without waiting.
    ///
    /// - Returns: Nil only if its directory is there and it is not.
    static func at(_ path: String, writes: Bool) throws(FileFlashError) -> OpenFile? {
      do throws(FileFlashError) {
        let flags = writes ? O_RDWR : O_RDONLY
        return try OpenFile(locking: path, flags, writes ? LOCK_EX : LOCK_SH)
      } catch {
        guard error == .absent else { throw error }
        let directory = open(directory(of: path), O_RDONLY | O_CLOEXEC | O_DIRECTORY)
        guard directory >= 0 else { throw .absent }
        close(directory)
        return nil
      }
    }

    /// Makes a file of no content beside a path, or takes what was left of one.
    ///
    /// - Returns: Nil if the path is taken by now.
    static func new(for path: String) throws(FileFlashError) -> OpenFile? {
      let file = try OpenFile(locking: path + ".new", O_RDWR | O_CREAT | O_NOFOLLOW, LOCK_EX)
      // Nobody else makes the path as long as this is locked, but somebody may have before.
      var status = stat()
      if lstat(path, &status) == 0 {
        file.remove()
        return nil
      }
      guard ftruncate(file.descriptor, 0) == 0 else { throw .last }
      return file
    }

    private convenience init(
      locking path: String, _ flags: Int32, _ lock: Int32
    ) throws(FileFlashError) {
      // Who held the lock may have moved the file away: then it is another one that has the name now.
      for _ in 0..<8 {
        // A pipe of that name would keep an open without O_NONBLOCK waiting.
        let descriptor = open(path, flags | O_CLOEXEC | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else { throw .last }
        do throws(FileFlashError) {
          if try OpenFile.isLocked(descriptor, path, lock) {
            self.init(descriptor, path)
            return
          }
        } catch {
          close(descriptor)
          throw error
        }
        close(descriptor)
      }
      throw .inUse
    }

    /// Locks an open file; whether it still has its name.
    private static func isLocked(
      _ descriptor: Int32, _ path: String, _ lock: Int32
    ) throws(FileFlashError) -> Bool {
      var opened = stat(), named = stat()
      guard fstat(descriptor, &opened) == 0 else { throw .last }
      guard opened.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
      guard flock(descriptor, lock | LOCK_NB) == 0 else { throw .last }
      return stat(path, &named) == 0 && named.st_ino == opened.st_ino
        && named.st_dev == opened.st_dev
    }
  }

  // MARK: - Content

  extension OpenFile {
    /// Bytes; nil with `errno` set.
    var size: Int? {
      var status = stat()
      return fstat(descriptor, &status) == 0 ? Int(status.st_size) : nil
    }

    /// - Returns: False with `errno` set; so do all below.
    func read(_ bytes: UnsafeMutableRawPointer, _ count: Int, at start: Int) -> Bool {
      var done = 0
      while done < count {
        let read = pread(descriptor, bytes + done, count - done, off_t(start + done))
        if read < 0, errno == EINTR { continue }
        if read == 0 { errno = EIO }
        guard read > 0 else { return false }
        done += read
      }
      return true
    }

    func write(_ bytes: UnsafeRawPointer, _ count: Int, at start: Int) -> Bool {
      var done = 0
      while done < count {
        let written = pwrite(descriptor, bytes + done, count - done, off_t(start + done))
        if written < 0, errno == EINTR { continue }
        if written == 0 { errno = EIO }
        guard written > 0 else { return false }
        done += written
      }
      return true
    }

    /// Has content and size on the device.
    func sync() -> Bool {
      var result = fdatasync(descriptor)
      while result < 0, errno == EINTR { result = fdatasync(descriptor) }
      return result == 0
    }
  }

  // MARK: - Names

  extension OpenFile {
    /// Gives the file another name, in place of what has it, and has that on the device.
    func rename(to other: String) -> Bool {
      guard Glibc.rename(path, other) == 0 else { return false }
      let directory = open(OpenFile.directory(of: other), O_RDONLY | O_CLOEXEC | O_DIRECTORY)
      guard directory >= 0 else { return false }
      defer { close(directory) }
      return fsync(directory) == 0
    }

    /// Takes the name away.
    func remove() { unlink(path) }

    /// The directory in which a path is.
    static func directory(of path: String) -> String {
      guard let slash = path.lastIndex(of: "/") else { return "." }
      return slash == path.startIndex ? "/" : String(path[..<slash])
    }
  }

  extension FileFlashError {
    /// What the last call of the system failed for.
    static var last: FileFlashError {
      switch errno {
      case ENOENT, ENOTDIR: .absent
      case EACCES, EPERM, EROFS: .denied
      case EWOULDBLOCK: .inUse
      case ENOSPC, EDQUOT, EFBIG: .noSpace
      case EISDIR: .notAFile
      default: .failed
      }
    }
  }

#endif
