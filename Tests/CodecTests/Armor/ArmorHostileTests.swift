import Codec
import Testing

@Suite("Hostile armor")
struct ArmorHostileTests {
  /// A message of one block whose head declares `length` bytes.
  static func declaring(_ length: UInt32) -> String {
    let bytes: [UInt8] = [7, 7, 1, 1] + [24, 16, 8, 0].map { UInt8(length >> $0 & 255) }
    let bits = bytes.flatMap { byte in (0..<8).reversed().map { byte >> $0 & 1 } }
    let padded = bits + [UInt8](repeating: 0, count: 130 - bits.count)
    var block = (0..<26).map { padded[$0 * 5..<$0 * 5 + 5].reduce(0) { $0 << 1 | $1 } }
    block += [0, 0, 0, 0]
    ReedSolomon().encode(&block)
    let letters = string(block.map { Base32.letters[Int($0)] })
    return
      "This is a vernam message. Use vernam to open it.\n\(letters)\nEnd of vernam message."
  }

  @Test("A declared length beyond the text is lost letters", arguments: [5, 1000, 1 << 31, .max])
  func lengths(length: UInt32) {
    let parts = damage(read(Self.declaring(length)))
    #expect(parts.map(\.loss) == [.letters])
    #expect(parts.map(\.suspects) == [[]])
  }

  @Test("Random bytes hold no message")
  func noise() {
    for seed in 0..<100 as Range<UInt64> {
      var numbers = Numbers(seed: seed)
      #expect(read(numbers.bytes(2000)).isEmpty, "seed \(seed)")
    }
  }

  @Test("After any change, reading finds the packet that was written, or none")
  func changes() throws {
    for seed in 0..<400 as Range<UInt64> {
      var numbers = Numbers(seed: seed)
      let packet = numbers.bytes(.random(in: 0...90, using: &numbers))
      let parts = try armor(packet, maximumCharacters: [150, 5000][Int(seed % 2)])
      var text = [UInt8](parts.joined().utf8)
      for _ in 0..<Int.random(in: 1...12, using: &numbers) {
        let index = Int.random(in: 0..<text.count, using: &numbers)
        switch Int.random(in: 0...3, using: &numbers) {
        case 0: text.remove(at: index)
        case 1: text.insert(.random(in: 0...255, using: &numbers), at: index)
        case 2: text[index] = .random(in: 0...255, using: &numbers)
        default: text.swapAt(index, Int.random(in: 0..<text.count, using: &numbers))
        }
      }
      #expect(packets(read(text)).allSatisfy { $0 == packet }, "seed \(seed)")
    }
  }

  @Test(
    "Texts designed to be slow are still read",
    arguments: [
      "This is a vernam message. Use vernam to open it. ", "vernam message, part 1 of 255 ",
      "thisisavernammessageusevernamtoopeni", "End of part 1 of 1 ", "<", "&", "&#1", "a.\n",
      ": : ", "e n d o f ", "=3D", "\u{FF21}", "\u{200B}", "0: 1\n", "?", "U",
    ])
  func slow(unit: String) {
    let text = String(repeating: unit, count: 30_000 / unit.utf8.count)
    #expect(packets(read(text)).isEmpty)
    let around = text + "\n" + armor([1, 2, 3])
    #expect(read(around).isEmpty == false)
  }
}
