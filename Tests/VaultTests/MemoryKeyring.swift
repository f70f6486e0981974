import Pad
import Synchronization
import System

/// A test's own keyring, in which nothing expires.
final class MemoryKeyring: Keyring {
  private let secrets = Mutex<[String: [UInt8]]>([:])
  /// The error with which keeping and dropping fail, if they do.
  let refused: SystemError?

  init(refusing error: SystemError? = nil) { refused = error }

  var all: [String: [UInt8]] { secrets.withLock { $0 } }

  func put(_ secret: [UInt8], named name: String) { secrets.withLock { $0[name] = secret } }

  func keep(_ secret: Span<UInt8>, named name: String, seconds: Int) throws(SystemError) {
    if let refused { throw refused }
    put(secret.publicCopy, named: name)
  }

  func read(_ name: String, into bytes: inout MutableSpan<UInt8>) -> Bool {
    guard let secret = all[name], secret.count == bytes.count else { return false }
    bytes.copy(secret.span, at: 0)
    return true
  }

  func drop(_ name: String) throws(SystemError) -> Bool {
    if let refused { throw refused }
    return secrets.withLock { $0.removeValue(forKey: name) } != nil
  }

  func refusal() -> SystemError? { refused }
}
