import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("Numbers of messages")
struct MessageNumberTests {
  private func receive(_ packet: [UInt8], _ vault: Vault) throws -> ReadReport {
    try vault.receive(packet) { _, _ in }
  }

  private func send(_ count: Int, _ two: TwoVaults) throws -> [[UInt8]] {
    try (0..<count).map { try two.alice.sendText("\($0)", to: "bob") }
  }

  private func missing(_ two: TwoVaults) throws -> [Range<Int>] {
    try two.bob.contact("alice").pads[0].missing
  }

  @Test("Messages on a pad are numbered from 1, whatever order they are read in")
  func numbers() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packets = try send(6, two)
      for (number, missing) in [
        (3, [1..<3]), (1, [2..<3]), (6, [2..<3, 4..<6]), (5, [2..<3, 4..<5]), (2, [4..<5]), (4, []),
      ] as [(Int, [Range<Int>])] {
        let receipt = try receive(packets[number - 1], two.bob)
        #expect(receipt.contact == "alice" && receipt.number == number)
        #expect(receipt.missing == missing)
        #expect(receipt.missingCount == missing.reduce(0) { $0 + $1.count })
        #expect(try self.missing(two) == missing)
        #expect(try two.bob.contact("alice").missing == receipt.missingCount)
      }
    }
  }

  @Test("The recipient is given the number before the content")
  func incoming() throws {
    final class Reader: MessageSink {
      let takesUnknownKinds = false
      var number: Int?
      func begin(_ message: Incoming) throws(VaultError) { number = message.head.number }
      func take(_ piece: Span<UInt8>) throws(VaultError) {}
      func deliver() throws(VaultError) {}
      func discard() {}
    }
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packets = try send(2, two)
      let reader = Reader()
      let receipt = try two.bob.receive(MemoryBytes(packets[1]), by: reader)
      #expect(reader.number == 2 && receipt.number == 2)
    }
  }

  @Test("Hellos have no number, and use none up")
  func hellos() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let first = try two.alice.sendText("first", to: "bob")
      let hello = try two.alice.hello(pad: two.padID)
      let second = try two.alice.sendText("second", to: "bob")
      let receipt = try receive(hello, two.bob)
      #expect(receipt.number == nil && receipt.missing == [1..<2])
      #expect(try receive(second, two.bob).number == 2)
      let last = try receive(first, two.bob)
      #expect(last.number == 1 && last.missing == [] && last.closure == nil)
    }
  }

  @Test("Each pad counts separately")
  func twoPads() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      _ = try send(2, two)
      let left = try two.alice.contact("bob").pads[0].send.left
      let most = String(repeating: "x", count: left - 2000)
      _ = try receive(two.alice.sendText(most, to: "bob"), two.bob)
      let second = try TwoVaults.addPad(to: two.alice, and: two.bob)
      let more = String(repeating: "y", count: 4000)
      _ = try two.alice.sendText(more, to: "bob")
      let receipt = try receive(two.alice.sendText(more, to: "bob"), two.bob)
      #expect(receipt.number == 2 && receipt.missing == [1..<2] && receipt.pad == second)
      #expect(receipt.hasOtherPads)
      #expect(try two.bob.contact("alice").pads.map(\.missing) == [[1..<3], [1..<2]])
      #expect(try two.bob.contact("alice").missing == 3)
    }
  }

  @Test("Skipped messages are no longer missing, and later ones keep their numbers")
  func skipped() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packets = try send(7, two)
      for index in [1, 4] { _ = try receive(packets[index], two.bob) }
      #expect(try missing(two) == [1..<2, 3..<5])
      #expect(try two.bob.skip("alice").messages == 3)
      #expect(try missing(two) == [])
      let receipt = try receive(packets[6], two.bob)
      #expect(receipt.number == 7 && receipt.missing == [6..<7])
      #expect(throws: VaultError.alreadyReadOrGivenUp(from: "alice")) {
        try two.bob.receiveText(packets[2])
      }
      #expect(try receive(packets[5], two.bob).number == 6)
      #expect(try missing(two) == [])
    }
  }

  @Test("A message that was never released uses up no number")
  func inVain() throws {
    try withQuickDirectory { directory in
      let two = try TwoVaults(in: directory)
      _ = try receive(two.alice.sendText("first", to: "bob"), two.bob)
      var environment = TwoVaults.environment(two.alice.directory + ".state")
      // The mark is durable, and then the program dies.
      let used = try two.alice.contact("bob").send.used
      for steps in 0..<12 {
        environment.storage = DyingStorage(after: steps, fate: .kept)
        let packet = try? TwoVaults.open(two.alice.directory, environment).sendText("x", to: "bob")
        if packet != nil { break }
        if try two.alice.contact("bob").send.used > used { break }
      }
      let receipt = try receive(two.alice.sendText("second", to: "bob"), two.bob)
      #expect(receipt.number == 2 && receipt.missing == [])
    }
  }

  @Test("Missing messages stay known when the vault is opened again, and when a delivery fails")
  func kept() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packets = try send(3, two)
      _ = try receive(packets[2], two.bob)
      let broken = VaultError.system(SystemError("write", "pipe", code: SystemError.brokenPipe))
      #expect(throws: broken) {
        try two.bob.receive(packets[0]) { _, _ throws(VaultError) in throw broken }
      }
      let bob = try TwoVaults.open(
        two.bob.directory, TwoVaults.environment(two.bob.directory + ".state"), for: .reading)
      #expect(try bob.contact("alice").pads[0].missing == [1..<3])
    }
  }
}
