import System
import TestSupport
import Testing

@testable import Vault

@Suite("Destroying a pad")
struct ForgetTests {
  /// The warnings while bob's pad with alice is destroyed, and the pad's directory.
  private func warnings(
    _ storage: any Storage
  ) throws -> (warnings: [VaultWarning], path: String) {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let said = Said()
      var environment = TwoVaults.environment("\(two.bob.directory).state")
      environment.storage = storage
      environment.warn = said.add
      try TwoVaults.open(two.bob.directory, environment).forget("alice")
      #expect(try two.bob.contacts().isEmpty)
      return (said.all, two.bob.layout.pad(two.padID))
    }
  }

  @Test("If overwriting is in place, there is no warning")
  func inPlace() throws { #expect(try warnings(Disk()).warnings == []) }

  @Test("If it is not, the vault warns once of what may be left on the medium")
  func keepingCopies() throws {
    let (warnings, path) = try warnings(DyingStorage.keepingCopies)
    #expect(warnings.count { $0 == .keepsDestroyedPad(path: path) } == 1)
  }

  @Test("Destroying a pad waits until it is free before anything says that it is gone")
  func waits() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let state = VaultLayout(directory: two.bob.directory).state(two.padID)
      let file = try Disk().open(state, writable: true)
      #expect(try file.tryLock(.exclusive))
      var environment = TwoVaults.environment("\(two.bob.directory).state")
      environment.storage = DyingStorage(after: .max, fate: .kept)
      let bob = try TwoVaults.open(two.bob.directory, environment)
      #expect(throws: VaultError.busy(path: state)) { try bob.destroyPad(two.padID) }
      #expect(CounterFile(of: two.padID, bob).generation != .max)
      withExtendedLifetime(file) {}
    }
  }

  @Test("Forgetting a pad while its message is delivered closes nothing")
  func meanwhile() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      try TwoVaults.addPad(to: two.bob, of: "carol")
      let packet = try two.alice.sendText("hello", to: "bob")
      let receipt = try two.bob.receive(packet) { (_, _) throws(VaultError) in
        try two.bob.forget("alice")
      }
      #expect(receipt.missing.isEmpty && receipt.closure == nil)
      #expect(try two.bob.contacts().map(\.name) == ["carol"])
      _ = try two.bob.sendText("goes on", to: "carol")
    }
  }

  @Test("Nothing but zeros is left in the files of a forgotten pad")
  func erased() throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let layout = VaultLayout(directory: two.bob.directory)
      let files = try [layout.state(two.padID), layout.chunks(two.padID)].map {
        try Disk().open($0, writable: false)
      }
      try two.bob.forget("alice")
      for file in files {
        var bytes = [UInt8](repeating: 1, count: try file.attributes().size)
        var span = bytes.mutableSpan
        try file.read(into: &span, at: 0)
        #expect(bytes.allSatisfy { $0 == 0 })
      }
    }
  }
}
