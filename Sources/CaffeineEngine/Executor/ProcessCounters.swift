#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// What the kernel knows about this process.
struct ProcessCounters {
  let voluntarySwitches: Int
  let involuntarySwitches: Int
}

#if canImport(Glibc)
  extension ProcessCounters {
    /// The main thread is the one whose number is that of the process.
    static var isMainThread: Bool {
      var link = [CChar](repeating: 0, count: 64)
      guard readlink("/proc/thread-self", &link, link.count - 1) > 0 else { return false }
      let process = getpid()
      return strcmp(link, "\(process)/task/\(process)") == 0
    }

    static var now: ProcessCounters {
      var usage = rusage()
      getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return ProcessCounters(
        voluntarySwitches: usage.ru_nvcsw, involuntarySwitches: usage.ru_nivcsw)
    }

    /// Threads of the process: the entries of /proc/self/task.
    static var threads: Int {
      guard let folder = opendir("/proc/self/task") else { return 0 }
      defer { closedir(folder) }
      var count = 0
      while let entry = readdir(folder) {
        if entry.pointee.d_name.0 != CChar(UInt8(ascii: ".")) { count += 1 }
      }
      return count
    }
  }
#elseif canImport(Darwin)
  extension ProcessCounters {
    static var isMainThread: Bool { pthread_main_np() != 0 }

    static var now: ProcessCounters {
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return ProcessCounters(
        voluntarySwitches: usage.ru_nvcsw, involuntarySwitches: usage.ru_nivcsw)
    }

    static var threads: Int { 0 }
  }
#endif
