import Glibc
import TestSupport
import Testing

/// The model of the outbox and the receipts, explored by spin to the last state.
@Suite("The model of the exchange")
struct ExchangeModelTests {
  /// What can be left out of it, and the claim that this violates; nil if none.
  private static let cases: [(omission: String?, violated: String?)] = [
    (nil, nil),
    ("EARLY_RECEIPT", "!(receipt[at])||(consumed[at]"),
    ("EARLY_UNLINK", "skipped[at])||unsent[at])"),
    ("LATE_FILE", "!(unsent[at])||"),
    ("NO_SETTLE", "skipped[at])||unsent[at])"),
    ("NO_CONSUMED", "delivered[at]<=(1+cut[at])"),
  ]

  private static let hasSpin = access("/usr/bin/spin", X_OK) == 0

  @Test(
    "loses nothing, and reveals the loss if a step is left out", .enabled(if: hasSpin),
    arguments: cases.map(\.omission))
  func model(omission: String?) throws {
    let violated = ExchangeModelTests.cases.first { $0.omission == omission }!.violated
    let definition = omission.map { "-D\($0) " } ?? ""
    let model = "\(Fixtures.root)/Tests/ExchangeTests/exchange.pml"
    let outcome = try withTemporaryDirectory { directory in
      try Program("sh").run([
        "-ec",
        """
        cd \(directory)
        spin \(definition)-a \(model)
        gcc -O1 -DSAFETY -w -o pan pan.c
        ./pan -m100000
        """,
      ])
    }
    #expect(outcome.status == 0, "\(outcome.errors)")
    #expect(outcome.text.contains("errors: \(violated == nil ? 0 : 1)"))
    #expect(outcome.text.contains("assertion violated") == (violated != nil))
    #expect(outcome.text.contains(violated ?? ""))
    // Every step was taken; only the end is never reached.
    if violated == nil { #expect(outcome.text.contains("(1 of ")) }
    #expect(!outcome.text.contains("max search depth too small"))
  }
}
