import Testing

@testable import CaffeineFoundation

struct DecimalTextTests {
  /// A cell read as milligrams in thousandths, `either`, or nil.
  private func thousandths(_ text: String, pointIsDecimal: Bool = true) -> String? {
    switch DecimalReading(Array(text.utf8)[...], pointIsDecimal: pointIsDecimal) {
    case .number(let number):
      let magnitude = number.scaled(by: 1, shift: 3).map(String.init) ?? "large"
      return (number.isNegative ? "-" : "") + magnitude
    case .either(let decimal, let thousands):
      let both = [decimal, thousands].map { $0.scaled(by: 1, shift: 3).map(String.init) ?? "large" }
      return both.joined(separator: " or ")
    case .notANumber: return nil
    }
  }

  @Test(arguments: [
    ("95", "95000"), ("95.5", "95500"), ("0.1", "100"), (".5", "500"), ("95.", "95000"),
    ("+7", "7000"), ("-5", "-5000"), ("\u{2212}5", "-5000"), ("-0.00", "0"), ("0095", "95000"),
    ("9,5", "9500"), ("0,750", "750"), ("1234,5", "1234500"), ("1,234.5", "1234500"),
    ("1.234,56", "1234560"), ("1,234,567", "1234567000"), ("1 234,5", "1234500"),
    ("1\u{202f}234", "1234000"), ("1'234.5", "1234500"), ("1\u{2019}234", "1234000"),
    ("0.0004", "0"), ("0.0005", "1"), ("2.0015", "2002"), ("9.5e1", "95000"), ("1E-3", "1"),
    ("99999999999999999999", "large"), ("1e999", "large"), ("1e-999", "0"),
    ("0.00000000000000000000000095", "0"), ("0000000000000000000000000001.5", "1500"),
    ("1.23456789012345678901234567890", "1235"), ("0.4999999999999999999999", "500"),
  ])
  func `numbers are read exactly`(text: String, expected: String) {
    #expect(thousandths(text) == expected)
  }

  @Test(arguments: [
    "", ".", ",", "-", "e5", "1e", "1e5000", "1..2", "1,,2", "12,34.5", "1,23,456.7", "1.2.3",
    "9 5", "1,234,56", "1.234.5", "abc", "9x", "0x10", "nan", "inf", "1,234.567,8", "٣", "--5",
    "1 2345", "1234,567.8",
  ])
  func `anything else is no number`(text: String) {
    #expect(thousandths(text) == nil)
  }

  @Test func `one mark before three digits can be two numbers`() {
    #expect(thousandths("1,234") == "1234 or 1234000")
    #expect(thousandths("1.234") == "1234")
    #expect(thousandths("1.234", pointIsDecimal: false) == "1234 or 1234000")
    #expect(thousandths("1.23", pointIsDecimal: false) == "1230")
    #expect(thousandths("0.123", pointIsDecimal: false) == "123")
    #expect(thousandths("1234,567") == "1234567")
  }

  @Test func `every microgram survives being written as milligrams`() {
    let seed: UInt64 = 0xD05E
    var generator = LogTestGenerator(seed: seed)
    for _ in 0..<5000 {
      let dose = UInt32.random(in: 0...LoggedDrink.largestDoseMicrograms, using: &generator)
      let text = DrinkLogWriter.milligrams(dose)
      if thousandths(text) != String(dose) { Issue.record("seed \(seed): \(dose) as \(text)") }
    }
  }
}
