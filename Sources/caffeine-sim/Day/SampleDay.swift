/// The logs that come with the program.
enum SampleDay {
  /// What the log is called where a file's name would stand.
  static let name = "sample day"

  /// A Saturday, and the last drink of the evening before.
  static let log = """
    time,caffeine_mg,duration_min,name,kind
    2026-08-07T19:40+02:00,64,,Espresso after dinner,espresso
    2026-08-08T08:10+02:00,96,20,Filter coffee,coffee
    2026-08-08T10:30+02:00,64,10,Cappuccino,espresso
    2026-08-08T13:15+02:00,47,15,Black tea,black tea
    2026-08-08T15:30+02:00,34,30,Cola,cola
    2026-08-08T18:00+02:00,10,,Chocolate,chocolate
    2026-08-08T20:15+02:00,3,15,Decaf,decaf

    """

  /// What `caffeine-sim template` prints: a log to start from, each column explained.
  static let template = """
    # A log of drinks. Delete these lines, or keep them: lines that begin with # are not read.
    #   time            local time, or with its offset from UTC: 2026-08-08T08:10+02:00
    #   caffeine_mg     empty: not known; it then counts as a drink, amounts as "at least"
    #   duration_min    how long you drank; empty: at once
    #   name, kind      as you like; kinds: coffee, espresso, black tea, green tea, soft drink,
    #                   energy drink, chocolate, decaf, cola, tablet, other
    # Only time and caffeine_mg are needed. Replay it with: caffeine-sim day FILE
    time,caffeine_mg,duration_min,name,kind
    2026-08-08 08:10,96,20,Filter coffee,coffee
    2026-08-08 13:20,64,,Espresso,espresso
    2026-08-08 15:30,,15,Iced tea at a friend's,other
    2026-08-08 17:30,34,,Cola,cola

    """
}
