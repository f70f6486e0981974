import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("Skipping messages that did not arrive")
struct SkipTests {
  @Test("A thousand missing messages stop receiving, not sending; skipping them resumes it")
  func thousand() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory, size: 2 << 20)
      var (lost, packet): ([[UInt8]], [UInt8]) = ([], [])
      var isFull = false
      while !isFull, lost.count < 2000 {
        lost.append(try two.alice.sendText("lost", to: "bob"))
        packet = try two.alice.sendText("arrived", to: "bob")
        do {
          #expect(try two.bob.receiveText(packet) == "arrived")
        } catch VaultError.tooManyMissing(from: "alice") { isFull = true }
      }
      Figures.report("missing messages that fit", "\(lost.count - 1)")
      #expect(lost.count > 900 && isFull)
      let missing = try two.bob.contact("alice").missing
      #expect(missing == lost.count - 1)
      let reply = try two.bob.sendText("sending goes on", to: "alice")
      #expect(try two.alice.receiveText(reply) == "sending goes on")

      #expect(try two.bob.skip("alice").messages == missing)
      #expect(try two.bob.contact("alice").missing == 0)
      // The last of the lost ones comes after the last one read, so it was not skipped.
      #expect(try two.bob.receiveText(packet) == "arrived")
      #expect(try two.bob.contact("alice").missing == 1)
      for packet in [lost[0], lost[lost.count / 2], lost[lost.count - 2]] {
        #expect(throws: VaultError.alreadyReadOrGivenUp(from: "alice")) {
          try two.bob.receiveText(packet)
        }
      }
      #expect(try two.bob.receiveText(lost[lost.count - 1]) == "lost")
      let next = try two.alice.sendText("next", to: "bob")
      #expect(try two.bob.receiveText(next) == "next")
      #expect(try two.bob.contact("alice").missing == 0)
    }
  }

  @Test("If nothing is missing, nothing is skipped and nothing is written")
  func nothing() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      #expect(try two.bob.skip("alice") == Skippable())
      _ = try two.bob.receiveText(two.alice.sendText("one", to: "bob"))
      let state = "\(two.bob.directory)/pads/\(two.padID.hexadecimal)/state"
      let before = try readFile(state)
      #expect(try two.bob.skip("alice") == Skippable())
      #expect(try readFile(state) == before)
      #expect(throws: VaultError.noContact("carol")) { try two.bob.skip("carol") }
    }
  }

  @Test("Chunks of skipped messages are wiped from the medium")
  func wiped() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      for _ in 0..<5 { _ = try two.alice.sendText("lost", to: "bob") }
      _ = try two.bob.receiveText(two.alice.sendText("arrived", to: "bob"))
      #expect(try two.bob.skip("alice") == Skippable(messages: 5, bytes: 5 * 256))
      let chunks = try readFile("\(two.bob.directory)/pads/\(two.padID.hexadecimal)/pad")
      let wiped = WipedChunks(7, of: two.padID, two.bob)
      #expect(
        (0..<7).map { wiped.contain($0, of: chunks) } == [
          true, true, true, true, true, true, false,
        ])
    }
  }

  @Test(
    "In any order, with any loss, a message is read, skipped, or still to come", arguments: 0..<8)
  func model(seed: Int) throws {
    try withTemporaryDirectory { directory in
      let random = Seeded(seed: UInt64(seed))
      var generator = random
      let two = try TwoVaults(in: directory)
      let packets = try (0..<60).map { try two.alice.sendText("\($0)", to: "bob") }
      var (read, skipped): (Set<Int>, Set<Int>) = ([], [])
      for number in (0..<60).shuffled(using: &generator) {
        if random.number(in: 0...9) == 0 {
          let lost = Set(0..<(read.max() ?? 0)).subtracting(read).subtracting(skipped)
          #expect(try two.bob.skip("alice").messages == lost.count)
          skipped.formUnion(lost)
        }
        if skipped.contains(number) {
          #expect(throws: VaultError.alreadyReadOrGivenUp(from: "alice")) {
            try two.bob.receiveText(packets[number])
          }
        } else if random.number(in: 0...3) > 0 {
          #expect(try two.bob.receiveText(packets[number]) == "\(number)")
          read.insert(number)
        }
        let missing = Set(0..<(read.max() ?? 0)).subtracting(read).subtracting(skipped)
        let numbers = try two.bob.contact("alice").pads[0].missing.flatMap { Array($0) }
        #expect(numbers == missing.map { $0 + 1 }.sorted())
      }
      #expect(!skipped.isEmpty)
    }
  }
}
