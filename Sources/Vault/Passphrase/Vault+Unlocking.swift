// What `unlock` keeps is not the root key but the key that wraps it: whether it fits is told by the
// wrap's own tag, with no format of its own, and since a change of the passphrase brings a fresh
// salt, a key that was kept before fits no longer, also where it could not be dropped.
package import Pad
internal import Primitives
internal import System

extension Vault {
  /// Keeps the key in the keyring for `seconds`. `isReadable` says whether a second process has
  /// read it back; where it has not, the key is dropped. False where the vault has no passphrase.
  package static func unlock(
    _ directory: String, seconds: Int, environment: VaultEnvironment,
    passphrase: () throws(VaultError) -> SecretBytes, isReadable: () -> Bool
  ) throws(VaultError) -> Bool {
    let header = try readHeader(VaultLayout(directory: directory), environment).newest
    if header.cost == nil { return false }
    let key = try header.wrappingKey(ofEntered: passphrase)
    _ = try header.rootKey(key)
    guard let keyring = environment.keyring else { throw .keyringRefused(.noKeyring) }
    do throws(SystemError) {
      try key.withBytes { key throws(SystemError) in
        try keyring.keep(key, named: header.keyName, seconds: seconds)
      }
    } catch { throw .keyringRefused(.system(error)) }
    if isReadable() { return true }
    _ = try? keyring.drop(header.keyName)
    throw .keyringRefused(.unreadable)
  }

  /// Drops the key. False where none was kept.
  package static func lock(
    _ directory: String, environment: VaultEnvironment
  ) throws(VaultError) -> Bool {
    let header = try readHeader(VaultLayout(directory: directory), environment).newest
    guard let keyring = environment.keyring else { return false }
    do throws(SystemError) { return try keyring.drop(header.keyName) } catch {
      throw .keyringRefused(.system(error))
    }
  }

  /// Whether the keyring holds a key that fits.
  package static func isUnlocked(
    _ directory: String, environment: VaultEnvironment
  ) throws(VaultError) -> Bool {
    let header = try readHeader(VaultLayout(directory: directory), environment).newest
    return rootKey(keptFor: header, in: environment.keyring) != nil
  }

  /// The root key by way of the keyring; nil where nothing is kept that fits.
  static func rootKey(
    keptFor header: VaultHeader, in keyring: (any Keyring)?
  ) -> SecretBytes? {
    guard header.cost != nil, let keyring else { return nil }
    var key = SecretBytes(count: AES256GCM.keyBytes)
    let isThere = key.withMutableBytes { keyring.read(header.keyName, into: &$0) }
    return isThere ? header.unwrap(with: key) : nil
  }
}

extension VaultHeader {
  /// What the key is called in the keyring.
  var keyName: String { "vernam:\(vaultID.hexadecimal)" }

  /// The wrapping key for a passphrase that is asked for only where there is one.
  func wrappingKey(
    ofEntered passphrase: () throws(VaultError) -> SecretBytes
  ) throws(VaultError) -> SecretBytes {
    let entered = cost == nil ? SecretBytes(count: 0) : try passphrase()
    return try wrappingKey(entered)
  }

  /// The root key, or the error that says that the passphrase was wrong.
  func rootKey(_ key: borrowing SecretBytes) throws(VaultError) -> SecretBytes {
    guard let rootKey = unwrap(with: key) else { throw .wrongPassphrase }
    return rootKey
  }
}
