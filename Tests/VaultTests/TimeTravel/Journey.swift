import Codec
import Pad
import System
import TestSupport
import Testing

@testable import Vault

/// Alice's vault, which goes back in time, and bob's, which does not.
struct Journey {
  /// How the past comes back.
  enum Way: String, CaseIterable, Sendable {
    /// Into the same files.
    case inPlace
    /// As new files, as a backup program or a copy makes them.
    case copied
  }

  /// What became of what is kept outside the vault.
  enum Outside: String, CaseIterable, Sendable { case kept, restored, lost }

  let two: TwoVaults
  private let inside: VaultFiles
  private let outside: VaultFiles

  var path: String { two.directory + "/alice" }
  var bob: Vault { two.bob }

  /// A conversation, and the moment that will come back: alice has sent two messages, read one.
  init(in directory: String) throws { try self.init(TwoVaults(in: directory)) }

  init(_ two: TwoVaults) throws {
    self.two = two
    let directory = two.directory
    for _ in 0..<2 { _ = try two.bob.receiveText(two.alice.sendText("before", to: "bob")) }
    _ = try two.alice.receiveText(two.bob.sendText("before", to: "alice"))
    inside = try VaultFiles([directory + "/alice"])
    outside = try VaultFiles([directory + "/alice.state"])
  }

  /// Alice's vault as a program finds it that is started now.
  func alice(machine: String = "test machine") throws -> Vault {
    var environment = TwoVaults.environment(path + ".state")
    environment.machineID = Array(machine.utf8)
    return try TwoVaults.open(path, environment)
  }

  /// Brings the past back.
  func goBack(_ way: Way, _ outside: Outside) throws {
    if way == .inPlace {
      try inside.restore()
    } else {
      // The present has to stay while the copy is made, or its inodes may be used again.
      let present = path + ".present"
      try Disk().rename(path, to: present)
      try #require(try Program("cp").run(["-a", present, path]).status == 0)
      try inside.restore()
    }
    switch outside {
    case .kept: break
    case .restored: try self.outside.restore()
    case .lost:
      for name in try Disk().list(path + ".state") { try Disk().remove("\(path).state/\(name)") }
    }
  }

  /// Alice sends twice; then comes back what a backup took in the middle of the first.
  func goBackToMiddle(_ way: Way) throws {
    let path = VaultLayout(directory: path).state(two.padID)
    var middle = inside[path]
    let secondSlot = StateSlot.byteCount..<2 * StateSlot.byteCount
    _ = try bob.receiveText(two.alice.sendText("half of it is in the backup", to: "bob"))
    middle.replaceSubrange(secondSlot, with: try readFile(path)[secondSlot])
    _ = try bob.receiveText(two.alice.sendText("after the backup", to: "bob"))
    try goBack(way, .kept)
    try VaultFiles.put(middle, in: path)
  }

  /// Why alice cannot send; nil when she can. Nothing that she says is delivered.
  func refusal(_ vault: Vault? = nil) throws -> VaultError? {
    let vault = try vault ?? alice()
    do throws(VaultError) {
      _ = try vault.send(.text, SecretBytes(copying: Array("x".utf8).span), to: "bob")
      return nil
    } catch { return error }
  }

  /// Alice reads a message that bob writes now.
  func hear() throws {
    let text = try alice().receiveText(bob.sendText("from bob", to: "alice"))
    #expect(text == "from bob")
  }
}
