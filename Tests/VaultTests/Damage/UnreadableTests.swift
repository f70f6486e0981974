import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// A medium that does not give a file: it may later.
@Suite("Files that the medium does not give")
struct UnreadableTests {
  private func withPads(_ body: (TwoVaults, VaultLayout) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      // Somebody else's pad, and something that was decided.
      let shape = PadShape(size: 64 << 10, split: 50)!
      let material = SecretBytes(random: shape.materialBytes, from: KernelRandomness())
      let id = PadID(KernelRandomness().bytes(16))
      try TwoVaults.add(material, id, shape, to: two.alice, of: "carol", .giver, true)
      try two.alice.rename("carol", to: "caroline")
      try body(two, VaultLayout(directory: two.alice.directory))
    }
  }

  private func alice(
    _ two: TwoVaults, without path: String, failing: Range<Int> = 0..<Int.max
  ) throws -> Vault {
    var environment = TwoVaults.environment("\(two.alice.directory).state")
    environment.storage = DyingStorage(
      after: .max, fate: .kept, unreadable: path, failing: failing)
    return try TwoVaults.open(two.alice.directory, environment)
  }

  @Test("Without what was decided nothing is done, and it is not replaced")
  func decisions() throws {
    try withPads { two, layout in
      let packet = try two.bob.sendText("hello", to: "alice")
      let before = try readFile(layout.decisions)
      let alice = try alice(two, without: layout.decisions)
      let error = SystemError("read", layout.decisions, code: SystemError.inputOutput)
      #expect(throws: VaultError.system(error)) { try alice.receiveText(packet) }
      #expect(throws: VaultError.system(error)) { try alice.sendText("x", to: "bob") }
      #expect(throws: VaultError.system(error)) { try alice.close(two.padID, for: .moved) }
      #expect(alice.damagesOfLists() == [.system(error)])
      #expect(try readFile(layout.decisions) == before)
      #expect(try two.bob.receiveText(two.alice.sendText("later", to: "bob")) == "later")
      #expect(try two.alice.receiveText(packet) == "hello")
    }
  }

  @Test("A pad that is closed sends nothing, whichever look at what was decided fails")
  func closedPad() throws {
    for first in 0..<16 {
      for count in [1, 3, 6, 9] {
        try withPads { two, layout in
          // Cut short before the pad itself follows.
          var decisions = try two.alice.decisions()
          decisions.close("bob", for: .moved, KernelRandomness())
          try two.alice.keep(decisions)
          let failing = first..<first + count
          let alice = try alice(two, without: layout.decisions, failing: failing)
          #expect(throws: VaultError.self) { try alice.sendText("x", to: "bob") }
          let pad = try two.alice.contact("bob").pads[0]
          #expect(pad.send.used == 0 && pad.standingClosure == .moved)
        }
      }
    }
  }

  @Test("Without the state of one pad nothing is done: it may be one that speaks")
  func state() throws {
    try withPads { two, layout in
      let packet = try two.bob.sendText("hello", to: "alice")
      let other = try two.alice.contact("caroline").pads[0].id
      let alice = try alice(two, without: layout.state(other))
      let error = SystemError("read", layout.state(other), code: SystemError.inputOutput)
      #expect(throws: VaultError.system(error)) { try alice.receiveText(packet) }
      #expect(throws: VaultError.system(error)) { try alice.sendText("x", to: "bob") }
      #expect(throws: VaultError.system(error)) { try alice.forget("bob") }
      #expect(throws: VaultError.system(error)) { _ = try alice.adopt(isOnlyCopy: false) }
      #expect(try two.alice.receiveText(packet) == "hello")
    }
  }
}
