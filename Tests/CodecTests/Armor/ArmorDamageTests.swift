import Testing

@testable import Codec

@Suite("Damaged armor")
struct ArmorDamageTests {
  static let packet: [UInt8] = {
    var numbers = Numbers(seed: 9)
    return numbers.bytes(200)
  }()

  @Test("Two wrong letters in each block are mended and named")
  func mended() {
    let text = armor(Self.packet).changingBlock(3, at: [0, 29], to: "X")
      .changingBlock(6, at: [11, 12], to: "0")
    let mended = [3, 6].map { ArmorBlock(part: 1, number: $0) }
    let expected = ArmoredPacket(bytes: Self.packet, parts: 1, mended: mended)
    #expect(read(text) == [.packet(expected)])
    #expect(expected.description == "mended wrong letters in blocks 3 and 6")
  }

  @Test("Four letters that could not be read are mended", arguments: ["u", "U", "?"])
  func illegible(letter: Character) {
    let text = armor(Self.packet).changingBlock(1, at: [0, 7, 8, 28], to: letter)
      .changingBlock(5, at: [2, 3, 4, 5], to: letter)
    #expect(packets(read(text)) == [Self.packet])
  }

  @Test("A damaged block is named, and mended ones with it", arguments: 1...14)
  func damaged(block: Int) {
    let other = block == 2 ? 9 : 2
    let text = armor(Self.packet).changingBlock(block, at: Array(3..<20), to: "K")
      .changingBlock(other, at: [1], to: "M")
    let parts = damage(read(text))
    #expect(parts.map(\.suspects) == [[block, other].sorted()])
    #expect(parts.map(\.loss) == [nil])
  }

  @Test("The name of the damage and the hint are lines for people")
  func wording() {
    let text = armor(Self.packet).changingBlock(7, at: Array(3..<20), to: "K")
    let finding = read(text)[0]
    #expect(finding.description == "the message is damaged in block 7")
    #expect(
      finding.hint
        == "compare with the original (30 letters are a block, two a line), or ask for it again")
  }

  @Test("A lost letter is told from where on")
  func slip() {
    let lines = armor(Self.packet).split(separator: "\n")
    let text = ([lines[0], lines[1], lines[2].dropFirst()] + lines[3...]).joined(separator: "\n")
    #expect(
      read(text).map(\.hint) == ["look for a lost or added letter in block 3, or ask for it again"])
  }

  @Test("Up to four letters lost at the end are mended")
  func shortEnd() {
    let lines = armor(Self.packet).split(separator: "\n")
    let last = lines.count - 2
    let text = (lines[..<last] + [lines[last].dropLast(4)] + lines[(last + 1)...])
    #expect(packets(read(text.joined(separator: "\n"))) == [Self.packet])
  }

  @Test("A lost line of letters is damage")
  func lostLine() {
    let lines = armor(Self.packet).split(separator: "\n")
    for line in 1..<lines.count - 1 {
      let text = (lines[..<line] + lines[(line + 1)...]).joined(separator: "\n")
      #expect(damage(read(text)).map(\.loss) == [.letters], "without line \(line)")
      #expect(packets(read(text)).isEmpty)
    }
  }

  @Test("A lost last line is an error that says so")
  func lostEnd() {
    let text = armor(Self.packet).split(separator: "\n").dropLast().joined(separator: "\n")
    let findings = read(text)
    #expect(findings.map(\.description) == ["the end of the message is missing"])
    #expect(findings[0].hint == "copy it again, down to the line that begins with \"End of\"")
  }

  @Test("A lost first line is an error that says so")
  func lostBeginning() {
    let text = armor(Self.packet).split(separator: "\n").dropFirst().joined(separator: "\n")
    #expect(read(text).map(\.description) == ["the beginning of the message is missing"])
  }

  @Test("A message that lost its end does not hide the next one")
  func lostEndThenWhole() {
    let cut = armor(Self.packet).split(separator: "\n").dropLast().joined(separator: "\n")
    let findings = read(cut + "\n" + armor([1, 2, 3]) + cut)
    #expect(
      findings.map { if case .packet = $0 { "packet" } else { $0.description } } == [
        "the end of the message is missing", "packet", "the end of the message is missing",
      ])
  }

  @Test("Prose about a message, with its very words, is no damaged message beside one")
  func proseAboutMessages() {
    let prose = """
      Your vernam message, part 2 of 5, never came. It ought to start with the line "This is a
      vernam message. To read it: vernam decrypt" and stop at "End of vernam message.", or so.
      "End of part 2 of 5." is another one. Here is mine:

      """
    #expect(packets(read(prose + armor(Self.packet) + prose)) == [Self.packet])
    #expect(read(prose + armor(Self.packet) + prose).count == 1)
  }

  @Test("The words alone lack their end, and other text holds no message")
  func nothing() {
    let words = "This is a vernam message. To read it: vernam decrypt"
    #expect(read(words).map(\.description) == ["the end of the message is missing"])
    #expect(read("").isEmpty)
    #expect(read("Dear Bob,\n\nsee you at twelve, vernam and all.\n").isEmpty)
  }

  @Test("A letter that is illegible before zeros is not taken for one that was never there")
  func illegibleBeforeZeros() throws {
    let text = """
      This is a vernam message. To read it: vernam decrypt
      MX602 08000 02AC6 DXZGE 7J3TA CSWRX 7XRKG JGZXE E585W AAQM7 Z3QC7 V0K6V
      5WP0H 4T8CK YMNZE 05VB0 JH4MZ 7B0Y1 00000 00000 00000 00000 00000 00000
      End of vernam message.
      """
    let packet = try #require(packets(read(text)).first)
    let damaged = text.replacing("7B0Y1", with: "7B0?1")
    let expected = ArmoredPacket(
      bytes: packet, parts: 1, mended: [ArmorBlock(part: 1, number: 3)])
    #expect(read(damaged) == [.packet(expected)])
  }
}
