import Pad
import System
import TestSupport
import Testing

@testable import Vault

@Suite("A file system of another machine")
struct NetworkFileSystemTests {
  private func environment(_ directory: String, isTrusted: Bool) -> VaultEnvironment {
    try? Disk().createDirectory("\(directory)/alice.state")
    var environment = TwoVaults.environment("\(directory)/alice.state")
    environment.storage = AlteredDisk(fileSystem: .remote)
    environment.trustsFileSystem = isTrusted
    return environment
  }

  private func expectRefusal(
    _ directory: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ use: (VaultEnvironment) throws -> Void
  ) {
    let error = #expect(throws: VaultError.self, sourceLocation: sourceLocation) {
      try use(environment(directory, isTrusted: false))
    }
    if case .untrustedFileSystem? = error { return }
    Issue.record("\(String(describing: error))", sourceLocation: sourceLocation)
  }

  @Test("gets no vault, and nothing of a pad, unless somebody vouches for it")
  func making() throws {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/alice"
      expectRefusal(directory) { _ = try TwoVaults.vault(path, $0) }
      #expect(try Disk().attributes(at: "\(path)/vault") == nil)
      let trusting = try TwoVaults.vault(path, environment(directory, isTrusted: true))
      expectRefusal(directory) { try TwoVaults.addPad(to: TwoVaults.open(path, $0), of: "bob") }
      #expect(try Disk().list("\(path)/pads") == [])
      try TwoVaults.addPad(to: trusting, of: "bob")
      #expect(try trusting.contact("bob").pads.count == 1)
    }
  }

  @Test("is not written to by a pad that was put there, for sending or receiving")
  func using() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packet = try two.bob.sendText("hello", to: "alice")
      let (path, pad) = ("\(directory)/alice", two.padID.hexadecimal)
      let before = try readFile("\(path)/pads/\(pad)/state")
      expectRefusal(directory) { _ = try TwoVaults.open(path, $0).sendText("hi", to: "bob") }
      expectRefusal(directory) { _ = try TwoVaults.open(path, $0).receiveText(packet) }
      #expect(try readFile("\(path)/pads/\(pad)/state") == before)
      let trusting = try TwoVaults.open(path, environment(directory, isTrusted: true))
      #expect(try trusting.receiveText(packet) == "hello")
    }
  }
}
