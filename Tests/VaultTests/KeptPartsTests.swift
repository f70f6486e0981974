import Codec
import Dispatch
import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("Kept parts of messages")
struct KeptPartsTests {
  /// An incomplete message with the first of two parts, which anybody can make up.
  private func lacking(_ random: Seeded, bytes: Int) throws -> IncompleteMessage {
    let packet = random.bytes(2 * bytes)
    let text = try Armor.write(packet.span, maximumCharacters: 160)[0]
    guard case .incomplete(let message)? = Armor.read(text.span).first else {
      throw SystemError("read", "armor", code: 0)
    }
    return message
  }

  @Test("The room is limited, for small ones too, and the newest stay")
  func room() throws {
    let random = Seeded(for: "kept parts")
    try withQuickDirectory { directory in
      let vault = try TwoVaults(in: directory).alice
      let some = try (0..<3000).map { _ in try lacking(random, bytes: 35) }
      let first = try vault.keep(Array(some[..<1500]))
      #expect(first.allSatisfy { $0 } && vault.keptParts() == some[..<1500].flatMap(\.found))
      let second = try vault.keep(Array(some[1500...]))
      #expect(second.allSatisfy { $0 })
      let kept = vault.keptParts()
      #expect(kept == Array(some.flatMap(\.found).suffix(kept.count)))
      let cost = kept.map { $0.content.count + 64 }.reduce(0, +)
      #expect((250 << 10...256 << 10).contains(cost))
      // Nothing is written if all parts are there already.
      let before = try Disk().attributes(at: vault.layout.parts)
      #expect(try vault.keep(Array(some[2000...])).allSatisfy { $0 })
      #expect(try Disk().attributes(at: vault.layout.parts)?.isSameFile(as: before!) == true)
      try vault.drop(some.flatMap(\.found))
      #expect(vault.keptParts() == [])
    }
  }

  @Test("A part that comes again is the newest again, whatever was forged meanwhile")
  func again() throws {
    let random = Seeded(for: "kept parts, again")
    try withQuickDirectory { directory in
      let vault = try TwoVaults(in: directory).alice
      let honest = try lacking(random, bytes: 60)
      let part = honest.found[0]
      let forged = ArmorPart(head: part.head, content: random.bytes(part.content.count))
      _ = try vault.keep([honest])
      _ = try vault.keep([IncompleteMessage(parts: 2, missing: [2], found: [forged])])
      #expect(vault.keptParts() == honest.found + [forged])
      _ = try vault.keep([honest])
      #expect(vault.keptParts() == [forged] + honest.found)
    }
  }

  @Test("Commands that keep parts at once lose none")
  func atOnce() throws {
    let random = Seeded(for: "kept parts, at once")
    try withQuickDirectory { directory in
      let vault = try TwoVaults(in: directory).alice
      let messages = try (0..<16).map { _ in try lacking(random, bytes: 60) }
      DispatchQueue.concurrentPerform(iterations: messages.count) { number in
        #expect((try? vault.keep([messages[number]])) == [true])
      }
      #expect(Set(vault.keptParts()) == Set(messages.flatMap(\.found)))
    }
  }

  @Test("Dropping parts of a message drops nothing of another with the same id")
  func sameID() throws {
    let random = Seeded(for: "kept parts, same id")
    try withQuickDirectory { directory in
      let vault = try TwoVaults(in: directory).alice
      let honest = try lacking(random, bytes: 60)
      let forged = ArmorPart(head: honest.found[0].head, content: random.bytes(60))
      #expect(try vault.keep([honest]) == [true])
      try vault.drop([forged])
      #expect(vault.keptParts() == honest.found)
      // The same part, in which a block had to be mended.
      let part = honest.found[0]
      let mended = ArmorPart(head: part.head, content: part.content, mended: [1])
      #expect(
        try vault.keep([IncompleteMessage(parts: 2, missing: [2], found: [mended])]) == [true])
      #expect(vault.keptParts() == honest.found)
    }
  }
}
