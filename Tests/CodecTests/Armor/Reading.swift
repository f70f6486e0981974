import Codec
import TestSupport

/// The armor of `packet` as text.
func armor(_ packet: [UInt8]) -> String { string(Armor.write(packet.span)) }

func string(_ text: [UInt8]) -> String { String(decoding: text, as: UTF8.self) }

/// The armor of `packet` in parts.
func armor(_ packet: [UInt8], maximumCharacters: Int) throws -> [String] {
  try Armor.write(packet.span, maximumCharacters: maximumCharacters).map { string($0) }
}

func read(_ text: String) -> [ArmorFinding] { read([UInt8](text.utf8)) }

func read(_ text: [UInt8]) -> [ArmorFinding] { Armor.read(text.span) }

/// The messages in `text` that lack parts, completed with those that an earlier text had.
func read(_ text: Span<UInt8>, completing kept: [ArmorPart<[UInt8]>]) -> [ArmorFinding] {
  let lacking: [(Int, IncompleteMessage)] = Armor.read(text).enumerated().compactMap {
    position, finding in
    if case .incomplete(let message) = finding { (position, message) } else { nil }
  }
  return IncompleteMessage.joined(lacking, completing: kept).map(\.finding)
}

func packets(_ findings: [ArmorFinding]) -> [[UInt8]] {
  findings.compactMap { if case .packet(let packet) = $0 { packet.bytes } else { nil } }
}

func damage(_ findings: [ArmorFinding]) -> [DamagedPart] {
  findings.compactMap { if case .damaged(let part) = $0 { part } else { nil } }
}

extension String {
  /// The text with the letters at `places` of block `block`, from 1, changed to `letter`.
  func changingBlock(_ block: Int, at places: [Int], to letter: Character) -> String {
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
    let line = 1 + (block - 1) / 2
    for place in places {
      let index = (block - 1) % 2 * 30 + place
      let column = index + index / 5
      let old = lines[line][column]
      lines[line][column] = old == letter ? "7" : letter
    }
    return lines.map { String($0) }.joined(separator: "\n")
  }
}
