import Foundation

/// The C library's own record of what is allocated: `mtrace`, one line for each call.
///
/// It works only where the GNU C library's debugging library was loaded first, which the parent
/// process asks for; elsewhere nothing is recorded. It is slow, so a process that is traced
/// measures nothing else.
enum AllocationTrace {
  /// What the parent sets for a process whose allocations count.
  static func environment(writingTo path: String) -> [String: String] {
    ["LD_PRELOAD": "libc_malloc_debug.so.0", "MALLOC_TRACE": path]
  }

  /// Begins the record, in a process that was started with that environment.
  static func begin() { call("mtrace") }

  /// Ends the record.
  static func end() { call("muntrace") }

  /// The bytes that a record adds up to; nil when there is none.
  static func bytes(in path: String) -> Int? {
    guard let text = try? String(contentsOfFile: path, encoding: .utf8), !text.isEmpty else {
      return nil
    }
    // `@ where + address size`; `>` stands for the new block of a reallocation.
    let bytes = text.utf8.split(separator: UInt8(ascii: "\n")).reduce(0) { sum, line in
      let words = line.split(separator: UInt8(ascii: " ")).suffix(3)
      guard let sign = words.first, let size = words.last, words.count == 3,
        sign.elementsEqual("+".utf8) || sign.elementsEqual(">".utf8)
      else { return sum }
      return sum + (Int(String(Substring(size)).dropFirst(2), radix: 16) ?? 0)
    }
    // A sanitizer's own malloc leaves a record without calls.
    return bytes > 0 ? bytes : nil
  }

  /// Calls a function of the debugging library: the C library's own of that name does nothing.
  private static func call(_ name: String) {
    typealias Lookup =
      @convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<CChar>, UnsafePointer<CChar>
      ) -> UnsafeMutableRawPointer?
    guard getenv("MALLOC_TRACE") != nil, let lookup = dlsym(nil, "dlvsym") else { return }
    let find = unsafeBitCast(lookup, to: Lookup.self)
    // The first versions of the C library for x86-64 and AArch64.
    guard let place = find(nil, name, "GLIBC_2.2.5") ?? find(nil, name, "GLIBC_2.17") else {
      return
    }
    unsafeBitCast(place, to: (@convention(c) () -> Void).self)()
  }
}
