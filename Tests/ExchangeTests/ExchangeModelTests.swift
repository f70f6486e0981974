import TestSupport
import Testing

/// The model of the outbox and the receipts.
@Suite("The model of the exchange", .ownThreads)
struct ExchangeModelTests {
  @Test(
    "loses nothing, and reveals the loss if a step is left out",
    .enabled(if: SpinModel.isInstalled),
    arguments: [
      (nil, nil),
      ("EARLY_RECEIPT", "!(receipt[at])||(consumed[at]"),
      ("EARLY_UNLINK", "skipped[at])||unsent[at])"),
      ("LATE_FILE", "!(unsent[at])||"),
      ("NO_SETTLE", "skipped[at])||unsent[at])"),
      ("NO_CONSUMED", "delivered[at]<=(1+cut[at])"),
    ] as [(String?, String?)])
  func model(omission: String?, violated: String?) throws {
    try SpinModel("Tests/ExchangeTests/exchange.pml")
      .explore(omitting: omission, violates: violated)
  }
}
