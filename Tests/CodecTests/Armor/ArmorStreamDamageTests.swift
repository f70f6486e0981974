import System
import TestSupport
import Testing

@testable import Codec

@Suite("Damaged armor read as a stream")
struct ArmorStreamDamageTests {
  @Test("Wrong and illegible letters are mended and named")
  func mended() {
    let random = Seeded(for: "stream, mended")
    let packet = random.bytes(2000)
    let text = armor(packet).changingBlock(5, at: [3, 17], to: "Z")
      .changingBlock(6, at: [0, 1, 2, 29], to: "?").changingBlock(120, at: [25], to: "0")
    let found = StreamedText(text, pieces: 900, random)
    #expect(found.packets == [packet])
    guard case .part(let part)? = found.findings.first else { return }
    #expect(part.mended == [5, 6, 120])
  }

  @Test("Damage is named and hides no other message")
  func damaged() {
    let random = Seeded(for: "stream, damaged")
    let packet = random.bytes(2000)
    for block in [1, 2, 60, Armor.blocks(forBytes: packet.count)] {
      let text = armor(packet).changingBlock(block, at: Array(3..<20), to: "K")
      let found = StreamedText(text + "\n" + armor(packet), pieces: 900, random)
      #expect(found.damage.map(\.suspects) == [[block]])
      #expect(found.packets == [packet])
    }
  }

  @Test("A lost last or first line is reported")
  func cut() {
    let random = Seeded(for: "stream, cut")
    let text = armor(random.bytes(9000))
    let lines = text.split(separator: "\n")
    let without = lines.dropLast().joined(separator: "\n")
    #expect(StreamedText(without, pieces: 900, random).damage.map(\.loss) == [.end])
    let half = lines.prefix(lines.count / 2).joined(separator: "\n")
    #expect(StreamedText(half, pieces: 900, random).damage.map(\.loss) == [.end])
    let tail = lines.dropFirst().joined(separator: "\n")
    #expect(StreamedText(tail, pieces: 900, random).damage.map(\.loss) == [.beginning])
  }

  @Test("A message at the end of the text is read after one that lost its last line")
  func behindCut() {
    let random = Seeded(for: "stream, behind what was cut")
    let (one, other) = (random.bytes(100), random.bytes(100))
    let cut = armor(one).split(separator: "\n").dropLast().joined(separator: "\n")
    let found = StreamedText(cut + "\n" + armor(other), pieces: 900, random)
    #expect(found.damage.map(\.loss) == [.end])
    #expect(found.packets == [other])
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
      let found = StreamedText(string(text), pieces: 300, random).packets
      #expect(found.allSatisfy { $0 == packet }, "round \(round)")
    }
  }
}
