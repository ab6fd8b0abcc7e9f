import CaffeineEngine

/// `caffeine-sim journal FILE`: shows how a journal is and what it holds, and writes nothing.
struct JournalCommand {
  let path: String
  /// All drinks, not only the newest.
  let showsAll: Bool

  /// Reads the command's arguments.
  init(_ arguments: [String]) throws(Complaint) {
    var list = ArgumentList(arguments, command: "journal", options: [Option("--all")])
    try list.read()
    guard let file = list.operands.first else {
      throw .usage("journal needs a file", "write caffeine-sim journal FILE")
    }
    guard list.operands.count == 1 else {
      throw .usage("journal takes one file", "call it once for each")
    }
    try InputSource.file(file).refuseFolder()
    path = file
    showsAll = list.has("--all")
  }

  /// Reads all of it, then prints.
  ///
  /// - Throws: A complaint where it cannot be read at all, or after the printing where records are missing.
  func run() throws(Complaint) {
    let findings = try JournalFindings(path)
    try Console.print(JournalText.text(path, findings, all: showsAll))
    let missing = Int(findings.report.missing)
    guard missing == 0 else {
      throw .data(
        path, "\(Words.count(missing, "record")) can no longer be read",
        "keep a copy; day --journal with the log that has them writes them again")
    }
  }
}

/// What is in a journal's file.
struct JournalFindings {
  let identity: JournalIdentity
  let report: JournalReport
  /// Where records are damaged or gone.
  let places: [DamagedPlace]
  /// The drinks in the order of time.
  let drinks: [Drink]
  /// Up to this time drinks were folded.
  let foldTime: Timestamp?

  /// Reads a file.
  ///
  /// - Throws: A complaint if nothing can be read.
  init(_ path: String) throws(Complaint) {
    identity = try JournalIdentity(of: path)
    let flash = try identity.open(path)
    do throws(CaffeineError) {
      var journal = Journal(on: flash)
      var damage: [JournalDamage] = []
      report = try journal.inspect { damage.append($0) }
      var places = damage.map(DamagedPlace.init)
      // What was erased since leaves no slot that is damaged.
      if report.missing > 0 { places += SlotWalk(flash).erased }
      self.places = DamagedPlace.joined(places)
      // Room for whatever it holds, so that nothing folds.
      let slots = identity.geometry.byteCount / Int(JournalSlot.size)
      let room = min(slots, Ledger.largestCapacity)
      let memory = try OwnedLedger(
        Configuration(deviceID: 1, wearer: identity.wearer, aliases: UInt32(room)),
        capacity: room)
      try journal.mount(memory.ledger)
      drinks = (0..<memory.ledger.count).compactMap { memory.ledger.drink(at: $0) }
      foldTime = memory.ledger.foldTime
    } catch {
      guard error == .corrupt || error == .unavailable else {
        throw error.complaint(path, flash.failure)
      }
      let walk = SlotWalk(flash)
      throw error.complaint(path, flash.failure, DamagedPlace.joined(walk.changed + walk.erased))
    }
  }
}
