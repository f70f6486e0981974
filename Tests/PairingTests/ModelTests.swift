import TestSupport
import Testing

/// The model of the handshake.
@Suite("The model of the handshake", .ownThreads)
struct ModelTests {
  @Test(
    "holds, and reveals the attack if a step is left out",
    .enabled(if: SpinModel.isInstalled),
    arguments: [
      (nil, nil),
      ("NO_COMMITMENT", "!(chosen)"),
      ("NONCE_IN_M1", "learned[0]<=counted[0]"),
      ("NONCE_IN_M1_COUNTED", "!(chosen)"),
      ("SILENT_RETRY", "learned[1]<=counted[1]"),
      ("LATE_COUNT", "learned[0]<=counted[0]"),
    ] as [(String?, String?)])
  func model(omission: String?, violated: String?) throws {
    try SpinModel("Tests/PairingTests/handshake.pml")
      .explore(omitting: omission, violates: violated)
  }
}
