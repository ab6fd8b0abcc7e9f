import Testing

@testable import CaffeineEngine

struct ProfileTests {
  @Test(
    arguments: [
      (0, 18_000), (30, 1_800), (86_400, 720_000), (86_400, 1_800), (0, 1_800), (420, 720_000),
    ] as [(UInt32, UInt32)])
  func `half-lives within the model are accepted`(absorption: UInt32, elimination: UInt32) throws {
    #expect(profile(absorption, elimination).isValid)
    _ = try LedgerMemory(
      configuration: Configuration(profile: profile(absorption, elimination)))
  }

  @Test(
    arguments: [
      (1, 18_000), (29, 18_000), (86_401, 18_000), (UInt32.max, 18_000), (420, 0), (420, 1_799),
      (420, 720_001), (420, UInt32.max),
    ] as [(UInt32, UInt32)])
  func `half-lives outside it are refused and not clamped`(
    absorption: UInt32, elimination: UInt32
  ) throws {
    let bad = profile(absorption, elimination)
    #expect(!bad.isValid)
    #expect(throws: CaffeineError.range) {
      try LedgerMemory(configuration: Configuration(profile: bad))
    }
    let memory = try LedgerMemory()
    memory.refuses(.range) { try $0.setProfile(bad, from: nil) }
    memory.refuses(.range) { try $0.setProfile(bad, from: morning()) }
  }

  @Test func `the adult's half-lives are the documented defaults`() {
    #expect(Profile.adult == profile(420, 18_000))
    let configuration = Configuration()
    #expect(configuration.profile == .adult)
    #expect(configuration.dailyLimit == .milligrams(400))
    #expect(configuration.singleLimit == .milligrams(200))
    #expect(configuration.cup == .milligrams(96))
    #expect(configuration.dayStart == 0)
    #expect(configuration.clockFloor == Timestamp(0))
    #expect(configuration.deviceID == 0)
  }
}
