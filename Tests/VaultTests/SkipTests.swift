import Codec
import Pad
import System
import TestSupport
import Testing
import Vault

@Suite("Giving up on messages that did not arrive")
struct SkipTests {
  @Test("A thousand missing messages end receiving, not sending; giving them up begins it again")
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

      #expect(try two.bob.skip("alice") == missing)
      #expect(try two.bob.contact("alice").missing == 0)
      // The last of the lost ones stands behind the last one read: it was not given up.
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

  @Test("Where nothing is missing nothing is given up, and nothing is written")
  func nothing() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      #expect(try two.bob.skip("alice") == 0)
      _ = try two.bob.receiveText(two.alice.sendText("one", to: "bob"))
      let state = "\(two.bob.directory)/pads/\(two.padID.hexadecimal)/state"
      let before = try readFile(state)
      #expect(try two.bob.skip("alice") == 0)
      #expect(try readFile(state) == before)
      #expect(throws: VaultError.noContact("carol")) { try two.bob.skip("carol") }
    }
  }

  @Test("What was given up is wiped from the medium")
  func wiped() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      for _ in 0..<5 { _ = try two.alice.sendText("lost", to: "bob") }
      _ = try two.bob.receiveText(two.alice.sendText("arrived", to: "bob"))
      _ = try two.bob.skip("alice")
      let chunks = try readFile("\(two.bob.directory)/pads/\(two.padID.hexadecimal)/pad")
      // Six sealed chunks of 256 bytes and a tag each.
      #expect(chunks[..<(6 * 272)].allSatisfy { $0 == 0 })
      #expect(!chunks[(6 * 272)..<(7 * 272)].allSatisfy { $0 == 0 })
    }
  }

  @Test(
    "In any order, with any loss, a message is read, given up, or still to come", arguments: 0..<8)
  func model(seed: Int) throws {
    try withTemporaryDirectory { directory in
      let random = Seeded(seed: UInt64(seed))
      var generator = random
      let two = try TwoVaults(in: directory)
      let packets = try (0..<60).map { try two.alice.sendText("\($0)", to: "bob") }
      var (read, givenUp): (Set<Int>, Set<Int>) = ([], [])
      for number in (0..<60).shuffled(using: &generator) {
        if random.number(in: 0...9) == 0 {
          let lost = Set(0..<(read.max() ?? 0)).subtracting(read).subtracting(givenUp)
          #expect(try two.bob.skip("alice") == lost.count)
          givenUp.formUnion(lost)
        }
        if givenUp.contains(number) {
          #expect(throws: VaultError.alreadyReadOrGivenUp(from: "alice")) {
            try two.bob.receiveText(packets[number])
          }
        } else if random.number(in: 0...3) > 0 {
          #expect(try two.bob.receiveText(packets[number]) == "\(number)")
          read.insert(number)
        }
        let missing = Set(0..<(read.max() ?? 0)).subtracting(read).subtracting(givenUp)
        #expect(try two.bob.contact("alice").missing == missing.count)
      }
      #expect(!givenUp.isEmpty)
    }
  }
}
