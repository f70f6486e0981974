import Codec
import Pad
import System
import TestSupport
import Testing
import Vault

@Suite("Witnesses against a vault")
struct WitnessTests {
  private func reopen(_ directory: String) throws -> Vault {
    let path = directory + "/alice"
    return try TwoVaults.open(path, TwoVaults.environment(path + ".state"))
  }

  /// Puts back what alice's vault was before it sent `count` messages.
  private func rewind(_ two: TwoVaults, by count: Int) throws {
    let vault = two.directory + "/alice"
    try #require(try Program("cp").run(["-a", vault, vault + ".backup"]).status == 0)
    for _ in 0..<count { _ = try two.alice.sendText("sent", to: "bob") }
    try #require(try Program("rm").run(["-r", vault]).status == 0)
    try #require(try Program("cp").run(["-a", vault + ".backup", vault]).status == 0)
  }

  @Test("A restored vault is refused, and stays closed for sending even when vouched for")
  func restored() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try rewind(two, by: 3)
      let restored = try reopen(directory)
      #expect(throws: VaultError.moved(contact: "bob")) { try restored.sendText("x", to: "bob") }
      #expect(try restored.adopt(isOnlyCopy: true) == 1)
      #expect(throws: VaultError.sendingClosed("bob", .vaultIsOlder)) {
        try restored.sendText("x", to: "bob")
      }
      #expect(
        try restored.receiveText(two.bob.sendText("still heard", to: "alice")) == "still heard")
    }
  }

  @Test("A copy that nobody vouches for is closed for sending; one vouched for is not")
  func copied() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try rewind(two, by: 0)
      let copy = try reopen(directory)
      #expect(try copy.adopt(isOnlyCopy: true) == 1)
      #expect(try two.bob.receiveText(copy.sendText("vouched", to: "bob")) == "vouched")
    }
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try rewind(two, by: 0)
      let copy = try reopen(directory)
      #expect(try copy.adopt(isOnlyCopy: false) == 1)
      #expect(throws: VaultError.sendingClosed("bob", .moved)) {
        try copy.sendText("x", to: "bob")
      }
    }
  }
}
