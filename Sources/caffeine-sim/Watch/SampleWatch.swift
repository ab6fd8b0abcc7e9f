/// The script that comes with the program.
enum SampleWatch {
  /// What it is called where a file's name would stand.
  static let name = "sample script"

  /// A Saturday that ends two zones further west.
  static let script = """
    # A day as a wrist lives it. Each line: the time on the wall, an event, what it needs.
    # caffeine-sim help watch lists the events.

    # The battery was changed in the night: the watch runs, but does not know the time.
    2026-08-08T06:05  boot +02:00 until 2026-10-25T01:00Z then +01:00
    06:20  press espresso
    06:50  press green tea
    07:10  clock

    07:12  ask espresso bedtime 23:00
    07:15  plan 13:30 coffee
    07:16  plan 16:00 black tea
    08:30  phone drink coffee
    09:00  sync twice            # every page arrives twice
    10:15  press espresso
    11:58  save
    12:00  reset                 # an empty memory, then what was saved
    12:30  sync unanswered       # the phone's answer gets lost

    # The coffee of 13:30 is drunk and confirmed, the tea of 16:00 forgotten.
    13:40  confirm 13:30 at 13:35
    14:30  ask cola bedtime 23:00
    17:00  phone drink chocolate at 16:45

    # The flight, across two zones: a cola past midnight, and then it is Saturday again.
    2026-08-09T00:20  press cola
    01:30  zone +00:00 until 2026-10-25T01:00Z then -01:00
    2026-08-08T23:35  sync       # this and the page of 12:30 once more
    23:40  ask espresso bedtime 01:00
    2026-08-09T00:30  look

    """
}
