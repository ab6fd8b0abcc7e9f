import Testing

@testable import CaffeineFoundation

struct LoggedIDTests {
  @Test func `hexadecimal digits and a UUID are the same id`() {
    let plain = LoggedID("00112233445566778899AABBCCDDEEFF")
    #expect(plain == LoggedID("00112233-4455-6677-8899-aabbccddeeff"))
    #expect(plain?.description == "00112233445566778899aabbccddeeff")
    #expect(plain?.bytes.first == 0)
    #expect(plain?.bytes.last == 0xFF)
    #expect(plain?.bytes.count == 16)
  }

  @Test func `anything else is no id`() {
    for text in [
      "", "17", "0011223344556677889", "00112233445566778899AABBCCDDEEFG",
      "0011223-34455-6677-8899-aabbccddeeff", "00112233445566778899AABBCCDDEEFF0",
    ] {
      #expect(LoggedID(text) == nil)
    }
  }

  @Test func `the hash is FNV-1a of 128 bits`() {
    var hash = RowHash()
    #expect(hash.id.description == "6c62272e07bb014262b821756295c58d")
    hash.add(byte: UInt8(ascii: "a"))
    #expect(hash.id.description == "d228cb696f1a8caf78912b704e4a8964")
    var foobar = RowHash()
    for byte in "foobar".utf8 { foobar.add(byte: byte) }
    #expect(foobar.id.description == "343e1662793c64bf6f0d3597ba446f18")
  }

  @Test func `parts of a row do not run together`() {
    var left = RowHash()
    left.add(text: "ab".utf8)
    left.add(text: "c".utf8)
    var right = RowHash()
    right.add(text: "a".utf8)
    right.add(text: "bc".utf8)
    #expect(left.id != right.id)
  }
}
