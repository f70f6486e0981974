import Glibc
import TestSupport
import Testing

/// The model of the handshake, explored by spin to the last state.
@Suite("The model of the handshake", .ownThreads)
struct ModelTests {
  /// What can be left out of it, and the claim that this violates; nil if none.
  private static let cases: [(omission: String?, violated: String?)] = [
    (nil, nil), ("NO_COMMITMENT", "!(chosen)"), ("NONCE_IN_M1", "learned[0]<=counted[0]"),
    ("NONCE_IN_M1_COUNTED", "!(chosen)"), ("SILENT_RETRY", "learned[1]<=counted[1]"),
    ("LATE_COUNT", "learned[0]<=counted[0]"),
  ]

  private static let hasSpin = access("/usr/bin/spin", X_OK) == 0

  @Test(
    "holds, and reveals the attack if a step is left out", .enabled(if: hasSpin),
    arguments: cases.map(\.omission))
  func model(omission: String?) throws {
    let violated = ModelTests.cases.first { $0.omission == omission }!.violated
    let definition = omission.map { "-D\($0) " } ?? ""
    let model = "\(Fixtures.root)/Tests/PairingTests/handshake.pml"
    let outcome = try withTemporaryDirectory { directory in
      try Program("sh").run([
        "-ec",
        """
        cd \(directory)
        spin \(definition)-a \(model)
        gcc -O1 -DSAFETY -w -o pan pan.c
        ./pan
        """,
      ])
    }
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("errors: \(violated == nil ? 0 : 1)"))
    #expect(outcome.text.contains("assertion violated") == (violated != nil))
    #expect(outcome.text.contains(violated ?? ""))
  }
}
