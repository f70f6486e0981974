internal import CLinux
internal import Glibc

/// A store for small secrets while no process of ours runs; injected so that tests can replace it.
package protocol Keyring: Sendable {
  /// Keeps a secret for `seconds`, replacing any of the same name.
  func keep(_ secret: Span<UInt8>, named name: String, seconds: Int) throws(SystemError)
  /// Fills `bytes` with the secret. False if no secret has that name and length.
  func read(_ name: String, into bytes: inout MutableSpan<UInt8>) -> Bool
  /// Makes a secret unreachable at once. False if there was none.
  func drop(_ name: String) throws(SystemError) -> Bool
  /// Why it cannot be used here; nil if it can.
  func refusal() -> SystemError?
}

/// This user's keyring in the kernel (user-keyring(7)): one for all sessions, and the kernel itself
/// expires its entries.
package struct KernelKeyring: Keyring {
  private static let name = "the kernel's keyring"

  package init() {}

  package func keep(
    _ secret: Span<UInt8>, named name: String, seconds: Int
  ) throws(SystemError) {
    let result = unsafe secret.withUnsafeBufferPointer {
      unsafe linux_keep_key(name, $0.baseAddress, $0.count, UInt32(seconds))
    }
    guard result == 0 else { throw .last("keyctl", KernelKeyring.name) }
  }

  package func read(_ name: String, into bytes: inout MutableSpan<UInt8>) -> Bool {
    let count = bytes.count
    return unsafe bytes.withUnsafeMutableBufferPointer {
      unsafe linux_read_key(name, $0.baseAddress, $0.count) == count
    }
  }

  package func drop(_ name: String) throws(SystemError) -> Bool {
    if unsafe linux_drop_key(name) == 0 { return true }
    if [ENOKEY, EKEYEXPIRED, EKEYREVOKED].contains(errno) { return false }
    throw .last("keyctl", KernelKeyring.name)
  }

  package func refusal() -> SystemError? {
    linux_try_keyrings() == 0 ? nil : .last("keyctl", KernelKeyring.name)
  }
}
