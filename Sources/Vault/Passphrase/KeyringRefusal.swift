package import System

/// Why the kernel's keyring is no use for the key.
package enum KeyringRefusal: Equatable, Sendable {
  case noKeyring
  case system(SystemError)
  /// Another process cannot read the key back.
  case unreadable
  case noKeyThatFits
}
