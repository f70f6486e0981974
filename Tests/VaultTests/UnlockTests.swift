import Pad
import Primitives
import System
import TestSupport
import Testing
import Vault

@Suite("A vault that is unlocked for a while")
struct UnlockTests {
  private struct Asked: Error {}

  private func make(_ directory: String, _ passphrase: String = "right") throws -> String {
    let path = "\(directory)/vault-\(passphrase)"
    try Vault.create(
      path, environment: VaultEnvironment(), passphrase: PassphraseTests.secret(passphrase),
      cost: TwoVaults.cost)
    return path
  }

  private func unlock(
    _ path: String, _ keyring: MemoryKeyring, _ passphrase: String = "right",
    isReadable: Bool = true
  ) throws -> Bool {
    try Vault.unlock(
      path, seconds: 60, environment: VaultEnvironment(keyring: keyring),
      passphrase: { PassphraseTests.secret(passphrase) }, isReadable: { isReadable })
  }

  /// Opens the vault; returns whether it asked for the passphrase.
  private func asks(
    _ path: String, _ keyring: MemoryKeyring, _ passphrase: String = "right",
    always: Bool = false
  ) throws -> Bool {
    var asked = false
    _ = try Vault.open(
      path, asksAlways: always, environment: VaultEnvironment(keyring: keyring)
    ) {
      asked = true
      return PassphraseTests.secret(passphrase)
    }
    return asked
  }

  @Test("It opens without asking, until it is locked")
  func unlocked() throws {
    try withTemporaryDirectory { directory in
      let (path, keyring) = (try make(directory), MemoryKeyring())
      #expect(try asks(path, keyring))
      #expect(try unlock(path, keyring))
      #expect(try !asks(path, keyring))
      #expect(try asks(path, keyring, always: true))
      #expect(try Vault.lock(path, environment: VaultEnvironment(keyring: keyring)))
      #expect(try asks(path, keyring))
      #expect(try !Vault.lock(path, environment: VaultEnvironment(keyring: keyring)))
    }
  }

  @Test("The kept key is named after the vault, so another vault still asks")
  func otherVault() throws {
    try withTemporaryDirectory { directory in
      let keyring = MemoryKeyring()
      _ = try unlock(make(directory), keyring)
      #expect(try asks(make(directory, "other"), keyring, "other"))
    }
  }

  @Test(
    "A key that does not fit is ignored", arguments: [0, 1, 31, 32, 33].map { $0 as Int })
  func wrongKey(_ count: Int) throws {
    try withTemporaryDirectory { directory in
      let (path, keyring) = (try make(directory), MemoryKeyring())
      _ = try unlock(path, keyring)
      let name = try #require(keyring.all.keys.first)
      keyring.put(KernelRandomness().bytes(count), named: name)
      #expect(try asks(path, keyring))
      #expect(try !Vault.isUnlocked(path, environment: VaultEnvironment(keyring: keyring)))
    }
  }

  @Test("After a change of the passphrase, the key is dropped, and would not fit anyway")
  func changed() throws {
    try withTemporaryDirectory { directory in
      let (path, keyring) = (try make(directory), MemoryKeyring())
      _ = try unlock(path, keyring)
      let kept = keyring.all
      let vault = try Vault.open(path, environment: VaultEnvironment(keyring: keyring)) {
        () throws(VaultError) in throw .noPassphrase
      }
      try vault.changePassphrase(to: PassphraseTests.secret("right"), cost: TwoVaults.cost)
      #expect(keyring.all.isEmpty)
      for (name, key) in kept { keyring.put(key, named: name) }
      #expect(try asks(path, keyring))
    }
  }

  @Test("With a wrong passphrase, no key is kept")
  func wrongPassphrase() throws {
    try withTemporaryDirectory { directory in
      let (path, keyring) = (try make(directory), MemoryKeyring())
      #expect(throws: VaultError.wrongPassphrase) { try unlock(path, keyring, "wrong") }
      #expect(keyring.all.isEmpty)
    }
  }

  @Test("A key that a second process cannot read back is dropped, and the error says so")
  func unreadable() throws {
    try withTemporaryDirectory { directory in
      let (path, keyring) = (try make(directory), MemoryKeyring())
      #expect(throws: VaultError.keyringRefused(.unreadable)) {
        try unlock(path, keyring, isReadable: false)
      }
      #expect(keyring.all.isEmpty)
    }
  }

  @Test("A full or forbidden keyring is reported", arguments: [122, 1, 38] as [Int32])
  func refused(_ code: Int32) throws {
    try withTemporaryDirectory { directory in
      let path = try make(directory)
      let error = SystemError("keyctl", "keyring", code: code)
      let keyring = MemoryKeyring(refusing: error)
      #expect(throws: VaultError.keyringRefused(.system(error))) { try unlock(path, keyring) }
      #expect(throws: VaultError.keyringRefused(.system(error))) {
        try Vault.lock(path, environment: VaultEnvironment(keyring: keyring))
      }
      #expect(try asks(path, keyring))
    }
  }

  @Test("A vault without a passphrase has nothing to unlock, and does not use the keyring")
  func noPassphrase() throws {
    try withTemporaryDirectory { directory in
      let (path, keyring) = (try make(directory, ""), MemoryKeyring())
      #expect(try !unlock(path, keyring, ""))
      #expect(keyring.all.isEmpty)
      #expect(try !asks(path, keyring, ""))
    }
  }
}
