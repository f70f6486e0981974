// `unlock` keeps not the root key but the key that wraps it. The wrap's own tag tells whether it
// fits, with no format of its own. Since a passphrase change brings a fresh salt, a key kept before
// no longer fits, even if it could not be dropped.
package import Pad
internal import Primitives
internal import System

extension Vault {
  /// Keeps the key in the keyring for `seconds`. `isReadable` says whether a second process has
  /// read it back; if not, the key is dropped. False if the vault has no passphrase.
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

  /// Drops the key. False if none was kept.
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

  /// The root key by way of the keyring; nil if it holds no key that fits.
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
  /// The key's name in the keyring.
  var keyName: String { "vernam:\(vaultID.hexadecimal)" }

  /// The wrapping key for a passphrase, which is requested only if there is one.
  func wrappingKey(
    ofEntered passphrase: () throws(VaultError) -> SecretBytes
  ) throws(VaultError) -> SecretBytes {
    let entered = cost == nil ? SecretBytes(count: 0) : try passphrase()
    return try wrappingKey(entered)
  }

  /// The root key; throws if the passphrase was wrong.
  func rootKey(_ key: borrowing SecretBytes) throws(VaultError) -> SecretBytes {
    guard let rootKey = unwrap(with: key) else { throw .wrongPassphrase }
    return rootKey
  }
}
