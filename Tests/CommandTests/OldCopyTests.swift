import System
import TestSupport
import Testing

@Suite("An old copy of a vault")
struct OldCopyTests {
  private static let wayOut =
    "use the other copy of this vault and delete this one; if you have no other, meet bob and run "
    + "\"vernam pair bob\""
  private static let hint = "hint: you can still read messages; to send, \(wayOut)\n"
  private static let closed =
    "you can no longer send to bob on these pads: this vault is an old copy, or in use in another place"

  /// Alice's vault as it was before she wrote the last message.
  private func restored(in directory: String) throws -> TwoEnds {
    let ends = try TwoEnds(in: directory)
    let path = try "\(ends.alice.pad())/state"
    let before = try readFile(path)
    _ = try ends.alice.write("sent, and then forgotten\n")
    try Disk().open(path, writable: true).write(before.span, at: 0)
    return ends
  }

  @Test("Every command that says it can no longer send gives the same advice")
  func advice() throws {
    try withTemporaryDirectory { directory in
      let ends = try restored(in: directory)
      let refused = try ends.alice.run(["encrypt", "bob"], input: "x\n")
      #expect(refused.status == 78)
      #expect(refused.errors == "error: \(OldCopyTests.closed)\n\(OldCopyTests.hint)")
      #expect(
        try ends.alice.succeed(["status"])
          == "bob  you can no longer send: \(OldCopyTests.wayOut); about 63 messages to receive\n")
      #expect(
        try ends.alice.succeed(["status", "bob"])
          .contains("\n  to send     you can no longer send: \(OldCopyTests.wayOut)\n"))
      let checked = try ends.alice.run(["doctor"])
      #expect(
        checked.text.contains("bad   \(OldCopyTests.closed)\n      \(OldCopyTests.hint)"),
        "\(checked.text)")
    }
  }

  @Test("So does a message that is read there, and adopting it")
  func reading() throws {
    try withTemporaryDirectory { directory in
      let ends = try restored(in: directory)
      let read = try ends.alice.run(["decrypt"], input: ends.bob.write("still heard\n"))
      #expect(read.text == "still heard\n" && read.status == 0)
      #expect(
        read.errors.contains("warning: \(OldCopyTests.closed)\n\(OldCopyTests.hint)"),
        "\(read.errors)")
      try ends.copyState()
      let adopted = try ends.alice.run(["adopt", "--moved"])
      #expect(
        adopted.errors.hasSuffix(
          """
          to send, use the other copy of this vault and delete this one; if you have no other, meet and \
          pair again

          """), "\(adopted.errors)")
    }
  }
}
