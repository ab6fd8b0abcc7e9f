import CaffeineEngine
import Testing

struct AmountTests {
  @Test func `milligrams are a thousand micrograms`() {
    #expect(Amount.milligrams(96) == .micrograms(96_000))
    #expect(Amount.milligrams(0) == .zero)
    #expect(Amount.milligrams(4_294_967).micrograms == 4_294_967_000)
  }

  @Test func `more milligrams than fit are the largest amount`() {
    #expect(Amount.milligrams(4_294_968).micrograms == .max)
    #expect(Amount.milligrams(.max).micrograms == .max)
  }

  @Test func `amounts are ordered by size`() {
    #expect(Amount.zero < .micrograms(1))
    #expect(!(Amount.micrograms(7) < .micrograms(7)))
  }
}
