import CaffeineEngine
import CaffeineFoundation

/// Lives a script on two ledgers, a watch's and a phone's, and notes what the face showed and why.
///
/// Between events the watch sleeps as a real one would: until the second that the face names as its
/// next change, a plan's time, or the wall clock's change.
struct WatchDay {
  /// What the face showed from a time on.
  struct Entry {
    let time: Int64
    let clock: WristClock
    /// Nil: the clock is not set, so the engine refuses to say.
    let face: Face?
    let why: String
  }

  let script: WatchScript
  let watch: WristDevice
  let phone: WristDevice
  /// Presses on their way from the button's interrupt.
  let button: InboxMemory
  var clock: WristClock
  /// Since when the clock has been right; nil: it is not set.
  var clockSetAt: Int64?
  private(set) var entries: [Entry] = []
  /// How often the watch woke between events, because something that it shows had changed.
  private(set) var wakings = 0
  private var shown: Face?

  /// The face shows whole milligrams.
  static let digit = Amount.milligrams(1)
  static let profile = Profile.adult

  /// Lives the script to its last event.
  ///
  /// - Throws: A data complaint with the line of the event that the engine refuses.
  static func live(_ script: WatchScript) throws(Complaint) -> WatchDay {
    var line = 0
    do {
      var day = try WatchDay(script)
      for step in script.steps {
        line = step.line
        try day.sleep(until: step.time)
        try day.note(step.time, try day.why(of: step))
      }
      return day
    } catch let complaint as Complaint {
      throw complaint
    } catch {
      let advice = WatchDay.advice(error as? CaffeineError ?? .argument)
      throw .data(script.file, line: line, advice.what, advice.todo)
    }
  }

  private init(_ script: WatchScript) throws {
    self.script = script
    clock = script.clock
    button = InboxMemory()
    // No clock is right that shows an earlier time: firmware takes the time at which it was built.
    watch = try WristDevice(
      Configuration(
        profile: WatchDay.profile, deviceID: 1, clockFloor: Timestamp(script.steps[0].time)),
      capacity: 32, source: 0)
    phone = try WristDevice(
      Configuration(profile: WatchDay.profile, deviceID: 2), capacity: 256, source: 1)
  }
}

// MARK: - The face

extension WatchDay {
  /// Seconds since the watch was switched on; they run on through a reset.
  func uptime(at time: Int64) -> Int64 { time - script.steps[0].time }

  /// What the watch takes for the present time: its clock, or seconds of uptime.
  func now(at time: Int64) -> Timestamp {
    Timestamp(clockSetAt == nil ? uptime(at: time) : time)
  }

  /// What the face shows; nil while the clock is not set.
  func face(at time: Int64) throws -> Face? {
    do throws(CaffeineError) {
      return try watch.ledger.face(
        now: now(at: time), utcOffset: Int32(truncatingIfNeeded: clock.offset(at: time)),
        digit: WatchDay.digit)
    } catch {
      guard error == .clock else { throw error }
      return nil
    }
  }

  /// Draws the face and notes why.
  private mutating func note(_ time: Int64, _ why: String) throws {
    shown = try face(at: time)
    entries.append(Entry(time: time, clock: clock, face: shown, why: why))
  }

  /// Wakes whenever something changes on the face, and notes what is worth telling.
  private mutating func sleep(until time: Int64) throws {
    guard var now = entries.last?.time else { return }
    while let face = shown {
      let change = clock.change > now ? clock.change : .max
      let next = min(face.nextChange.seconds, change, nextPlan(after: now))
      guard next <= time else { return }
      shown = try self.face(at: next)
      wakings += 1
      let reasons = try whys(from: face, at: next, since: now)
      if !reasons.isEmpty { try note(next, reasons.joined(separator: "; ")) }
      now = next
    }
  }

  private func nextPlan(after now: Int64) -> Int64 {
    watch.drinks.first { $0.flags.contains(.planned) && $0.time.seconds > now }?.time.seconds
      ?? .max
  }

  /// What is worth telling of a face that changed by itself.
  private func whys(from before: Face, at time: Int64, since: Int64) throws -> [String] {
    var reasons: [String] = []
    if time == clock.change {
      let (old, new) = (clock.offset, clock.offsetAfter)
      reasons.append(
        "the clock goes from \(WristClock.text(offset: old)) to \(WristClock.text(offset: new)), "
          + "as the watch was told with its zone")
    }
    let date = clock.local(time).date
    if date != clock.local(since).date, let shown {
      let total = Words.milligrams(shown.today)
      reasons.append("midnight: \(WristClock.weekday(date)) begins with \(total)")
    }
    for drink in watch.drinks where drink.flags.contains(.planned) && drink.time.seconds == time {
      reasons.append(
        "the plan of \(clockText(of: drink)) is due (\(NamedDrink(drink).text)): not counted "
          + "until it is confirmed")
    }
    if reasons.isEmpty, let shown, shown.flags != before.flags {
      let gone = WatchDay.words(before.flags.subtracting(shown.flags))
      if !gone.isEmpty { reasons.append("no longer \(gone)") }
    }
    return reasons
  }

  /// The time of day at which a drink was taken, where it was taken.
  func clockText(of drink: Drink) -> String {
    LocalDateTime(at: drink.time.seconds, offsetMinutes: drink.utcOffset).clockText
  }

  /// Flags as people say them.
  static func words(_ flags: Flags) -> String {
    let words: [(Flags, String)] = [
      (.lowerBound, "at least"), (.estimated, "estimated"), (.due, "plan due"),
      (.undated, "undated drinks"),
    ]
    return words.filter { flags.contains($0.0) }.map(\.1).joined(separator: ", ")
  }
}
