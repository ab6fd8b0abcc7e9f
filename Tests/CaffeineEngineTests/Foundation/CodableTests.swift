import CaffeineEngine
import CaffeineFoundation
import Foundation
import Testing

private let latteID = DrinkID(high: 0x0011_2233_4455_6677, low: 0x8899_AABB_CCDD_EEFF)

private func json(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = .sortedKeys
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}

private func read<T: Decodable>(_ type: T.Type, _ text: String) throws -> T {
  try JSONDecoder().decode(type, from: Data(text.utf8))
}

/// The text is what the value is stored as, for good, and gives the value back.
private func expectGolden<T: Codable & Equatable>(_ value: T, _ text: String) throws {
  #expect(try json(value) == text)
  #expect(try read(T.self, text) == value)
  let list = PropertyListEncoder()
  #expect(try PropertyListDecoder().decode([T].self, from: list.encode([value])) == [value])
}

private func expectRefusal<T: Decodable>(_ type: T.Type, _ text: String) {
  #expect(throws: DecodingError.self, "\(type) \(text)") { try read(type, text) }
}

struct CodableTests {
  @Test func `a drink is stored under keys that name their units`() throws {
    try expectGolden(
      Drink(
        id: latteID, time: Timestamp(1_785_998_400), dose: .milligrams(96), duration: 900,
        revision: 3, flags: [.estimated, .meant], utcOffset: -210, kind: 128, source: 7),
      """
      {"dose_ug":96000,"duration_s":900,"flags":24,"id":"00112233-4455-6677-8899-AABBCCDDEEFF",\
      "kind":128,"revision":3,"source":7,"time_s":1785998400,"utc_offset_min":-210}
      """)
  }

  @Test func `a drink at the ends of its types comes back`() throws {
    try expectGolden(
      Drink(
        id: DrinkID(high: .max, low: .max), time: .forever, dose: Amount(micrograms: .max),
        duration: .max, revision: .max, flags: Flags(rawValue: .max), utcOffset: .min,
        kind: .max, source: .max),
      """
      {"dose_ug":4294967295,"duration_s":4294967295,"flags":4294967295,\
      "id":"FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF","kind":255,"revision":4294967295,\
      "source":255,"time_s":9223372036854775807,"utc_offset_min":-32768}
      """)
  }

  @Test func `a drink needs a time and a dose, and the rest has defaults`() throws {
    let short = Drink(time: Timestamp(-5), dose: .zero)
    #expect(try read(Drink.self, #"{"time_s":-5,"dose_ug":0}"#) == short)
    #expect(try read(Drink.self, #"{"time_s":-5,"dose_ug":0,"id":null,"kind":null}"#) == short)
    expectRefusal(Drink.self, #"{"dose_ug":0}"#)
    expectRefusal(Drink.self, #"{"time_s":0}"#)
    expectRefusal(Drink.self, #"{"time_s":0,"dose_ug":null}"#)
  }

  @Test func `keys from a later version are ignored`() throws {
    let text = #"{"time_s":1,"dose_ug":2,"mood":"good","dose_mg":[9],"nested":{"time_s":3}}"#
    #expect(try read(Drink.self, text) == Drink(time: Timestamp(1), dose: .micrograms(2)))
  }

  @Test(arguments: [
    #""dose_ug":-1"#, #""dose_ug":4294967296"#, #""dose_ug":0.5"#, #""dose_ug":"96""#,
    #""dose_ug":1e300"#, #""time_s":9223372036854775808"#, #""time_s":1.5"#, #""time_s":true"#,
    #""duration_s":-1"#, #""duration_s":4294967296"#, #""revision":-1"#, #""flags":-1"#,
    #""flags":["meant"]"#, #""utc_offset_min":32768"#, #""utc_offset_min":-32769"#,
    #""kind":256"#, #""source":-1"#, #""id":"""#, #""id":7"#,
    #""id":"00112233445566778899AABBCCDDEEFF""#,
    #""id":"00112233-4455-6677-8899-AABBCCDDEEFG""#,
  ])
  func `a drink with a value of another kind or out of range is refused`(bad: String) {
    let key = bad.prefix { $0 != ":" }
    let rest = [#""time_s":0"#, #""dose_ug":0"#].filter { !$0.hasPrefix(key) }
    expectRefusal(Drink.self, "{\(([bad] + rest).joined(separator: ","))}")
  }

  @Test func `what is no object or is cut short is refused`() {
    for text in ["", "{", "[]", "7", "null", #"{"time_s":0,"dose_ug":"#, "\u{0}"] {
      expectRefusal(Drink.self, text)
      expectRefusal(Profile.self, text)
      expectRefusal(Configuration.self, text)
      expectRefusal(ZoneOffsets.self, text)
    }
  }

  @Test func `an id is a UUID, read in capitals or not`() throws {
    try expectGolden(latteID, #""00112233-4455-6677-8899-AABBCCDDEEFF""#)
    #expect(try read(DrinkID.self, #""00112233-4455-6677-8899-aabbccddeeff""#) == latteID)
    #expect(try json(DrinkID.unassigned) == #""00000000-0000-0000-0000-000000000000""#)
  }

  @Test func `single values are single numbers`() throws {
    try expectGolden(Timestamp(1_785_998_400), "1785998400")
    try expectGolden(Timestamp(.min), "-9223372036854775808")
    try expectGolden(Amount.milligrams(96), "96000")
    try expectGolden(LocalDate(days: 20_671), "20671")
    try expectGolden(LocalDate(days: -1), "-1")
    try expectGolden([.unknownDose, .lowerBound] as Flags, "260")
    try expectGolden(Receipt.Change.edited, "2")
    expectRefusal(Amount.self, "-1")
    expectRefusal(Amount.self, "4294967296")
    expectRefusal(Timestamp.self, #""2026-08-06""#)
    expectRefusal(LocalDate.self, "{}")
    expectRefusal(Flags.self, "4294967296")
    expectRefusal(Receipt.Change.self, "4")
  }

  @Test func `a profile is both half-lives in seconds`() throws {
    try expectGolden(
      Profile.adult, #"{"absorption_half_life_s":420,"elimination_half_life_s":18000}"#)
    expectRefusal(Profile.self, #"{"elimination_half_life_s":18000}"#)
    expectRefusal(
      Profile.self, #"{"absorption_half_life_s":-1,"elimination_half_life_s":18000}"#)
  }

  @Test func `a configuration is stored whole, so that new defaults do not change it`() throws {
    try expectGolden(
      Configuration(
        profile: Profile(absorptionHalfLife: 0, eliminationHalfLife: 27_000),
        deviceID: 0x00AB_CDEF_0123_4567, clockFloor: Timestamp(1_700_000_000),
        dailyLimit: .milligrams(200), singleLimit: .zero, cup: .milligrams(80), dayStart: 240,
        wearer: 7, sleepThreshold: .milligrams(20), aliases: 3),
      """
      {"aliases":3,"clock_floor_s":1700000000,"cup_ug":80000,"daily_limit_ug":200000,"day_start_min":240,\
      "device_id":"00ABCDEF01234567","profile":{"absorption_half_life_s":0,\
      "elimination_half_life_s":27000},"single_limit_ug":0,\
      "sleep_threshold_ug":20000,"wearer":7}
      """)
    let text = try json(Configuration())
    for key in [
      "clock_floor_s", "daily_limit_ug", "single_limit_ug", "cup_ug", "day_start_min", "wearer",
      "sleep_threshold_ug", "aliases",
    ] {
      #expect(text.contains("\"\(key)\""))
    }
  }

  @Test func `what a configuration leaves out is the default`() throws {
    #expect(try read(Configuration.self, "{}") == Configuration())
    #expect(try read(Configuration.self, #"{"later":1,"cup_ug":null}"#) == Configuration())
    #expect(try read(Configuration.self, #"{"day_start_min":240}"#) == Configuration(dayStart: 240))
    #expect(
      try read(Configuration.self, #"{"device_id":"ffffffffffffffff"}"#)
        == Configuration(deviceID: .max))
  }

  @Test(arguments: [
    #""device_id":7"#, #""device_id":"7""#, #""device_id":"+0ABCDEF01234567""#,
    #""device_id":"０0ABCDEF01234567""#, #""device_id":"00ABCDEF012345678""#,
    #""day_start_min":-1"#, #""cup_ug":4294967296"#, #""profile":{}"#, #""profile":7"#,
    #""clock_floor_s":"now""#,
  ])
  func `a configuration with a bad value is refused`(bad: String) {
    expectRefusal(Configuration.self, "{\(bad)}")
  }

  @Test func `what a phone sends a watch about its zone`() throws {
    try expectGolden(
      ZoneOffsets(utcOffset: 120, nextChange: Timestamp(1_792_890_000), offsetAfter: 60),
      #"{"next_change_s":1792890000,"offset_after_min":60,"offset_min":120}"#)
    try expectGolden(ZoneOffsets(utcOffset: 345), #"{"offset_min":345}"#)
    expectRefusal(ZoneOffsets.self, "{}")
    expectRefusal(ZoneOffsets.self, #"{"offset_min":32768}"#)
    expectRefusal(ZoneOffsets.self, #"{"offset_min":60,"next_change_s":5}"#)
  }
}
