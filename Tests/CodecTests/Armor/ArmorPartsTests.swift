import TestSupport
import Testing

@testable import Codec

@Suite("Messages in parts")
struct ArmorPartsTests {
  static func parts(_ size: Int, _ characters: Int, seed: UInt64 = 5) throws -> [String] {
    var numbers = Numbers(seed: seed)
    let packet = numbers.bytes(size)
    return try armor(packet, maximumCharacters: characters)
  }

  static func packet(_ size: Int, seed: UInt64 = 5) -> [UInt8] {
    var numbers = Numbers(seed: seed)
    return numbers.bytes(size)
  }

  @Test("The words of a part give its number")
  func words() throws {
    let parts = try Self.parts(120, 160)
    #expect(parts.count == 4)
    #expect(parts[1].hasPrefix("vernam message, part 2 of 4\n"))
    #expect(parts[1].hasSuffix("\nEnd of part 2 of 4.\n"))
  }

  @Test(
    "Parts fit the limit and come back, in any order",
    arguments: [130, 160, 300, 1000, 5000], [0, 1, 7, 120, 1000, 2000])
  func fit(characters: Int, size: Int) throws {
    let parts = try Self.parts(size, characters)
    #expect(parts.allSatisfy { $0.utf8.count <= characters })
    var numbers = Numbers(seed: 6)
    for text in [parts, parts.reversed(), parts.shuffled(using: &numbers), parts + parts] {
      #expect(packets(read(text.joined(separator: "and then\n"))) == [Self.packet(size)])
    }
  }

  @Test("Parts come back with line ends deleted, although numbers and letters run together")
  func withoutLineEnds() throws {
    for seed in 0..<40 as Range<UInt64> {
      let parts = try Self.parts(1200, 160, seed: seed)
      let text = parts.joined().filter { $0 != "\n" }
      #expect(packets(read(text)) == [Self.packet(1200, seed: seed)], "seed \(seed)")
    }
  }

  @Test("Parts of several messages are told apart, and each message comes where its first part was")
  func interleaved() throws {
    let one = try Self.parts(300, 160, seed: 7)
    let other = try Self.parts(300, 160, seed: 8)
    let text = zip(one.reversed(), other).map { $0 + $1 }.joined()
    #expect(packets(read(text)) == [Self.packet(300, seed: 7), Self.packet(300, seed: 8)])
  }

  @Test("Missing parts are named")
  func missing() throws {
    let parts = try Self.parts(120, 160)
    let findings = read(parts[3] + parts[1])
    guard case .incomplete(let message)? = findings.first else {
      Issue.record("nothing incomplete was found")
      return
    }
    #expect(message.missing == [1, 3] && message.found.map(\.head.part) == [2, 4])
  }

  @Test("Parts that were kept complete a message once its missing part comes")
  func kept() throws {
    let parts = try Self.parts(120, 160)
    guard case .incomplete(let message)? = read(parts[3] + parts[1] + parts[0]).first else {
      Issue.record("nothing incomplete was found")
      return
    }
    let kept = read(string(message.found.flatMap { Armor.write($0) }))
    #expect(kept == [.incomplete(message)])
    let text = Array(parts[2].utf8)
    #expect(packets(read(text.span, completing: message.found)) == [Self.packet(120)])
    let prose = Array("no part at all".utf8)
    #expect(read(prose.span, completing: message.found).isEmpty)
  }

  @Test("A forged part does not get in the way of genuine ones, kept or new")
  func forged() throws {
    let parts = try Self.parts(120, 160).map { Armor.parts(in: Array($0.utf8).span)[0] }
    let other = try Self.parts(120, 160, seed: 6).map { Armor.parts(in: Array($0.utf8).span)[0] }
    let forged = ArmorPart(head: parts[1].head, content: other[1].content)
    let lacking = IncompleteMessage(parts: 4, missing: [2], found: [parts[0]] + parts[2...])
    func joined(_ kept: [ArmorPart<[UInt8]>]) -> [ArmorFinding] {
      IncompleteMessage.joined([(0, lacking)], completing: kept).map(\.finding)
    }
    #expect(packets(joined([forged, parts[1]])) == [Self.packet(120)])
    #expect(packets(joined([parts[1], forged])) == [Self.packet(120)])
    #expect(joined([forged]) == [.incomplete(lacking)], "its own parts can be kept")
    // Any number of them, for several parts, and in any order.
    let two = IncompleteMessage(parts: 4, missing: [1, 2], found: Array(parts[2...]))
    var kept = [parts[1], parts[0]]
    for byte in 0..<20 as Range<UInt8> {
      for part in parts[..<2] {
        kept.append(ArmorPart(head: part.head, content: part.content.map { $0 ^ (byte + 1) }))
      }
    }
    let all = IncompleteMessage.joined([(0, two)], completing: kept).map(\.finding)
    #expect(packets(all) == [Self.packet(120)])
  }

  @Test("A part without its last line is reported as that part's error")
  func endOfPart() throws {
    let parts = try Self.parts(120, 160)
    let cut = parts[1].split(separator: "\n").dropLast().joined(separator: "\n")
    let findings = read([parts[0], cut, parts[2], parts[3]].joined(separator: "\n"))
    guard case .incomplete(let message)? = findings.first else {
      Issue.record("nothing incomplete was found")
      return
    }
    #expect(message.missing == [2] && message.parts == 4)
    let damaged = damage(findings)
    #expect(damaged.map(\.loss) == [.end] && damaged[0].part == 2 && damaged[0].parts == 4)
  }

  @Test("If no line ends are left, a damaged part's last words say how many parts there are")
  func damagedNumber() throws {
    var tried = 0
    for size in 100..<180 {
      let part = try Self.parts(size, 160)[1]
      let lines = part.split(separator: "\n")
      guard let first = lines[1].first, ("1"..."9").contains(first) else { continue }
      tried += 1
      let blocks = lines[1..<lines.count - 1].joined().count { $0 != " " } / 30
      let damaged = (1...blocks).reduce(part) { text, block in
        text.changingBlock(block, at: Array(1..<24), to: "K")
      }.replacing("\n", with: "")
      let number = lines[0].suffix(1)
      #expect(damage(read(damaged)).map { "\($0.parts ?? 0)" } == ["\(number)"])
    }
    #expect(tried > 5)
  }

  @Test("The error for too low a limit names the lowest that works, and that one does")
  func tooSmall() throws {
    for size in [0, 1, 120, 5000] {
      let packet = Self.packet(size)
      let error = #expect(throws: ArmorError.self) {
        _ = try armor(packet, maximumCharacters: 20)
      }
      guard case .tooFewCharacters(let minimum) = error else { return }
      #expect(throws: ArmorError.tooFewCharacters(minimum: minimum)) {
        _ = try armor(packet, maximumCharacters: minimum - 1)
      }
      let parts = try armor(packet, maximumCharacters: minimum)
      #expect(parts.allSatisfy { $0.utf8.count <= minimum })
      #expect(packets(read(parts.joined())) == [packet])
    }
  }
}
