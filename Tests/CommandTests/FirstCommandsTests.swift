import System
import TestSupport
import Testing

@Suite("First commands at the same time")
struct FirstCommandsTests {
  @Test("Commands that each need a vault make one between them, and lose no pad")
  func oneVault() throws {
    try withTemporaryDirectory { directory in
      let end = End(directory, "alice", peer: "bob")
      try "a passphrase\n".save(at: "\(directory)/passphrase")
      let running = try (0..<4).map { number in
        let place = "\(directory)/\(number)"
        try Disk().createDirectory(place)
        try writeFile("\(place)/0", [])
        return try end.start(
          [
            "pair", "-q", "n\(number)", "--size", "26K", "--carry", "\(place)/carried",
            "--passphrase-file", "\(directory)/passphrase",
          ], in: place)
      }
      let made = try running.map { try $0.finish() }.enumerated().filter { $1.status == 0 }
      let contacts = try end.run(["contacts", "--passphrase-file", "\(directory)/passphrase"])
      #expect(!made.isEmpty)
      #expect(contacts.text == made.map { "n\($0.offset)\n" }.joined(), "\(contacts.errors)")
    }
  }
}
