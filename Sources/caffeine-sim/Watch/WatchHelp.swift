/// What `caffeine-sim help watch` prints.
extension Help {
  static let watch = """
    caffeine-sim watch [FILE|-]

    Lives a day on two ledgers, a watch's (32 drinks) and a phone's, and prints what the face of
    the watch showed after each event, at due plans and at midnight, and why. Without FILE: the
    sample script, which caffeine-sim watch --template prints.

    FILE holds one event a line, in order: TIME EVENT. TIME is HH:MM on the wall where the wearer
    is, on the date of the line above, or with its own: 2026-08-08T07:10. # begins a comment.

    The watch
      boot OFFSET                  the first event: it runs, and its clock is not set
      clock                        the clock is set right; presses so far get their dates
      zone OFFSET                  another zone, after a flight
      press DRINK                  a button, through the inbox
      plan TIME DRINK              counts in forecasts only, and from TIME on nowhere
      confirm TIME [at TIME]       the plan of that time was drunk: now, or then
      edit TIME DRINK              the drink of that time was another
      remove TIME                  there was none
      ask DRINK [bedtime HH:MM]    may I have this? bedtime 23:00 unless given
      look                         nothing but a look at the face
      save                         writes the ledger down, as each sync does
      reset                        the memory is lost, what was saved last is loaded
    The phone
      phone drink DRINK [at TIME]  logs a drink of now, or then
      phone edit TIME DRINK, phone remove TIME
      sync                         changes go both ways
      sync twice                   and every page arrives twice
      sync unanswered              the phone's answer to the watch is lost

    OFFSET: +02:00, or with the clock's next change: +02:00 until 2026-10-25T01:00Z then +01:00
    DRINK: coffee, medium coffee, large coffee, espresso, double espresso, quadruple espresso,
    black tea, green tea, soft drink, energy drink, energy can, large energy can, chocolate,
    decaf, cola, tablet, large tablet; unknown; or a dose such as 80 mg, which no button has

    Example
      caffeine-sim watch --template > watch.txt && caffeine-sim watch watch.txt

    """
}
