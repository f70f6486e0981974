import TestSupport
import Testing

@testable import Codec

/// A row of the table in vernam-message(5): what happens to a text, and what the program does.
struct ManglingRow: Sendable, CustomTestStringConvertible {
  let name: String
  /// The text after the name on the page.
  let text: String
  let manglings: [Mangling]
  /// Whether the program does what the text says.
  let holds: @Sendable () throws -> Bool

  var testDescription: String { name }

  /// A message comes back whole from each of these.
  init(_ name: String, _ manglings: [Mangling], _ outcome: String) {
    self.name = name
    text = manglings.map(\.testDescription).joined(separator: "; ") + ": " + outcome
    self.manglings = manglings
    holds = {
      manglings.allSatisfy {
        packets(read($0.apply(armor(ArmorManglingTests.packet)))) == [ArmorManglingTests.packet]
      }
    }
  }

  /// Damage, for which the outcome is not just the message.
  init(_ name: String, _ text: String, _ holds: @escaping @Sendable () throws -> Bool) {
    self.name = name
    self.text = text
    manglings = []
    self.holds = holds
  }

  static let all = whole + damaged

  private static let whole = [
    ManglingRow("line ends", Mangling.lineEnds + Mangling.wraps + Mangling.cuts, "ignored"),
    ManglingRow("white space", Mangling.spaces, "ignored"),
    ManglingRow("invisible characters", Mangling.invisible, "removed"),
    ManglingRow("quotation and prose", Mangling.quoting, "ignored"),
    ManglingRow(
      "chat prefixes", Mangling.prefixes + Mangling.hardPrefixes, "recognized and removed"),
    ManglingRow("marks", Mangling.marks, "ignored"),
    ManglingRow(
      "forms of letters", Mangling.letters + Mangling.twins, "read as plain letters and digits"),
    ManglingRow("HTML", Mangling.html, "decoded"),
    ManglingRow("mail", Mangling.quotedPrintables, "decoded"),
  ]

  private static let packet = ArmorManglingTests.packet
  private static var lines: [Substring] { armor(packet).split(separator: "\n") }

  private static let damaged = [
    ManglingRow("wrong letters", "two in a block, or four unreadable ones: corrected, and reported")
    {
      let findings = read(
        armor(packet).changingBlock(2, at: [0, 29], to: "X").changingBlock(5, at: [1, 2], to: "M")
          .changingBlock(7, at: [3, 4, 5, 20], to: "?"))
      guard case .packet(let found)? = findings.first else { return false }
      return found.bytes == packet && found.mended.map(\.number) == [2, 5, 7]
    },
    ManglingRow(
      "more wrong letters",
      "an error that names the damaged lines of the part"
    ) {
      let text = armor(packet).changingBlock(4, at: Array(3..<20), to: "K")
        .changingBlock(9, at: [1], to: "M")
      return damage(read(text)).map(\.suspects) == [[4, 9]]
    },
    ManglingRow(
      "a missing or extra letter", "an error that names the lines that do not fit"
    ) {
      [String(lines[2].dropFirst()), "K" + lines[2]].allSatisfy { line in
        let text = (lines[..<2].map(String.init) + [line] + lines[3...].map(String.init))
        return damage(read(text.joined(separator: "\n"))).map(\.slip) == [3...3]
      }
    },
    ManglingRow("missing last line", "an error that says that the end is missing") {
      damage(read(lines.dropLast().joined(separator: "\n"))).map(\.loss) == [.end]
    },
    ManglingRow(
      "missing first line",
      "an error that says that the beginning is missing; next to another message, only if at least "
        + "one whole block is left before the last line"
    ) {
      let headless = lines.dropFirst().joined(separator: "\n")
      let beside = read(armor(packet) + headless)
      let last = read(armor(packet) + lines[lines.count - 1])
      return damage(read(headless)).map(\.loss) == [.beginning] && packets(last) == [packet]
        && last.count == 1 && packets(beside) == [packet]
        && damage(beside).map(\.loss) == [.beginning]
    },
    ManglingRow(
      "missing parts", "an error that lists them; the parts that came are kept for the next run"
    ) {
      let parts = try armor(packet, maximumCharacters: 160)
      guard case .incomplete(let message)? = read(parts[3] + parts[1]).first else { return false }
      let text = Array((parts[2] + parts[0] + parts[4...].joined()).utf8)
      return message.missing == [1, 3] + (5...parts.count).map { $0 }
        && packets(read(text.span, completing: message.found)) == [packet]
    },
    ManglingRow("repeated parts", "each part is used once") {
      let parts = try armor(packet, maximumCharacters: 160)
      let findings = read((parts + parts).joined())
      return packets(findings) == [packet] && findings.count == 1
    },
    ManglingRow(
      "parts of another message",
      "told apart by their id; if two messages have the same id, an error says that the parts do not "
        + "belong together"
    ) {
      let (one, other) = twins
      let parts = try [one, other].map { try armor($0, maximumCharacters: 160) }
      let findings = read(parts[0][0] + parts[1][1...].joined())
      let apart = try armor(packet, maximumCharacters: 160)
      return findings == [.damaged(.mixed)]
        && packets(read(zip(apart, parts[0]).map { $0 + $1 }.joined())).contains(one)
    },
    ManglingRow(
      "several messages",
      "read in order; if one fails, the others are still read"
    ) {
      let broken = armor(packet).changingBlock(4, at: Array(3..<20), to: "K")
      let findings = read(armor([1, 2]) + broken + armor([3]))
      return packets(findings) == [[1, 2], [3]] && findings.count == 3
        && damage(findings).count == 1
    },
  ]

  /// Two packets with the same id.
  private static var twins: ([UInt8], [UInt8]) {
    var numbers = Numbers(seed: 40)
    var seen: [[UInt8]: [UInt8]] = [:]
    while true {
      let packet = numbers.bytes(120)
      let id = Armor.id(packet.span)
      if let twin = seen[id] { return (twin, packet) }
      seen[id] = packet
    }
  }
}
