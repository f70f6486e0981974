import TestSupport
import Testing

@testable import Codec

@Suite("Armor on one line, for QR codes")
struct ArmorLineTests {
  /// The characters of the alphanumeric mode, in order of their values (ISO/IEC 18004, table 5).
  private static let alphanumeric = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"

  private func lines(_ packet: [UInt8], _ most: Int) throws -> [String] {
    let layout = try ArmorLayout(
      packet.count, maximumCharacters: most, blockCharacters: ArmorLine.blockCharacters)
    return layout.parts.map { part in
      var encoder = ArmorEncoder(part, id: Armor.id(packet.span))
      let text = encoder.append(packet.span.extracting(part.range))
      return string(ArmorLine.line(text + encoder.finish()))
    }
  }

  @Test("It fits the limit, and has only the characters of the mode")
  func fits() throws {
    for (seed, most) in [114, 154, 395, 619].enumerated() {
      var numbers = Numbers(seed: UInt64(seed))
      for count in [120, 600, 1700] {
        for line in try lines(numbers.bytes(count), most) {
          #expect(line.count <= most && line.allSatisfy(Self.alphanumeric.contains))
        }
      }
    }
  }

  @Test(
    "It is read like any armor, whatever separates the lines",
    arguments: ["\n", "", " ", "\r\n\r\n", "\u{1D}", "\nQR-Code:"])
  func readAsArmor(_ between: String) throws {
    for seed in 20..<40 as Range<UInt64> {
      var numbers = Numbers(seed: seed)
      let packet = numbers.bytes(120 + 31 * Int(seed))
      for most in [114, 224, 619] {
        let lines = try lines(packet, most)
        #expect(packets(read(lines.joined(separator: between))) == [packet], "seed \(seed)")
        let scanned = lines.reversed().joined(separator: between)
        #expect(packets(read(scanned)) == [packet], "seed \(seed), last one first")
      }
    }
  }
}
