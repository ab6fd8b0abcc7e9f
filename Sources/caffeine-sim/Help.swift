/// What `--help` prints.
enum Help {
  /// The help of a command, or of the program.
  static func text(_ topic: String?) throws(Complaint) -> String {
    switch topic {
    case nil, "help": general
    case "day": day + options
    case "evaluate": evaluate
    case "watch": watch
    case "explore": explore
    case "concurrency": concurrency
    case "powercut": powercut
    case "journal": journal
    case "template": template
    case let word?: throw Command.unknown(word)
    }
  }

  private static let general = """
    Replays a day of caffeinated drinks: how much is in the body when, and at bedtime.

      caffeine-sim                    the sample day; takes the options of day
      caffeine-sim day FILE           the last day of a log, - for standard input
      caffeine-sim template           prints a log to start from
      caffeine-sim journal FILE       what day --journal has kept, and whether it is whole
      caffeine-sim watch              a day as a wrist lives it: reset, sync, flight
      caffeine-sim evaluate DIR       checks the engine against tables of your own
      caffeine-sim explore            checks the actors under many schedules
      caffeine-sim concurrency        what queues, actors and two workers cost
      caffeine-sim powercut           cuts the power of the drink journal
      caffeine-sim COMMAND --help     the options of a command
      caffeine-sim --version

    Examples
      caffeine-sim --bedtime 22:30 --half-life 6
      caffeine-sim template > day.csv && caffeine-sim day day.csv
      caffeine-sim day servings.csv --zone Europe/Berlin --date 2026-08-06

    Results go to standard output, notes and counters to standard error.
    Exit status: 0 done, 1 a file is wrong or not there, 2 the command line is wrong.

    """

  private static let day = """
    caffeine-sim day FILE|-

    Replays the last day of a log, or another, on two workers. FILE is CSV with the columns
    time and caffeine_mg (see caffeine-sim template), or Cronometer's servings.csv. Drinks of
    the days before count with what is left of them.

    Examples
      caffeine-sim day day.csv
      caffeine-sim day servings.csv --zone Europe/Berlin --date 2026-08-06 --bedtime 00:30
      caffeine-sim template | caffeine-sim day - --plain
      caffeine-sim day day.csv --journal drinks.journal


    """

  private static let options = """
    You
      --bedtime HH:MM      23:00 unless given; before noon it is the night after the day
      --threshold MG       what may be left at bedtime: 36 unless given
      --half-life HOURS    of elimination, 5 unless given: 5, 4.5h, 300min
      --absorption MIN     half-life of absorption, 7 unless given; 0: at once
    The log
      --date YYYY-MM-DD    the day; the log's last unless given
      --zone NAME          the zone of the clock, such as Europe/Berlin, or
      --utc-offset ±HH:MM  a fixed offset, such as +02:00; the log's or this machine's
      --day-start HH:MM    when a day begins: 00:00 unless given
      --unit mg|g|ug       of a caffeine column that does not say it
      --strict             the first bad row is an error
    The output
      --plain              sentences, no chart
      --json, --csv        all numbers in whole micrograms; --csv holds the curve
      --ascii              a chart without Unicode blocks
    The journal
      --journal FILE       keeps each drink in FILE as it is recorded, and makes FILE if there is
                           none. What FILE holds already, of other logs too, counts, nothing
                           twice: a drink is known by its id, or else by what its row says. A
                           run that was stopped, by a power cut too, goes on when it is called
                           again. See caffeine-sim help journal.
    The run
      --workers 1|2        threads that run it: 2 unless given; a journal is written on one more,
                           the I/O thread
      --mode MODE          lockstep unless given: the same schedule on every run; or parallel
      --threads            all counters on standard error

    """

  private static let evaluate = """
    caffeine-sim evaluate DIR [--forecasts | --bedtimes | --areas]

    Answers questions about cases in tables, to check the engine against numbers of your own.
    DIR holds profiles.csv (case,absorption_half_life_s,elimination_half_life_s), doses.csv
    (case,time_s,dose_ug,duration_s), perhaps changes.csv (case,time_s, and the half-lives from
    then on), and the questions. Further columns are not read. Output: CSV in whole numbers.

      (none)        levels.csv     case,time_s: gut_ug,body_ug
      --forecasts   forecasts.csv  case,start_s,threshold_ug: peak_time_s,peak_ug,below_from_s
      --bedtimes    bedtimes.csv   case,now_s,bedtime_s,threshold_ug,dose_ug:
                                   largest_dose_ug,latest_time_s (-1: never)
      --areas       areas.csv      case,from_s,until_s: area_ug_s

    Example
      caffeine-sim evaluate Tests/CaffeineEngineTests/Reference --bedtimes

    """

  private static let explore = """
    caffeine-sim explore [--seeds N] [--first K]

    Lives a day for each of N seeds (1000 unless given), from seed K on (1): drinks recorded,
    edited and removed on the wrist and on a phone that is slow, fails and forgets, with syncs
    that are cancelled on the way. The seed draws who does what and which job runs next, on one
    thread; after every job the promises are checked: nothing lost, nothing twice, in order,
    every call answered once, the anchor never ahead of what is kept, nothing older than what
    was seen. The first seed that breaks one is printed with how to replay it; exit status 1.

      --seeds N    how many days
      --first K    the first seed

    Example
      caffeine-sim explore --seeds 10000

    """

  private static let concurrency = """
    caffeine-sim concurrency [--feeds N] [--hops] [--runs N] [--json]

    Measures the same work done in different ways, each in a process of its own: a news reader
    whose feeds are saved by one database, as Dispatch queues, as an actor on the executor that
    comes with Swift and on the two workers of this program; and fifty requests, all at once and
    in steps. Shown are the threads, the address space, the voluntary context switches, the jobs,
    the bytes allocated, the time to the first snapshot and to the end. It takes about 5 s.

      --feeds N    news feeds: 1 to 1000, 100 unless given
      --hops       instead: what a change of actor, a change to the main actor and a yield take
                   on both executors, and whether ours is as much faster as is wanted; 10 s
      --runs N     medians of so many runs: 3 unless given, 9 of hops
      --json       the same in whole numbers

    Examples
      caffeine-sim concurrency --feeds 1000
      caffeine-sim concurrency --hops

    """

  private static let journal = """
    caffeine-sim journal FILE [--all]

    Shows what a journal of drinks holds and how it is: records that are damaged or missing, and
    where; blocks that are free; how worn they are; the format; the drinks, newest last. FILE is
    what day --journal has made, or the image of a device's flash: how that is divided is found
    in it. It is only read. Exit status 1 if records are missing.

      --all        all drinks, not only the newest 20

    Example
      caffeine-sim --journal drinks.journal && caffeine-sim journal drinks.journal

    """

  private static let template = """
    caffeine-sim template

    Prints a log of four drinks with every column explained.

    Example
      caffeine-sim template > day.csv && caffeine-sim day day.csv

    """
}
