import Pad
import Program
import System
import TestSupport
import Testing

@Suite("The pages before the vault is open") @MainActor
struct VaultPageTests {
  @Test(
    "Without a vault the window welcomes; with one it asks for the passphrase until it is right")
  func passphrase() async throws {
    try await withTemporaryDirectory { directory in
      try Disk().createDirectory(directory + "/vault.state")
      let first = WindowModel(.test(directory + "/vault"))
      first.start()
      try await untilShown("the welcome") { first.page == .welcome }
      first.makeVault(secret("opensesame"))
      try await untilShown("the list of people") { first.page == .people }

      let second = WindowModel(.test(directory + "/vault"))
      second.start()
      try await untilShown("the question") { second.page == .locked }
      second.unlock(secret("wrong"))
      try await untilShown("a problem") { second.problem != nil }
      #expect(second.problem?.what == "Wrong passphrase.")
      #expect(second.page == .locked && !second.isWorking)
      second.unlock(secret("opensesame"))
      try await untilShown("the list of people") { second.page == .people }
      #expect(second.problem == nil)
    }
  }

  @Test(
    "A passphrase that one window changes is asked for in another, which goes on until it locks")
  func changed() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      let (first, _) = try await Windows.open("alice", with: "bob", in: directory)
      let (second, conversation) = try await Windows.open("bob", with: "alice", in: directory)
      let third = WindowModel(.test("\(directory)/bob"))
      third.start()
      try await untilShown("the list of people") { third.page == .people }
      for (old, new) in [("", "one horse"), ("one horse", "two horses")] {
        var isChanged: Bool?
        third.changePassphrase(from: secret(old), to: secret(new)) { isChanged = $0 }
        try await untilShown("the change") { isChanged == true }
        _ = try await Windows.write("Still here", in: conversation)
      }
      #expect(second.problem == nil && third.problem == nil)
      third.lock()
      second.lock()
      #expect(third.page == .locked)
      third.unlock(secret("one horse"))
      try await untilShown("a problem") { third.problem != nil }
      third.unlock(secret("two horses"))
      try await untilShown("the list of people") { third.page == .people }
      withExtendedLifetime((first, second)) {}
    }
  }

  @Test("A vault that cannot be opened is not welcomed as a new one")
  func damaged() async throws {
    try await withTemporaryDirectory { directory in
      _ = try TwoVaults(in: directory)
      try Disk().remove(directory + "/alice/vault")
      let model = WindowModel(.test(directory + "/alice"))
      model.start()
      try await untilShown("the page that says so") { model.page == .closed }
      #expect(model.problem != nil)
    }
  }
}
