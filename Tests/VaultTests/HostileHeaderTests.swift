import Pad
import Primitives
import System
import TestSupport
import Testing
import Vault

@Suite("A malicious header")
struct HostileHeaderTests {
  /// Changes fields of the header, with correct checksums.
  private func rewrite(_ path: String, _ change: (inout [UInt8]) -> Void) throws {
    let file = try Disk().open("\(path)/vault", writable: true)
    var page = Array(try readFile("\(path)/vault").prefix(4096))
    change(&page)
    page.replaceSubrange(4064..., with: SHA256.hash(page.span.extracting(first: 4064)))
    try file.write((page + page).span, at: 0)
  }

  private func open(_ change: (inout [UInt8]) -> Void) throws -> VaultError? {
    try withTemporaryDirectory { directory in
      let path = "\(directory)/vault"
      try Vault.create(
        path, environment: VaultEnvironment(), passphrase: PassphraseTests.secret("right"),
        cost: TwoVaults.cost)
      try rewrite(path, change)
      do throws(VaultError) {
        _ = try Vault.open(path, environment: VaultEnvironment()) {
          PassphraseTests.secret("right")
        }
        return nil
      } catch {
        if case .costTooHigh = error { return .costTooHigh(path: "") }
        if case .headerDamaged = error { return .headerDamaged(path: "") }
        return error
      }
    }
  }

  @Test("Unchanged, it opens")
  func control() throws { #expect(try open { _ in } == nil) }

  @Test(
    "Unacceptable costs are refused before scrypt runs",
    arguments: [
      (logN: 0, r: 8, p: 1), (31, 8, 1), (63, 8, 1), (64, 8, 1), (255, 8, 1), (17, 0, 1),
      (17, 65, 1), (17, 1, 1), (16, UInt32.max, 1), (17, 8, 0), (17, 8, 17), (17, 8, .max),
      (20, 9, 1), (24, 64, 1), (255, .max, .max), (0, 0, 0),
    ])
  func cost(_ cost: (logN: UInt8, r: UInt32, p: UInt32)) throws {
    let error = try open { page in
      page[35] = cost.logN
      page.replaceSubrange(36..<44, with: cost.r.bigEndianBytes + cost.p.bigEndianBytes)
    }
    #expect(error == .costTooHigh(path: ""))
  }

  @Test("An acceptable cost that is not the one used means a wrong passphrase")
  func otherCost() throws { #expect(try open { $0[35] = 5 } == .wrongPassphrase) }

  @Test("A vault falsely marked as having no passphrase does not open")
  func unprotected() throws { #expect(try open { $0[34] = 0 } == .wrongPassphrase) }

  @Test("Version 0 is damage, and another one is newer", arguments: [0, 2, 256])
  func version(_ version: UInt16) throws {
    let error = try open { $0.replaceSubrange(8..<10, with: version.bigEndianBytes) }
    if version == 0 { return #expect(error == .headerDamaged(path: "")) }
    guard case .newerVersion = error else { return #expect(error == nil, "not newer") }
  }

  @Test("A generation of zero, or one that none can follow, is damage", arguments: [0, UInt64.max])
  func generation(_ generation: UInt64) throws {
    let error = try open { $0.replaceSubrange(10..<18, with: generation.bigEndianBytes) }
    #expect(error == .headerDamaged(path: ""))
  }
}
