import Primitives
import Testing

@testable import Codec

@Suite("Layout of the armor")
struct ArmorLayoutTests {
  @Test("A message is its first words, lines of two blocks in groups of five, and its last words")
  func lines() {
    var numbers = Numbers(seed: 1)
    let lines = armor(numbers.bytes(60)).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "This is a vernam message. Use vernam to open it.")
    #expect(lines.suffix(2) == ["End of vernam message.", ""])
    // 8 + 60 + 4 bytes are 576 bits, five blocks of 130.
    #expect(lines.dropFirst().dropLast(2).map(\.count) == [71, 71, 35])
    for line in lines.dropFirst().dropLast(2) {
      #expect(line.split(separator: " ").allSatisfy { $0.count == 5 })
    }
  }

  @Test("The data are id, part, parts, length, bytes and check, five bits a letter")
  func data() {
    let packet: [UInt8] = [0xAB]
    let letters = armor(packet).split(separator: "\n")[1].filter { $0 != " " }.utf8.prefix(26)
    let bits = letters.flatMap { letter in
      (0..<5).reversed().map { Base32.values[Int(letter)] >> $0 & 1 }
    }
    let data = (0..<13).map { byte in bits[byte * 8..<byte * 8 + 8].reduce(0) { $0 << 1 | $1 } }
    let head: [UInt8] = SHA256.hash(packet.span)[0..<2] + [1, 1, 0, 0, 0, 1, 0xAB]
    #expect(data == head + SHA256.hash(head.span)[0..<4])
    #expect(bits[104...].allSatisfy { $0 == 0 })
  }

  @Test("Only capitals, digits, spaces and line ends come between the words")
  func alphabet() {
    var numbers = Numbers(seed: 2)
    let body = armor(numbers.bytes(500)).split(separator: "\n").dropFirst().dropLast()
    for byte in body.joined().utf8 where byte != 0x20 { #expect(Base32.letters.contains(byte)) }
  }

  @Test("Packets of every size come back", arguments: [0...300, 1000...1003, 65_536...65_537])
  func roundTrip(sizes: ClosedRange<Int>) {
    for size in sizes {
      var numbers = Numbers(seed: UInt64(size))
      let packet = numbers.bytes(size)
      let expected = ArmorFinding.packet(ArmoredPacket(bytes: packet, parts: 1, mended: []))
      #expect(read(armor(packet)) == [expected])
    }
  }

  @Test("A packet of three million bytes comes back")
  func large() {
    var numbers = Numbers(seed: 3)
    let packet = numbers.bytes(3_000_000)
    #expect(packets(read(armor(packet))) == [packet])
  }
}
