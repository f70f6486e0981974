import Codec
import Testing

@Suite("Mangled armor")
struct ArmorManglingTests {
  static let packet: [UInt8] = {
    var numbers = Numbers(seed: 11)
    return numbers.bytes(176)
  }()

  @Test("A message comes back whole from each mangling", arguments: Mangling.all)
  func single(mangling: Mangling) {
    for seed in 0..<3 as Range<UInt64> {
      var numbers = Numbers(seed: seed)
      let packet = numbers.bytes(176)
      #expect(packets(read(mangling.apply(armor(packet)))) == [packet], "seed \(seed)")
    }
  }

  @Test("Nothing but the message is found in a mangled text", arguments: Mangling.all)
  func alone(mangling: Mangling) {
    #expect(read(mangling.apply(armor(Self.packet))).count == 1)
  }

  @Test("A message in parts comes back whole from each mangling", arguments: Mangling.all)
  func parts(mangling: Mangling) throws {
    let parts = try armor(Self.packet, maximumCharacters: 160)
    #expect(packets(read(mangling.apply(parts.joined()))) == [Self.packet])
  }

  @Test("Three messages in one text come back in order", arguments: Mangling.all)
  func several(mangling: Mangling) {
    var numbers = Numbers(seed: 12)
    let all = [100, 176, 64].map { numbers.bytes($0) }
    #expect(packets(read(mangling.apply(all.map(armor).joined(separator: "\n")))) == all)
  }
}
