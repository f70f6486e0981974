import Glibc
import System
import TestSupport
import Testing

@Suite("Where a carried file is written")
struct CarryPlaceTests {
  @Test(
    "In a folder, it is named after the contact, and the other end is told that it writes first")
  func folder() throws {
    try withTemporaryDirectory { directory in
      let (alice, bob) = (
        End(directory, "alice", peer: "bob"), End(directory, "bob", peer: "alice")
      )
      for end in [alice, bob] { try end.succeed(["init", "--no-passphrase"]) }
      let stick = "\(directory)/stick"
      try Disk().createDirectory(stick)
      let made = try alice.run(["pair", "bob", "--carry", stick, "--size", "26K"])
      let file = "\(stick)/pad-for-bob.vernam"
      #expect(made.status == 0 && made.errors.contains("  \(file) is not encrypted"))
      let taken = try bob.run(["pair", "alice", "--from", file])
      #expect(taken.status == 0)
      #expect(
        taken.errors.contains(
          "  you write first: alice can write only after reading your message\n"))
    }
  }

  @Test(
    "A place that cannot be written to is refused before a passphrase is asked for",
    arguments: ["there", "missing/pad"])
  func early(name: String) throws {
    try withTemporaryDirectory { directory in
      let alice = End(directory, "alice", peer: "bob")
      try writeFile("\(directory)/there", [])
      let outcome = try alice.run(["pair", "bob", "--carry", "\(directory)/\(name)"])
      #expect(outcome.status == 73, "\(outcome.errors)")
      #expect(outcome.errors.contains("\(directory)/\(name)") && !outcome.errors.contains("vault"))
      try #expect(Disk().attributes(at: alice.vault) == nil)
    }
  }
}
