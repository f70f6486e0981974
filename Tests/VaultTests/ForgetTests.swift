import System
import TestSupport
import Testing
import Vault

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
}
