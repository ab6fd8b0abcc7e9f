import Foundation
import Testing

/// What `caffeine-sim` alone shows, to the letter.
@Suite struct SampleDayTests {
  @Test func `the sample day is drawn as people were shown it`() throws {
    let result = try SimulatorProcess.run([])
    #expect(result.status == 0)
    #expect(result.output == Self.chart)
    #expect(result.lines.allSatisfy { $0.count <= 79 })
  }

  @Test func `the sample day is told in sentences`() throws {
    #expect(try SimulatorProcess.run(["--plain"]).output == Self.plain)
  }

  @Test func `a chart without Unicode has the same columns`() throws {
    let result = try SimulatorProcess.run(["--ascii"])
    #expect(result.output.utf8.allSatisfy { $0 < 128 })
    #expect(result.output.hasPrefix(Self.ascii))
    // All but the chart and its legend is the same.
    let words = Self.chart.split(separator: "\n").dropFirst(14)
    #expect(result.output.split(separator: "\n").dropFirst(14) == words)
  }

  @Test func `the language of the terminal changes nothing`() throws {
    let environments = [["LANG": "C"], ["LANG": "de_DE.UTF-8"], ["TZ": "Asia/Tokyo"]]
    for environment in environments {
      #expect(try SimulatorProcess.run([], environment: environment).output == Self.chart)
    }
  }

  static let chart = """
    Caffeine in the body on Saturday 2026-08-08

    mg                                                         bedtime 23:00 ┐
       │                                ▄▅▄▂    ▃▆▅▃▁   ▃▃▁                  ┊
    120│                                █████▆▄▂█████▇▅████▇▅▃▃▃▁            ┊
       │                          ▇▇▆▄▃▃█████████████████████████▇▆▄▂▁       ┊
     80│                         ██████████████████████████████████████▇▆▄▃▂▁┊
       │                         ████████████████████████████████████████████▇▆▅
     40│▆▆▅▅▄▃▃▂▂▁▁▁┄┄┄┄┄┄┄┄┄┄┄┄┄▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒▒ 36
       │███████████████▇▇▇▆▆▆▅▅▅▇███████████████████████████████████████████████
      0└┴────────┴────────┴────────┴────────┴────────┴────────┴────────┴────────
      h 00       03       06       09       12       15       18       21
                                1      2       3      4       5     6
    ┄, and ▒ within the curve: the row that holds your 36 mg. ┊: bedtime. A number
    at the left marks the top of its row.

       time  drink                          dose     body      gut    room*  64 mg*
    1  08:10 Filter coffee (20 min)        96 mg    12 mg     0 mg   165 mg   15:00
    2  10:30 Cappuccino (10 min)           64 mg    81 mg     0 mg    55 mg   never
    3  13:15 Black tea (15 min)            47 mg   101 mg     0 mg     none   never
    4  15:30 Cola (30 min)                 34 mg   110 mg     0 mg     none   never
    5  18:00 Chocolate                     10 mg   103 mg    10 mg     none   never
    6  20:15 Decaf (15 min)                 3 mg    83 mg     0 mg     none   never
    * for bedtime alone, not for the limits of 200 mg at once and 400 mg a day
      (EFSA); as asked at this drink, which is already counted: the most that could
      still be drunk at once, and the latest time for 64 mg more, to have 36 mg or
      less left at bedtime

    Total    254 mg in 6 drinks, 2.65 cups of 96 mg: below the limit of 400 mg a
             day (EFSA). No drink over 200 mg, the limit for one.
    Highest  135 mg in the body at 13:50.
    Settled  from 02:32 the next day: from then on 36 mg or less in the body, which
             is after bedtime.
    Bedtime  59 mg left at 23:00: over your 36 mg, where studies disagree. (Up to
             36 mg: settled; up to 77: studies disagree; above: likely to disturb
             sleep.)
    Another  looking back, with everything drunk that day, 64 mg more (an espresso)
             would not have fit at any time. After the last drink at 20:15, nothing
             more would have fit.
    Range    half-lives of most adults: with 4 h highest 123 mg, 41 mg at bedtime,
             settled from 23:49; with 6 h highest 147 mg, 75 mg at bedtime, settled
             from 05:22 the next day.
    Assumed  half-life 5 h, absorption 7 min, bedtime 23:00, clock +02:00 (as the
             log's times say). Amounts are estimates: the same day differs by a
             factor of three between people. Information, not medical advice.

    """

  static let plain = """
    Caffeine in the body on Saturday 2026-08-08.
    At 08:10 Filter coffee, 96 mg over 20 min: 12 mg in the body and 0 mg in the
    gut then; 165 mg more would do for bedtime alone.
    At 10:30 Cappuccino, 64 mg over 10 min: 81 mg in the body and 0 mg in the gut
    then; 55 mg more would do for bedtime alone.
    At 13:15 Black tea, 47 mg over 15 min: 101 mg in the body and 0 mg in the gut
    then; nothing more would do for bedtime alone.
    At 15:30 Cola, 34 mg over 30 min: 110 mg in the body and 0 mg in the gut then;
    nothing more would do for bedtime alone.
    At 18:00 Chocolate, 10 mg: 103 mg in the body and 10 mg in the gut then;
    nothing more would do for bedtime alone.
    At 20:15 Decaf, 3 mg over 15 min: 83 mg in the body and 0 mg in the gut then;
    nothing more would do for bedtime alone.
    In the body: 00:00 36 mg, 03:00 24 mg, 06:00 16 mg, 09:00 98 mg, 12:00 120 mg,
    15:00 117 mg, 18:00 103 mg, 21:00 77 mg, 00:00 51 mg.
    Total: 254 mg in 6 drinks, 2.65 cups of 96 mg: below the limit of 400 mg a day
    (EFSA). No drink over 200 mg, the limit for one.
    Highest: 135 mg in the body at 13:50.
    Settled: from 02:32 the next day: from then on 36 mg or less in the body, which
    is after bedtime.
    Bedtime: 59 mg left at 23:00: over your 36 mg, where studies disagree. (Up to
    36 mg: settled; up to 77: studies disagree; above: likely to disturb sleep.)
    Another: looking back, with everything drunk that day, 64 mg more (an espresso)
    would not have fit at any time. After the last drink at 20:15, nothing more
    would have fit.
    Range: half-lives of most adults: with 4 h highest 123 mg, 41 mg at bedtime,
    settled from 23:49; with 6 h highest 147 mg, 75 mg at bedtime, settled from
    05:22 the next day.
    Assumed: half-life 5 h, absorption 7 min, bedtime 23:00, clock +02:00 (as the
    log's times say). Amounts are estimates: the same day differs by a factor of
    three between people. Information, not medical advice.

    """

  static let ascii = """
    Caffeine in the body on Saturday 2026-08-08

    mg                                                         bedtime 23:00 +
       |                                :::.    ::::.   ::.                  |
    120|                                #####::.######:#####::::.            |
       |                          ##::::##########################::..       |
     80|                         #######################################:::..|
       |                         #############################################::
     40|:::::::.....-------------=============================================== 36
       |##################::::::################################################
      0++--------+--------+--------+--------+--------+--------+--------+--------
      h 00       03       06       09       12       15       18       21
                                1      2       3      4       5     6
    -, and = within the curve: the row that holds your 36 mg. |: bedtime. A number
    at the left marks the top of its row.


    """
}
