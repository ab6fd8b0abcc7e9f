import CaffeineEngine

extension CutHistory {
  /// Cuts the power at a write of a call, checks what is there, and lives on for a while.
  mutating func cut(
    _ call: Call, at number: Int, _ tear: Tear, _ expectation: CutExpectation
  ) throws {
    counts.cuts += 1
    let trialSeed = random.next()
    flash.begin(seed: trialSeed)
    defer { flash.rollBack() }
    flash.cut = (flash.writes + number, tear)
    var journal = journal
    // A wipe empties the ledger.
    let owned = call == .wipe ? try wearer.owned.copy() : wearer.owned
    _ = try run(call, on: &journal, owned)
    guard flash.isOff else { throw CutBreach(text: "another course than without the cut") }
    flash.restart()
    let mounted = try wearer.emptyLedger()
    if call == .format {
      journal = try mountFormatted(mounted, expectation)
    } else {
      do throws(CaffeineError) {
        journal = try mount(mounted)
      } catch { throw CutBreach(text: "cannot be mounted: \(error)") }
      try expectation.check(mounted)
    }
    if call == .wipe, mounted.saved == expectation.after.saved {
      try checkWiped(&journal, mounted.ledger)
    }
    let next = wearer.continued(with: mounted, seed: trialSeed)
    try goOn(next, &journal, cutsAgain: trialSeed.isMultiple(of: 8))
    if let breach = flash.breach { throw CutBreach(text: breach) }
  }

  /// Mounts into an empty ledger.
  private mutating func mount(
    _ owned: OwnedLedger
  ) throws(CaffeineError) -> Journal<FlashEmulator> {
    counts.mounts += 1
    var journal = Journal(on: flash)
    defer { withExtendedLifetime(owned) {} }
    let report = try journal.mount(owned.ledger)
    // Cuts leave torn slots, but nothing that was kept is among them.
    if flash.cache != .slots, report.missing != 0 || report.unknown != 0 { throw .corrupt }
    return journal
  }

  /// Formats again after a cut: until then the journal is as it was, or empty, or tells that it is neither.
  private func mountFormatted(
    _ owned: OwnedLedger, _ expectation: CutExpectation
  ) throws -> Journal<FlashEmulator> {
    var journal = Journal(on: flash)
    let former = try wearer.emptyLedger()
    try withExtendedLifetime(former) {
      guard let report = try? journal.mount(former.ledger), report.missing == 0 else { return }
      try expectation.check(former)
    }
    try journal.format()
    try journal.mount(owned.ledger)
    return journal
  }

  /// No drink, removal or alias is left on the device, once the steps are done.
  private func checkWiped(_ journal: inout Journal<FlashEmulator>, _ ledger: Ledger) throws {
    while try journal.compactStep(ledger) {}
    let size = Int(JournalSlot.size)
    for start in stride(from: 0, to: flash.bytes.count, by: size)
    where (5...7).contains(flash.bytes[start]) && flash.bytes[start + 1] == size {
      throw CutBreach(text: "a drink is left on the device after a wipe")
    }
  }

  /// Changes that are appended after a cut are kept; another cut may come in between.
  private mutating func goOn(
    _ first: CutWearer, _ journal: inout Journal<FlashEmulator>, cutsAgain: Bool
  ) throws {
    var wearer = first
    if cutsAgain {
      counts.cuts += 1
      counts.second += 1
      let isLong = wearer.pick(0...3) == 0
      let rest = Tear.Rest.allCases[wearer.pick(0...3)]
      flash.cut = (
        flash.writes + wearer.pick(0...(isLong ? 60 : 3)),
        Tear(whole: wearer.pick(0...64), rest: rest)
      )
      try goOnUntilCut(&wearer, &journal)
    }
    wearer.make(wearer.draw())
    try append(&wearer, &journal)
    let mounted = try wearer.emptyLedger()
    _ = try mount(mounted)
    guard mounted.saved == wearer.owned.saved else {
      throw CutBreach(text: "what was appended after the cut is not kept")
    }
  }

  /// Appends, takes steps and once in a while wipes, until the power goes again.
  private mutating func goOnUntilCut(
    _ wearer: inout CutWearer, _ journal: inout Journal<FlashEmulator>
  ) throws {
    var kept = try wearer.owned.copy(), isSingle = true
    var left = 30
    while !flash.isOff, left > 0 {
      left -= 1
      let change = left == 29 ? .profile : wearer.draw()
      wearer.make(change)
      isSingle = change.isSingle
      do throws(CaffeineError) {
        if wearer.pick(0...19) == 0 {
          isSingle = true
          try journal.wipe(wearer.ledger)
          kept = try wearer.owned.copy()
          continue
        }
        try append(&wearer, &journal)
        kept = try wearer.owned.copy()
        for _ in 0..<wearer.pick(0...4) { _ = try journal.compactStep(wearer.ledger) }
      } catch {
        guard flash.isOff else { throw CutBreach(text: "after the cut: \(error)") }
      }
    }
    flash.restart()
    let mounted = try wearer.emptyLedger()
    do throws(CaffeineError) {
      journal = try mount(mounted)
    } catch { throw CutBreach(text: "cannot be mounted after the second cut: \(error)") }
    try CutExpectation(before: kept, after: wearer.owned, isSingle: isSingle).check(mounted)
    wearer.owned = mounted
  }

  /// Appends; where the ledger has outgrown the device, drinks are removed first.
  private func append(
    _ wearer: inout CutWearer, _ journal: inout Journal<FlashEmulator>
  ) throws(CaffeineError) {
    for _ in 0..<wearer.capacity {
      do throws(CaffeineError) {
        try journal.append(wearer.ledger)
        return
      } catch .full {
        wearer.makeRoom()
      }
    }
    throw .full
  }

  /// Three hundred power cuts in a row, each before a checkpoint is whole.
  mutating func cutInARow() throws {
    for number in 0..<300 {
      wearer.make(.profile)
      flash.begin(seed: turn)
      var dry = journal
      if try run(.append, on: &dry, wearer.owned) != nil { wearer.makeRoom() }
      let writes = flash.trialWrites.count
      flash.rollBack()
      counts.cuts += 1
      counts.inARow += 1
      let rest = Tear.Rest.allCases[wearer.pick(0...3)]
      let tear = Tear(whole: wearer.pick(0...70), rest: rest)
      flash.cut = (flash.writes + wearer.pick(0...max(writes - 3, 0)), tear)
      _ = try run(.append, on: &journal, wearer.owned)
      flash.restart()
      let mounted = try wearer.emptyLedger()
      do throws(CaffeineError) {
        journal = try mount(mounted)
      } catch { throw CutBreach(text: "cannot be mounted after \(number + 1) cuts: \(error)") }
      do {
        try CutExpectation(before: kept, after: wearer.owned, isSingle: true).check(mounted)
      } catch { throw CutBreach(text: "after \(number + 1) cuts in a row: \(error.text)") }
      wearer.owned = mounted
      kept = try mounted.copy()
    }
  }
}
