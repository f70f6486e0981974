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
  }

  @Test("Four illegible letters are mended", arguments: ["u", "U", "?"])
  func illegible(letter: Character) {
    let text = armor(Self.packet).changingBlock(1, at: [0, 7, 8, 28], to: letter)
      .changingBlock(5, at: [2, 3, 4, 5], to: letter)
    #expect(packets(read(text)) == [Self.packet])
  }

  @Test("A damaged block is named, along with the mended ones", arguments: 1...14)
  func damaged(block: Int) {
    let other = block == 2 ? 9 : 2
    let text = armor(Self.packet).changingBlock(block, at: Array(3..<20), to: "K")
      .changingBlock(other, at: [1], to: "M")
    let parts = damage(read(text))
    #expect(parts.map(\.suspects) == [[block, other].sorted()])
    #expect(parts.map(\.loss) == [nil])
  }

  @Test("A lost letter is reported by the block that it is missing from")
  func slip() {
    let lines = armor(Self.packet).split(separator: "\n")
    let text = ([lines[0], lines[1], lines[2].dropFirst()] + lines[3...]).joined(separator: "\n")
    #expect(damage(read(text)).map(\.slip) == [3...3])
  }

  @Test("Up to four letters lost at the end are mended")
  func shortEnd() {
    let lines = armor(Self.packet).split(separator: "\n")
    let last = lines.count - 2
    let text = (lines[..<last] + [lines[last].dropLast(4)] + lines[(last + 1)...])
    #expect(packets(read(text.joined(separator: "\n"))) == [Self.packet])
  }

  @Test("A lost line of letters is reported as damage")
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
    #expect(findings.count == 1 && damage(findings).map(\.loss) == [.end])
  }

  @Test("A lost first line is an error that says so")
  func lostBeginning() {
    let text = armor(Self.packet).split(separator: "\n").dropFirst().joined(separator: "\n")
    #expect(damage(read(text)).map(\.loss) == [.beginning])
  }

  @Test("A message that lost its end does not hide the next one")
  func lostEndThenWhole() {
    let cut = armor(Self.packet).split(separator: "\n").dropLast().joined(separator: "\n")
    let findings = read(cut + "\n" + armor([1, 2, 3]) + cut)
    #expect(findings.count == 3 && damage([findings[0], findings[2]]).map(\.loss) == [.end, .end])
    #expect(packets(findings) == [[1, 2, 3]])
  }

  @Test("Prose that quotes a message's words is not taken for a damaged message")
  func proseAboutMessages() {
    let prose = """
      Your vernam message, part 2 of 5, never came. It ought to start with the line "This is a
      vernam message. Use vernam to open it." and stop at "End of vernam message.", or so.
      "End of part 2 of 5." is another one. Here is mine:

      """
    #expect(packets(read(prose + armor(Self.packet) + prose)) == [Self.packet])
    #expect(read(prose + armor(Self.packet) + prose).count == 1)
  }

  @Test("The first words alone lack an end, and other text holds no message")
  func nothing() {
    let words = "This is a vernam message. Use vernam to open it."
    #expect(damage(read(words)).map(\.loss) == [.end])
    #expect(read("").isEmpty)
    #expect(read("Dear Bob,\n\nsee you at twelve, vernam and all.\n").isEmpty)
  }

  @Test("An illegible letter before zeros is not mistaken for one that was never there")
  func illegibleBeforeZeros() throws {
    let text = """
      This is a vernam message. Use vernam to open it.
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
