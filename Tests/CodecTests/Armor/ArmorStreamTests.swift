import Glibc
import System
import TestSupport
import Testing

@testable import Codec

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
      let found = StreamedText(text, pieces: size, random)
      #expect(found.packets == [one, other], "round \(round)")
      #expect(found.findings.count == 1 + parts.split(separator: "and\n").count)
    }
  }

  @Test("Manglings that need no second look at the text are undone", arguments: Mangling.streamed)
  func mangled(mangling: Mangling) {
    let random = Seeded(for: "stream, \(mangling.testDescription)")
    let packet = random.bytes(3000)
    let found = StreamedText(mangling.apply(armor(packet)), pieces: 700, random)
    #expect(found.packets == [packet])
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

  private static let head = "This is a vernam message. Use vernam to open it."

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
      #expect(StreamedText(text, pieces: size, random).packets == whole)
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
      #expect(StreamedText(marked, pieces: size, random).packets == [packet])
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
    let found = StreamedText(text, pieces: 5000, random)
    #expect(found.packets == [packet])
    guard case .part(let part)? = found.findings.first else { return }
    #expect(part.mended == [])
  }

  /// The limits are far above what is needed, and far below the cost of keeping or searching the
  /// rest of the text at each of these words.
  @Test("Repeated first words cost memory and time that grow only with the text")
  func repeatedWords() async {
    await #expect(processExitsWith: .success) {
      limit(memory: 256 << 20, time: 60)
      let whole = "This is a vernam message. Use vernam to open it."
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
}

extension Mangling {
  /// The ones that `ArmorStream` promises to read: no prefixes, no quoted-printable escapes.
  static let streamed =
    lineEnds.filter { $0.testDescription != "NUL after each character" } + spaces + quoting + marks
    + letters + markup.filter { $0.testDescription != "quoted-printable with escapes" }
}
