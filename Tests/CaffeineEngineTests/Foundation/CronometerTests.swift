import Testing

@testable import CaffeineFoundation

struct CronometerTests {
  private let servings = #"""
    Day,Time,Group,Food Name,Amount,Energy (kcal),Alcohol (g),Caffeine (mg),Water (g),Category
    2026-08-06,07:30,Breakfast,"Coffee, Brewed","8.00 ""fl oz""",2.37,0.00,94.80,235.60,Beverages
    2026-08-06,11:05 AM,Snacks,Espresso,1.00 shot,2.70,0.00,63.60,29.34,Beverages
    2026-08-06,,Snacks,Cola,"1.00 can - 12 fl oz",155.4,0.00,33.9,330.05,Beverages
    2026-08-06,12:15 PM,Lunch,Rice,1.00 cup,205.4,,,108.1,Cereal
    2026-08-06,12:15 PM,Lunch,Water,1.00 cup,0,0.00,0.00,236.6,
    2012-9-10,08:15 ,Breakfast,Espresso,1.00 shot,2.70,0.00,63.60,29.34,Beverages
    2012-9-10,08:15 ,Breakfast,Espresso,1.00 shot,2.70,0.00,63.60,29.34,Beverages

    """#

  @Test func `servings are drinks, food without caffeine is not`() throws {
    let log = try readLog(servings)
    #expect(log.format == .cronometer)
    #expect(
      log.drinks.map(\.time) == [
        utc(2026, 8, 6, 5, 30), utc(2026, 8, 6, 9, 5), nil, utc(2012, 9, 10, 6, 15),
        utc(2012, 9, 10, 6, 15),
      ])
    #expect(log.drinks.map(\.doseMicrograms) == [94_800, 63_600, 33_900, 63_600, 63_600])
    #expect(log.drinks.map(\.line) == [2, 3, 4, 7, 8])
    #expect(log.drinks.first?.name == "Coffee, Brewed")
    #expect(log.caffeineFreeCount == 2)
    #expect(log.badRows.isEmpty)
  }

  @Test func `a serving without a time counts in its day only and is told`() throws {
    let log = try readLog(servings)
    #expect(log.dayOnlyCount == 1)
    #expect(log.drinks[2].date.description == "2026-08-06")
    #expect(
      log.notes == [
        LogNote(
          line: 4,
          text: "1 row has no time, here first; such a drink counts in its day's total only")
      ])
  }

  @Test func `equal servings are two drinks, and the file again gives the same ids`() throws {
    let first = try readLog(servings).drinks
    #expect(Set(first.map(\.id)).count == 5)
    #expect(try readLog(servings).drinks.map(\.id) == first.map(\.id))
    // Neither the ends of line, the order of columns nor more nutrients change an id.
    let other = """
      Food Name,Amount,Group,Caffeine (mg),Day,Time\r
      Espresso,1.00 shot,Snacks,63.6,2026-08-06,11:05 AM\r
      """
    #expect(try readLog(other).drinks.map(\.id) == [first[1].id])
    // Another zone moves the drinks and does not double them.
    #expect(try readLog(servings, zone: "Asia/Tokyo").drinks.map(\.id) == first.map(\.id))
  }

  @Test func `the ids of rows are fixed for good`() throws {
    let own = try readRows("2026-08-06 07:30,95,Latte", "2026-08-06 07:30,95,Latte")
    #expect(
      own.drinks.map(\.id.description) == [
        "ef52f3b546bc9472934ed27acd64eaa8", "32cc2221debc9477d49025fb90e8de89",
      ])
  }

  @Test func `the older layout has neither time nor group`() throws {
    let log = try readLog(
      "Day,Food Name,Amount,Energy (kcal),Caffeine (mg)\n2026-08-06,Coffee,1 cup,2,95\n")
    #expect(log.format == .cronometer)
    #expect(log.dayOnlyCount == 1)
  }

  @Test func `a day and an hour that are none are bad rows, but only with caffeine`() throws {
    let log = try readLog(
      """
      Day,Time,Food Name,Caffeine (mg)
      2026-08-06,25:00,Coffee,95
      2026-08-06,25:00,Bread,
      ,07:30,Coffee,95
      ,,Coffee,95
      """)
    #expect(log.badRows.map(\.line) == [2, 4, 5])
    #expect(log.caffeineFreeCount == 1)
    #expect(log.badRows.first?.what == "hour 25 in \"2026-08-06 25:00\"")
  }

  @Test(arguments: [
    "Date,Energy (kcal),Caffeine (mg),Water (g),Completed\n2026-09-24,2712,95,2,true\n",
    "Day,Group,Energy (kcal),Caffeine (mg)\n2026-07-20,Total,100,10\n",
    "Date,Energy (kcal),Protein (g)\n2026-07-20,100,10\n",
  ])
  func `the sums of days are refused and the servings named`(text: String) {
    let error = readingError(text)
    #expect(error?.reason == .daySums)
    #expect(error?.whatToDo.contains("servings.csv") == true)
  }

  @Test func `a name that begins with a number sign is no comment here`() throws {
    let log = try readLog(
      "Food Name,Day,Time,Caffeine (mg)\n#1 Coffee,2026-08-06,07:30,95\n")
    #expect(log.drinks.map(\.name) == ["#1 Coffee"])
  }
}
