import CaffeineEngine

extension CaffeineError {
  /// What is wrong and what to do, where a row of a table is at fault.
  var advice: (what: String, todo: String) {
    switch self {
    case .range:
      (
        "a number is outside what the model accepts",
        "doses reach 10 g, durations 12 h, times 1970 to 2199; half-lives are 0 or 30 s to 24 h "
          + "(absorption) and 30 min to 200 h; thresholds are not 0; sums stay below 4 294 g"
      )
    case .argument: ("a question ends before it begins", "put the earlier time first")
    case .full: ("a ninth profile change in one case", "give a case at most 8 changes")
    case .memory: ("a case with too many doses", "give a case at most 65 535 doses")
    case .tooOld: ("a time that the engine has folded away", "split the case")
    default: ("the engine refuses it (status \(rawValue))", "check the numbers of the row")
    }
  }
}
