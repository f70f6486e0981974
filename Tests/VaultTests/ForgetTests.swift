import System
import TestSupport
import Testing

@testable import Vault

@Suite("Destroying a pad")
struct ForgetTests {
  /// What is said while bob's pad with alice is destroyed.
  private func warnings(_ storage: any Storage) throws -> [String] {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let said = Said()
      var environment = TwoVaults.environment("\(two.bob.directory).state")
      environment.storage = storage
      environment.warn = { said.add($0) }
      try TwoVaults.open(two.bob.directory, environment).forget("alice")
      #expect(try two.bob.contacts().isEmpty)
      return said.all
    }
  }

  @Test("Where overwriting is in place nothing more is said")
  func inPlace() throws { #expect(try warnings(Disk()) == []) }

  @Test("Where it is not, what may be left on the medium is said, once")
  func keepingCopies() throws {
    let warnings = try warnings(DyingStorage.keepingCopies)
    #expect(warnings.count == 1)
    #expect(
      warnings[0].hasPrefix("this file system may keep old copies of the pad and of its keys ("))
  }

  @Test("A pad that somebody works with is waited for before anything says that it is gone")
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
      #expect(try bob.generationOutside(two.padID) != GenerationWitness.gone)
      #expect(try !bob.gone.ids().contains(two.padID))
      withExtendedLifetime(file) {}
    }
  }

  @Test(
    "A message whose pad is forgotten while it is delivered closes nothing",
    arguments: [false, true])
  func meanwhile(isCutShort: Bool) throws {
    try withTemporaryDirectory { directory in
      let two = try TwoVaults(in: directory)
      let packet = try two.alice.sendText("hello", to: "bob")
      let receipt = try two.bob.receive(packet) { (_, _) throws(VaultError) in
        if isCutShort {
          try two.bob.gone.add(two.padID)
          GenerationWitness(two.padID, of: two.bob)?.write(GenerationWitness.gone)
        } else {
          try two.bob.forget("alice")
        }
      }
      #expect(receipt == Vault.Receipt(contact: "", missing: 0, closure: nil))
      #expect(try two.bob.decisions() == Decisions())
    }
  }
}
