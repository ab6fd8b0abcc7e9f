import Foundation

/// The program `caffeine-sim`: a day of drinks replayed, and tables of questions answered.
@main
enum CaffeineSim {
  /// Runs one command and exits: 0 done, 1 a file is bad or not there, 2 bad usage.
  ///
  /// Not `async`: the executors of the process must be installed before its first task.
  static func main() {
    signal(SIGPIPE, SIG_IGN)
    // A file that may not grow is an error like a full disk.
    signal(SIGXFSZ, SIG_IGN)
    do throws(Complaint) {
      try Command(Array(CommandLine.arguments.dropFirst())).run()
    } catch {
      Console.report(error.text)
      exit(error.kind.rawValue)
    }
  }
}
