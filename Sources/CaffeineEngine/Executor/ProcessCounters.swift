#if !os(none)

  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Darwin)
    import Darwin
  #endif

  /// What the kernel knows about this process.
  package struct ProcessCounters {
    package let voluntarySwitches: Int
    package let involuntarySwitches: Int
    /// Time on a CPU, of all threads (µs).
    package let processorTime: Int
  }

  extension ProcessCounters {
    private init(_ usage: rusage) {
      voluntarySwitches = usage.ru_nvcsw
      involuntarySwitches = usage.ru_nivcsw
      processorTime =
        (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000_000
        + Int(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec)
    }
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

      package static var now: ProcessCounters {
        var usage = rusage()
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        return ProcessCounters(usage)
      }

      /// Threads of the process: the entries of /proc/self/task.
      package static var threads: Int {
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

      package static var now: ProcessCounters {
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return ProcessCounters(usage)
      }

      package static var threads: Int { 0 }
    }
  #endif
#endif
