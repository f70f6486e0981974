import System
import TestSupport
import Testing

@testable import Codec

/// Random messages, mangled at random; the seed is printed and repeats a run.
@Suite("Armor mangled at random")
struct ArmorPropertyTests {
  private struct Case {
    let packets: [[UInt8]]
    let text: String

    /// One to three messages, whole or in parts in any order, with prose in between.
    init(_ random: inout Seeded) {
      let packets = (0..<random.number(in: 1...3)).map { _ in
        random.bytes(random.number(in: 1...400))
      }
      self.packets = packets
      let limit = [nil, nil, 160, 300][random.number(in: 0...3)]
      var texts: [String] = []
      for packet in packets {
        let parts =
          limit.flatMap { try? armor(packet, maximumCharacters: $0) } ?? [armor(packet)]
        texts += parts.shuffled(using: &random)
      }
      let prose = ["\n", "\nUnd dann, am 3. Mai:\n", "\nВот ещё одно.\n", "\n这是下一个。\n"]
      text = texts.joined(separator: prose[random.number(in: 0...3)])
    }
  }

  private static let rounds = 2000

  private func mangled(
    _ text: String, _ count: Int, _ random: inout Seeded
  ) -> (text: String, names: [String]) {
    var (text, names) = (text, [String]())
    var choice = Mangling.list
    for _ in 0..<count {
      let mangling = choice[random.number(in: 0...choice.count - 1)]
      text = mangling.apply(text)
      names.append(mangling.testDescription)
      choice = Mangling.list(after: mangling)
    }
    return (text, names)
  }

  @Test("Whatever is written comes back whole from one mangling")
  func single() {
    var random = Seeded(for: "armor, single")
    for round in 0..<Self.rounds {
      let written = Case(&random)
      let (text, names) = mangled(written.text, 1, &random)
      #expect(packets(read(text)) == written.packets, "round \(round): \(names)")
    }
  }

  /// With several messages and parts, a few do not come back if lines were cut or wrapped and each
  /// got a prefix: the text before the prefix then looks like more of it.
  @Test("Two manglings give back what was written, and hardly ever an error")
  func pairs() {
    var random = Seeded(for: "armor, pairs")
    var failing: [[String]] = []
    for round in 0..<Self.rounds {
      let written = Case(&random)
      let (text, names) = mangled(written.text, 2, &random)
      let found = packets(read(text))
      #expect(found.allSatisfy(written.packets.contains), "round \(round): \(names)")
      if found != written.packets { failing.append(names) }
    }
    print("not whole after two manglings: \(failing.count) of \(Self.rounds): \(failing)")
    #expect(failing.count < Self.rounds / 50)
  }

  @Test("Three to five manglings give back what was written, or an error")
  func many() {
    var random = Seeded(for: "armor, many")
    var whole = 0
    for round in 0..<Self.rounds {
      let written = Case(&random)
      let (text, names) = mangled(written.text, random.number(in: 3...5), &random)
      let found = packets(read(text))
      #expect(found.allSatisfy(written.packets.contains), "round \(round): \(names)")
      if found == written.packets { whole += 1 }
    }
    print("whole after three to five manglings: \(whole) of \(Self.rounds)")
    #expect(whole > Self.rounds * 8 / 10)
  }

  @Test("Up to two wrong letters or four illegible ones in each block are mended and reported")
  func mended() {
    var random = Seeded(for: "armor, mended")
    for round in 0..<Self.rounds {
      let packet = random.bytes(random.number(in: 1...300))
      let blocks = Armor.blocks(forBytes: packet.count)
      var text = armor(packet)
      var damaged: [ArmorBlock] = []
      for block in 1...blocks where random.number(in: 0...1) == 0 {
        let isWrong = random.number(in: 0...1) == 0
        let places = (0..<30).shuffled(using: &random).prefix(
          random.number(in: 1...(isWrong ? 2 : 4)))
        text = text.changingBlock(block, at: Array(places), to: isWrong ? "X" : "?")
        damaged.append(ArmorBlock(part: 1, number: block))
      }
      let expected = ArmoredPacket(bytes: packet, parts: 1, mended: damaged)
      #expect(read(text) == [.packet(expected)], "round \(round)")
    }
  }
}
