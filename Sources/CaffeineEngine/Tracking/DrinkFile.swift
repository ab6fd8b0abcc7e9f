#if !os(none)

  import _Concurrency

  /// Why drinks were not loaded or not kept; what was on the file before is still there.
  public enum DrinkStoreError: UInt8, Error, Sendable {
    /// The system does not permit it.
    case denied = 1
    /// There is no room on the device.
    case noSpace
    /// There is more than a file of drinks may hold.
    case tooLarge
    /// The device or the file system failed.
    case failed
    /// Nothing is kept before the file is loaded: what it holds would be lost.
    case notLoaded
    /// The tracker holds something already: load first, then add peers and record.
    case notEmpty
    /// The file is sound, and of a newer major version.
    case version
    /// The file is sound, and another wearer's.
    case wearer
    /// The file is sound, and holds more drinks, or more aliases, than the tracker has room for.
    case capacity
    /// A journal that was formatted for a device of another geometry, or a device that none fits.
    case geometry
  }

  /// Where a ledger is kept: one file, of which there is always a whole version.
  ///
  /// - Isolation: called from one ``DrinkStore``, one call at a time.
  public protocol DrinkFile: Sendable {
    /// All that the file holds.
    ///
    /// - Returns: Nil only if it is certain that there is no file.
    /// - Throws: `denied`, `tooLarge`, `failed`; or, from one that knows whose it is, `version`, `wearer`,
    ///   `capacity`, `geometry`.
    func read() async throws(DrinkStoreError) -> [UInt8]?

    /// Puts new content in place of the old, and returns when that will outlast a power cut.
    ///
    /// A power cut before leaves the old content or the new one, nothing else. Not to be cancelled.
    /// - Throws: `denied`, `noSpace`, `tooLarge`, `failed`: then the file holds either.
    func replace(with bytes: [UInt8]) async throws(DrinkStoreError)

    /// Keeps the file under a second name that is not in use; does nothing if there is none.
    ///
    /// It has its own name, too, until it is replaced: a power cut in between leaves it there.
    /// - Parameter time: The present time; good for a name.
    /// - Throws: `denied`, `noSpace`, `failed`: then the file may have two names.
    func setAside(at time: Timestamp) async throws(DrinkStoreError)
  }

  /// What a file system is asked for, one thing after another.
  ///
  /// The order is what makes a power cut between any two harmless: new content is on the device before
  /// its name is, and an older file gives way to nothing but whole content.
  enum DrinkFileStep: CaseIterable {
    /// Make an empty file beside the old one, or empty what an earlier attempt left there.
    case create
    /// Write the content to it.
    case write
    /// Have the content on the device.
    case sync
    /// Give it the old one's name.
    case rename
    /// Give the old file a second name, one that nothing has.
    case link
    /// Give it such a name instead of its own.
    case moveAside
    /// Have the names on the device.
    case syncDirectory

    /// To replace a file.
    static var replacing: [DrinkFileStep] { [.create, .write, .sync, .rename, .syncDirectory] }

    /// To set a file aside that is replaced next.
    static var settingAside: [DrinkFileStep] { [.link, .syncDirectory] }

    /// To set a file aside that is written in place: what is under its name next is another one.
    static var movingAside: [DrinkFileStep] { [.moveAside, .syncDirectory] }
  }
#endif
