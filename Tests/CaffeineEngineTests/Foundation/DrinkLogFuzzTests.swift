import Testing

@testable import CaffeineFoundation

struct DrinkLogFuzzTests {
  private static let samples: [[UInt8]] = [
    #"""
    time,caffeine_mg,duration_min,name,kind,id,utc_offset_min
    2026-08-06T07:30:00+02:00,95.5,1.5,"Latte, ""big""",espresso,,60
    2026-10-25 02:30,80,,Tea,black tea,00112233445566778899aabbccddeeff,
    2026-08-06T07:30Z,,,,,,
    """#,
    #"""
    Day,Time,Group,Food Name,Amount,Energy (kcal),Caffeine (mg),Water (g)
    2026-08-06,07:30,Breakfast,"Coffee, Brewed","8 ""oz""",2.37,94.80,235.60
    2012-9-10,11:05 AM,Snacks,Espresso,1 shot,2.70,63.60,29.34
    2012-9-10,,Snacks,Espresso,1 shot,2.70,63.60,
    """#,
    "\u{feff}Datum;Koffein (mg);Name\r\n2026-08-06;9,5;Tee\r\n# x\r\n2026-03-29 02:30;1.234,5;\r\n",
    "sep=\t\ntimestamp\tcaffeine_g\n2026-08-06 7:57:00\u{202f}am +1000\t0,095\n",
  ].map { Array($0.utf8) }

  private static let pieces: [[UInt8]] =
    [
      ",", ";", "\t", "\"", "\"\"", "\n", "\r\n", "\r", "#", "-", "+", ".", ":", "Z", "T", "e", "0",
      "9999999999", "1,234", "-08", "am", "\u{202f}", "\u{a0}", "µg", "2026-02-30", "24:00",
      "caffeine_mg", "time", " ", "\u{2212}", "\u{feff}",
    ].map { Array($0.utf8) } + [[0], [0xFF], [0xC2], [0xE2, 0x80], [0x1A]]

  private func mutate(_ bytes: [UInt8], _ generator: inout LogTestGenerator) -> [UInt8] {
    var bytes = bytes
    for _ in 0...generator.below(5) {
      let place = generator.below(bytes.count + 1)
      let piece = DrinkLogFuzzTests.pieces[generator.below(DrinkLogFuzzTests.pieces.count)]
      switch generator.below(6) {
      case 0: bytes.insert(contentsOf: piece, at: place)
      case 1: bytes.replaceSubrange(place..<min(bytes.count, place + piece.count), with: piece)
      case 2: bytes.removeSubrange(place..<min(bytes.count, place + 1 + generator.below(12)))
      case 3: if place < bytes.count { bytes[place] ^= 1 << UInt8(generator.below(8)) }
      case 4: bytes.append(contentsOf: bytes[place..<min(bytes.count, place + 60)])
      default: if generator.chance(10) { bytes.removeSubrange(place...) }
      }
    }
    return bytes
  }

  @Test(arguments: 0..<20)
  func `no bytes crash the reader, and what it reads survives being written`(seed: UInt64) throws {
    var generator = LogTestGenerator(seed: seed)
    let reader = DrinkLogReader(zone: try .named("Europe/Berlin"), unit: .milligrams)
    let plain = DrinkLogReader(zone: .utc, isStrict: true)
    var readCount = 0
    for round in 0..<1000 {
      let sample = DrinkLogFuzzTests.samples[generator.below(DrinkLogFuzzTests.samples.count)]
      let input = mutate(sample, &generator)
      guard let log = try? reader.read(input), !log.drinks.isEmpty else { continue }
      readCount += 1
      do {
        let again = try plain.read(DrinkLogWriter().text(for: log.drinks))
        if withoutLines(again.drinks) != withoutLines(log.drinks) {
          Issue.record("seed \(seed), round \(round): \(String(decoding: input, as: UTF8.self))")
        }
      } catch {
        Issue.record("seed \(seed), round \(round): \(error)")
      }
    }
    #expect(readCount > 300, "seed \(seed): the inputs are too broken to say anything")
  }

  @Test func `a file cut anywhere into pieces reads the same`() throws {
    let reader = DrinkLogReader(zone: .utc, unit: .milligrams)
    let seed: UInt64 = 0xC007
    var generator = LogTestGenerator(seed: seed)
    for sample in DrinkLogFuzzTests.samples {
      let whole = try reader.read(sample)
      for _ in 0..<50 {
        var chunks: [[UInt8]] = []
        var rest = sample[...]
        while !rest.isEmpty {
          let size = generator.below(9)
          chunks.append(Array(rest.prefix(size)))
          rest = rest.dropFirst(size)
        }
        let pieces = try reader.read(chunks: chunks)
        #expect(pieces.drinks == whole.drinks && pieces.notes == whole.notes, "seed \(seed)")
      }
    }
  }

  @Test func `every byte of a long file is taken once`() throws {
    let row = Array("2026-08-06T07:30:00+02:00,95.5,1.5,\"Latte, big\",espresso,,60\n".utf8)
    let header = Array("\(DrinkLogWriter.header)\n".utf8)
    for rowCount in [1000, 2000, 4000] {
      var pass = LogPass(DrinkLogReader(zone: .utc))
      try pass.take(header)
      for _ in 0..<rowCount { try pass.take(row) }
      #expect(pass.takenByteCount == header.count + rowCount * row.count)
      // Equal rows are the hard case of the ids: each tries one number, not all before it.
      #expect(pass.triedIdentityCount == rowCount)
      #expect(try pass.finish().drinks.count == rowCount)
    }
  }
}
