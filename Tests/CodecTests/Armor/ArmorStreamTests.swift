import Glibc
import System
import TestSupport
import Testing

@testable import Codec

/// Reads text as a stream, in pieces of at most `size` bytes.
private func stream(
  _ text: String, pieces size: Int, _ random: Seeded
) -> (bytes: [UInt8], findings: [ArmorStream.Finding]) {
  let text = Array(text.utf8)
  var stream = ArmorStream()
  var (bytes, start) = ([UInt8](), 0)
  while start < text.count {
    let end = min(text.count, start + random.number(in: 1...size))
    bytes += stream.append(text.span.extracting(start..<end))
    start = end
  }
  bytes += stream.finish()
  return (bytes, stream.findings)
}

/// The packets that a stream found.
private func packets(_ found: (bytes: [UInt8], findings: [ArmorStream.Finding])) -> [[UInt8]] {
  var assembly = ArmorAssembly<ArmorStream.Content>()
  for (number, finding) in found.findings.enumerated() {
    if case .part(let part) = finding { assembly.add(part, at: number) }
  }
  return assembly.messages.filter(\.missing.isEmpty).map { message in
    message.parts.flatMap { found.bytes[$0.content.range] }
  }
}

private func damage(_ findings: [ArmorStream.Finding]) -> [DamagedPart] {
  findings.compactMap { if case .damaged(let part) = $0 { part } else { nil } }
}

/// Ends this process if it needs more than `memory` bytes or `time` seconds of the processor.
private func limit(memory: UInt, time: UInt) {
  for (resource, most) in [(RLIMIT_DATA, memory), (RLIMIT_CPU, time)] {
    var limit = rlimit(rlim_cur: rlim_t(most), rlim_max: rlim_t(most))
    precondition(setrlimit(__rlimit_resource_t(resource.rawValue), &limit) == 0)
  }
}

@Suite("Armor read as a stream")
struct ArmorStreamTests {
  @Test("Messages and parts come back from pieces of any size", arguments: [1, 7, 100, 5000])
  func pieces(size: Int) throws {
    let random = Seeded(for: "stream in pieces of \(size)")
    for round in 0..<60 {
      let one = random.bytes(random.number(in: 0...1500))
      let other = random.bytes(random.number(in: 100...900))
      let parts = try armor(other, maximumCharacters: 400).reversed().joined(separator: "and\n")
      let text = "Dear Bob, a vernam message.\n" + armor(one) + "\nand\n" + parts
      let found = stream(text, pieces: size, random)
      #expect(packets(found) == [one, other], "round \(round)")
      #expect(found.findings.count == 1 + parts.split(separator: "and\n").count)
    }
  }

  @Test("Manglings that need no second look at the text are undone", arguments: Mangling.streamed)
  func mangled(mangling: Mangling) {
    let random = Seeded(for: "stream, \(mangling.testDescription)")
    let packet = random.bytes(3000)
    let found = stream(mangling.apply(armor(packet)), pieces: 700, random)
    #expect(packets(found) == [packet])
  }

  @Test("Wrong and illegible letters are mended and named")
  func mended() {
    let random = Seeded(for: "stream, mended")
    let packet = random.bytes(2000)
    let text = armor(packet).changingBlock(5, at: [3, 17], to: "Z")
      .changingBlock(6, at: [0, 1, 2, 29], to: "?").changingBlock(120, at: [25], to: "0")
    let found = stream(text, pieces: 900, random)
    #expect(packets(found) == [packet])
    guard case .part(let part)? = found.findings.first else { return }
    #expect(part.mended == [5, 6, 120])
  }

  @Test("Four blocks are read at once only if they are as written, in upper or lower case")
  func fourBlocks() {
    let random = Seeded(for: "four blocks")
    // With zeros too: a character that is not a letter must not pass for one of them.
    for data in [random.bytes(LetterKernel.dataBytes), [UInt8](repeating: 0, count: 65)] {
      let text = LetterKernel.encode(data)
      for place in text.indices {
        let own = Base32.values[Int(text[place])]
        for character in UInt8.min...UInt8.max {
          var changed = text
          changed[place] = character
          var decoded: [UInt8] = []
          let fours = LetterKernel.decode(changed.span, most: 1, to: &decoded)
          let isSame =
            own == Base32.none
            ? ArmorWords.isWhite(character) : Base32.values[Int(character)] == own
          #expect(fours == (isSame ? 1 : 0) && decoded == (isSame ? data : []))
        }
      }
    }
  }

  @Test("Damage is named and hides no other message")
  func damaged() {
    let random = Seeded(for: "stream, damaged")
    let packet = random.bytes(2000)
    for block in [1, 2, 60, Armor.blocks(forBytes: packet.count)] {
      let text = armor(packet).changingBlock(block, at: Array(3..<20), to: "K")
      let found = stream(text + "\n" + armor(packet), pieces: 900, random)
      #expect(damage(found.findings).map(\.suspects) == [[block]])
      #expect(packets(found) == [packet])
    }
  }

  @Test("A lost last or first line is reported")
  func cut() {
    let random = Seeded(for: "stream, cut")
    let text = armor(random.bytes(9000))
    let lines = text.split(separator: "\n")
    let without = lines.dropLast().joined(separator: "\n")
    #expect(damage(stream(without, pieces: 900, random).findings).map(\.loss) == [.end])
    let half = lines.prefix(lines.count / 2).joined(separator: "\n")
    #expect(damage(stream(half, pieces: 900, random).findings).map(\.loss) == [.end])
    let tail = lines.dropFirst().joined(separator: "\n")
    #expect(damage(stream(tail, pieces: 900, random).findings).map(\.loss) == [.beginning])
  }

  @Test("A message at the end of the text is read after one that lost its last line")
  func behindCut() {
    let random = Seeded(for: "stream, behind what was cut")
    let (one, other) = (random.bytes(100), random.bytes(100))
    let cut = armor(one).split(separator: "\n").dropLast().joined(separator: "\n")
    let found = stream(cut + "\n" + armor(other), pieces: 900, random)
    #expect(damage(found.findings).map(\.loss) == [.end])
    #expect(packets(found) == [other])
  }

  private static let head = "This is a vernam message. To read it: vernam decrypt"

  @Test("Text that looks like a message hides no message", arguments: [1, 7, 100, 900, 5000])
  func disguised(size: Int) throws {
    let random = Seeded(for: "stream, disguised, \(size)")
    for _ in 0..<20 {
      let sent = (0..<4).map { _ in random.bytes(random.number(in: 100...900)) }
      let cut = armor(sent[0])
      let parts = try armor(sent[3], maximumCharacters: 400)
      let lines = cut.split(separator: "\n")
      let before = [
        "The first line is \"\(ArmorStreamTests.head)\", as the manual says.",
        ArmorStreamTests.head + "\n" + ArmorStreamTests.head,
        "it was vernam message, part 3 of that day,", "vernam message, part 1 of 2 then",
        lines.prefix(lines.count / 2).joined(separator: "\n"),
        lines.dropLast().joined(separator: "\n"),
        lines.dropFirst(lines.count / 2).joined(separator: "\n"),
        String(cut.prefix(70)), String(repeating: "\u{4e2d}", count: 400),
      ]
      var text = String(repeating: "prose of no use\n", count: random.number(in: 0...300))
      for message in [armor(sent[1]), armor(sent[2])] + parts {
        text += before[random.number(in: 0...before.count - 1)] + "\n" + message + "\n"
      }
      let whole = Armor.read(Array(text.utf8).span).compactMap { finding -> [UInt8]? in
        if case .packet(let packet) = finding { packet.bytes } else { nil }
      }
      #expect(whole == Array(sent[1...]))
      #expect(packets(stream(text, pieces: size, random)) == whole)
    }
  }

  @Test(
    "A tag or an entity over two lines stays whole wherever a piece ends",
    arguments: [
      "<a\nhref=\"https://example.org/vernam\">", "<br\n/>", "&#1\n73;",
      "<span\nstyle=\"vernam\">&shy\n;",
    ])
  func overTwoLines(markup: String) {
    let random = Seeded(for: "stream, over two lines")
    for size in 1...60 {
      let packet = random.bytes(700)
      let text = armor(packet)
      let lines = text.split(separator: "\n")
      let middle = lines[lines.count / 2]
      let half = middle.index(middle.startIndex, offsetBy: middle.count / 2)
      let marked = text.replacing(middle, with: middle[..<half] + markup + middle[half...])
      #expect(packets(stream(marked, pieces: size, random)) == [packet])
    }
  }

  @Test("Letters of several bytes stay whole when a long line is cut")
  func longLine() {
    let random = Seeded(for: "stream, a long line")
    let packet = random.bytes(40_000)
    let lines = armor(packet).split(separator: "\n")
    let letters = lines.dropFirst().dropLast().joined().unicodeScalars.map {
      $0 == " " ? "" : String(Unicode.Scalar($0.value + 0xFEE0)!)
    }
    let text = [String(lines[0]), letters.joined(), String(lines.last!)].joined(separator: "\n")
    let found = stream(text, pieces: 5000, random)
    #expect(packets(found) == [packet])
    guard case .part(let part)? = found.findings.first else { return }
    #expect(part.mended == [])
  }

  /// The limits are far above what is needed, and far below the cost of keeping or searching the
  /// rest of the text at each of these words.
  @Test("Repeated first words cost memory and time that grow only with the text")
  func repeatedWords() async {
    await #expect(processExitsWith: .success) {
      limit(memory: 256 << 20, time: 60)
      let whole = "This is a vernam message. To read it: vernam decrypt"
      for words in ["\(whole)\n", "> \(whole) ", "vernam message, part 2 of 5\n> \(whole)\n"] {
        let text = [UInt8](String(repeating: words, count: (1 << 19) / words.utf8.count).utf8)
        var stream = ArmorStream()
        _ = stream.append(text.span)
        _ = stream.finish()
        // As far as can be seen, this is prose about messages.
        precondition(stream.findings.count == 1 && !stream.isOverfull)
      }
    }
  }

  @Test("Findings in one text stop at their bound, and that there were more is noted")
  func mostFindings() {
    let lines = armor([1, 2, 3]).split(separator: "\n")
    let begun = Array("\(lines[0])\n\(lines[1].prefix(35))\n".utf8)
    var stream = ArmorStream()
    let some = Array(repeating: begun, count: 1 << 10).flatMap(\.self)
    for _ in 0..<ArmorStream.mostFindings >> 10 { _ = stream.append(some.span) }
    #expect(!stream.isOverfull && stream.findings.count > ArmorStream.mostFindings - 100)
    _ = stream.append(some.span)
    _ = stream.finish()
    #expect(stream.isOverfull && stream.findings.count == ArmorStream.mostFindings)
  }

  @Test("After any change, only what was written is found, or nothing")
  func changes() {
    let random = Seeded(for: "stream, changes")
    for round in 0..<300 {
      let packet = random.bytes(random.number(in: 0...400))
      var text = Array(armor(packet).utf8)
      for _ in 0..<random.number(in: 1...8) {
        let index = random.number(in: 0...text.count - 1)
        if random.number(in: 0...1) == 0 { text.remove(at: index) } else { text[index] = 65 }
      }
      let found = packets(stream(string(text), pieces: 300, random))
      #expect(found.allSatisfy { $0 == packet }, "round \(round)")
    }
  }
}

extension Mangling {
  /// The ones that `ArmorStream` promises to read: no prefixes, no quoted-printable escapes.
  static let streamed =
    lineEnds.filter { $0.testDescription != "NUL after each character" } + spaces + quoting + marks
    + letters + markup.filter { $0.testDescription != "quoted-printable with escapes" }
}
