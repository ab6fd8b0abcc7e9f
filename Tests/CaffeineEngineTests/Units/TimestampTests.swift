import CaffeineEngine
import Testing

struct TimestampTests {
  @Test func `adding seconds stops at both ends of time`() {
    #expect(Timestamp(5).adding(-7) == Timestamp(-2))
    #expect(Timestamp.forever.adding(1) == .forever)
    #expect(Timestamp(.min).adding(-1) == Timestamp(.min))
    #expect(Timestamp(.min).adding(.max) == Timestamp(-1))
  }

  @Test func `nothing is later than for ever`() {
    #expect(Timestamp(.max - 1) < .forever)
    #expect(!(Timestamp.forever < Timestamp(.max)))
  }
}
