import Testing

@testable import CaffeineFoundation

struct CSVScannerTests {
  /// The rows of a text as lists of cells, and the scanner's last word.
  private func rows(
    _ text: String, delimiter: String = ",", comments: Bool = false
  ) -> (cells: [[String]], lines: [Int], end: CSVScanner.Step) {
    var scanner = CSVScanner(
      delimiter: delimiter.utf8.first ?? 0x2C, allowsComments: comments)
    var cells: [[String]] = []
    var lines: [Int] = []
    func keep() {
      let record = scanner.record
      cells.append(record.cells.indices.map { decoded(record.exactCell($0)).text })
      lines.append(record.firstLine)
    }
    for byte in text.utf8 where scanner.take(byte) == .record { keep() }
    let end = scanner.finish()
    if end == .record { keep() }
    return (cells, lines, end)
  }

  @Test func `quotes hold separators, doubled quotes and line breaks`() {
    let (cells, lines, _) = rows("a,\"b,\"\"c\"\"\r\nd\",e\nf,g,h")
    #expect(cells == [["a", "b,\"c\"\r\nd", "e"], ["f", "g", "h"]])
    #expect(lines == [1, 3])
  }

  @Test(arguments: ["\n", "\r\n", "\r"])
  func `every end of line ends one line`(end: String) {
    let (cells, lines, _) = rows(
      ["a,b", "", "c,d", "", "", "\"e\(end)f\"", "g"].joined(separator: end))
    #expect(cells == [["a", "b"], ["c", "d"], ["e\(end)f"], ["g"]])
    #expect(lines == [1, 3, 6, 8])
  }

  @Test func `a quote inside a cell that has begun is a quote`() {
    #expect(rows("5\" cup,6\"\n").cells == [["5\" cup", "6\""]])
  }

  @Test func `blanks may stand around quotes`() {
    #expect(rows("a,  \"b \" ,c\n").cells == [["a", "b ", "c"]])
  }

  @Test func `comments are left out where they are allowed`() {
    #expect(rows("a\n# b\n#\nc#d\n", comments: true).cells == [["a"], ["c#d"]])
    #expect(rows("a\n#b\n").cells == [["a"], ["#b"]])
    #expect(rows("\"#a\"\n", comments: true).cells == [["#a"]])
  }

  @Test func `empty cells are cells`() {
    #expect(rows(",,\n").cells == [["", "", ""]])
    #expect(rows("a;\"\";\n", delimiter: ";").cells == [["a", "", ""]])
    #expect(rows("a\t\tb", delimiter: "\t").cells == [["a", "", "b"]])
  }

  @Test func `an open quote at the end is told`() {
    #expect(rows("a,\"b\nc\n").end == .unclosedQuote)
    #expect(rows("a,\"b\"").end == .record)
    #expect(rows("").end == .more)
  }

  @Test func `text after a closing quote spoils its row only`() {
    var scanner = CSVScanner(delimiter: 0x2C, allowsComments: false)
    var isMalformed: [Bool] = []
    for byte in "\"a\"b,c\n\"d\" \"e\"\n\"f\"\n".utf8 where scanner.take(byte) == .record {
      isMalformed.append(scanner.record.isMalformed)
    }
    #expect(isMalformed == [true, true, false])
  }

  @Test func `blanks of every width are trimmed`() {
    let text = Array(" \t\u{a0}\u{202f}\u{2009}a\u{a0} b\u{2003}\u{202f} ".utf8)
    #expect(decoded(trimmed(text[...])).text == "a\u{a0} b")
    #expect(trimmed(Array("é\u{3000}".utf8)[...]).count == 5)
    #expect(trimmed([0x20, 0x20]).isEmpty)
  }
}
