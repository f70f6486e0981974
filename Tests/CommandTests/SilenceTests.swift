import Pad
import Primitives
import System
import TestSupport
import Testing
import Vault

@Suite("The echo of a terminal while a passphrase is computed")
struct SilenceTests {
  /// Eight times as long as a new vault's: long enough to type something.
  private static let slow = Scrypt.Cost(logN: 17, r: 8, p: 8)

  /// Plays the steps from the moment when the passphrase was typed; everything that the player
  /// prints.
  private func play(
    _ command: String, first: [String] = [], typing passphrase: String = "right",
    _ steps: [String]
  ) throws -> String {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      let environment = VaultEnvironment(
        storage: Disk(), randomness: KernelRandomness(),
        counterDirectory: "\(directory)/alice.state/vernam", trustsFileSystem: true, keyring: nil,
        warn: { _ in })
      try Vault.create(
        end.vault, environment: environment,
        passphrase: SecretBytes(copying: Array("right".utf8).span),
        cost: SilenceTests.slow)
      let script = "\(Fixtures.root)/Tests/CommandTests/terminal.py"
      let shell = "vernam() { \(End.program.name) \"$@\"; }; \(command); echo ended $?"
      let outcome = try Program("python3").run(
        [
          "-u", "-B", script, "80", "24", shell, "expect Passphrase (not shown as you type):",
        ] + first + ["send \(passphrase)\\n", "row 1"] + steps, environment: end.environment)
      try #require(outcome.status == 0, "\(outcome.errors)")
      return outcome.text
    }
  }

  @Test("is off: what is typed meanwhile is not shown, and dropped")
  func typed() throws {
    let text = try play("vernam status && ! read -t 0", ["send visible\\n", "expect ended 0"])
    #expect(text.contains("echo, lines") && !text.contains("no echo") && !text.contains("visible"))
  }

  @Test(
    "comes back if a signal ends the program",
    arguments: [("send \\x03", 130), ("signal TERM", 143)])
  func ended(_ step: String, _ status: Int) throws {
    let text = try play("vernam status", [step, "expect ended \(status)"])
    #expect(text.contains("echo, lines") && !text.contains("no echo"))
  }

  @Test("comes back if the passphrase was wrong")
  func wrong() throws {
    let text = try play(
      "vernam status", typing: "wrong",
      [
        "expect again\nPassphrase (not shown as you type):", "send \\x04",
        "expect ended 77",
      ])
    #expect(text.contains("echo, lines") && !text.contains("no echo"))
  }

  @Test("If ^Z stops the program at the question, it asks again afterwards")
  func stopped() throws {
    let text = try play(
      "set -m; vernam status; printf '\\033[H\\033[Jback '; fg >/dev/null",
      first: ["send ri\\x1a", "expect back Passphrase (not shown as you type):"], ["expect ended 0"]
    )
    #expect(!text.contains("no echo"))
  }
}
